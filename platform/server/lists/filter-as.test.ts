import { expect, test } from 'vitest'
import { choice, date, flag, integer, longText, money, month, reference, text, type Field } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { everybody } from '#platform/declare/scope.ts'
import { filterAsOf, filterFaults } from './filter-as.ts'

const choices = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, [i, `项${i}`, `item ${i}`] as const]))
const few = choices(6)

test.each<[string, Field, ReturnType<typeof filterAsOf>]>([
  ['no filter', text('甲', 'a'), null],
  ['contains', text('甲', 'a', { filter: 'contains' }), 'text'],
  ['equal text', text('甲', 'a', { filter: 'equals' }), 'text'],
  ['long text', longText('甲', 'a', { filter: 'contains' }), 'text'],
  ['days', date('甲', 'a', { filter: 'range' }), 'dateRange'],
  ['one day', date('甲', 'a', { filter: 'equals' }), 'date'],
  ['months', month('甲', 'a', { filter: 'range' }), 'dateRange'],
  ['amounts', money('甲', 'a', { filter: 'range' }), 'numberRange'],
  ['one number', integer('甲', 'a', { filter: 'equals' }), 'text'],
  ['yes or no', flag('甲', 'a', { filter: 'equals' }), 'radio'],
  ['few, several at once', choice('甲', 'a', few, { filter: 'select' }), 'tags'],
  ['few, one', choice('甲', 'a', few, { filter: 'equals' }), 'radio'],
  ['many', choice('甲', 'a', choices(7), { filter: 'select' }), 'select'],
  ['a record', reference('甲', 'a', 'shop', { filter: 'select' }), 'select'],
  ['as declared', choice('甲', 'a', few, { filter: 'select', filterAs: 'checkbox' }), 'checkbox'],
])('%s', (_what, field, control) => expect(filterAsOf(field)).toBe(control))

test('a control that has nothing to show is refused', () => {
  const plain = resource('plain', {
    title: ['甲', 'a'],
    access: { scope: everybody },
    fields: { name: text('名', 'n') },
  })
  const grouped = resource('grouped', {
    title: ['甲', 'a'],
    access: { scope: everybody },
    fields: { name: text('名', 'n') },
    record: { option: { group: 'name' } },
  })
  expect(filterFaults('x', text('甲', 'a', { filter: 'equals', filterAs: 'radio' }), undefined)).toEqual(['x: radio needs choices'])
  expect(filterFaults('x', text('甲', 'a', { filterAs: 'text' }), undefined)).toEqual(['x: filterAs without filter'])
  expect(filterFaults('x', text('甲', 'a', { filter: 'equals', filterAs: 'select' }), undefined)).toHaveLength(1)
  const groups = reference('甲', 'a', 'plain', { filter: 'select', filterAs: 'groups' })
  expect(filterFaults('x', groups, plain)).toHaveLength(1)
  expect(filterFaults('x', groups, grouped)).toEqual([])
})
