/** The map of the menus: 491 pages in 67 subjects of 8 modules, and what of it each role of the demo company sees. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoAccounts } from '#areas/admin/demo-people.ts'
import { maySeePage, menusOf, type ModuleNode } from '#areas/admin/menu-tree.ts'
import { centres } from '#areas/dashboards/centres.ts'
import { moreIn, type RoleMenu } from '#areas/admin/more.ts'
import { byPermission, usualRoles } from '#areas/admin/usual-roles.ts'
import { areas } from '#areas/index.ts'
import { isSensitive, levelOf, levelsOf, pairOf, pairsOfLevel, type Level, type LevelOrNone } from '#platform/format/levels.ts'
import { operations } from '#platform/declare/operations.ts'
import { grantable } from '#platform/server/grantable.ts'
import { leveledOf } from '#platform/server/presets.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { recordKeyed, routeAt } from '../setup/menu-routes.ts'
import type { MenuNode, Module } from '#platform/web/page/menu-node.ts'
import { inMenu, isSubject, redirectOf, visibleMenus } from '#platform/web/page/routes.ts'
import { subjectView } from '#platform/web/page/subjects.ts'
import { findPages, pagesOf, type Matcher } from '#platform/web/page/find-pages.ts'

const registry = registryOf(withHouseAreas(areas))
const roles = usualRoles(registry)
type Rights = Parameters<typeof menusOf>[1]
type Person = Rights & { readonly more: ReadonlySet<string> }

function rightsOf(username: string): Person {
  const account = demoAccounts.find(one => one.username === username)
  const role = roles.find(({ preset }) => preset.title[0] === account?.role)
  const permissions = new Map(byPermission(role?.pairs ?? []).map(of => [of.permissionId, new Set(of.operations)]))
  const rights = { systemAdmin: account?.systemAdmin === true, manager: account?.manager === true, permissions }
  const views = [...permissions].flatMap(([permission, ids]) => (ids.has(operations.view) ? [permission] : []))
  const held = role === undefined ? [] : [{ views, more: role.more }]
  return { ...rights, more: rights.systemAdmin ? new Set() : moreIn(registry.modules, held, page => maySeePage(page, rights)) }
}
const menus = (rights: Person): ModuleNode[] => menusOf(registry.modules, rights, 'zh', rights.more)
const inBrowser = (modules: readonly ModuleNode[]): readonly Module[] => modules as readonly Module[]
const front = (modules: readonly ModuleNode[]): readonly Module[] => inBrowser(modules).filter(module => module.moduleId !== 'admin')
const subjectsOf = (modules: readonly Module[]) => modules.flatMap(module => visibleMenus(module.menus))
const pages = registry.modules.flatMap(module => module.groups.flatMap(group => group.pages.map(page => ({ module, group, page }))))

test('each page has one place, and 526 have one', () => {
  const ids = pages.map(({ page }) => page.menuId)
  expect(new Set(ids).size).toBe(ids.length)
  const places = Object.groupBy(pages, ({ page }) => page.place?.in ?? 'hidden')
  const counts = Object.fromEntries(Object.entries(places).map(([place, all]) => [place, all.length]))
  expect(counts).toEqual({ beside: 8, tab: 372, gear: 88, child: 55, hidden: 14, again: 7 })
})

test('each module and subject has a picture that the side menu draws', () => {
  const source = readFileSync(join(import.meta.dirname, '../../platform/web/shell/layout/menu-icon.tsx'), 'utf8')
  const known = new Set([...source.matchAll(/^ {2}'?([\w-]+)'?: \w+Outlined,$/gm)].map(([, name]) => name))
  expect(known.size).toBeGreaterThan(30)
  const modules = inBrowser(menus(rightsOf('admin')))
  const all = modules.flatMap(({ title, icon, menus: subjects }) => [{ title, icon }, ...visibleMenus(subjects).map(one => one.meta)])
  expect(all.flatMap(({ title, icon }) => (known.has(icon ?? '') ? [] : [title]))).toEqual([])
})

test.each([
  ['admin', 75, 75],
  ['boss', 15, 71],
  ['finance', 44, 57],
  ['sales', 25, 30],
  ['it', 20, 27],
  ['buyer', 20, 36],
  ['keeper', 20, 27],
  ['hr', 20, 23],
  ['employee', 13, 13],
])('%s has %i entries of his menu and %i in 全部应用, of at most 8 modules', (username, inMenus, count) => {
  const modules = front(menus(rightsOf(username)))
  const subjects = subjectsOf(modules)
  expect([inMenu(subjects, null).length, subjects.length]).toEqual([inMenus, count])
  expect(modules.length).toBeLessThanOrEqual(8)
})

test('the back office has 7 entries, for system administrators', () => {
  const office = (username: string) => inBrowser(menus(rightsOf(username))).find(module => module.moduleId === 'admin')
  expect(visibleMenus(office('admin')?.menus ?? [])).toHaveLength(7)
  expect(office('boss')).toBeUndefined()
})

test('what was an address of a group leads to a subject with a page of that group, which the person may see', () => {
  const declared = new Map(pages.map(({ page }) => [page.path, page.declaredIn?.path]))
  for (const { username } of demoAccounts) {
    const rights = rightsOf(username)
    const modules = inBrowser(menus(rights))
    const open = pages.filter(
      ({ module, page }) => (rights.systemAdmin || module.backOffice !== true) && page.hidden !== true && page.place?.in !== 'beside',
    )
    const former = new Set(open.filter(({ page }) => maySeePage(page, rights)).flatMap(({ page }) => page.declaredIn?.path ?? []))
    expect(former.size).toBeGreaterThan(0)
    for (const address of former) {
      const to = redirectOf(modules, address)
      if (to === null) throw new Error(`${username}: ${address} leads nowhere`)
      expect(routeAt(modules, to)?.route.path, `${username}: ${address} leads to ${to}`).toBe(to.split('?')[0])
      const subject = modules.flatMap(module => module.menus).find(menu => menu.redirect === to)
      const groups = (subject?.children ?? []).map(menu => declared.get(menu.path))
      // an address that a subject has taken over leads to that
      if (subject?.path !== address) expect(groups, `${username}: ${address} leads to ${to}`).toContain(address)
    }
  }
})

test('each page is resolved at its address with its component, for whoever may see it', () => {
  for (const { username } of demoAccounts) {
    const rights = rightsOf(username)
    const modules = inBrowser(menus(rights))
    const open = pages.filter(({ module, page }) => (rights.systemAdmin || module.backOffice !== true) && maySeePage(page, rights))
    for (const { page } of open)
      expect(routeAt(modules, recordKeyed(page.path))?.route.menu.component, `${username} at ${page.path}`).toBe(page.component)
  }
})

test('each centre has cards, figures and lists that are there; people see it whatever module they have, and no entry is made of it', () => {
  const keys = new Set(registry.homeCards.map(card => card.key))
  for (const { name, cards } of centres)
    for (const card of Object.values(cards).flat()) {
      if (typeof card === 'string') expect(keys, `${name}: ${card}`).toContain(card)
      else if ('list' in card) expect(pages.find(({ page }) => page.path === card.url)?.page.component, name).toBe(`list/${card.list}`)
      else {
        const { report } = registry.reports.get(card.measure.report) ?? {}
        expect(Object.keys(report?.measures ?? {}), name).toEqual(expect.arrayContaining([...card.measure.measures]))
        expect(Object.keys(report?.dimensions ?? {}), name).toEqual(expect.arrayContaining([...card.measure.by]))
      }
    }
  for (const { username } of demoAccounts) {
    const modules = front(menus(rightsOf(username)))
    for (const { name } of centres) expect(routeAt(modules, `/centres/${name}`)?.route.menu.component, username).toBe(`centre/${name}`)
    expect(subjectsOf(modules).filter(menu => menu.path.startsWith('/centres'))).toEqual([])
    expect(modules.filter(module => visibleMenus(module.menus).length === 0)).toEqual([])
  }
})

test('pages under another label say what they were called', () => {
  const renamed = pages.flatMap(({ page }) => (page.formerly === undefined ? [] : [[page.formerly[0], page.title[0]]]))
  expect(renamed).toEqual(
    expect.arrayContaining([
      ['结算对账', '结算单'],
      ['待核款项', '应收应付待核销'],
      ['公共图书', '借书'],
    ]),
  )
  expect(renamed.every(([was, is]) => was !== is)).toBe(true)
})

/** The letters themselves, without their sound. */
const contained: Matcher = (text, query) => {
  const at = text.indexOf(query)
  return at < 0 ? false : [at, at + query.length - 1]
}

test('the search finds each page that was called otherwise by its old name, for whoever may see it', () => {
  for (const { username } of demoAccounts) {
    const found = pagesOf(inBrowser(menus(rightsOf(username))))
    const former = found.filter(one => one.formerly !== undefined)
    if (username === 'admin') expect(former.length).toBeGreaterThan(40)
    for (const one of former)
      expect(
        findPages(found, one.formerly ?? '', contained).map(({ url }) => url),
        one.formerly,
      ).toContain(one.url)
  }
})

test('labels are told apart: of entries in a menu, of tabs in a subject, in both languages', () => {
  const twice = (all: readonly string[]): string[] => all.filter((one, at) => all.indexOf(one) !== at)
  for (const language of ['zh', 'en'] as const) {
    const modules = front(menusOf(registry.modules, rightsOf('admin'), language))
    expect(twice(subjectsOf(modules).map(menu => menu.meta.title))).toEqual([])
    for (const subject of modules.flatMap(module => module.menus).filter(isSubject)) {
      const { tabs, gear } = subjectView(subject)
      expect([subject.meta.title, twice(tabs.map(tab => tab.title)), twice(gear.map(tab => tab.title))]).toEqual([
        subject.meta.title,
        [],
        [],
      ])
      expect(Math.max(tabs.length, gear.length)).toBeLessThanOrEqual(8)
    }
  }
})

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test('1,000 random persons: an entry for each subject of which he may see a tab, and none else', () => {
  const next = numbers(34)
  const permissions = [...new Set(pages.map(({ page }) => page.permission))]
  for (let person = 0; person < 1000; person++) {
    const density = next()
    const granted = permissions.filter(() => next() < density)
    const rights = {
      systemAdmin: false,
      manager: next() < 0.5,
      permissions: new Map(granted.map(permission => [permission, new Set([operations.view])])),
      more: new Set<string>(),
    }
    const seesReport = pages.some(({ page }) => page.component.startsWith('report/') && maySeePage(page, rights))
    const expected = registry.modules
      .filter(module => module.backOffice !== true)
      .flatMap(module =>
        module.groups
          .filter(group => group.pages.some(page => page.place?.in === 'tab' && maySeePage(page, rights)))
          .filter(group => group.subject?.shownWith !== 'report' || seesReport)
          .map(group => group.menuId),
      )
    const modules = front(menus(rights))
    expect(subjectsOf(modules).map(menu => menu.menuId)).toEqual(expected)
    for (const menu of modules.flatMap(module => module.menus).filter(one => !one.hidden))
      expect(routeAt(modules, menu.redirect ?? '')?.route.menu.menuId).toBe(firstTab(menu)?.menuId)
  }
})
const opening = new Set(registry.modules.flatMap(module => module.groups.flatMap(group => group.subject?.opens ?? [])))
function firstTab({ children = [] }: MenuNode): MenuNode | undefined {
  const tabs = (children ?? []).filter(page => page.meta.at === undefined && !page.hidden)
  return tabs.find(page => opening.has(page.menuId ?? '')) ?? tabs[0]
}

interface RandomRole {
  readonly pairs: ReadonlySet<string>
  readonly chosen: ReadonlyMap<string, LevelOrNone>
  readonly menu: RoleMenu
}
const subjects = registry.modules.filter(module => module.backOffice !== true).flatMap(module => module.groups)
const grants = grantable(registry)
const leveled = new Map(subjects.map(group => [group.menuId ?? '', leveledOf(group, grants)]))

function randomRole(next: () => number): RandomRole {
  const density = next()
  const chosen = new Map(
    [...leveled].map(([menuId, of]): [string, Level | 'none'] => {
      const offered = levelsOf(of)
      return [menuId, next() < density ? (offered[Math.floor(next() * offered.length)] ?? 'none') : 'none']
    }),
  )
  const single = [...leveled.values()].flat().flatMap(one => one.operations.filter(isSensitive).map(id => pairOf(one.permission, id)))
  const pairs = new Set([
    ...[...chosen].flatMap(([menuId, level]) => pairsOfLevel(leveled.get(menuId) ?? [], level)),
    ...single.filter(() => next() < 0.2),
  ])
  const views = byPermission(pairs).flatMap(of => (of.operations.includes(operations.view) ? [of.permissionId] : []))
  return { pairs, chosen, menu: { views, more: [...leveled.keys()].filter(() => next() < 0.3) } }
}
const holding = (roles: readonly RandomRole[]): Person => {
  const permissions = new Map(
    byPermission(new Set(roles.flatMap(role => [...role.pairs]))).map(of => [of.permissionId, new Set(of.operations)]),
  )
  const rights = { systemAdmin: false, manager: false, permissions }
  return {
    ...rights,
    more: moreIn(
      registry.modules,
      roles.map(role => role.menu),
      page => maySeePage(page, rights),
    ),
  }
}
const idsOf = (list: readonly MenuNode[]): string[] => list.map(menu => menu.menuId ?? '')

test('1,000 random roles: the levels given are those worked out, and a second role takes nothing from the menu', () => {
  const next = numbers(5)
  for (let at = 0; at < 1000; at++) {
    const [one, two] = [randomRole(next), randomRole(next)]
    for (const [menuId, of] of leveled) expect([menuId, levelOf(of, one.pairs)]).toEqual([menuId, one.chosen.get(menuId)])
    const seesReport = subjects.some(group =>
      group.pages.some(page => page.component.startsWith('report/') && one.pairs.has(pairOf(page.permission, operations.view))),
    )
    const opened = new Set(
      subjects
        .filter(group => group.pages.some(page => page.place?.in === 'tab' && page.everybody === true))
        .filter(group => group.subject?.shownWith !== 'report' || seesReport)
        .map(group => group.menuId),
    )
    const shownOf = (roles: readonly RandomRole[]): readonly MenuNode[] => subjectsOf(front(menus(holding(roles))))
    const [own, both] = [shownOf([one]), shownOf([one, two])]
    expect(idsOf(own)).toEqual(
      [...leveled].flatMap(([menuId, of]) =>
        opened.has(menuId) || of.some(p => !p.isGear && one.pairs.has(pairOf(p.permission, operations.view))) ? [menuId] : [],
      ),
    )
    expect(idsOf(both)).toEqual(expect.arrayContaining(idsOf(own)))
    expect(idsOf(inMenu(both, null))).toEqual(expect.arrayContaining([...idsOf(inMenu(own, null)), ...idsOf(inMenu(shownOf([two]), null))]))
  }
})

test('what waits on a home page is a list that can be put in the order of its day', () => {
  const byType = new Map([...registry.resources.values()].map(r => [r.type, r]))
  const queues = registry.homeCards.flatMap(({ key, word }) => (word?.queue?.of ?? []).flatMap(of => ('list' in of ? [{ key, of }] : [])))
  expect(queues.length).toBeGreaterThan(5)
  // when it was created is no field of its own
  const lacking = queues.filter(({ of }) => of.since !== 'createdAt' && byType.get(of.list)?.fields[of.since]?.options.sort !== true)
  expect(lacking.map(({ key, of }) => `${key}: ${of.list}.${of.since}`)).toEqual([])
})
