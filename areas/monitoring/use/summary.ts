/**
 * Clicks counted by what they are of, and people with them. Days and weeks that are over are stored (`usage_summary`), the others are
 * counted when asked: one statement for both, so that a figure stays the same when its day is over.
 */
import { sql, type RawBuilder } from 'kysely'
import { addDays, firstOfWeek } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Context, Tx, Db } from '#platform/server/area.ts'

export const dimensions = ['MENU', 'MODULE', 'DEPT', 'USER'] as const
export type Dimension = (typeof dimensions)[number]
export const grains = ['DAY', 'WEEK'] as const
export type Grain = (typeof grains)[number]
/** what rows are counted by: days, weeks, or the period as one, in which whoever came on several days is one person */
export const spans = [...grains, 'PERIOD'] as const
export type Span = (typeof spans)[number]

const dimensionCodes: Readonly<Record<Dimension, number>> = { MENU: 1, MODULE: 2, DEPT: 3, USER: 4 }
const grainCodes: Readonly<Record<Grain, number>> = { DAY: 1, WEEK: 2 }
/** the organisation, where departments have their id */
export const wholeOrganisation = '0'

/** Clicks with who made them; by menu and application those of pages of sealed records too, which count for nobody. */
const clicks = (by: Dimension): RawBuilder<unknown> =>
  by === 'MENU' || by === 'MODULE'
    ? sql`(select org_id, click_date, dept_id, module_id, menu_id, account_id, times from menu_click
        union all select org_id, click_date, null, module_id, menu_id, null, times from sealed_click)`
    : sql`menu_click`

const keyOf: Readonly<Record<Dimension, RawBuilder<string>>> = {
  MENU: sql`c.menu_id`,
  MODULE: sql`c.module_id`,
  DEPT: sql`coalesce(c.dept_id::text, '')`,
  USER: sql`c.account_id::text`,
}
const periodOf: Readonly<Record<Grain, RawBuilder<string>>> = {
  DAY: sql`c.click_date`,
  WEEK: sql`date_trunc('week', c.click_date)::date`,
}
/** each department with every department above it, and itself */
const above = (orgId: string): RawBuilder<unknown> => sql`(with recursive up(dept, node) as (
    select id, id from department where org_id = ${orgId}
    union select u.dept, d.parent_id from up u join department d on d.id = u.node where d.parent_id is not null)
  select dept, node from up)`

export interface Range {
  readonly orgId: string
  readonly from: string
  readonly to: string
  /** a department with all below it, or the whole organisation */
  readonly node: string
}

const earlier = (a: string, b: string): string => (a < b ? a : b)

/** Clicks are asked: people of several days or rows are never added up. Rows of period, key, times and users. */
export const wholeRows = (by: Dimension, range: Range): RawBuilder<unknown> =>
  sql`(select ${range.from}::date as period, ${keyOf[by]} as key, sum(c.times)::bigint as times, count(distinct c.account_id)::int as users
    from ${clicks(by)} c where ${clicksIn(range)} group by 2)`

const clicksIn = ({ orgId, from, to, node }: Range): RawBuilder<boolean> => {
  const ofNode =
    node === wholeOrganisation ? sql`true` : sql`c.dept_id in (select n.dept from ${above(orgId)} n where n.node = ${node}::bigint)`
  return sql`c.org_id = ${orgId} and c.click_date between ${from}::date and ${to}::date and ${ofNode}`
}

/** Rows of period, key, times and users. `until`: the last day that is stored; null: none. */
export function usageRows(grain: Grain, by: Dimension, range: Range, until: string | null): RawBuilder<unknown> {
  const { orgId, from, to, node } = range
  const first = grain === 'DAY' ? from : firstOfWeek(addDays(from, 6))
  const end = until === null ? null : earlier(to, until)
  const last = end === null ? null : grain === 'DAY' ? end : addDays(firstOfWeek(addDays(end, 1)), -1)
  const stored = last === null || last < first ? null : { first, last }
  const isLive = stored === null ? sql`true` : sql`(c.click_date < ${stored.first}::date or c.click_date > ${stored.last}::date)`
  const live = sql`select ${periodOf[grain]} as period, ${keyOf[by]} as key, sum(c.times)::int as times,
      count(distinct c.account_id)::int as users
    from ${clicks(by)} c
    where ${clicksIn(range)} and ${isLive}
    group by 1, 2`
  if (stored === null) return sql`(${live})`
  return sql`(select period, key, times, users from usage_summary
      where org_id = ${orgId} and grain = ${grainCodes[grain]} and dept_id = ${node}::bigint and dimension = ${dimensionCodes[by]}
        and period between ${stored.first}::date and ${stored.last}::date
    union all ${live})`
}

/** The last period that is stored. */
async function lastStored(db: Db, orgId: string, grain: Grain): Promise<string | null> {
  const row = await db
    .selectFrom('usage_summary')
    .select(sql<string | null>`max(period)::text`.as('day'))
    .where('org_id', '=', orgId)
    .where('grain', '=', grainCodes[grain])
    .where('dept_id', '=', wholeOrganisation)
    .where('dimension', '=', dimensionCodes.MENU)
    .executeTakeFirst()
  return row?.day ?? null
}
/** The last day that is stored. */
export const storedUntil = (db: Db, orgId: string): Promise<string | null> => lastStored(db, orgId, 'DAY')

/** an hour after midnight nothing is on its way any more that belongs to the day before */
const settledMs = 3_600_000
/** days that one run stores at most: an installation that was used for years catches up in steps */
const portionDays = 56

/** Stores the days and weeks that are over, oldest first. Answers whether there are more to store. */
export async function storeUse(inside: Context, tx: Tx): Promise<boolean> {
  const { orgId, zone } = inside.caller
  const db = tx.withoutPlugins()
  const lastDay = addDays(dayInZone(inside.now().getTime() - settledMs, zone), -1)
  const { rows } = await sql<{
    day: string | null
  }>`select min(click_date)::text as day from ${clicks('MENU')} c where org_id = ${orgId}`.execute(db)
  const begun = rows[0]?.day
  if (begun === undefined || begun === null) return false
  const first = (last: string | null, days: number): string => (last === null ? firstOfWeek(begun) : addDays(last, days))
  const day = first(await lastStored(db, orgId, 'DAY'), 1)
  if (day > lastDay) return false
  const until = earlier(lastDay, addDays(day, portionDays - 1))
  // a week that has ended is stored before the first day after it
  const week = first(await lastStored(db, orgId, 'WEEK'), 7)
  const weeksUntil = addDays(firstOfWeek(addDays(until, 1)), -1)
  if (week <= weeksUntil) await fill(db, orgId, 'WEEK', week, weeksUntil)
  await fill(db, orgId, 'DAY', day, until)
  return until < lastDay
}

async function fill(db: Db, orgId: string, grain: Grain, from: string, to: string): Promise<void> {
  for (const by of dimensions)
    for (const [node, join] of [
      [sql`0`, sql``],
      [sql`n.node`, sql`join ${above(orgId)} n on n.dept = c.dept_id`],
    ] as const)
      await sql`insert into usage_summary (org_id, grain, dept_id, dimension, period, key, times, users)
        select ${orgId}::bigint, ${grainCodes[grain]}::int, ${node}, ${dimensionCodes[by]}::int, ${periodOf[grain]}, ${keyOf[by]},
          sum(c.times), count(distinct c.account_id)
        from ${clicks(by)} c ${join}
        where c.org_id = ${orgId} and c.click_date between ${from}::date and ${to}::date
        group by 3, 5, 6
        on conflict (org_id, grain, dept_id, dimension, period, key) do update set times = excluded.times, users = excluded.users`.execute(
        db,
      )
}
