/** Counting what is used. Days and months are the server's, in the organisation's zone: a browser's clock may be wrong. */
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { leavesOf, menusOf, modulesOf, type MenuNode } from '#areas/admin/index.ts'

const countedDays = 90
const dayMs = 86_400_000

const pagesOf = async (context: Context): Promise<MenuNode[]> =>
  leavesOf(menusOf(await modulesOf(context), context.caller, context.language))
const unknownMenu = () => refuse.unknown(['菜单', 'Menu'])

async function pageOf(context: Context, menuId: string): Promise<MenuNode> {
  const page = (await pagesOf(context)).find(one => one.menuId === menuId)
  if (page === undefined) throw unknownMenu()
  return page
}

const owner = ({ caller }: Context) => ({ org_id: caller.orgId, account_id: caller.accountId })

/** pushMenuLog: one more opening of the menu this month. */
export async function logMenu(context: Context, menuId: string): Promise<null> {
  await pageOf(context, menuId)
  const [year, month] = todayOf(context).split('-').map(Number) as [number, number]
  const at = context.now().toISOString()
  await context.write(tx =>
    tx
      .insertInto('menu_log')
      .values({ ...owner(context), menu_id: menuId, log_year: year, month, times: 1, last_at: at })
      .onConflict(c =>
        c
          .columns(['org_id', 'account_id', 'menu_id', 'log_year', 'month'])
          .doUpdateSet(eb => ({ times: eb('menu_log.times', '+', 1), last_at: at })),
      )
      .execute(),
  )
  return null
}

/** insertAndUpdate: the first click of a day inserts, later ones count. Module and department are those the server knows. */
export async function clickMenu(context: Context, menuId: string): Promise<null> {
  const { moduleId } = await pageOf(context, menuId)
  const { employeeId } = context.caller
  const at = context.now().toISOString()
  const employee =
    employeeId === null
      ? undefined
      : await context.db.selectFrom('employee').select('dept_id').where('id', '=', employeeId).executeTakeFirst()
  await context.write(tx =>
    tx
      .insertInto('menu_click')
      .values({
        ...owner(context),
        click_date: todayOf(context),
        dept_id: employee?.dept_id ?? null,
        module_id: moduleId,
        menu_id: menuId,
        times: 1,
        last_at: at,
      })
      .onConflict(c =>
        c
          .columns(['org_id', 'account_id', 'click_date', 'menu_id'])
          .doUpdateSet(eb => ({ times: eb('menu_click.times', '+', 1), last_at: at })),
      )
      .execute(),
  )
  return null
}

/** access: one more session today. */
export async function beginUse(context: Context): Promise<null> {
  const at = context.now().toISOString()
  await context.write(tx =>
    tx
      .insertInto('usage_record')
      .values({ ...owner(context), used_on: todayOf(context), times: 1, last_at: at })
      .onConflict(c =>
        c.columns(['org_id', 'account_id', 'used_on']).doUpdateSet(eb => ({ times: eb('usage_record.times', '+', 1), last_at: at })),
      )
      .execute(),
  )
  return null
}

/** routeUse: a page's component was used, or (`updated`) its data brought up to date. */
export async function countRoute(context: Context, component: string, updated: boolean): Promise<null> {
  const page = (await pagesOf(context)).find(one => one.component === component)
  if (page === undefined) throw unknownMenu()
  const at = context.now().toISOString()
  const typed = { last_at: at, type_id: page.meta.routeUse ?? null }
  const seen = updated ? { ...typed, updated_data_at: at } : typed
  await context.write(tx =>
    tx
      .insertInto('route_use')
      .values({ ...owner(context), component, times: 1, ...seen })
      .onConflict(c =>
        c.columns(['org_id', 'account_id', 'component']).doUpdateSet(eb => ({ times: eb('route_use.times', '+', 1), ...seen })),
      )
      .execute(),
  )
  return null
}

/** One's own clicks by page, the most clicked first; pages that are no longer in the menus are left out. */
export async function clicksOf(context: Context, from: string | undefined, to: string | undefined) {
  const since = from ?? dayInZone(context.now().getTime() - (countedDays - 1) * dayMs, context.caller.zone)
  const rows = await context.db
    .selectFrom('menu_click')
    .select(eb => ['menu_id as menuId', 'module_id as moduleId', eb.fn.sum<string>('times').as('times'), eb.fn.max('last_at').as('lastAt')])
    .where('account_id', '=', context.caller.accountId)
    .where('click_date', '>=', since)
    .where('click_date', '<=', to ?? todayOf(context))
    .groupBy(['menu_id', 'module_id'])
    .orderBy('times', 'desc')
    .orderBy('menu_id')
    .execute()
  const known = new Set((await pagesOf(context)).map(page => page.menuId))
  return { list: rows.filter(row => known.has(row.menuId)).map(row => ({ ...row, times: Number(row.times) })) }
}
