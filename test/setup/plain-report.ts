/**
 * For tests: what a report says of amounts in memory, read slowly and plainly: what a dimension calls an amount, and what measures make of
 * several. Nothing here asks the database.
 */
import { dimensionOn, hasLines, isAmong, isLeaf, type Dimension, type Measure, type Report } from '#platform/declare/report.ts'
import { columnOf } from '#platform/declare/resource.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { add, canonical, divide, isZero, multiply, negate, roundTo, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { timeOf } from './report-times.ts'

export type Row = Readonly<Record<string, unknown>>

/** of a unit in the base currency */
export const rates: Readonly<Record<string, string>> = { USD: '7.1234', EUR: '7.7', CNY: '1', JPY: '0.05' }

/** Tables as they are in memory, to look names up. */
export type Tables = ReadonlyMap<string, readonly Row[]>
export interface Amount {
  readonly of: Rollup
  readonly row: Row
}

/** What was read once of an amount, or of several: the same question is put of them many times. */
const kept = new WeakMap<object, Map<unknown, unknown>>()
function once<T>(of: object, question: unknown, read: () => T): T {
  let answers = kept.get(of)
  if (answers === undefined) kept.set(of, (answers = new Map<unknown, unknown>()))
  const known = answers.get(question)
  if (known !== undefined || answers.has(question)) return known as T
  const answer = read()
  answers.set(question, answer)
  return answer
}

/** What a dimension calls an amount; '' where the fact lacks it. */
export const valueOf = (amount: Amount, declared: Dimension, tables: Tables): string =>
  once(amount, declared, () => valueIn(amount, declared, tables))
function valueIn({ of, row }: Amount, declared: Dimension, tables: Tables): string {
  const d = dimensionOn(of, declared)
  if (d === undefined) return ''
  if (d.time) return timeOf(d.time, String(row['day']))
  if (!d.via) return asText(row[columnOf(d.keys[0] ?? '')] ?? '')
  let at: Row | undefined = row
  for (const [i, step] of d.via.steps.entries()) {
    const day = String(row['day'])
    const holds = (one: Row): boolean => {
      if (step.validBetween === undefined) return true
      const [from, to] = [one[columnOf(step.validBetween.from)], one[columnOf(step.validBetween.to)]]
      return dayText(from) <= day && (to === null || dayText(to) >= day)
    }
    at = tables
      .get(step.table)
      ?.find(
        one => holds(one) && Object.entries(step.on).every(([its, mine]) => String(one[columnOf(its)]) === String(at?.[columnOf(mine)])),
      )
    if (!at) return i === 0 && d.unmatchedLabel ? '-' : ''
  }
  return asText(at[columnOf(d.via.value)] ?? '')
}

const dayText = (value: unknown): string => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value))

/** Whether a roll-up does not tell one of the dimensions. */
const lacks = (report: Report, of: Rollup, asked: readonly string[]): boolean =>
  asked.some(name => dimensionOn(of, report.dimensions[name] as Dimension) === undefined)
/** The amounts that make rows where these dimensions are asked: figures that are not divided by them make none. */
export const inRows = (report: Report, amounts: readonly Amount[], asked: readonly string[]): Amount[] =>
  amounts.filter(
    ({ of }) =>
      !lacks(report, of, asked) || !Object.values(report.measures).every(m => !isLeaf(m) || m.of !== of || m.notAllocatable === true),
  )

/** A measure over amounts: null where it has no value, as one that is not divided by what is asked. */
export const figure = (
  report: Report,
  name: string,
  amounts: readonly Amount[],
  tables: Tables,
  asked: readonly string[] = [],
): string | null => once(amounts, `${name} ${asked.join(' ')}`, () => figureIn(report, name, amounts, tables, asked))
function figureIn(report: Report, name: string, amounts: readonly Amount[], tables: Tables, asked: readonly string[]): string | null {
  const m = report.measures[name] as Measure
  const part = (one: string): string | null => figure(report, one, amounts, tables, asked)
  if (isLeaf(m) && m.notAllocatable === true && lacks(report, m.of, asked)) return null
  if (m.class === 'none') return null
  if (isAmong(m)) throw new Error(`${name} is told among other rows`)
  if (m.class === 'plus') return m.of.map(part).reduce((sum, one) => (sum === null || one === null ? null : add(sum, one)), '0')
  if (m.class === 'minus') {
    const [from, less] = [part(m.from), part(m.less)]
    return from === null || less === null ? null : add(from, negate(less))
  }
  if (m.class === 'ratio') {
    const [over, under] = [part(m.over), part(m.under)]
    return over === null || under === null || isZero(under) ? null : divide(m.negated === true ? negate(over) : over, under, 6, 'halfUp')
  }
  const ofIt = hasLines(m) ? amounts.filter(amount => amount.of === m.of) : amounts
  const mine = ofIt.flatMap(amount => once(amount, m, () => contribution(m, amount, tables)) ?? [])
  if (isLeaf(m) && m.blank === true && mine.length === 0) return null
  return m.class === 'distinct' ? String(new Set(mine).size) : sum(mine)
}

/** What an amount brings to a measure: its value, or the thing that is counted. Null: it is not of it. */
function contribution(m: Measure, { of, row }: Amount, tables: Tables): string | null {
  if (!isLeaf(m) && m.class !== 'distinct') throw new Error('a formula counts no amounts')
  const meets =
    of === m.of &&
    Object.entries(m.when).every(([key, values]) => {
      const value = of.mapped?.name === key ? meaningOf(of, row, tables) : row[columnOf(key)]
      return values === null ? value === null : values.some(one => String(one) === String(value))
    })
  if (!meets) return null
  if (m.class === 'distinct') return asText(row[columnOf(m.things)])
  const value = String(row[m.column === 'n' ? 'n' : columnOf(m.column)])
  return m.kind === 'money' ? multiply(value, rates[String(row['currency'])] ?? 'none') : value
}

const meaningOf = (of: Rollup, row: Row, tables: Tables): unknown => once(row, of, () => meaningIn(of, row, tables))
function meaningIn(of: Rollup, row: Row, tables: Tables): unknown {
  const m = of.mapped
  if (!m) return null
  const month = String(row['month'])
  const maps = (tables.get(m.map.table) ?? []).filter(
    one => String(one[columnOf(m.on)]) === String(row[columnOf(m.key)]) && dayText(one[columnOf(m.from)]) <= month,
  )
  return maps.sort((x, y) => (dayText(x[columnOf(m.from)]) < dayText(y[columnOf(m.from)]) ? 1 : -1))[0]?.[columnOf(m.value)] ?? null
}

export const shown = (report: Report, name: string, value: string | null): string | null => {
  const m = report.measures[name]
  if (value === null || m === undefined) return null
  return canonical(m.class === 'ratio' ? value : m.kind === 'money' ? roundTo(value, 4, 'halfUp') : value)
}

/** How the value of a dimension is found: by which keys, over which tables, and whether values lie below each other. */
export const wayTo = (d: Dimension | undefined): string =>
  JSON.stringify([d?.keys, d?.via?.steps, d?.fallbackLookup?.steps, d?.tree !== undefined])
