/** Clicks and people by menu, application, department or person, and sessions beside them. Numbers alone for all but administrators. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Database } from '#platform/server/contract/database.ts'
import type { UsageRow, UsageSeries, UsageTable } from '../answers.ts'
import { pagesWithTitles } from './pages.ts'
import { peopleNeeded, sightOf, type Sight } from './sight.ts'
import { storedUntil, usageRows, wholeOrganisation, type Dimension, type Grain, type Range } from './summary.ts'

const pageSizeDefault = 10
const daysDefault = 30
const daysMax = 731

export interface UsageAsk {
  readonly startDate?: string
  readonly endDate?: string
  readonly timeEnum?: Grain
  readonly statisticalDimension?: Dimension
  readonly deptId?: string
  readonly pageNum?: number
  readonly pageSize?: number
}

interface Asked {
  readonly db: Kysely<Database>
  readonly sight: Sight
  readonly range: Range
  readonly until: string | null
}

async function askedOf(context: Context, ask: UsageAsk): Promise<Asked> {
  const to = ask.endDate ?? todayOf(context)
  const from = ask.startDate ?? addDays(to, 1 - daysDefault)
  if (to < from) throw refuse.invalid([{ field: 'endDate', message: sentence`结束日期不能早于开始日期` }])
  if (daysBetween(from, to) >= daysMax) throw refuse.invalid([{ field: 'startDate', message: sentence`期间最长 ${daysMax} 天` }])
  const sight = await sightOf(context, ask.deptId)
  const db = context.house.unscoped('clicks of the organisation or of a department, as far as the caller sees: see sight.ts')
  const { orgId } = context.caller
  return { db, sight, range: { orgId, from, to, node: sight.node }, until: await storedUntil(db, orgId) }
}

/** What few people did is put together: which menu or department it was would tell who they were. */
const together = ({ withNames }: Sight): RawBuilder<boolean> => (withNames ? sql`false` : sql`users < ${sql.lit(peopleNeeded)}`)

/** POST /system/sysStatisticalTable: by day or week (its Monday); 30 days and by menu unless said, with totals over all rows. */
export async function usageTable(context: Context, ask: UsageAsk): Promise<UsageTable> {
  const { pageNum = 1, pageSize = pageSizeDefault, timeEnum = 'DAY', statisticalDimension: by = 'MENU' } = ask
  const { db, sight, range, until } = await askedOf(context, ask)
  if (by === 'USER' && !sight.withNames) throw refuse.forbidden(sentence`只有系统管理员可以按员工查看`)
  const [sums, found] = await Promise.all([
    totalsOf({ db, sight, range, until }),
    sql<{ period: string; key: string | null; merged: boolean; times: string; users: string; all: string }>`
      select period::text as period, case when ${together(sight)} then null else key end as key, ${together(sight)} as merged,
        sum(times) as times, max(users) as users, count(*) over () as all
      from ${usageRows(timeEnum, by, range, until)} r
      group by 1, 2, 3
      order by 1 desc, 3, 4 desc, 2
      limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db),
  ])
  const titles = await titlesOf(
    context,
    by,
    found.rows.flatMap(row => row.key ?? []),
  )
  const list = found.rows.map((row): UsageRow => {
    const key = row.key === '' ? null : row.key
    return {
      period: row.period,
      key,
      title: key === null ? null : (titles.get(key) ?? key),
      isMerged: row.merged,
      times: Number(row.times),
      users: row.merged ? null : Number(row.users),
    }
  })
  return {
    list,
    total: Number(found.rows[0]?.all ?? 0),
    pageNum,
    pageSize,
    totals: sums,
    withNames: sight.withNames,
    seesAll: sight.seesAll,
    deptId: sight.node === wholeOrganisation ? null : sight.node,
    departments: sight.departments,
  }
}

/** Of the whole period: whoever came on several days is one person. */
async function totalsOf({ db, sight, range, until }: Asked): Promise<UsageTable['totals']> {
  const { rows } = await sql<{ times: string; users: string }>`select coalesce(sum(times), 0)::text as times,
    count(distinct key)::text as users from ${usageRows('DAY', 'USER', range, until)} r`.execute(db)
  const { times = '0', users = '0' } = rows[0] ?? {}
  return { times, users: !sight.withNames && Number(users) > 0 && Number(users) < peopleNeeded ? null : users }
}

/** POST /systemUsageRecord/series: sessions beside clicks, and who they were of, by day or week. */
export async function usageSeries(context: Context, ask: UsageAsk): Promise<UsageSeries> {
  const grain = ask.timeEnum ?? 'DAY'
  const { db, sight, range, until } = await askedOf(context, ask)
  const period = grain === 'DAY' ? sql`used_on` : sql`date_trunc('week', used_on)::date`
  const { orgId, from, to, node } = range
  const below = sight.departments.length === 0 ? [] : [...belowOf(sight, node)]
  const ofNode = node === wholeOrganisation ? sql`true` : sql`dept_id = any(${below}::bigint[])`
  const [clicks, sessions] = await Promise.all([
    sql<{ period: string; times: string; users: string }>`select period::text as period, sum(times) as times, count(*) as users
      from ${usageRows(grain, 'USER', range, until)} r group by 1`.execute(db),
    sql<{ period: string; times: string; users: string }>`select ${period}::text as period, sum(times) as times,
        count(distinct account_id) as users
      from usage_record where org_id = ${orgId} and used_on between ${from}::date and ${to}::date and ${ofNode} group by 1`.execute(db),
  ])
  const of = (rows: typeof clicks.rows) => new Map(rows.map(row => [row.period, { times: Number(row.times), users: Number(row.users) }]))
  const [opened, begun] = [of(clicks.rows), of(sessions.rows)]
  const told = (one: { times: number; users: number } | undefined) => {
    const { times, users } = one ?? { times: 0, users: 0 }
    return sight.withNames || users === 0 || users >= peopleNeeded ? { times, users } : { times: null, users: null }
  }
  const periods = [...new Set([...opened.keys(), ...begun.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  return { list: periods.map(day => ({ period: day, clicks: told(opened.get(day)), sessions: told(begun.get(day)) })) }
}

function belowOf({ departments }: Sight, node: string): ReadonlySet<string> {
  const below = new Set([node])
  for (let size = 0; size !== below.size;) {
    size = below.size
    for (const one of departments) if (one.parentId !== null && below.has(one.parentId)) below.add(one.id)
  }
  return below
}

async function titlesOf(context: Context, by: Dimension, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (by === 'MENU' || by === 'MODULE') {
    const pages = await pagesWithTitles(context)
    return new Map(pages.map(page => (by === 'MENU' ? [page.menuId, page.title] : [page.moduleId, page.moduleTitle])))
  }
  const ids = keys.filter(key => key !== '')
  if (by === 'DEPT') {
    const rows = await context.db
      .selectFrom('department')
      .select(['id', 'name'])
      .where('id', 'in', ids.length === 0 ? ['0'] : ids)
      .execute()
    return new Map(rows.map(row => [row.id, row.name]))
  }
  const { db } = await context.house.asSystem(context.caller.orgId, 'names of people, for a system administrator')
  const rows = await db
    .selectFrom('account_organisation as m')
    .innerJoin('employee as e', 'e.id', 'm.employee_id')
    .select(['m.account_id', 'e.name'])
    .where('m.account_id', 'in', ids.length === 0 ? ['0'] : ids)
    .execute()
  return new Map(rows.map(row => [row.account_id, row.name]))
}
