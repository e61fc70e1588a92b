import { describe, expect, test } from 'vitest'
import type { PermissionFace, RoleAccess, ScopeFace } from '../answers.ts'
import {
  countOf,
  moreOf,
  noEdit,
  pairsOf,
  scopesOf,
  singleRights,
  toggled,
  wishOf,
  withMore,
  withPairs,
  withPreset,
  withScope,
} from './role-edit.tsx'

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
  more: [],
  scopes,
})
const shop: PermissionFace = {
  permissionId: 'shop',
  title: '店铺',
  place: '',
  menuId: null,
  subject: 'subject.shops',
  isGear: false,
  pages: ['店铺'],
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
    more: [],
  })
})

describe('subjects', () => {
  const shops = { menuId: 'subject.shops', title: '店铺', everybody: false }
  const single: PermissionFace = { ...shop, operations: [...shop.operations, { operation: 100, title: '查看账号', about: '可看到：账号' }] }
  const modules = [{ moduleId: 'sales', title: '销售', subjects: [shops], permissions: [single] }]
  const role = (granted: readonly string[], more: readonly string[] = []): RoleAccess => ({ ...access(granted), modules, more })

  test('put to 更多 and back is no change; what is not seen is in neither', () => {
    const before = role(['shop 2'])
    const edit = withMore(before, noEdit, shops.menuId, true)
    expect([countOf(before, edit), [...moreOf(before, edit)]]).toEqual([1, [shops.menuId]])
    expect(countOf(before, withMore(before, edit, shops.menuId, false))).toBe(0)
    const held = role(['shop 2'], [shops.menuId])
    expect(wishOf(held, withPairs(held, noEdit, new Set())).more).toEqual([])
  })
  test('a template replaces rights and 更多, scopes stay', () => {
    const before = role(['shop 1', 'shop 2'], [shops.menuId])
    const edit = withPreset(before, noEdit, { pairs: ['shop 2', 'shop 3'], more: [] })
    expect([[...pairsOf(before, edit)], [...moreOf(before, edit)], countOf(before, edit)]).toEqual([['shop 2', 'shop 3'], [], 3])
  })
  test('a right that comes with no level is offered where its subject is seen, and says what it opens', () => {
    const pairs = (...all: string[]) => singleRights(modules, new Set(all)).map(one => `${one.pair} ${one.about}`)
    expect([pairs(), pairs('shop 2'), pairs('shop 100')]).toEqual([[], ['shop 100 可看到：账号'], ['shop 100 可看到：账号']])
  })
})
