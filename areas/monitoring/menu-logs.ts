/** Who opened which menu how often in a month: for system administrators. */
import type { Context } from '#platform/server/area.ts'
import type { MenuLogRow } from './answers.ts'
import { pagesWithTitles } from './use/pages.ts'

const pageSizeDefault = 10

interface Page {
  readonly pageNum?: number
  readonly pageSize?: number
}

/** Counters of everybody in the caller's organisation: his own door shows him his own alone. */
const everybody = (context: Context) =>
  context.house.asSystem(context.caller.orgId, 'usage of the organisation, asked for by a system administrator')

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
  const titles = new Map((await pagesWithTitles(context)).map(page => [page.menuId, page.title]))
  const list = rows.map((row): MenuLogRow => ({
    id: row.id,
    menuId: row.menu_id,
    title: titles.get(row.menu_id) ?? row.menu_id,
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
