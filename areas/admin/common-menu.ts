/** What a person has pinned: modules of the top menu and favourite pages, each in the order he gave them. */
import { sentence } from '#platform/declare/sentence.ts'
import { pinnedModulesMax } from '#platform/format/shell-settings.ts'
import { within } from '#platform/server/database.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { change } from '#platform/server/records.ts'
import { modulesOf } from './menu-settings.ts'
import { leavesOf, menusOf } from './menu-tree.ts'
import { role } from './tables.ts'

export const commonMenuKinds = ['MODULE', 'MENU'] as const
export type CommonMenuKind = (typeof commonMenuKinds)[number]
/** favourites beyond this are no help in finding anything */
const favouritesMax = 100

interface CommonMenu {
  /** moduleId or menuId */
  readonly id: string
  readonly kind: CommonMenuKind
  readonly title: string
  readonly sort: number
}

/** Everything of a kind that the menus of the person hold: id -> title. */
async function reachable(context: Context, kind: CommonMenuKind): Promise<ReadonlyMap<string, string>> {
  const all = await modulesOf(context)
  // the back office has a frame of its own: its pages can be marked, but it stands in no top menu
  const offered = kind === 'MODULE' ? all.filter(module => !module.backOffice) : all
  const modules = menusOf(offered, context.caller, context.language)
  if (kind === 'MODULE')
    return new Map(modules.flatMap(({ moduleId, title, menus }) => (menus.some(menu => !menu.hidden) ? [[moduleId, title]] : [])))
  // a subject as well as a page of it
  const subjects = modules.flatMap(({ menus }) => menus.filter(menu => menu.hideChildrenInMenu && !menu.hidden))
  return new Map([...subjects, ...leavesOf(modules)].map(menu => [menu.menuId, menu.meta.title]))
}

/** What the person chose himself; null where he never did. */
async function chosen({ db, caller }: Context, kind: CommonMenuKind): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('common_menu')
    .select('targets')
    .where('account_id', '=', caller.accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.targets ?? null
}

/** Pins of the person's roles, in the order of their names; without any the first modules of the menu. */
async function defaultPins(context: Context, all: readonly string[]): Promise<readonly string[]> {
  const { db, caller } = context
  const roles = await db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .select('r.pinned_modules')
    .where('a.account_id', '=', caller.accountId)
    .orderBy('r.name')
    .execute()
  const pinned = roles.flatMap(role => role.pinned_modules ?? [])
  const pins = new Set(now(context, pinned).filter(id => all.includes(id)))
  return [...(pins.size > 0 ? pins : all)].slice(0, pinnedModulesMax)
}

/** Modules that were and second entries of pages -> what they have become. */
const became = ({ house }: Context): ReadonlyMap<string, string> =>
  new Map(
    house.registry.modules.flatMap(module => [
      ...(module.was ?? []).map(id => [id, module.id] as const),
      ...module.groups.flatMap(group =>
        group.pages.flatMap(({ menuId, place }) => (place?.in === 'again' && menuId !== undefined ? [[menuId, place.of] as const] : [])),
      ),
    ]),
  )
/** Each by what it is called now, once. */
const now = (context: Context, ids: readonly string[]): readonly string[] => {
  const names = became(context)
  return [...new Set(ids.map(id => names.get(id) ?? id))]
}

async function idsOf(context: Context, kind: CommonMenuKind, titles: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const own = await chosen(context, kind)
  if (own !== null) return now(context, own).filter(id => titles.has(id))
  return kind === 'MODULE' ? defaultPins(context, [...titles.keys()]) : []
}

/** Of one kind or of both; what the person may no longer open is left out. */
export async function commonMenus(context: Context, kind: CommonMenuKind | undefined): Promise<{ list: CommonMenu[] }> {
  const list: CommonMenu[] = []
  for (const one of kind === undefined ? commonMenuKinds : [kind]) {
    const titles = await reachable(context, one)
    const ids = await idsOf(context, one, titles)
    list.push(...ids.map((id, sort) => ({ id, kind: one, title: titles.get(id) ?? '', sort })))
  }
  return { list }
}

function checkCount(kind: CommonMenuKind, count: number): void {
  if (kind === 'MODULE' && count > pinnedModulesMax) throw refuse.rule(sentence`顶部菜单最多只能放5个哦！请删除一些再操作！`)
  if (count > favouritesMax) throw refuse.rule(sentence`收藏的页面最多${favouritesMax}个，请先移除一些`)
}

function checkReachable(titles: ReadonlyMap<string, string>, ids: readonly string[]): void {
  if (ids.some(id => !titles.has(id))) throw refuse.unknown(['菜单', 'Menu'])
}

async function keep(context: Context, kind: CommonMenuKind, targets: readonly string[]): Promise<null> {
  const { caller } = context
  const row = { targets: [...targets], updated_at: context.now().toISOString() }
  await context.write(tx =>
    tx
      .insertInto('common_menu')
      .values({ ...row, org_id: caller.orgId, account_id: caller.accountId, kind })
      .onConflict(conflict => conflict.columns(['org_id', 'account_id', 'kind']).doUpdateSet(row))
      .execute(),
  )
  return null
}

/** All of a kind at once, in this order: what the edit mode saves. */
export async function keepCommonMenus(context: Context, kind: CommonMenuKind, ids: readonly string[]): Promise<null> {
  const wanted = [...new Set(ids)]
  checkReachable(await reachable(context, kind), wanted)
  checkCount(kind, wanted.length)
  return keep(context, kind, wanted)
}

/** One more, at the end. */
export async function addCommonMenu(context: Context, kind: CommonMenuKind, id: string): Promise<null> {
  const titles = await reachable(context, kind)
  checkReachable(titles, [id])
  const ids = await idsOf(context, kind, titles)
  if (ids.includes(id)) return null
  checkCount(kind, ids.length + 1)
  return keep(context, kind, [...ids, id])
}

export async function removeCommonMenu(context: Context, kind: CommonMenuKind, id: string): Promise<null> {
  const ids = await idsOf(context, kind, await reachable(context, kind))
  return keep(
    context,
    kind,
    ids.filter(one => one !== id),
  )
}

/** What the top menu of a role's people holds until they choose for themselves; people who get the role later included. */
export async function setRolePins(context: Context, roleId: string, ids: readonly string[]): Promise<null> {
  const pinned = [...new Set(ids)]
  checkReachable(await reachable(context, 'MODULE'), pinned)
  checkCount('MODULE', pinned.length)
  const done = await context.write(async tx => {
    const before = await tx.selectFrom('role').select('pinned_modules').where('id', '=', roleId).executeTakeFirst()
    if (before === undefined) return false
    const told = { before: { pinnedModules: before.pinned_modules }, after: { pinnedModules: pinned } }
    await change(within(context, tx), role, roleId, { pinnedModules: pinned }, { verb: 'pinModules', told })
    return true
  })
  if (!done) throw refuse.unknown(['角色', 'Role'])
  return null
}
