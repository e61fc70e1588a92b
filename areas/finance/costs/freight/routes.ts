/** Route map of the final and the first leg: the specification's paths, and the added ones beside them. */
import { needs, operations } from '#platform/declare/operations.ts'
import { act, call, type Route, type RouteMap } from '#platform/server/area.ts'
import { approvable } from '#platform/server/steps.ts'
import { asText } from '#platform/format/text.ts'
import { billsNamed, judgedFirst } from './beyond.ts'
import { csvTemplate, importOfOwned, keeperRule } from '#platform/server/imports.ts'
import { family, imported, add, exportOf, list, one, remove, removeToo, removeBetween, update } from '#platform/server/records.ts'
import { carrierBillSheet, finalLegSheet } from './carrier-layouts.ts'
import { carrier, carrierCharge, finalLegFee, numberedCarrier } from './carrier-tables.ts'
import { firstLegBill, firstLegFee, firstLegShare, firstLegShipment, stages } from './first-leg-tables.ts'
import { generate, takeBack, tryShares } from './generate.ts'
import { keptAsCharged } from './keep.ts'
import { firstLegSheet } from './packing-kinds.ts'
import { refuseOtherStage } from './refuse-other-stage.ts'

const accept = ['.csv', '.txt', '.xlsx', '.xls']
const bytesMax = 100 * 1_048_576
const [finalLeg, firstLeg] = ['finance.freight.finalLeg', 'finance.freight.firstLeg']
const { edit } = operations

/** The heads of our own sheet, to be filled in. */
const sheetTemplate = (permission: string, title: string, heads: readonly string[]): Route =>
  call({ demand: needs(permission, operations.import), summary: '下载导入模板' }, async () => csvTemplate(title, heads))
const finalHeads = [
  ...['trackingNo', 'orderNo'].map(name => finalLegSheet.texts[name] as string),
  finalLegSheet.day,
  ...['service', 'zoneCode'].map(name => finalLegSheet.texts[name] as string),
  '重量',
  '运费',
  '附加费',
  '币种',
  '费用说明',
]
const billHeads = '账单号,账单合计,跟踪号,订单号,发货日期,服务,分区,重量,运费,附加费,金额,币种,费用说明'.split(',')
const firstHeads = Object.values(firstLegSheet.heads).map(([head = '']) => head)

const parcels = { written: keptAsCharged, undoable: false as const }

const importInto = (title: readonly [string, string], stage: number): Route => {
  const route = importOfOwned({
    owner: firstLegShipment,
    field: 'shipmentId',
    permission: firstLeg,
    title,
    on: stage === stages.current[0] ? [firstLegFee, firstLegShipment] : [firstLegFee],
    accept,
    bytesMax,
    templates: [{ title: ['头程费用表模板', 'First-leg sheet'], path: '/FinanceFirstLegFee/template' }],
  })
  return {
    ...route,
    handler: async (context, ask) => {
      await refuseOtherStage(context, ask.input['shipmentId'] as string | undefined, stage)
      return route.handler(context, ask)
    },
  }
}

export const freightRoutes: RouteMap = {
  ...family('FinanceCarrier', carrier, keeperRule(numberedCarrier)),
  ...imported('FinanceCarrier', carrier, keeperRule(numberedCarrier)),
  'POST /FinanceFinalLegFee/list': list(finalLegFee),
  'GET /FinanceFinalLegFee/query/{id}': one(finalLegFee),
  'POST /FinanceFinalLegFee/importData': importOfOwned({
    owner: carrier,
    field: 'carrierId',
    permission: finalLeg,
    title: ['导入承运商账单', 'Import invoices of carriers'],
    on: [finalLegFee, carrierCharge],
    accept,
    bytesMax,
    templates: [
      { title: ['尾程费用表模板', 'Final leg sheet'], path: '/FinanceFinalLegFee/template' },
      { title: ['承运商账单表模板', 'Carrier bill sheet: template'], path: '/FinanceCarrierCharge/template' },
    ],
  }),
  'GET /FinanceFinalLegFee/template': sheetTemplate(finalLeg, '尾程费用表', finalHeads),
  'POST /FinanceFinalLegFee/insert': add(finalLegFee, { written: keptAsCharged }),
  'POST /FinanceFinalLegFee/update': update(finalLegFee, { written: keptAsCharged }),
  'POST /FinanceFinalLegFee/delete': remove(finalLegFee, parcels),
  'POST /FinanceFinalLegFee/batchDelete': removeToo(finalLegFee, parcels),
  'POST /FinanceFinalLegFee/deleteData': removeBetween(finalLegFee, parcels),
  'POST /FinanceFinalLegFee/listExport': exportOf(finalLegFee),
  'GET /FinanceCarrierCharge/template': sheetTemplate(finalLeg, carrierBillSheet.title[0], billHeads),
  'POST /FinanceCarrierCharge/list': list(carrierCharge),
  'POST /FinanceCarrierCharge/listExport': exportOf(carrierCharge),

  ...family('FinanceFirstLegShipment', firstLegShipment),
  ...imported('FinanceFirstLegShipment', firstLegShipment),
  'POST /FinanceFirstLegFee/import': importInto(['导入装箱单', 'Import packing lists'], stages.current[0]),
  'POST /FinanceFirstLegFee/importInitial': importInto(['导入期初', 'Import the initial period'], stages.initial[0]),
  'GET /FinanceFirstLegFee/template': sheetTemplate(firstLeg, '头程费用表', firstHeads),
  'POST /FinanceFirstLegFee/list': list(firstLegFee),
  'POST /FinanceFirstLegFee/update': update(firstLegFee),
  'POST /FinanceFirstLegFee/listExport': exportOf(firstLegFee),
  ...family('FinanceFirstLegBill', firstLegBill),
  ...imported('FinanceFirstLegBill', firstLegBill),
  'POST /FinanceFirstLegFee/preview': act(
    firstLegBill,
    { name: 'preview', title: ['试算', 'Try'], over: 'row', operation: edit, when: { state: [0] }, result: 'page' },
    (context, { input }) => tryShares(context, input['id']),
  ),
  'POST /FinanceFirstLegFee/generate': judgedFirst(
    approvable(
      firstLegBill,
      'generate',
      act(
        firstLegBill,
        {
          name: 'generate',
          title: ['分摊', 'Allocate'],
          over: 'rows',
          operation: edit,
          when: { state: [0] },
          reason: ['只能分摊未分摊的账单', 'Only open bills are allocated'],
          confirm: ['按分摊依据把账单费用分到装箱明细？可先用“试算”查看每行的金额', 'Divide these bills among what was packed?'],
        },
        (context, { input }) => generate(context, input),
      ),
      { recordOf: input => asText(billsNamed(input)[0] ?? ''), when: input => billsNamed(input).length === 1 },
    ),
  ),
  'POST /FinanceFirstLegFee/batchCancel': act(
    firstLegBill,
    {
      name: 'batchCancel',
      title: ['撤销分摊', 'Take back'],
      over: 'rows',
      operation: edit,
      when: { state: [1] },
      reason: ['只能撤销已分摊的账单', 'Only allocated bills are taken back'],
      confirm: ['撤销后这些账单的费用不再计入头程费用，确定撤销？', 'The fees of these bills no longer count. Take them back?'],
    },
    (context, { input }) => takeBack(context, input),
  ),
  'POST /FinanceFirstLegShare/list': list(firstLegShare),
  'POST /FinanceFirstLegShare/listExport': exportOf(firstLegShare),
}
