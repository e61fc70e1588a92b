/**
 * Targets of a year at once: rows of people or groups, or another year's with growth. The months of a row sum to its year to the cent; all
 * rows or none.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { allocate } from '#platform/format/allocate.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { add, compare, isDecimal, isNegative, multiply, roundTo, scaleOf, sum } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import { type Context, type FieldError, refuse } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { createEach, changeEachTo } from '#platform/server/records.ts'
import { performanceStates } from './states.ts'
import { performance, performanceGroupAmount } from './tables.ts'
import { refuseClosedYear, yearOf, type Year } from './years.ts'

const monthsInYear = 12
const cents = 2

export interface TargetRow {
  readonly groupId: string
  readonly employeeId?: string
  readonly measure: number
  /** of the year; absent: the sum of `months` */
  readonly target?: string
  /** of January to December; absent: the year in twelve equal parts */
  readonly months?: readonly string[]
}
export interface BatchAsk {
  readonly yearId: string
  readonly level: 'PERSON' | 'GROUP'
  readonly rows?: readonly TargetRow[]
  readonly copyYear?: number
  /** fraction: "0.1" is ten per cent more */
  readonly growth?: string
}
interface Target {
  readonly groupId: string
  readonly employeeId: string | null
  readonly measure: number
  readonly month: string
  readonly target: string
}

/** no target of a year is this large; the column holds more, so that sums fit it too */
const tooLarge = '1000000000000000'
const isAmount = (text: string): boolean => isDecimal(text) && !isNegative(text) && scaleOf(text) <= cents

/** Twelve months of a row, or what is wrong with it. Pure. */
export function monthsOfRow({ target, months }: TargetRow): readonly string[] | FieldError {
  if (months !== undefined && (months.length !== monthsInYear || !months.every(isAmount)))
    return { field: 'months', message: sentence`请填写 12 个月的目标，不小于 0，最多两位小数` }
  if (target !== undefined && !isAmount(target)) return { field: 'target', message: sentence`年度目标应不小于 0，最多两位小数` }
  if ([...(months ?? []), target ?? '0'].some(amount => compare(amount, tooLarge) >= 0))
    return { field: 'target', message: sentence`目标数值过大` }
  if (months === undefined) {
    if (target === undefined) return { field: 'target', message: sentence`请填写年度目标或 12 个月的目标` }
    return spread(
      target,
      Array.from({ length: monthsInYear }, () => '1'),
    )
  }
  const whole = sum(months)
  if (target !== undefined && compare(whole, target) !== 0)
    return { field: 'months', message: sentence`12 个月合计为 ${showExact(whole)}，与年度目标 ${showExact(target)} 不符` }
  return months
}

const spread = (amount: string, weights: readonly string[]): readonly string[] =>
  allocate({
    amount,
    scale: cents,
    bases: [
      { name: 'months', weights },
      { name: 'even', weights: weights.map(() => '1') },
    ],
  })?.shares ?? weights.map(() => '0')

const monthName = (year: number, at: number): string => `${year}-${String(at + 1).padStart(2, '0')}`

/** What the call asks for, row by row, or every fault of it. */
function targetsOf(year: Year, { rows = [], level }: BatchAsk): readonly Target[] {
  const faults: FieldError[] = []
  const targets = rows.flatMap((row, at) => {
    const months = monthsOfRow(row)
    if (level === 'PERSON' && row.employeeId === undefined)
      faults.push({ field: `rows[${at}].employeeId`, message: sentence`第 ${at + 1} 行请选择员工` })
    if (!Array.isArray(months)) {
      const fault = months as FieldError
      faults.push({ field: `rows[${at}].${fault.field}`, message: fault.message })
      return []
    }
    return (months as readonly string[]).map((target, month) => ({
      groupId: row.groupId,
      employeeId: level === 'PERSON' ? (row.employeeId ?? null) : null,
      measure: row.measure,
      month: monthName(year.year, month),
      target,
    }))
  })
  const known = new Set<string>()
  const twice = targets.findIndex(one => known.size === known.add(keyOf(one)).size)
  if (twice >= 0)
    faults.push({
      field: `rows[${Math.floor(twice / monthsInYear)}]`,
      message: sentence`第 ${Math.floor(twice / monthsInYear) + 1} 行与前面的行重复`,
    })
  if (faults.length > 0) throw refuse.invalid(faults)
  return targets
}

const keyOf = ({ groupId, employeeId, measure, month }: Target): string => `${groupId} ${employeeId ?? ''} ${measure} ${month}`

interface There {
  readonly id: string
  readonly group_id: string
  readonly employee_id: string | null
  readonly measure: number
  readonly target: string
  readonly month: string
  readonly isOpen: boolean
}

const targetsThere = (system: Context, yearId: string, level: BatchAsk['level']): Promise<readonly There[]> => {
  const month = sql<string>`to_char(month, 'YYYY-MM')`.as('month')
  return level === 'PERSON'
    ? system.db
        .selectFrom('performance')
        .select(['id', 'group_id', 'employee_id', 'measure', 'target', month])
        .select(sql<boolean>`state < ${performanceStates.confirmed[0]}`.as('isOpen'))
        .where('year_id', '=', yearId)
        .execute()
    : system.db
        .selectFrom('performance_group_amount')
        .select(['id', 'group_id', 'measure', 'target', month])
        .select([sql<null>`null`.as('employee_id'), sql<boolean>`true`.as('isOpen')])
        .where('year_id', '=', yearId)
        .execute()
}

/** The targets of an earlier year times 1 + growth: the year to the cent, its months in the same proportion. */
async function copied(system: Context, year: Year, { copyYear, growth = '0', level }: BatchAsk): Promise<readonly Target[]> {
  if (!isDecimal(growth) || compare(growth, '-1') <= 0)
    throw refuse.invalid([{ field: 'growth', message: sentence`增长率应为大于 -1 的小数，例如 0.1` }])
  const from = await system.db
    .selectFrom('performance_year')
    .select('id')
    .where('year', '=', copyYear ?? 0)
    .executeTakeFirst()
  if (from === undefined || from.id === year.id)
    throw refuse.invalid([{ field: 'copyYear', message: sentence`没有 ${String(copyYear)} 年度可以复制` }])
  const known = await targetsThere(system, from.id, level)
  const series = Map.groupBy(known, row => `${row.group_id} ${row.employee_id ?? ''} ${row.measure}`)
  return [...series.values()].flatMap(rows => {
    const [first] = rows
    const by = new Map(rows.map(row => [Number(row.month.slice(5, 7)) - 1, row.target]))
    const weights = Array.from({ length: monthsInYear }, (_, at) => by.get(at) ?? '0')
    const whole = roundTo(multiply(sum(weights), add('1', growth)), cents, 'halfUp')
    if (compare(whole, tooLarge) >= 0) throw refuse.invalid([{ field: 'growth', message: sentence`目标数值过大` }])
    return spread(whole, weights).map((target, at) => ({
      groupId: first?.group_id ?? '',
      employeeId: first?.employee_id ?? null,
      measure: first?.measure ?? 0,
      month: monthName(year.year, at),
      target,
    }))
  })
}

export const batchInsert = (context: Context, ask: BatchAsk): Promise<{ added: number; changed: number }> =>
  context.write(async (tx, inside) => {
    const system = within({ ...(await inside.house.asSystem(inside.caller.orgId, 'targets of performance', tx)), now: inside.now }, tx)
    const year = await yearOf(system, ask.yearId)
    await refuseClosedYear(inside, tx, year)
    if ((ask.rows === undefined) === (ask.copyYear === undefined))
      throw refuse.invalid([{ field: 'rows', message: sentence`请填写目标行，或选择要复制的年度，二者取一` }])
    const targets = ask.rows === undefined ? await copied(system, year, ask) : targetsOf(year, ask)
    const there = new Map(
      (await targetsThere(system, year.id, ask.level)).map(row => [
        keyOf({ ...row, groupId: row.group_id, employeeId: row.employee_id }),
        row,
      ]),
    )
    const locked = targets.find(one => there.get(keyOf(one))?.isOpen === false)
    if (locked !== undefined) throw refuse.rule(sentence`${locked.month} 的绩效已确认，不能修改目标`)
    const resource = ask.level === 'PERSON' ? performance : performanceGroupAmount
    const fresh = targets.filter(one => !there.has(keyOf(one)))
    const added = await createEach(
      inside,
      resource,
      fresh.map(({ employeeId, month, ...values }) => ({
        yearId: year.id,
        month: firstOfMonth(month),
        ...values,
        ...(employeeId === null ? {} : { employeeId }),
      })),
      { verb: 'batchInsert' },
    )
    const others = targets.flatMap(one => {
      const row = there.get(keyOf(one))
      return row !== undefined && compare(row.target, one.target) !== 0 ? [{ id: row.id, target: one.target }] : []
    })
    const { changed } = await changeEachTo(inside, resource, others, { verb: 'batchInsert' })
    return { added, changed }
  })
