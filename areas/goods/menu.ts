/** 仓储物流: stock, its moves, and what a warehouse is made of. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, reportPage, type Module } from '#platform/declare/page.ts'
import { goodsCount, goodsCountLine } from './documents/count-tables.ts'
import { goodsIn, goodsInLine } from './documents/in-tables.ts'
import { goodsOut, goodsOutLine } from './documents/out-tables.ts'
import { goodsRelabel, goodsRelabelLine } from './documents/relabel-tables.ts'
import { purchaseReturn, purchaseReturnLine } from './documents/return-tables.ts'
import { goodsTransfer, goodsTransferLine } from './documents/transfer-tables.ts'
import { goodsTask, goodsTaskLine, goodsWave } from './floor/task-tables.ts'
import { countAccuracy } from './figures/accuracy.ts'
import { goodsBalance } from './figures/legs.ts'
import { goodsTurnover } from './figures/turnover.ts'
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
        page({
          path: '/goods/scan',
          name: 'goodsScan',
          title: ['扫码查', 'Scan'],
          component: 'goods/floor/scan',
          permission: 'goodsStock',
          operations: [operations.view],
        }),
        listPage(goodsMove, '/goods/move', { title: ['库存流水', 'Moves'] }),
        reportPage(goodsBalance, { path: '/goods/balance', title: goodsBalance.title, everyDays: 1 }),
        listPage(goodsTurnover, '/goods/turnover'),
        listPage(goodsBatch, '/goods/batch', { title: ['批次', 'Batches'] }),
        listPage(goodsLocation, '/goods/location', { title: ['库位', 'Locations'] }),
        listPage(goodsBarcode, '/goods/barcode', { title: ['条码', 'Barcodes'] }),
        listPage(productSupply, '/goods/productSupply', { title: ['供应资料', 'Supply data'] }),
      ],
      'database',
    ),
    group(
      'documents',
      ['仓库单据', 'Documents'],
      [
        listPage(goodsIn, '/goods/in', { title: ['入库单', 'Receipts'] }),
        listPage(goodsInLine, '/goods/inLine', { title: ['入库明细', 'Receipt lines'] }),
        listPage(goodsOut, '/goods/out', { title: ['出库单', 'Issues'] }),
        listPage(goodsOutLine, '/goods/outLine', { title: ['出库明细', 'Issue lines'] }),
        listPage(goodsTransfer, '/goods/transfer', { title: ['调拨单', 'Transfers'] }),
        listPage(goodsTransferLine, '/goods/transferLine', { title: ['调拨明细', 'Transfer lines'] }),
        listPage(goodsCount, '/goods/count', { title: ['盘点单', 'Counts'] }),
        listPage(goodsCountLine, '/goods/countLine', { title: ['盘点明细', 'Count lines'] }),
        listPage(countAccuracy, '/goods/countAccuracy'),
        listPage(goodsRelabel, '/goods/relabel', { title: ['换标单', 'Relabelling'] }),
        listPage(goodsRelabelLine, '/goods/relabelLine', { title: ['换标明细', 'Relabelling lines'] }),
        listPage(purchaseReturn, '/goods/purchaseReturn', { title: ['采购退货', 'Returns to suppliers'] }),
        listPage(purchaseReturnLine, '/goods/purchaseReturnLine', { title: ['采购退货明细', 'Return lines'] }),
      ],
      'file',
    ),
    group(
      'floor',
      ['仓库作业', 'Floor'],
      [
        page({
          path: '/warehouse/task',
          name: 'goodsFloor',
          title: ['扫码作业', 'Work by scanning'],
          component: 'goods/floor/task',
          permission: 'goodsTask',
          operations: [operations.view, operations.edit],
        }),
        listPage(goodsTask, '/goods/task', { title: ['作业', 'Tasks'] }),
        listPage(goodsTaskLine, '/goods/taskLine', { title: ['作业明细', 'Task lines'] }),
        listPage(goodsWave, '/goods/wave', { title: ['波次', 'Waves'] }),
        page({
          path: '/warehouse/pack',
          name: 'goodsPack',
          title: ['打包台', 'Packing station'],
          component: 'goods/floor/pack',
          permission: 'goodsWave',
          operations: [operations.view, operations.edit],
        }),
      ],
      'profile',
    ),
  ]),
]
