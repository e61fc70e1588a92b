/** Pages put where the map names them, and what keeps the program from starting. */
import { expect, test } from 'vitest'
import { reference, text } from '#platform/declare/fields.ts'
import { group, module, page, type Page } from '#platform/declare/page.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import {
  axis,
  child,
  menuModule,
  named,
  section,
  setUp,
  subject,
  tabsFor,
  variants,
  type MenuModule,
  type TabsFor,
} from '#platform/declare/subject.ts'
import { menuOf } from './menu-of.ts'

const one = (name: string, title: string, more: Partial<Page> = {}): Page =>
  page({
    path: `/m/${name}`,
    name,
    title: [title, `In English ${name}`],
    component: `list/${name}`,
    permission: name,
    operations: [2],
    ...more,
  })
const declared = [
  module('m', ['模块', 'Module'], 'bank', [
    group(
      'first',
      ['甲', 'First'],
      [one('bills', '账单'), one('lines', '账单行'), one('types', '类型'), one('record', '单据', { hidden: true })],
    ),
    group('second', ['乙', 'Second'], [one('amazon', '亚马逊明细'), one('ebay', 'eBay 明细')]),
  ]),
]
const platform = axis('platform', ['平台', 'Marketplace'], { amazon: ['亚马逊', 'Amazon'], ebay: ['eBay', 'eBay'] })
const both = variants('both', ['明细', 'Lines'], platform, { amazon: 'm.amazon', ebay: 'm.ebay' })
const bills = subject('bills', ['账单管理', 'Bills'], 'bank', {
  tabs: [named('m.bills', ['对账单', 'Statements']), both],
  gear: [setUp('m.types', ['账单有哪些类型', 'Types of bills'])],
  children: [child('m.lines', 'bills')],
})
const map = (...subjects: MenuModule['subjects']): MenuModule[] => [menuModule('money', ['钱', 'Money'], 'bank', { subjects })]
const table = (type: string, fields: Parameters<typeof resource>[1]['fields']) =>
  resource(`m_${type}`, {
    type,
    title: [type, type],
    access: { scope: everybody },
    fields,
    list: { sort: { field: 'code', way: 'ASC' } },
  })
const code = text('代码', 'Code', { max: 10 })
const resources = [
  table('bills', { code }),
  table('lines', { code, billId: reference('账单', 'Bill', 'm_bills') }),
  table('amazon', { code }),
]
const types = new Map(resources.map(one => [one.type ?? '', one as Resource]))
const built = (modules: readonly MenuModule[], added: readonly TabsFor[] = []) => {
  const faults: string[] = []
  return { modules: menuOf(declared, { areas: [{ menu: modules, tabsFor: added }], types }, faults), faults }
}

test('a permission that opens pages of two subjects is to be split', () => {
  const faults: string[] = []
  const pages = [one('a', '甲页', { permission: 'p' }), one('b', '乙页', { permission: 'p' })]
  const two = map(subject('x', ['一', 'X'], 'bank', { tabs: ['n.a'] }), subject('y', ['二', 'Y'], 'bank', { tabs: ['n.b'] }))
  menuOf([module('n', ['数', 'N'], 'bank', [group('all', ['全', 'All'], pages)])], { areas: [{ menu: two }], types }, faults)
  expect(faults).toEqual(['p opens pages of x and y: split it'])
})

test('without a map pages stay in the groups that declare them', () => expect(built([])).toEqual({ modules: declared, faults: [] }))

test('each page stands where the map names it, under its own menu id; a hidden one beside the first of its group', () => {
  const { modules, faults } = built(map(bills))
  expect(faults).toEqual([])
  const [pages] = modules.flatMap(each => each.groups.map(all => all.pages))
  expect(pages?.map(({ menuId, title, place, formerly, hidden }) => [menuId, title[0], place?.in, formerly?.[0], hidden])).toEqual([
    ['m.bills', '对账单', 'tab', '账单', undefined],
    ['m.amazon', '亚马逊明细', 'tab', undefined, undefined],
    ['m.ebay', 'eBay 明细', 'tab', undefined, undefined],
    ['m.types', '类型', 'gear', undefined, undefined],
    ['m.lines', '账单行', 'child', undefined, undefined],
    ['m.record', '单据', undefined, undefined, true],
  ])
})

test('another area adds tabs to a subject, behind the one it names', () => {
  const some = subject('bills', ['账单管理', 'Bills'], 'bank', { tabs: ['m.bills', 'm.types'], children: [child('m.lines', 'bills')] })
  const { modules, faults } = built(map(some), [tabsFor('bills', { after: 'm.bills', tabs: [both] })])
  expect(faults).toEqual([])
  expect(modules[0]?.groups[0]?.pages.slice(0, 4).map(each => each.menuId)).toEqual(['m.bills', 'm.amazon', 'm.ebay', 'm.types'])
})

const { tabs, gear = [] } = bills
const but = (words: Partial<typeof bills>) => map({ ...bills, ...words })
test.each<[string, ReturnType<typeof map>, readonly TabsFor[], string]>([
  [
    'a page in two subjects',
    map(bills, subject('more', ['其他', 'More'], 'bank', { tabs: ['m.bills'] })),
    [],
    'page m.bills stands in bills and more: keep one',
  ],
  ['a page in none', but({ gear: [] }), [], 'page m.types has no place: name it in areas/menu or use tabsFor'],
  ['a page that is not there', but({ tabs: [...tabs, 'm.bill'] }), [], 'subject bills: there is no page m.bill (nearest is m.bills)'],
  ['no tab', but({ tabs: [], gear: [...tabs, ...gear] }), [], 'subject bills has no tab'],
  [
    'nine tabs',
    but({ tabs: [...tabs, ...Array.from({ length: 7 }, (_, at) => named(`m.x${at}`, [`页${at}`, 'Page']))] }),
    [],
    'subject bills has 9 tabs, at most 8: make variants of some',
  ],
  ['two tabs of one title', but({ tabs: [both, named('m.bills', ['明细', 'Lines'])] }), [], 'subject bills: two tabs are called 明细'],
  [
    'variants of one page',
    but({ tabs: ['m.bills', 'm.ebay', variants('both', ['明细', 'Lines'], platform, { amazon: 'm.amazon' })] }),
    [],
    'variants both has one page: name the page itself',
  ],
  [
    'a value of no axis',
    but({ tabs: ['m.bills', variants('both', ['明细', 'Lines'], platform, { amazon: 'm.amazon', other: 'm.ebay' })] }),
    [],
    'variants both: "other" is no value of platform (amazon, ebay)',
  ],
  [
    'values of two axes',
    but({ tabs: ['m.bills', variants('both', ['明细', 'Lines'], [platform, platform], { amazon: 'm.amazon', 'ebay.ebay': 'm.ebay' })] }),
    [],
    'variants both: "amazon" names 1 values of 2 axes',
  ],
  ['tabsFor a subject that is not there', map(bills), [tabsFor('bill', {})], 'tabsFor("bill"): no such subject (nearest is bills)'],
  [
    'after a tab that is not there',
    map(bills),
    [tabsFor('bills', { after: 'm.bill' })],
    'tabsFor("bills"): after names no tab (nearest is m.bills)',
  ],
  ['opens no page of it', but({ opens: 'm.line' }), [], 'subject bills: opens names no page of it (nearest is m.bills)'],
  ['opens what waits, and nothing counts', but({ opens: 'waiting' }), [], 'subject bills opens what waits, and no page of it has a badge'],
  ['a page behind the gear without help', but({ gear: ['m.types'] }), [], 'subject bills: m.types has no line of help: use setUp'],
  [
    'a child of no list of it',
    but({ children: [child('m.lines', 'bill')] }),
    [],
    'child m.lines: bill is no list of bills (nearest is bills)',
  ],
  [
    'a child without a reference',
    but({ tabs: ['m.bills', 'm.ebay'], children: [child('m.amazon', 'bills')] }),
    [],
    'child m.amazon: no one reference to bills; fields are code',
  ],
  [
    'a child by a field that is none',
    but({ children: [child('m.lines', 'bills', { by: { code: 'number' } })] }),
    [],
    'child m.lines: bills has no field number (nearest is code)',
  ],
  [
    'an unknown section',
    [menuModule('money', ['钱', 'Money'], 'bank', { sections: [section('a', ['一', 'A'])], subjects: [{ ...bills, section: 'b' }] })],
    [],
    'subject bills: there is no section b (nearest is a)',
  ],
  [
    'no section where there are some',
    [menuModule('money', ['钱', 'Money'], 'bank', { sections: [section('a', ['一', 'A'])], subjects: [bills] })],
    [],
    'subject bills stands in no section of money',
  ],
  ['a subject twice', map(bills, { ...bills, tabs: ['m.bills'], gear: [], children: [] }), [], 'subject bills is declared twice'],
  [
    'two subjects of one name',
    map({ ...bills, gear: [] }, subject('more', ['账单管理', 'More'], 'bank', { tabs: ['m.types'] })),
    [],
    'two subjects are called 账单管理',
  ],
  [
    'a name that a page of another had',
    map({ ...bills, gear: [] }, subject('more', ['账单', 'More'], 'bank', { tabs: ['m.types'] })),
    [],
    'a page of bills was called 账单, which is another subject',
  ],
  ['a wide label', but({ title: ['账单管理与对账核对表', 'Bills'] }), [], 'subject bills: 账单管理与对账核对表 is wider than 8 characters'],
  ['no English', but({ title: ['账单管理', '账单'] }), [], 'subject bills: 账单管理 has no English'],
  [
    'a ninth module',
    [...map(bills), ...Array.from({ length: 8 }, (_, at) => menuModule(`m${at}`, [`模块${at}`, 'Module'], 'bank', { subjects: [] }))],
    [],
    'module m7 is the 9th, at most 8',
  ],
])('%s is told at start', (_, modules, added, fault) => {
  expect(built(modules, added).faults).toContain(fault)
})
