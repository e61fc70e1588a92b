/** 采购: whom to buy from at what price. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { purchasePriceList, purchasePrice } from './tables.ts'

export const supplyModules: readonly Module[] = [
  module('supply', ['采购', 'Purchasing'], 'shopping', [
    group(
      'prices',
      ['价格', 'Prices'],
      [
        listPage(purchasePriceList, '/supply/purchasePriceList', { title: ['采购价目表', 'Purchase price lists'] }),
        listPage(purchasePrice, '/supply/purchasePrice', { title: ['采购价目明细', 'Purchase prices'] }),
      ],
      'appstore',
    ),
  ]),
]
