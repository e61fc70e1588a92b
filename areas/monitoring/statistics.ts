/**
 * What is used in the whole organisation: who opened which menu how often, and clicks by menu, application, department or person. For
 * system administrators.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Context } from '#platform/server/contract/context.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { leavesOf, menusOf, modulesOf } from '#areas/admin/index.ts'
import type { MenuLogRow, UsageRow, UsageTable } from './answers.ts'

const pageSizeDefault = 10
const daysDefault = 30
export const dimensions = ['MENU', 'MODULE', 'DEPT', 'USER'] as const
type Dimension = (typeof dimensions)[number]

interface Page {
  readonly pageNum?: number
  readonly pageSize?: number
}

/** Counters of everybody in the caller's organisation: his own door shows him his own alone. */
const everybody = (context: Context) =>
  context.house.asSystem(context.caller.orgId, 'usage of the organisation, asked for by a system administrator')

/** Titles of the menus and applications as the caller sees them. */
async function titlesOf(
  context: Context,
): Promise<{ readonly menus: ReadonlyMap<string, string>; readonly modules: ReadonlyMap<string, string> }> {
  const modules = menusOf(await modulesOf(context), context.caller, context.language)
  return {
    menus: new Map(leavesOf(modules).map(menu => [menu.menuId, menu.meta.title])),
    modules: new Map(modules.map(module => [module.moduleId, module.title])),
  }
}

/** POST /menuLog/pageList: who opened which menu how often in a month, the newest first. */
export async function menuLogs(
  context: Context,
  {
    logYear,
    month,
    menuId,
    pageNum = 1,
    pageSize = pageSizeDefault,
  }: Page & { readonly logYear?: number; readonly month?: number; readonly menuId?: string },
) {
  const { db } = await everybody(context)
  let found = db.selectFrom('menu_log as l')
  if (logYear !== undefined) found = found.where('l.log_year', '=', logYear)
  if (month !== undefined) found = found.where('l.month', '=', month)
  if (menuId !== undefined) found = found.where('l.menu_id', '=', menuId)
  const { total } = await found.select(eb => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('account_organisation as m', 'm.account_id', 'l.account_id')
    .leftJoin('employee as e', 'e.id', 'm.employee_id')
    .leftJoin('department as d', 'd.id', 'e.dept_id')
    .select([
      'l.id',
      'l.menu_id',
      'l.log_year',
      'l.month',
      'l.times',
      'l.last_at',
      'e.id as employeeId',
      'e.name as employeeName',
      'd.name as deptName',
    ])
    .orderBy('l.last_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { menus } = await titlesOf(context)
  const list = rows.map((row): MenuLogRow => ({
    id: row.id,
    menuId: row.menu_id,
    title: menus.get(row.menu_id) ?? row.menu_id,
    logYear: row.log_year,
    month: row.month,
    times: row.times,
    lastAt: row.last_at,
    employeeId: row.employeeId,
    employeeName: row.employeeName,
    deptName: row.deptName,
  }))
  return { list, total: Number(total), pageNum, pageSize }
}

export interface UsageAsk extends Page {
  readonly startDate?: string
  readonly endDate?: string
  readonly timeEnum?: 'DAY' | 'WEEK'
  readonly statisticalDimension?: Dimension
}

/** What a row of the table stands for, as an expression over menu_click joined with the people. */
const keyOf: Readonly<Record<Dimension, ReturnType<typeof sql<string | null>>>> = {
  MENU: sql<string | null>`c.menu_id`,
  MODULE: sql<string | null>`c.module_id`,
  DEPT: sql<string | null>`c.dept_id::text`,
  USER: sql<string | null>`m.employee_id::text`,
}

/**
 * POST /system/sysStatisticalTable: clicks and people by day or week (its Monday); 30 days and by menu unless said, with totals over all
 * rows.
 */
export async function usageTable(context: Context, ask: UsageAsk): Promise<UsageTable> {
  const { pageNum = 1, pageSize = pageSizeDefault, timeEnum = 'DAY', statisticalDimension: by = 'MENU' } = ask
  const endDate = ask.endDate ?? todayOf(context)
  const startDate = ask.startDate ?? addDays(endDate, 1 - daysDefault)
  if (endDate < startDate) throw refuse.invalid([{ field: 'endDate', message: sentence`结束日期不能早于开始日期` }])
  const { db } = await everybody(context)
  const period = timeEnum === 'WEEK' ? sql<string>`date_trunc('week', c.click_date)::date::text` : sql<string>`c.click_date::text`
  const clicks = db
    .selectFrom('menu_click as c')
    .leftJoin('account_organisation as m', 'm.account_id', 'c.account_id')
    .where('c.click_date', '>=', startDate)
    .where('c.click_date', '<=', endDate)
  const [sums, groups] = await Promise.all([
    clicks
      .select([sql<string | null>`sum(c.times)`.as('times'), sql<string>`count(distinct c.account_id)`.as('users')])
      .executeTakeFirstOrThrow(),
    clicks
      .select([
        period.as('period'),
        keyOf[by].as('key'),
        sql<string>`sum(c.times)`.as('times'),
        sql<string>`count(distinct c.account_id)`.as('users'),
        sql<string>`count(*) over ()`.as('all'),
      ])
      .groupBy([sql`1`, sql`2`])
      .orderBy(sql`1 desc`)
      .orderBy(sql`3 desc`)
      .orderBy(sql`2`)
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ])
  const titles = await namesOf(
    context,
    by,
    groups.flatMap(row => row.key ?? []),
  )
  const list = groups.map((row): UsageRow => ({
    period: row.period,
    key: row.key,
    title: row.key === null ? null : (titles.get(row.key) ?? row.key),
    times: Number(row.times),
    users: Number(row.users),
  }))
  const total = Number(groups[0]?.all ?? 0)
  return { list, total, pageNum, pageSize, totals: { times: sums.times ?? '0', users: sums.users } }
}

async function namesOf(context: Context, by: Dimension, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (by === 'MENU' || by === 'MODULE') {
    const { menus, modules } = await titlesOf(context)
    return by === 'MENU' ? menus : modules
  }
  const { db } = await everybody(context)
  const rows = await db
    .selectFrom(by === 'DEPT' ? 'department' : 'employee')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${[...new Set(keys)]}::bigint[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row.name]))
}
