import { describe, expect, test } from 'vitest'
import type { Scheme } from '../../declare/wire.ts'
import { transactions } from '../gallery/mock-definitions.ts'
import {
  columnList,
  conditionRows,
  conditionsOf,
  defaultChanges,
  draftOf,
  factoryDraft,
  moved,
  needsValue,
  takenFields,
  unfinished,
  withCondition,
  withField,
  type ConditionRow,
} from './scheme-rules.ts'

const row: ConditionRow = { id: 1, field: 'orderId', condition: 'EQ', value: 'a' }

test.each(['YESTERDAY', 'TODAY', 'LAST_WEEK', 'THIS_WEEK', 'LAST_MONTH', 'THIS_MONTH', 'EMPTY', 'NOT_EMPTY'] as const)(
  '%s has no value, and what was typed goes',
  code => {
    expect(needsValue(code)).toBe(false)
    expect(withCondition(row, code)).toEqual({ ...row, condition: code, value: '' })
  },
)

test('a new field resets value and condition; a new operator keeps the value where it means the same', () => {
  const [field] = transactions.filterList
  if (field === undefined) throw new Error('no filter')
  expect(withField(row, field)).toEqual({ id: 1, field: field.field, condition: field.conditions[0], value: '' })
  expect(withCondition(row, 'NE').value).toBe('a')
  expect(withCondition(row, 'BETWEEN').value).toBe('')
})

test('a field of one row is taken in the others, not in its own', () => {
  const rows = [row, { ...row, id: 2, field: 'sku' }, { ...row, id: 3, field: '' }]
  expect([...takenFields(rows, 1)]).toEqual(['sku'])
})

describe('moves', () => {
  const rows = ['a', 'b', 'c']
  test.each([
    [0, 'up', 'first'],
    [0, 'top', 'first'],
    [2, 'down', 'last'],
    [2, 'bottom', 'last'],
    [1, 'up', ['b', 'a', 'c']],
    [1, 'down', ['a', 'c', 'b']],
    [2, 'top', ['c', 'a', 'b']],
    [0, 'bottom', ['b', 'c', 'a']],
  ] as const)('row %i %s', (at, move, after) => expect(moved(rows, at, move)).toEqual(after))
})

test('a scheme and its draft say the same; columns it does not name are hidden, none named leaves them as they are', () => {
  const scheme: Scheme = {
    profileId: '5',
    type: 'amazonTransaction',
    kind: 1,
    name: '常用',
    isDefault: 0,
    isOwn: true,
    ownerName: '',
    version: 1,
    canUndo: false,
    removed: [],
    sharedWith: { employeeIds: [], deptIds: [] },
    defaultOf: { roleIds: [], isOrganisation: false },
    columnList: [{ field: 'total', width: 90 }],
    conditionList: [
      { field: 'orderId', condition: 'EQ', value: String.raw`a\,b` },
      { field: 'postedOn', condition: 'TODAY' },
    ],
    orderByList: [{ field: 'total', orderBy: 'DESC' }],
  }
  const draft = draftOf(transactions, scheme, null)
  expect(conditionsOf(draft)).toEqual(scheme.conditionList)
  expect(columnList(draft.columns)).toEqual(scheme.columnList)
  expect(draftOf(transactions, { ...scheme, columnList: [] }, null).columns).toEqual(factoryDraft(transactions, '').columns)
  expect(conditionRows([{ field: 'sku', condition: 'IN', condList: ['a,b', 'c'] }])[0]?.value).toBe(String.raw`a\,b,c`)
})

test('a row without field, operator or value is not finished', () => {
  const draft = (conditions: ConditionRow[]) => ({ ...factoryDraft(transactions, ''), conditions })
  expect(unfinished(draft([row]))).toBeNull()
  expect(unfinished(draft([row, { ...row, id: 2, value: '' }]))).toBe(2)
  expect(unfinished(draft([{ ...row, field: '' }]))).toBe(1)
  expect(unfinished(draft([{ ...row, condition: 'TODAY', value: '' }]))).toBeNull()
})

test('defaults of roles and the organisation: only what changed is said', () => {
  const of = (roleIds: string[], isOrganisation: boolean) => ({ roleIds, isOrganisation })
  expect(defaultChanges(of(['1', '2'], true), of(['2', '3'], false))).toEqual([
    { roleId: '1', isDefault: 0 },
    { roleId: '3', isDefault: 1 },
    { isDefault: 0 },
  ])
  expect(defaultChanges(of(['1'], true), of(['1'], true))).toEqual([])
})
