/** 生产: bills of material, conversions, orders. */
import { group, listPage, module, reportPage, type Module } from '#platform/declare/page.ts'
import { bom, bomLine } from './bom-tables.ts'
import { productionMaterial, productionOrder, productionReceipt, workReport } from './order-tables.ts'
import { goodsConvert, goodsConvertLine } from './convert-tables.ts'
import { productionReport } from './figures.ts'
import { demandForecast, mrpItem, mrpLine, mrpRun } from './mrp/tables.ts'

export const productionModules: readonly Module[] = [
  module('production', ['生产', 'Production'], 'tool', [
    group(
      'production',
      ['生产', 'Production'],
      [
        listPage(productionOrder, '/production/order', { title: ['生产单', 'Production orders'] }),
        listPage(productionMaterial, '/production/material', { title: ['生产用料', 'Materials'] }),
        listPage(workReport, '/production/report', { title: ['报工', 'Reports of work'] }),
        listPage(productionReceipt, '/production/receipt', { title: ['完工入库', 'Receipts'] }),
        listPage(bom, '/production/bom', { title: ['物料清单', 'Bills of material'] }),
        listPage(goodsConvert, '/production/convert', { title: ['组装拆分', 'Assembly'] }),
        listPage(goodsConvertLine, '/production/convertLine', { title: ['投入产出', 'In and out'] }),
        listPage(bomLine, '/production/bomLine', { title: ['用料明细', 'Bill lines'] }),
        listPage(mrpLine, '/production/mrpLine'),
        listPage(mrpItem, '/production/mrpItem'),
        listPage(mrpRun, '/production/mrpRun', { title: ['运行记录', 'Runs'] }),
        listPage(demandForecast, '/production/forecast', { title: ['预测', 'Forecast'] }),
        reportPage(productionReport, { path: '/production/analysis', title: ['生产分析', 'Analysis'], everyDays: 7 }),
      ],
      'tool',
    ),
  ]),
]
