/**
 * The menus of an organisation: declared entries are the ground, its own settings lie over them. Declared entries are no rows, so a new
 * page of a new version is there by itself.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { menuIdOf, type Module, type Page } from '#platform/declare/page.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import type { MenuEntry } from './answers.ts'
import { arranged, tabIdOf, type MenuChange } from './menu-arrange.ts'
import { isBeside } from './menu-tree.ts'

type Reader = Pick<Context, 'db' | 'house'>

type Kept = MenuChange & { readonly version: number }

async function changesOf({ db }: Pick<Context, 'db'>): Promise<Kept[]> {
  return db
    .selectFrom('menu_setting')
    .select([
      'menu_id as menuId',
      'module_id as moduleId',
      'parent_id as parentId',
      'sort',
      'title',
      'title_en as titleEn',
      'icon',
      'path',
      'component',
      'permission',
      'keep_alive as keepAlive',
      'hidden',
      'is_monitoring as isMonitoring',
      'is_own as isOwn',
      'version',
    ])
    .orderBy('id')
    .execute()
}

/** Every module as the caller's organisation has arranged it. */
export const modulesOf = async (context: Reader): Promise<Module[]> => arranged(context.house.registry.modules, await changesOf(context))

/** The whole tree for the page that arranges it: modules, groups, pages, hidden ones too, and settings of menus that are gone. */
export async function menuEntries(context: Context): Promise<{ list: MenuEntry[]; gone: string[] }> {
  const changes = await changesOf(context)
  const byId = new Map(changes.map(c => [c.menuId, c]))
  const at = context.language === 'en' ? 1 : 0
  const base = (menuId: string, moduleId: string, parentId: string | null, title: readonly [string, string], icon: string | null) => ({
    menuId,
    moduleId,
    parentId,
    title: title[at],
    titleZh: title[0],
    titleEn: title[1],
    icon,
    isOwn: byId.get(menuId)?.isOwn ?? false,
    isChanged: byId.has(menuId) && !byId.get(menuId)?.isOwn,
    version: byId.get(menuId)?.version ?? 0,
    isStray: false,
    path: null,
    component: null,
    permission: null,
    keepAlive: true,
    hidden: byId.get(menuId)?.hidden ?? false,
    isMonitoring: false,
  })
  const modules = arranged(context.house.registry.modules, changes, true).filter(m => !m.backOffice)
  const groups = new Set(modules.flatMap(module => module.groups.map(group => menuIdOf(module, group))))
  const pageEntry = (module: Module, group: string, page: Page): MenuEntry => {
    const menuId = menuIdOf(module, page)
    const { isOwn, parentId } = byId.get(menuId) ?? {}
    return {
      ...base(menuId, module.id, tabIdOf(group, page) ?? group, page.title, page.icon ?? null),
      kind: 'page',
      path: page.path,
      component: page.component,
      permission: page.permission,
      keepAlive: page.keepAlive ?? true,
      hidden: page.hidden ?? false,
      isMonitoring: page.isMonitoring ?? false,
      isStray: isOwn === true && parentId != null && !groups.has(parentId),
    }
  }
  const list = modules.flatMap((module): MenuEntry[] => [
    { ...base(module.id, module.id, null, module.title, module.icon), kind: 'module' },
    ...module.groups
      .filter(group => !isBeside(group))
      .flatMap((group): MenuEntry[] => {
        const groupId = menuIdOf(module, group)
        const tabs = new Map(group.subject?.variants.map(one => [`${groupId}/${one.name}`, one.title]))
        const told = new Set<string>()
        return [
          { ...base(groupId, module.id, module.id, group.title, group.icon ?? null), kind: 'group' },
          ...group.pages.flatMap((page): MenuEntry[] => {
            const tab = tabIdOf(groupId, page)
            const title = tab === undefined || told.has(tab) ? undefined : tabs.get(tab)
            const own = pageEntry(module, groupId, page)
            if (tab === undefined || title === undefined) return [own]
            told.add(tab)
            return [{ ...base(tab, module.id, groupId, title, null), kind: 'tab' }, own]
          }),
        ]
      }),
  ])
  const known = new Set(list.map(entry => entry.menuId))
  return { list, gone: changes.filter(c => !known.has(c.menuId)).map(c => c.menuId) }
}

async function entryOf(context: Context, menuId: string): Promise<MenuEntry> {
  const found = (await menuEntries(context)).list.find(one => one.menuId === menuId)
  if (!found) throw refuse.unknown(['菜单', 'Menu'])
  return found
}

export interface MenuEdit {
  readonly menuId: string
  /** of the entry as it was seen; absent: whatever it is */
  readonly version?: number
  readonly title?: string
  readonly titleEn?: string
  readonly icon?: string
  readonly path?: string
  readonly keepAlive?: boolean
  readonly hidden?: boolean
  readonly isMonitoring?: boolean
}

const changedMeanwhile = sentence`这个菜单刚被别人修改过，请刷新后再保存`

/** Changes one entry; a field that is given empty goes back to what is declared. */
export async function updateMenu(context: Context, edit: MenuEdit): Promise<null> {
  const entry = await entryOf(context, edit.menuId)
  if (edit.version !== undefined && edit.version !== entry.version) throw refuse.conflict(changedMeanwhile)
  if (edit.path !== undefined && edit.path !== '') await refusePath(context, edit.path, edit.menuId)
  const text = (value: string | undefined): Partial<string> | null | undefined => (value === undefined ? undefined : value.trim() || null)
  const set = {
    title: text(edit.title),
    title_en: text(edit.titleEn),
    ...(entry.kind === 'tab' ? {} : { icon: text(edit.icon) }),
    ...(entry.kind === 'page' ? { path: text(edit.path), keep_alive: edit.keepAlive, is_monitoring: edit.isMonitoring } : {}),
    ...(entry.kind === 'module' ? {} : { hidden: edit.hidden }),
  }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  if (entry.isOwn && (given['title'] === null || given['path'] === null))
    throw refuse.invalid([{ field: given['title'] === null ? 'title' : 'path', message: sentence`自建菜单的名称和路径不能为空` }])
  await keep(context, entry, given, 'update')
  return null
}

/** Puts a page under monitoring, or takes it out: what is said, else the other of what holds. */
export async function setMonitoring(context: Context, menuId: string, said: string | undefined): Promise<{ isMonitoring: boolean }> {
  const entry = await entryOf(context, menuId)
  if (entry.kind !== 'page') throw refuse.rule(sentence`只有页面可以监控，请选择一个页面`)
  const isMonitoring = said === undefined ? !entry.isMonitoring : said === '1' || said === 'true'
  await updateMenu(context, { menuId, isMonitoring })
  return { isMonitoring }
}

/**
 * Order, and place, of the entries below one parent: modules, the groups of a module, the tabs and pages of a group. Groups go to any
 * module; pages stay within theirs, and those of one tab with it.
 */
export async function moveMenus(context: Context, parentId: string | null, menuIds: readonly string[]): Promise<null> {
  const { list } = await menuEntries(context)
  const byId = new Map(list.map(entry => [entry.menuId, entry]))
  const parent = parentId === null ? null : byId.get(parentId)
  if (parent === undefined || parent?.kind === 'page' || parent?.kind === 'tab') throw refuse.unknown(['菜单', 'Menu'])
  const kinds: readonly MenuEntry['kind'][] = parent === null ? ['module'] : parent.kind === 'module' ? ['group'] : ['tab', 'page']
  const moved = menuIds.map(id => {
    const entry = byId.get(id)
    if (!entry) throw refuse.unknown(['菜单', 'Menu'])
    if (!kinds.includes(entry.kind) || (parent?.kind === 'group' && entry.moduleId !== parent.moduleId))
      throw refuse.rule(sentence`${entry.title} 不能放到这里：页面只能在同一应用的分组之间移动`)
    if (byId.get(entry.parentId ?? '')?.kind === 'tab' || (entry.kind === 'tab' && entry.parentId !== parentId))
      throw refuse.rule(sentence`${entry.title} 和其他页面合用一个标签，不能单独移到别处`)
    return entry
  })
  await context.write(async tx => {
    for (const [at, entry] of moved.entries()) await write(context, tx, entry, { sort: at * 10, parent_id: parentId })
    await writeAudit(context, tx, { subject: 'menu_setting', recordId: null, verb: 'move', before: null, after: { parentId, menuIds } })
  })
  return null
}

export interface OwnMenu {
  readonly moduleId: string
  /** the group of a page; absent: a group */
  readonly parentId?: string
  readonly title: string
  readonly titleEn?: string
  readonly icon?: string
  readonly path?: string
  readonly component?: string
}

/** An entry of one's own: a group, or a further way to a page that exists. */
export async function addMenu(context: Context, wish: OwnMenu): Promise<{ menuId: string }> {
  const { list } = await menuEntries(context)
  if (!list.some(e => e.kind === 'module' && e.menuId === wish.moduleId)) throw refuse.unknown(['应用', 'Application'])
  if (wish.parentId !== undefined) {
    if (!list.some(e => e.kind === 'group' && e.menuId === wish.parentId && e.moduleId === wish.moduleId))
      throw refuse.unknown(['菜单分组', 'Menu group'])
    if (!list.some(e => e.component !== null && e.component === wish.component))
      throw refuse.invalid([{ field: 'component', message: sentence`请选择要打开的页面` }])
    await refusePath(context, wish.path ?? '', null)
  }
  const numbers = list.flatMap(e => /\.own-(\d+)$/.exec(e.menuId)?.[1] ?? []).map(Number)
  const menuId = `${wish.moduleId}.own-${Math.max(0, ...numbers) + 1}`
  await context.write(async tx => {
    const row = {
      org_id: context.caller.orgId,
      menu_id: menuId,
      module_id: wish.moduleId,
      parent_id: wish.parentId ?? null,
      title: wish.title.trim(),
      title_en: wish.titleEn?.trim() || null,
      icon: wish.icon ?? null,
      path: wish.parentId === undefined ? null : (wish.path ?? null),
      component: wish.parentId === undefined ? null : (wish.component ?? null),
      is_own: true,
      created_by: context.caller.accountId,
    }
    await tx.insertInto('menu_setting').values(row).execute()
    await writeAudit(context, tx, { subject: 'menu_setting', recordId: menuId, verb: 'add', before: null, after: row })
  })
  return { menuId }
}

/** An own entry goes; a declared one is again as declared; so does what is left of a menu that is gone. */
export async function resetMenu(context: Context, menuId: string): Promise<null> {
  const { list } = await menuEntries(context)
  if (list.some(e => e.parentId === menuId && e.isOwn)) throw refuse.rule(sentence`分组里还有自建菜单，请先删除或移走它们`)
  await context.write(async tx => {
    const done = await tx.deleteFrom('menu_setting').where('menu_id', '=', menuId).executeTakeFirst()
    if (done.numDeletedRows === 0n) throw refuse.unknown(['菜单设置', 'Menu setting'])
    await writeAudit(context, tx, { subject: 'menu_setting', recordId: menuId, verb: 'remove', before: { menuId }, after: null })
  })
  return null
}

const reserved = /^\/(admin|user|account|api-2024|404|403|500)(\/|$|\?)/
async function refusePath(context: Context, path: string, menuId: string | null): Promise<void> {
  const wrong = (message: Wording): Error => refuse.invalid([{ field: 'path', message }])
  if (!/^\/[A-Za-z0-9][A-Za-z0-9/_:.-]*(\?[^\s#]*)?$/.test(path))
    throw wrong(sentence`路径应以 / 开头，只含字母、数字和 - _ . /，后面可带 ?参数=值`)
  if (reserved.test(path)) throw wrong(sentence`这个路径由系统使用，请换一个`)
  const taken = (await menuEntries(context)).list.find(e => e.path === path && e.menuId !== menuId)
  if (taken) throw wrong(sentence`路径已被菜单 ${taken.title} 使用，可加上不同的参数`)
}

/** A subject of which no tab is shown would be an entry that leads nowhere. */
function refuseEmpty({ menuId }: MenuEntry, modules: readonly Module[]): void {
  for (const module of modules)
    for (const group of module.groups) {
      const groupId = menuIdOf(module, group)
      const isIts = (page: Page): boolean => menuIdOf(module, page) === menuId || tabIdOf(groupId, page) === menuId
      if (group.subject === undefined || !group.pages.some(isIts)) continue
      if (!group.pages.some(page => page.place?.in === 'tab' && page.hidden !== true))
        throw refuse.rule(sentence`${group.title} 至少要显示一个标签；不再需要时请隐藏整个菜单`)
    }
}

type Columns = Readonly<Record<string, string | number | boolean | null | undefined>>

async function keep(context: Context, entry: MenuEntry, set: Columns, verb: string): Promise<void> {
  await context.write(async tx => {
    await write(context, tx, entry, set)
    await writeAudit(context, tx, { subject: 'menu_setting', recordId: entry.menuId, verb, before: entry, after: set })
    if (set['hidden'] === true && entry.kind !== 'group') refuseEmpty(entry, await modulesOf({ db: tx, house: context.house }))
  })
}

async function write(context: Context, tx: Tx, entry: MenuEntry, set: Columns): Promise<void> {
  await tx
    .insertInto('menu_setting')
    .values({ org_id: context.caller.orgId, menu_id: entry.menuId, module_id: entry.moduleId, ...set })
    .onConflict(c =>
      c
        .columns(['org_id', 'menu_id'])
        .doUpdateSet(eb => ({ ...set, updated_by: context.caller.accountId, version: eb('menu_setting.version', '+', 1) })),
    )
    .execute()
}
