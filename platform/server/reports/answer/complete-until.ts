/**
 * How far the files of a shop tell of its days: the last one before the first gap between what they contain. The stated period of a file
 * has no gap. It is complete up to its end where it is of whole months, or another file goes on after it; else up to the last line, as
 * later ones may not have been there yet. No file tells of the day it came. Days that a marketplace was asked for are whole.
 */
import { sql } from 'kysely'
import { ownerOf, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { shopOwner, type Rollup } from '#platform/declare/rollup.ts'
import type { CompleteAnswer } from '#platform/declare/wire-reports.ts'
import { addDays } from '#platform/format/dates.ts'
import { commonUntil, type Covered } from '#platform/format/like-for-like.ts'
import type { Period } from '#platform/format/periods.ts'
import { taskStates } from '#platform/server/db/house-tables.ts'
import type { Feed } from '../../contract/area.ts'
import type { Context } from '../../contract/context.ts'
import { anyTable } from '../../db/any-table.ts'
import { askOf, ownersOf } from '../store/ask-of.ts'

export const completePath = '/report/completeUntil'

/** where a question is checked and no figure is read */
const anyDay = '2026-01-01'

/** Families of the files whose days a report shows: those of each list tell of a shop's days together. */
function familiesOf(report: Report): readonly (readonly string[])[] {
  if (ownerOf(report) !== shopOwner) return []
  const of = (rollups: readonly Rollup[]): string[] => rollups.flatMap(one => one.from.flatMap(source => source.family ?? []))
  return (report.completeBy?.map(one => of([one])) ?? [of(rollupsOfReport(report))]).filter(families => families.length > 0)
}

/** Whether files say up to which day the figures of a report are complete. */
export const tellsDays = (report: Report): boolean => familiesOf(report).length > 0

export async function completeUntil(
  context: Context,
  report: Report,
  shops: readonly string[],
): Promise<(DaysTold & { shopId: string })[]> {
  const told = await toldByFamilies(context, report)
  return shops.map(shopId => {
    // what one family tells ends before another begins: the earlier end counts, though no day is told by both
    const firsts = told.flatMap(all => all.get(shopId)?.[0] ?? [])
    return {
      shopId,
      since:
        firsts
          .map(one => one.from)
          .toSorted()
          .at(-1) ?? null,
      until: firsts.map(one => one.to).toSorted()[0] ?? null,
    }
  })
}

async function toldByFamilies(context: Context, report: Report): Promise<readonly ReadonlyMap<string, readonly Period[]>[]> {
  const told: ReadonlyMap<string, readonly Period[]>[] = []
  for (const families of familiesOf(report)) told.push(await daysCovered(context, families))
  return told
}

/**
 * The days of each shop that the files of all families cover which tell of it, in order and each without a gap; of one without files how
 * far those of others reach.
 */
export async function coveredDays(context: Context, report: Report, shops: readonly string[]): Promise<readonly Covered[]> {
  const told = await toldByFamilies(context, report)
  const daysOf = (shop: string): readonly Period[] | null => {
    const [first, ...further] = told.flatMap(all => {
      const days = all.get(shop)
      return days === undefined ? [] : [days]
    })
    return first === undefined ? null : further.reduce(commonDays, first)
  }
  const all = new Set(told.flatMap(one => [...one.keys()]))
  const until = commonUntil([...all].map(shop => daysOf(shop)?.at(-1)?.to ?? null)) ?? undefined
  return shops.map(shop => {
    const days = daysOf(shop)
    return { shop, days, ...(days === null && until !== undefined ? { until } : {}) }
  })
}
/** null: no files tell of any */
interface DaysTold {
  readonly since: string | null
  readonly until: string | null
}

const begins = sql<string>`least(first_day, period_from)`
const ends = sql<string>`case when period_to is null then last_day else greatest(last_day, least(period_to, created_at::date - 1)) end`
const isOfMonths = sql<boolean>`coalesce(extract(day from period_from) = 1 and extract(day from period_to + 1) = 1, false)`

/** The last day before the first gap between what the files of these families contain, of each shop that has any and is seen. */
export const daysOfFiles = async (context: Context, families: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await daysCovered(context, families))].flatMap(([shop, [first]]) => (first === undefined ? [] : [[shop, first.to]])))

/** The days that lie in both. */
const commonDays = (some: readonly Period[], others: readonly Period[]): readonly Period[] =>
  some.flatMap(one =>
    others.flatMap(other => {
      const [from, to] = [one.from > other.from ? one.from : other.from, one.to < other.to ? one.to : other.to]
      return from > to ? [] : [{ from, to }]
    }),
  )

/** Of each shop what lies between the gaps of the files of these families. */
async function daysCovered(context: Context, families: readonly string[]): Promise<ReadonlyMap<string, readonly Period[]>> {
  if (families.length === 0) return new Map()
  const rows = await context.db
    .selectFrom(runs =>
      runs
        .selectFrom(one =>
          one
            .selectFrom('import_run')
            .select(['id', 'shop_id', begins.as('begins')])
            .select(sql<string>`case when ${isOfMonths} then ${ends} else last_day end`.as('until'))
            // the first day after all that begins before it
            .select(
              sql<boolean>`coalesce(${begins} > max(${ends}) over (partition by shop_id order by ${begins}, id
                rows between unbounded preceding and 1 preceding) + 1, false)`.as('is_gap'),
            )
            .where('family', 'in', families)
            .where('state', '=', taskStates.done[0])
            .where('shop_id', 'is not', null)
            .where('first_day', 'is not', null)
            .as('r'),
        )
        .select(['shop_id', 'begins', 'until'])
        .select(sql<number>`count(*) filter (where is_gap) over (partition by shop_id order by begins, id)`.as('gaps'))
        .as('runs'),
    )
    .select([
      sql<string>`shop_id::text`.as('shop_id'),
      sql<string>`min(begins)::text`.as('since'),
      sql<string>`max(until)::text`.as('until'),
    ])
    .groupBy(['shop_id', 'gaps'])
    .orderBy('gaps')
    .execute()
  const days = new Map<string, Period[]>()
  for (const { shop_id: shop, since: from, until: to } of rows) days.set(shop, [...(days.get(shop) ?? []), { from, to }])
  for (const { shopId, from, to } of await feedsOf(context, families, 'days'))
    if (to !== null) days.set(shopId, joined([...(days.get(shopId) ?? []), { from, to }]))
  return days
}

/** What comes by itself of these families; `days`: whose next instant and fault nobody asks for. */
export const feedsOf = async (context: Context, families: readonly string[], of: 'all' | 'days' = 'all'): Promise<readonly Feed[]> =>
  (await Promise.all(context.house.areas.map(async area => (await area.feeds?.(context, families, of)) ?? []))).flat()

/** The same days in order, those that touch as one. Pure. */
export function joined(periods: readonly Period[]): Period[] {
  const made: Period[] = []
  for (const one of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = made.at(-1)
    if (last === undefined || one.from > addDays(last.to, 1)) made.push(one)
    else if (one.to > last.to) made[made.length - 1] = { from: last.from, to: one.to }
  }
  return made
}

/** A shop, and which of its days files tell of. */
export interface ShopDays extends DaysTold {
  readonly id: string
  readonly name: string
}

/** Of the shops that a question is about, within what the caller sees. null: files do not say it of this report. */
export async function shopDays(
  context: Context,
  report: Report,
  where: Readonly<Record<string, readonly string[]>>,
): Promise<readonly ShopDays[] | null> {
  if (!tellsDays(report)) return null
  const ask = await askOf(context, report, { by: [], where, startDate: anyDay, endDate: anyDay })
  const known = await completeUntil(context, report, await ownersOf(context, report, ask))
  const names = new Map(
    (
      await anyTable(context.db)
        .selectFrom('shop as s')
        .select([sql<string>`s.id::text`.as('id'), sql<string>`s.name`.as('name')])
        .where(sql<boolean>`s.id = any(${known.map(one => one.shopId)})`)
        .execute()
    ).map(row => [row.id, row.name]),
  )
  return known.map(({ shopId, since, until }) => ({ id: shopId, name: names.get(shopId) ?? shopId, since, until }))
}

/** The same as the page of a report says it. */
export async function completeOf(
  context: Context,
  report: Report,
  where: Readonly<Record<string, readonly string[]>>,
): Promise<CompleteAnswer | null> {
  const known = await shopDays(context, report, where)
  if (known === null) return null
  const shops = known
    .map(({ name, until }) => ({ shop: name, until }))
    .toSorted((a, b) => ((a.until ?? '') < (b.until ?? '') ? -1 : (a.until ?? '') > (b.until ?? '') ? 1 : a.shop < b.shop ? -1 : 1))
  return { until: commonUntil(known.map(one => one.until)), shops }
}
