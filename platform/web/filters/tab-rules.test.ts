import { describe, expect, test } from 'vitest'
import { emptyState, type ListState } from '../values/list-state.ts'
import { sameFilter, stateOfTab, tabContent } from './tab-rules.ts'
import { transactions } from '../gallery/mock-definitions.ts'

const today = '2026-11-21'
const states: readonly (readonly [string, Partial<ListState>])[] = [
  ['nothing', {}],
  ['several choices', { filters: { type: '1,2' } }],
  ['one choice', { filters: { auditState: '0' } }],
  ['a word with a comma', { filters: { orderId: '114,x' } }],
  ['a range', { filters: { total: '1,2' } }],
  ['from', { filters: { total: '1,' } }],
  ['up to', { filters: { total: ',2' } }],
  ['a period of the bound', { filters: { postedOn: 'THIS_MONTH' } }],
  ['days of the bound', { filters: { postedOn: '2026-01-01,2026-01-31' } }],
  ['many values in the search box', { search: { field: 'sku', values: ['a', 'b,c'] } }],
  ['filter and search box over one field', { filters: { sku: 'A' }, search: { field: 'sku', values: ['A1', 'A2'] } }],
  ['conditions of a scheme', { conditions: [{ field: 'quantity', condition: 'GT', value: '3' }] }],
]

describe('what the bar says comes back into the bar', () => {
  test.each(states)('%s', (_what, part) => {
    const state = { ...emptyState, ...part }
    const content = tabContent(transactions, state, today)
    expect(stateOfTab(transactions, content, 10)).toEqual(state)
    expect(sameFilter(content, tabContent(transactions, stateOfTab(transactions, content, 10), today))).toBe(true)
  })
})

test('the order asked for comes along: a click on a head first', () => {
  const state: ListState = {
    ...emptyState,
    sort: { field: 'total', way: 'DESC' },
    order: [
      { field: 'total', orderBy: 'ASC' },
      { field: 'postedOn', orderBy: 'ASC' },
    ],
  }
  expect(tabContent(transactions, state, today).orderByList).toEqual([
    { field: 'total', orderBy: 'DESC' },
    { field: 'postedOn', orderBy: 'ASC' },
  ])
})

test('the default period of the bound is nobody’s choice and not kept', () => {
  expect(tabContent(transactions, emptyState, today).conditionList).toEqual([])
})

test('a filter is the same in any order and with a kept title, another value is not', () => {
  const a = { field: 'type', condition: 'IN', value: '1,2' } as const
  const b = { field: 'total', condition: 'GE', value: '1', title: '合计' } as const
  const of = (...conditionList: { field: string; condition: 'IN' | 'GE'; value: string }[]) => ({ conditionList, orderByList: [] })
  expect(sameFilter(of(a, b), of(b, a))).toBe(true)
  expect(sameFilter(of(a), of({ ...a, value: '1' }))).toBe(false)
  expect(sameFilter(of(a), of(a, b))).toBe(false)
})
