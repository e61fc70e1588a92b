/** 采购: whom to buy from at what price. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'

const { add, view, edit, remove, import: importing, export: exporting } = operations

export const supplyModules: readonly Module[] = [
  module('supply', ['采购', 'Purchasing'], 'shopping', [
    group(
      'prices',
      ['价格', 'Prices'],
      [
        page({
          path: '/supply/purchasePriceList',
          name: 'purchasePriceList',
          title: ['采购价目表', 'Purchase price lists'],
          component: 'list/purchasePriceList',
          permission: 'purchasePriceList',
          operations: [add, view, edit, remove, importing, exporting],
        }),
        page({
          path: '/supply/purchasePrice',
          name: 'purchasePrice',
          title: ['采购价目明细', 'Purchase prices'],
          component: 'list/purchasePrice',
          permission: 'purchasePriceList',
          operations: [view, importing, exporting],
        }),
      ],
      'appstore',
    ),
  ]),
]
