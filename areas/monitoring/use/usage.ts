/** Counting what is used. Days and months are the server's, in the organisation's zone: a browser's clock may be wrong. */
import { sql } from 'kysely'
import { isSealedPage } from '#platform/server/rights.ts'
import { texts, type Context, type House, refuse } from '#platform/server/area.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { menuIdOf, type Page } from '#platform/declare/page.ts'
import { maySeePage, modulesOf } from '#areas/admin/index.ts'
import { count } from './counting.ts'

const countedDays = 90

interface Place {
  readonly menuId: string
  readonly moduleId: string
  readonly backOffice: boolean
  readonly page: Page
}
interface Known {
  readonly at: number
  readonly byMenu: ReadonlyMap<string, Place>
  readonly byComponent: ReadonlyMap<string, readonly Place[]>
}
/** menus of each organisation, kept for a moment: an opening shall cost next to nothing */
const known = new WeakMap<House, Map<string, Known>>()
const knownMs = 10_000

async function placesOf(context: Context, isWanted: (places: Known) => boolean): Promise<Known> {
  const { house, caller } = context
  let all = known.get(house)
  if (all === undefined) known.set(house, (all = new Map()))
  const kept = all.get(caller.orgId)
  const now = performance.now()
  // what is not there may have been added just now
  if (kept !== undefined && now - kept.at < knownMs && isWanted(kept)) return kept
  const places = (await modulesOf(context)).flatMap(module =>
    module.groups.flatMap(group =>
      group.pages
        .filter(page => page.hidden !== true)
        .map((page): Place => ({
          menuId: menuIdOf(module, page),
          moduleId: module.id,
          backOffice: module.backOffice === true,
          page,
        })),
    ),
  )
  const fresh = {
    at: now,
    byMenu: new Map(places.map(place => [place.menuId, place])),
    byComponent: Map.groupBy(places, place => place.page.component),
  }
  all.set(caller.orgId, fresh)
  return fresh
}
const unknownMenu = () => refuse.unknown(['菜单', 'Menu'])
const mayOpen = ({ caller }: Context, { page, backOffice }: Place): boolean =>
  (!backOffice || caller.systemAdmin) && maySeePage(page, caller)

async function placeOf(context: Context, menuId: string): Promise<Place> {
  const place = (await placesOf(context, places => places.byMenu.has(menuId))).byMenu.get(menuId)
  if (place === undefined || !mayOpen(context, place)) throw unknownMenu()
  return place
}

/** Of pages of sealed records the click of the day is all that is kept. */
const isSealed = ({ house }: Context, { page }: Place): boolean => isSealedPage(house.registry, page)

async function countSealed(context: Context, { moduleId, menuId }: Pick<Place, 'moduleId' | 'menuId'>): Promise<null> {
  const { house, caller } = context
  if (caller.viewer) throw refuse.forbidden(texts.viewingOnly)
  const system = await house.asSystem(caller.orgId, 'clicks of pages of sealed records: of nobody')
  await system.write(tx =>
    tx
      .insertInto('sealed_click')
      .values({ org_id: caller.orgId, click_date: todayOf(context), module_id: moduleId, menu_id: menuId })
      .onConflict(c => c.columns(['org_id', 'click_date', 'menu_id']).doUpdateSet({ times: sql<number>`sealed_click.times + 1` }))
      .execute(),
  )
  return null
}

/** pushMenuLog: one more opening of the menu this month. */
export async function logMenu(context: Context, menuId: string): Promise<null> {
  if (isSealed(context, await placeOf(context, menuId))) return null
  const [year, month] = todayOf(context).split('-').map(Number) as [number, number]
  return count(context, 'menu_log', { menu_id: menuId, log_year: year, month })
}

/** insertAndUpdate: the first click of a day inserts, later ones count. Module and department are those the server knows. */
export async function clickMenu(context: Context, menuId: string): Promise<null> {
  const place = await placeOf(context, menuId)
  const { moduleId } = place
  if (isSealed(context, place)) return countSealed(context, { moduleId, menuId })
  return count(context, 'menu_click', { click_date: todayOf(context), module_id: moduleId, menu_id: menuId })
}

/** access: one more session today. */
export const beginUse = (context: Context): Promise<null> => count(context, 'usage_record', { used_on: todayOf(context) })

/** routeUse: a page's component was used, or (`updated`) its data brought up to date. */
export async function countRoute(context: Context, component: string, updated: boolean): Promise<null> {
  const places = (await placesOf(context, all => all.byComponent.has(component))).byComponent.get(component) ?? []
  const place = places.find(one => mayOpen(context, one))
  if (place === undefined) throw unknownMenu()
  if (isSealed(context, place)) return null
  return count(context, 'route_use', {
    component,
    type_id: place.page.routeUse ?? null,
    updated_data_at: updated ? context.now().toISOString() : null,
  })
}

/** One's own clicks by page, the most clicked first; pages that are no longer in the menus are left out. */
export async function clicksOf(context: Context, from: string | undefined, to: string | undefined) {
  const today = todayOf(context)
  const rows = await context.db
    .selectFrom('menu_click')
    .select(eb => ['menu_id as menuId', 'module_id as moduleId', eb.fn.sum<string>('times').as('times'), eb.fn.max('last_at').as('lastAt')])
    .where('account_id', '=', context.caller.accountId)
    .where('click_date', '>=', from ?? addDays(today, 1 - countedDays))
    .where('click_date', '<=', to ?? today)
    .groupBy(['menu_id', 'module_id'])
    .orderBy('times', 'desc')
    .orderBy('menu_id')
    .execute()
  const { byMenu } = await placesOf(context, () => true)
  const isOpen = (menuId: string): boolean => {
    const place = byMenu.get(menuId)
    return place !== undefined && mayOpen(context, place)
  }
  return { list: rows.filter(row => isOpen(row.menuId)).map(row => ({ ...row, times: Number(row.times) })) }
}
