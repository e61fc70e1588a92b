/** The lists that belong to records by the menus, out of all declarations. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { childrenOf } from './children.ts'

const registry = registryOf(withHouseAreas(areas))
const of = (type: string, permissions: ReadonlyMap<string, ReadonlySet<number>> | null) => {
  const r = registry.types.get(type)
  if (r === undefined) throw new Error(`no list ${type}`)
  const caller = { systemAdmin: permissions === null, permissions: permissions ?? new Map() }
  return childrenOf({ caller, house: { registry } } as never, r).map(({ resource, where }) => [resource.type, where])
}

test('by the one reference, or by the fields that are named', () => {
  expect(of('voucher', null)).toEqual([['voucherSource', [['voucherId', 'id']]]])
  expect(of('amazonSettlement', null)).toEqual([
    [
      'amazonSettlementLine',
      [
        ['shopId', 'shopId'],
        ['settlementId', 'settlementId'],
      ],
    ],
  ])
})

test('lists that say so, before those of the menus; prices for who sees prices, FBA for who sees FBA', () => {
  const types = (pairs: ReadonlyMap<string, ReadonlySet<number>> | null) => of('goodsStockByItem', pairs).map(([type]) => type)
  const stock = ['goodsStockByLocation', 'goodsStockByBatch', 'goodsStockByLabel', 'goodsStockHeld']
  const stages = [
    'replenishItem',
    'planLine',
    'shippingOrderLine',
    'purchaseOrderLine',
    'bom',
    'bomLine',
    'productionOrder',
    'mrpItem',
    'changeOrderLine',
  ]
  expect(types(null)).toEqual([...stock, 'fbaStockCover', 'goodsMove', 'goodsTurnover', ...stages, 'goodsItemCost'])
  const viewed = ['goodsMove', 'goodsStock'].map(one => [one, new Set([2])] as const)
  expect(types(new Map(viewed))).toEqual([...stock, 'goodsMove'])
  expect(types(new Map([['goodsStock', new Set([2, 100])]]))).toContain('goodsItemCost')
})

test('lines of a document have a tab of their own already', () => expect(of('offlineOrder', null)).toEqual([]))

test('what the caller may not see is none', () => {
  expect(of('voucher', new Map())).toEqual([])
  expect(of('voucher', new Map([[registry.types.get('voucherSource')?.permission ?? '', new Set([2])]]))).toHaveLength(1)
})
