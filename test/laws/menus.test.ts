/** The map of the menus: 338 pages in 50 subjects of 8 modules, and what of it each role of the demo company sees. */
import { expect, test } from 'vitest'
import { demoAccounts, demoRoles } from '#areas/admin/demo-people.ts'
import { grantablesOf } from '#areas/admin/grantable.ts'
import { maySeePage, menusOf, type ModuleNode } from '#areas/admin/menu-tree.ts'
import { centres } from '#areas/dashboards/centres.ts'
import { areas } from '#areas/index.ts'
import { operations } from '#platform/declare/operations.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { recordKeyed, routeAt } from '../setup/menu-routes.ts'
import type { MenuNode, Module } from '#platform/web/shell/menu/menu-node.ts'
import { redirectOf, visibleMenus } from '#platform/web/shell/menu/routes.ts'

const registry = registryOf(withHouseAreas(areas))
const grants = grantablesOf(registry)
type Rights = Parameters<typeof menusOf>[1]

function rightsOf(username: string): Rights {
  const account = demoAccounts.find(one => one.username === username)
  const permissions = new Map<string, Set<number>>()
  const role = account?.role ?? null
  for (const { permission, operation } of role === null ? [] : grants.filter(demoRoles[role]))
    permissions.set(permission, (permissions.get(permission) ?? new Set()).add(operation))
  return { systemAdmin: account?.systemAdmin === true, manager: account?.manager === true, permissions }
}
const menus = (rights: Rights): ModuleNode[] => menusOf(registry.modules, rights, 'zh')
const inBrowser = (modules: readonly ModuleNode[]): readonly Module[] => modules as readonly Module[]
const front = (modules: readonly ModuleNode[]): readonly Module[] => inBrowser(modules).filter(module => module.moduleId !== 'admin')
const subjectsOf = (modules: readonly Module[]) => modules.flatMap(module => visibleMenus(module.menus))
const pages = registry.modules.flatMap(module => module.groups.flatMap(group => group.pages.map(page => ({ module, group, page }))))

test('each page has one place, and 338 have one', () => {
  const ids = pages.map(({ page }) => page.menuId)
  expect(new Set(ids).size).toBe(ids.length)
  const places = Object.groupBy(pages, ({ page }) => page.place?.in ?? 'hidden')
  const counts = Object.fromEntries(Object.entries(places).map(([place, all]) => [place, all.length]))
  expect(counts).toEqual({ beside: 8, tab: 242, gear: 56, child: 19, hidden: 14, again: 7 })
})

test.each([
  ['admin', 50],
  ['boss', 50],
  ['finance', 46],
  ['sales', 28],
  ['it', 21],
  ['buyer', 17],
  ['hr', 14],
  ['keeper', 12],
  ['employee', 11],
])('%s has %i entries, of at most 8 modules, tabs and pages behind a gear', (username, count) => {
  const modules = front(menus(rightsOf(username)))
  expect(subjectsOf(modules)).toHaveLength(count)
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
const firstTab = (subject: MenuNode): MenuNode | undefined => subject.children?.find(page => page.meta.at === undefined && !page.hidden)
