/**
 * The pages as they were declared one by one, before their operations followed from the calls of their lists (pages.json: menu id, address,
 * component, permission, operations, freshness). Favourites, monitors, help keys, clicks and links live by these: none may go or change
 * unsaid. What differs was a fault, and is decided in docs/decisions/browser.md.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { menuIdOf } from '#platform/declare/page.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

type Line = readonly [menuId: string, path: string, component: string, permission: string, operations: string, freshness: string]
const before = JSON.parse(readFileSync(new URL('./pages.json', import.meta.url), 'utf8')) as readonly Line[]

/** menu id -> its operations today */
const decided: Readonly<Record<string, string>> = {
  // named on the page, asked for by none of its calls
  'finance.amazonSummaryLines': '2 4 5 6',
  'finance.shopOrderCheckSite': '2 6',
  'finance.shopOrderCheckLine': '2 6',
  'finance.amazonClaimLine': '2 6',
  'finance.monthBillCheck': '2 6',
  'performance.performanceGroupAmount': '1 2 3 4 6',
  'performance.performanceAdjustment': '2 7',
  'reference.country': '2 6',
  'reference.currency': '2 6',
  'reference.marketplace': '2 6',
  'workOrder.workCatalogEmployee': '2 3 4 6',
  'help.qaType': '1 2 3 4',
  'culture.cultureActivity': '1 2 6 100',
  'culture.cultureExpense': '1 2 3 4 6 100 all',
  'admin.organisation': '2',
  // asked for by its calls, not named on the page
  'finance.adInvoiceCheck': '2 4 5 6',
  'finance.financeCarrierCharges': '2 4 5 6',
  'finance.financeFirstLeg': '2 3 4 5 6',
  'finance.walmartProof': '2 4 5 6',
  'finance.ebayEarningCheck': '2 4 5 6',
  'sales.offlineOrder': '1 2 3 4 5 6 10',
  'reference.supplier': '1 2 3 4 5 6 10',
  'help.qaForm': '1 2 3 4 6 all',
  'culture.bbsReport': '1 2 all',
  'culture.cultureBookSetting': '1 2 3 4 6',
  'people.employee': '1 2 3 4 5 6 8 9 10 100 101 102',
  'admin.employee': '1 2 3 4 5 6 8 9 10 100 101 102',
}

/** menu id -> what draws it today: its list stands below its address (docs/decisions/browser.md) */
const redrawn: Readonly<Record<string, string>> = { 'finance.bankOpenLine': 'finance/matching/reconcile' }

const now = new Map(
  registryOf(withHouseAreas(areas)).modules.flatMap(module =>
    module.groups.flatMap(group =>
      group.pages.map((page): readonly [string, Line] => {
        const { everyDays, families = [], tables = [] } = page.freshness ?? {}
        const operations = [...page.operations].toSorted((a, b) => a - b).join(' ') + (page.everybody === true ? ' all' : '')
        const freshness = everyDays === undefined ? '' : [everyDays, ...families, ...tables].join(' ')
        const menuId = menuIdOf(module, page)
        return [menuId, [menuId, page.path, page.component, page.permission, operations, freshness]]
      }),
    ),
  ),
)

test('337 pages were there', () => expect(before).toHaveLength(337))

test('each is there as it was', () => {
  const expected = before.map(([menuId, path, component, permission, operations, freshness]): Line => [
    menuId,
    path,
    redrawn[menuId] ?? component,
    permission,
    decided[menuId] ?? operations,
    freshness,
  ])
  expect(before.map(([menuId]) => now.get(menuId) ?? [menuId])).toEqual(expected)
})

test('a decision that changes nothing is taken out', () => {
  const idle = before.filter(([menuId, , , , operations]) => decided[menuId] === operations).map(([menuId]) => menuId)
  expect(idle).toEqual([])
})

test('no page of a list is written by hand', () => {
  const sources = globSync('areas/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  expect(sources.filter(file => /\bpage\(\{(?:(?!\}\)).)*component: [`']list\//s.test(readFileSync(file, 'utf8')))).toEqual([])
})
