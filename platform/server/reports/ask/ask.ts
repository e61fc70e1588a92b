/** What is asked of a report, checked: dimensions, filters, period and currency. Pure. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { isLookedUpByDay } from '#platform/declare/dimension.ts'
import { conditionKeys, dimensionOn, grainFor, type Dimension, type Leaf, type Report } from '#platform/declare/report.ts'
import type { Grain, GrainTime, Rollup } from '#platform/declare/rollup.ts'
import type { Comparison, TimeUnit } from '#platform/declare/wire.ts'
import { isDate, daysBetween } from '#platform/format/dates.ts'
import { isPartsOfWeeks, isWholeMonths, type Moved } from '#platform/format/periods.ts'
import type { Like, Only, Part } from '#platform/format/like-for-like.ts'
import { refuse } from '../../calls/refusal.ts'
import type { FieldError } from '../../contract/route.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Prepared } from './prepared.ts'

/** What a fact lacks as a dimension: shown as 未分摊, never dropped. */
export const unallocated = ''
/** ten years: more is a slip of the pen, not a period */
const daysMax = 3660
const valuesMax = 5000

/** A row that a dimension's first look-up finds nothing for, where the dimension tells it from one without a value (`lost`). */
export const lost = '-'

/** Each node with each node that holds it, itself included. */
export interface Tree {
  readonly nodes: readonly string[]
  readonly above: readonly string[]
}

/** Of an owner or of all: the first day of facts, and the last one that is complete; null: none is. */
export interface Span {
  readonly since: string | null
  readonly until: string | null
}
export interface Spans {
  readonly each: ReadonlyMap<string, Span>
  readonly all: Span
}

/** A cost that is posted once a month, of shops and a month (its first day; null: of all days) in which it does not stand on both sides. */
export interface Apart {
  readonly measure: string
  readonly leaf: Leaf
  readonly shops: readonly string[]
  readonly month: string | null
}
/** A side of a comparison: what of it is read, in one and in parts, and what is left out of it. */
export interface SideParts {
  readonly whole: Part
  readonly parts: readonly Part[]
  readonly apart: readonly Apart[]
}
export interface LikeSides {
  readonly like: Like
  /** null: all that is asked for */
  readonly now: SideParts | null
  readonly before: SideParts
}

export interface Ask {
  readonly by: readonly string[]
  /** dimension -> values; '' is what has none */
  readonly where: Readonly<Record<string, readonly string[]>>
  readonly from: string
  readonly to: string
  readonly currency: 'shop' | 'CNY'
  /** only owners whose own currency this is: the row a figure stands in */
  readonly rowCurrency?: string
  /** what every figure is held against */
  readonly compare?: Comparison
  /** what names are written in; absent: Chinese */
  readonly language?: 'zh' | 'en'
  /** month that the organisation's fiscal year begins in; absent: January */
  readonly yearStart?: number
  /** the filters as they were asked, where nodes of a tree stand for all below them in `where` */
  readonly nodes?: Ask['where']
  /** dimensions whose rows hold all below them */
  readonly trees?: Readonly<Record<string, Tree>>
  /** this question is of an earlier period: its rows answer for times that lie so much later */
  readonly moved?: Moved
  /** of a comparison: both sides like for like, by how far the earlier one lies before (`movedKey`) */
  readonly like?: ReadonlyMap<string, LikeSides>
  /** the present side of some comparison is less than what is asked for */
  readonly isCut?: true
  /** only these shops, and of each these days */
  readonly only?: Only
  readonly apart?: readonly Apart[]
  /** where means over days are asked for */
  readonly spans?: Spans
  /** only what is stored by day answers */
  readonly byDay?: true
  /** first days of the months within which what is looked up by the day changes for something; absent: it is looked up day by day */
  readonly changes?: readonly string[]
  /** of a question that only lines answer: what reading them needs to know, by roll-up and period (`linesKey`) */
  readonly lines?: ReadonlyMap<string, Prepared>
}

export const movedKey = ({ unit, count }: Moved): string => `${unit} ${count}`
/** what the keys of a roll-up begin with */
export const linesKeyOf = (of: Pick<Rollup, 'name'>): string => `${of.name} `
export const linesKey = (of: Rollup, { from, to }: Pick<Ask, 'from' | 'to'>): string => `${linesKeyOf(of)}${from} ${to}`

/** Owners without a currency have nothing to be shown in but the base. */
export const currencyShown = ({ conversion }: Report, asked: Ask['currency']): Ask['currency'] =>
  conversion && conversion.own === undefined ? 'CNY' : asked

/** Checks dimensions, values and period against the report; every fault in one refusal. */
export function checkedAsk(
  report: Report,
  raw: {
    readonly by: readonly string[]
    readonly where?: Readonly<Record<string, readonly (string | null)[]>> | undefined
    readonly startDate: string
    readonly endDate: string
    readonly currency?: 'shop' | 'CNY' | undefined
    readonly rowCurrency?: string | undefined
    readonly compare?: Comparison | undefined
  },
): Ask {
  const errors: FieldError[] = []
  if (raw.compare !== undefined && !report.compare?.includes(raw.compare))
    errors.push({ field: 'compare', message: sentence`“${report.title}”没有这种对比` })
  for (const name of raw.by)
    if (!Object.hasOwn(report.dimensions, name))
      errors.push({ field: 'by', message: sentence`没有“${name}”这个维度，可用：${listed(Object.keys(report.dimensions))}` })
  if (new Set(raw.by).size !== raw.by.length) errors.push({ field: 'by', message: sentence`同一维度只能出现一次` })
  const where: Record<string, readonly string[]> = {}
  for (const [name, values] of Object.entries(raw.where ?? {})) {
    const dimension = ownValue(report.dimensions, name)
    if (!dimension) errors.push({ field: `where.${name}`, message: sentence`没有“${name}”这个筛选维度` })
    else if (values.length > valuesMax) errors.push({ field: `where.${name}`, message: sentence`一个筛选最多 ${valuesMax} 个值` })
    else {
      const texts = values.map(v => v ?? unallocated)
      const bad = texts.find(v => !fits(dimension, v))
      if (bad !== undefined) errors.push({ field: `where.${name}`, message: sentence`“${bad}”不是有效的${dimension.title}` })
      where[name] = texts
    }
  }
  errors.push(...periodErrors(raw.startDate, raw.endDate))
  if (errors.length > 0) throw refuse.invalid(errors)
  return {
    by: raw.by,
    where,
    from: raw.startDate,
    to: raw.endDate,
    currency: currencyShown(report, raw.currency ?? 'shop'),
    ...(raw.rowCurrency === undefined ? {} : { rowCurrency: raw.rowCurrency }),
    ...(raw.compare === undefined ? {} : { compare: raw.compare }),
  }
}

function fits({ kind, time, unmatchedLabel: lostTitle }: Dimension, value: string): boolean {
  if (value === unallocated || (lostTitle !== undefined && value === lost)) return true
  if (time === 'quarter') return /^\d{4}-Q[1-4]$/.test(value)
  if (time === 'year') return /^\d{4}$/.test(value)
  if (kind === 'reference') return /^\d{1,18}$/.test(value)
  if (kind === 'month') return /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
  return kind === 'date' ? isDate(value) : !value.includes('\0')
}

function periodErrors(from: string, to: string): FieldError[] {
  if (!isDate(from)) return [{ field: 'startDate', message: sentence`开始日期不正确，格式为 YYYY-MM-DD` }]
  if (!isDate(to)) return [{ field: 'endDate', message: sentence`结束日期不正确，格式为 YYYY-MM-DD` }]
  if (to < from) return [{ field: 'endDate', message: sentence`结束日期早于开始日期` }]
  return daysBetween(from, to) > daysMax ? [{ field: 'endDate', message: sentence`期间最长十年` }] : []
}

/** The coarsest time by which rows of a roll-up answer a question, as far as its period and times go. */
export function timeAsked(report: Report, of: Rollup, ask: Ask): GrainTime {
  if (ask.byDay === true) return 'day'
  const units = [...ask.by, ...Object.keys(ask.where)].map(name => ownValue(report.dimensions, name)?.time)
  if (units.includes('day')) return 'day'
  if (isWholeMonths(ask) && !units.includes('week')) return 'month'
  // a part of a week moves as a whole where nothing else than its week is told of it
  const isWhole = ask.moved === undefined || (ask.moved.unit === 'day' ? !units.some(isOfMonths) : !units.includes('week'))
  return of.bridge === undefined && isPartsOfWeeks(ask) && isWhole ? 'week' : 'day'
}
const isOfMonths = (unit: TimeUnit | undefined): boolean => unit === 'month' || unit === 'quarter' || unit === 'year'

/**
 * The smallest grain that covers what is asked of a roll-up by this time. Start-up has made sure that there is one. `withDated`: what is
 * looked up by the day is so.
 */
export function grainOf(report: Report, of: Rollup, ask: Ask, leaves: readonly Leaf[], time: GrainTime, withDated = true): Grain {
  const dimensions = [...ask.by, ...Object.keys(ask.where)]
    .flatMap(name => {
      const declared = ownValue(report.dimensions, name)
      const d = declared && (dimensionOn(of, declared) ?? declared)
      if (d === undefined || d.time === 'week') return []
      return withDated || !isLookedUpByDay(d) ? d.keys : d.keys.filter(one => one !== 'day')
    })
    .filter(k => Object.hasOwn(of.keys, k))
  const conditions = leaves.flatMap(l => conditionKeys(of, l.when))
  const keys = [
    ...new Set([
      ...dimensions,
      ...conditions,
      ...(of.mapped ? [of.mapped.key] : []),
      of.owner,
      ...(Object.hasOwn(of.keys, 'currency') ? ['currency'] : []),
      time,
    ]),
  ]
  const grain = grainFor(of, keys)
  if (!grain) throw new Error(`${report.name}: no grain of ${of.name} covers ${keys.join(', ')}`)
  return grain
}
