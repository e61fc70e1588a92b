import { describe, expect, test } from 'vitest'
import type { PermissionFace, RoleAccess, ScopeFace } from '../answers.ts'
import { countOf, noEdit, pairsOf, scopesOf, toggled, wishOf, withPairs, withScope } from './role-edit.tsx'

const scope = (permissionId: string, dataScope: number, namedDeptIds: readonly string[] = []): ScopeFace => ({
  permissionId,
  dataScope,
  namedDeptIds,
})
const access = (granted: readonly string[], scopes: readonly ScopeFace[] = []): RoleAccess => ({
  roleId: '7',
  roleName: '采购',
  remark: null,
  version: 3,
  people: [],
  modules: [],
  granted,
  gone: [],
  scopes,
})
const shop: PermissionFace = {
  permissionId: 'shop',
  title: '店铺',
  place: '',
  menuId: null,
  scopedBy: 'list',
  operations: [1, 2, 3].map(operation => ({ operation, title: String(operation) })),
}

describe('operations', () => {
  test.each<[string, string[], number[], string[]]>([
    ['any operation brings viewing along', [], [3], ['shop 2', 'shop 3']],
    ['without viewing there is none', ['shop 2', 'shop 3'], [3], []],
    ['one taken away leaves the others', ['shop 1', 'shop 2', 'shop 3'], [1, 2], ['shop 1', 'shop 2']],
    ['none left takes viewing too', ['shop 2'], [], []],
    ['other permissions stay', ['country 2', 'shop 2'], [1, 2], ['country 2', 'shop 1', 'shop 2']],
  ])('%s', (_case, before, chosen, after) => expect([...toggled(new Set(before), shop, chosen)].toSorted()).toEqual(after))
})

test('what was changed stands on top of what another person saved meanwhile', () => {
  const mine = withPairs(access(['shop 2', 'country 2']), noEdit, new Set(['shop 2', 'supplier 2']))
  const theirs = access(['shop 2', 'country 2', 'warehouse 2', 'supplier 2'])
  expect([...pairsOf(theirs, mine)].toSorted()).toEqual(['shop 2', 'supplier 2', 'warehouse 2'])
  // what they added as well is no change any more
  expect([countOf(access(['shop 2', 'country 2']), mine), countOf(theirs, mine)]).toEqual([2, 1])
})

describe('scopes', () => {
  const before = access([], [scope('*', 0), scope('shop', 2, ['1', '2'])])
  test('one set, changed, taken away', () => {
    const edit = withScope(before, withScope(before, noEdit, 'skuMap', scope('skuMap', 3)), '*', null)
    expect(scopesOf(before, edit)).toEqual([scope('shop', 2, ['1', '2']), scope('skuMap', 3)])
    expect(countOf(before, edit)).toBe(2)
  })
  test('back as it was is no change, in whatever order the departments stand', () => {
    const edit = withScope(before, noEdit, 'shop', scope('shop', 2, ['2', '1']))
    expect(countOf(before, edit)).toBe(0)
    expect(withScope(before, withScope(before, noEdit, '*', null), '*', scope('*', 0)).scopes.size).toBe(0)
  })
})

test('the body of the calls: by permission, with the version read', () => {
  const edit = withPairs(access(['finance.amazon.profit 2']), noEdit, new Set(['finance.amazon.profit 2', 'finance.amazon.profit 6']))
  expect(wishOf(access(['finance.amazon.profit 2']), edit)).toEqual({
    roleId: '7',
    version: 3,
    permissions: [{ permissionId: 'finance.amazon.profit', operations: [2, 6] }],
    scopes: [],
  })
})
