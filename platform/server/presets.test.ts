/** What presets give, and what keeps the program from starting with them. */
import { expect, test } from 'vitest'
import { levelOf, levelsOf, pairsOfLevel } from '#platform/format/levels.ts'
import { module, page, type Module, type Page, type PageGroup } from '#platform/declare/page.ts'
import { preset, presetLike, type Preset } from '#platform/declare/preset.ts'
import { leveledOf, openedBy, presetFaults, presetRights } from './presets.ts'

const one = (menuId: string, permission: string, more: Partial<Page> = {}): Page => ({
  ...page({ path: `/${menuId}`, name: menuId, title: [menuId, menuId], component: `list/${menuId}`, permission, operations: [2] }),
  menuId,
  place: { in: 'tab' },
  ...more,
})
const subject = (name: string, pages: readonly Page[], shownWith?: 'report'): PageGroup => ({
  name,
  menuId: `subject.${name}`,
  title: [name, name],
  pages,
  subject: { gearTitle: ['设置', 'Settings'], variants: [], ...(shownWith === undefined ? {} : { shownWith }) },
})
const modules: readonly Module[] = [
  module('money', ['钱', 'Money'], 'bank', [
    subject('bills', [
      one('bill', 'bill'),
      one('line', 'bill', { place: { in: 'child', of: 'bill' } }),
      one('check', 'check', { place: { in: 'tab', tab: 'checks', value: 'a' } }),
      one('kind', 'kind', { place: { in: 'gear' } }),
    ]),
    subject('figures', [one('figure', 'figure', { component: 'report/figure' })]),
  ]),
  module('office', ['办公', 'Office'], 'home', [
    subject('news', [one('read', 'news', { everybody: true }), one('write', 'news', { place: { in: 'gear' } })]),
    subject('boards', [one('board', 'board', { everybody: true })], 'report'),
  ]),
]
const grants = new Map([
  ['bill', new Set([1, 2, 3, 4, 6, 7, 10, 100])],
  ['check', new Set([2, 6])],
  ['kind', new Set([1, 2])],
  ['figure', new Set([2, 3])],
  ['news', new Set([1, 2, 100])],
])
const rights = (words: Partial<Preset>) => presetRights({ ...preset('p', ['一', 'P'], { atMost: 9, pins: [] }), ...words }, modules, grants)
const told = (words: Partial<Preset>): string[] =>
  presetFaults([{ ...preset('p', ['一', 'P'], { atMost: 9, pins: [] }), ...words }], modules, grants)

test('查看 opens tabs and children, 处理 adds and changes, 管理 deletes, audits and sets up; what is sensitive comes with none', () => {
  expect([...rights({ view: ['bills'] }).pairs]).toEqual(['bill 2', 'bill 6', 'check 2', 'check 6'])
  expect([...rights({ handle: ['bills'] }).pairs]).toEqual(['bill 1', 'bill 2', 'bill 3', 'bill 6', 'check 2', 'check 6'])
  const managed = ['bill 1', 'bill 2', 'bill 3', 'bill 4', 'bill 6', 'bill 7', 'check 2', 'check 6', 'kind 1', 'kind 2']
  expect([...rights({ manage: ['bills'] }).pairs]).toEqual(managed)
  expect([...rights({ view: ['figures'], sensitive: { bill: [10, 100] } }).pairs]).toEqual(['figure 2', 'bill 10', 'bill 100'])
  // what everybody reads is set up by who manages it
  expect([...rights({ manage: ['news'] }).pairs]).toEqual(['news 1', 'news 2'])
})

test('a tab, or what stands behind the gear, has a level of its own', () => {
  expect([...rights({ view: ['bills'], tabs: { bills: { checks: 'none', kind: 'view' } } }).pairs]).toEqual(['bill 2', 'bill 6', 'kind 2'])
})

test('the level is worked out of what is held; where a level gives no more than the one below there is none', () => {
  const [bills, figures] = (modules[0]?.groups ?? []).map(group => leveledOf(group, grants))
  expect([levelsOf(bills ?? []), levelsOf(figures ?? [])]).toEqual([
    ['view', 'handle', 'manage'],
    ['view', 'handle'],
  ])
  const held = (...pairs: string[]) => levelOf(bills ?? [], new Set(pairs))
  expect([held(), held('bill 100', 'other 2'), held('bill 2')]).toEqual(['none', 'none', 'custom'])
  expect(held(...pairsOfLevel(bills ?? [], 'handle'), 'bill 10')).toBe('handle')
})

test('pages of everybody that are of use beside reports stand in the menu of who sees one', () => {
  const opened = (...pairs: string[]) => openedBy(modules, new Set(pairs)).map(group => group.name)
  expect(opened('bill 2')).toEqual(['bills', 'news'])
  expect(opened('figure 2')).toEqual(['figures', 'news', 'boards'])
  // what is set up alone makes no entry
  expect(opened('kind 2')).toEqual(['news'])
})

test('what names nothing is told with the nearest name', () => {
  expect(told({ view: ['bils'] })).toEqual(['preset p: there is no subject bils (nearest is bills)'])
  expect(told({ more: ['boats'] })).toEqual(['preset p: there is no subject boats (nearest is boards)'])
  expect(told({ tabs: { bills: { chek: 'view' } } })).toEqual(['preset p: bills has no tab chek (nearest is checks)'])
  expect(told({ sensitive: { bil: [100] } })).toEqual(['preset p: there is no operation 100 of bil (nearest is bill)'])
  expect(told({ pins: ['mony'] })).toEqual(['preset p: there is no module mony (nearest is money)'])
})

test('what does not come out as it is named is told', () => {
  expect(told({ view: ['bills', 'figures'], atMost: 3 })).toEqual(['preset p shows 4, at most 3: put one to more'])
  expect(told({ view: ['bills', 'figures'], more: ['figures'], atMost: 3, pins: ['money'] })).toEqual([])
  expect(told({ manage: ['figures'] })).toEqual(['preset p: figures has no level manage, its highest is handle'])
  expect(told({ view: ['boards'] })).toEqual(['preset p: boards has no level view'])
  expect(told({ view: ['bills'], handle: ['bills'] })).toEqual(['preset p: bills has two levels'])
  expect(told({ more: ['bills'] })).toEqual(['preset p: more names bills, of which it opens nothing'])
  expect(told({ pins: ['money'] })).toEqual(['preset p: pin money is out of reach'])
  expect(told({ sensitive: { bill: [4] } })).toEqual(['preset p: operation 4 of bill comes with a level: it is no single right'])
  const shared = module('m', ['模', 'M'], 'bank', [subject('two', [one('a', 'bill'), one('b', 'bill')])])
  const split = preset('p', ['一', 'P'], { atMost: 9, pins: [], view: ['two'], tabs: { two: { a: 'none' } } })
  expect(presetFaults([split], [shared], grants)).toEqual(['preset p: tab a of two has the permission of b: they have one level'])
  const alike = preset('p', ['一', 'P'], { atMost: 9, pins: [], view: ['two'], tabs: { two: { a: 'none', b: 'none' } } })
  expect(presetFaults([alike], [shared], grants).filter(fault => fault.includes('permission'))).toEqual([])
})

test('one that is like another has its subjects and some single rights more', () => {
  const base = preset('p', ['一', 'P'], { atMost: 9, pins: [], view: ['bills'], sensitive: { bill: [10] } })
  const like = presetLike(base, 'q', ['二', 'Q'], { bill: [10, 100] })
  expect([...presetRights(like, modules, grants).pairs].filter(pair => !presetRights(base, modules, grants).pairs.has(pair))).toEqual([
    'bill 100',
  ])
  expect(presetFaults([base, { ...like, id: 'p' }], modules, grants)).toEqual(['preset p is declared twice'])
})
