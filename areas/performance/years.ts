/** A year under its lock, its weights, and what may still be changed. */
import { sentence } from '#platform/declare/sentence.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { isMonth } from '#platform/format/dates.ts'
import { compare } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { type FieldError, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { followerOf, type Rule } from '#platform/server/records.ts'
import { inServersName } from '#platform/server/database.ts'
import { performanceStates, yearStates } from './states.ts'
import { performance, performanceYear, type MeasureName } from './tables.ts'

export interface Year {
  readonly id: string
  readonly year: number
  readonly status: number
  readonly weights: Readonly<Record<MeasureName, number>>
}

/** Weights sum to 100. */
export const yearRule: Rule = input => {
  const given = ['netSalesWeight', 'profitWeight', 'settledUnitsWeight'].map(name => input[name])
  if ('id' in input ? given.some(one => one === undefined) : given.every(one => one === undefined)) return []
  const sum = given.reduce<number>((all, one) => all + Number(one ?? 0), 0)
  return sum === 100 ? [] : [{ field: 'netSalesWeight', message: sentence`三项权重合计为 ${sum}，应为 100` } satisfies FieldError]
}

/**
 * The year, locked until the transaction ends: those who compute one year come one after the other. `isShared`: who writes rows of it hold
 * it together, so that nobody archives it meanwhile.
 */
export async function yearOf(system: Context, id: string, isShared = false): Promise<Year> {
  const row = await system.db
    .selectFrom('performance_year')
    .select(['id', 'year', 'status', 'net_sales_weight', 'profit_weight', 'settled_units_weight'])
    .where('id', '=', id)
    .$if(isShared, q => q.forShare())
    .$if(!isShared, q => q.forUpdate())
    .executeTakeFirst()
  if (row === undefined) throw refuse.unknown(performanceYear.title)
  const weights = { netSales: row.net_sales_weight, profit: row.profit_weight, settledUnits: row.settled_units_weight }
  return { id: row.id, year: row.year, status: row.status, weights }
}

/** Targets of an archived year stay, and those of a past year of which a month is published. */
export async function refuseClosedYear(context: Context, tx: Tx, year: Year): Promise<void> {
  if (year.status === yearStates.archived[0]) throw refuse.rule(sentence`${year.year} 年度已存档，不能修改目标`)
  const thisYear = Number(todayOf(context).slice(0, 4))
  if (year.year >= thisYear) return
  const published = await tx
    .selectFrom('performance')
    .select('id')
    .where('year_id', '=', year.id)
    .where('state', '=', performanceStates.published[0])
    .limit(1)
    .executeTakeFirst()
  if (published !== undefined) throw refuse.rule(sentence`${year.year} 年度已有发布的月份，不能修改目标`)
}

const targetOf = (row: RowOf<typeof performance> | null): string => row?.target ?? '0'
/** Whoever writes a target, by a form, a batch or taking it back: those of a closed year stay, and a month is one of its year. */
export const keepTargets = followerOf(performance, async (context, tx, changes) => {
  const moved = changes.filter(({ before, after }) => compare(targetOf(before), targetOf(after)) !== 0)
  for (const [id, of] of Map.groupBy(moved, ({ before, after }) => String((after ?? before)?.yearId))) {
    const system = await inServersName(context, tx, 'targets of a closed year')
    const year = await yearOf(system, id, true)
    await refuseClosedYear(context, tx, year)
    const wrong = of.find(({ after }) => after !== null && Number(after.month.slice(0, 4)) !== year.year)
    if (wrong !== undefined)
      throw refuse.invalid([{ field: 'month', message: sentence`请填写 ${year.year} 年的月份，例如 ${`${year.year}-01`}` }])
  }
})

/** Months of the call, each of the year, once and in order. */
export function monthsOf({ year }: Year, given: unknown): readonly string[] {
  const months = Array.isArray(given) ? [...new Set(given.map(String))].toSorted() : []
  const wrong = months.find(month => !isMonth(month) || Number(month.slice(0, 4)) !== year)
  if (months.length === 0 || wrong !== undefined)
    throw refuse.invalid([{ field: 'months', message: sentence`请填写 ${year} 年的月份，例如 ${`${year}-01`}` }])
  return months
}
