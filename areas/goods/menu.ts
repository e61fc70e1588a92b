/** 仓储物流: stock, its moves, and what a warehouse is made of. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { goodsMove } from './ledger-tables.ts'
import { heldStock, stockByBatch, stockByItem, stockByLabel, stockByLocation } from './stock.ts'
import { goodsBarcode, goodsBatch, goodsLocation, productSupply } from './location-tables.ts'

export const goodsModules: readonly Module[] = [
  module('goods', ['仓储物流', 'Logistics'], 'car', [
    group(
      'stock',
      ['库存查询', 'Stock'],
      [
        listPage(stockByItem, '/goods/stock', { title: ['按商品', 'By item'] }),
        listPage(stockByLocation, '/goods/stockByLocation', { title: ['按库位', 'By location'] }),
        listPage(stockByBatch, '/goods/stockByBatch', { title: ['按批次', 'By batch'] }),
        listPage(stockByLabel, '/goods/stockByLabel', { title: ['按标签', 'By label'] }),
        listPage(heldStock, '/goods/held', { title: ['占用', 'Held'] }),
        listPage(goodsMove, '/goods/move', { title: ['库存流水', 'Moves'] }),
        listPage(goodsBatch, '/goods/batch', { title: ['批次', 'Batches'] }),
        listPage(goodsLocation, '/goods/location', { title: ['库位', 'Locations'] }),
        listPage(goodsBarcode, '/goods/barcode', { title: ['条码', 'Barcodes'] }),
        listPage(productSupply, '/goods/productSupply', { title: ['供应资料', 'Supply data'] }),
      ],
      'database',
    ),
  ]),
]
