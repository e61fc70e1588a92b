/** Calls of order payments, of what belongs to an order, and checks and exports of workbooks of products and sales. */
import { Array as List, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { skuState } from '../../facts/sheets/sku-state.ts'
import { act, call, Id, type Context, type RouteMap } from '#platform/server/area.ts'
import { mappingInput, previewImport, type PreviewAsk } from '#platform/server/imports.ts'
import { add, exportOf, importOf, list, one, remove, templateOf, update } from '#platform/server/records.ts'
import { orderPayment } from './order-payments.ts'
import { syncAskOf, syncFields, syncInput } from '../../facts/amazon/lines/sync-words.ts'
import { shippingOf, syncShipping } from './order-shipping.ts'
import { tracesOf } from './order-traces.ts'

const workbook = O({ fileId: Id('文件'), mapping: Optional(mappingInput) })
const saleWorkbook = O({
  ...workbook.properties,
  type: Optional(Text({ title: '列表', maxLength: 100 })),
})
/** A dry run of the list's import: nothing is merged, and each fault names its row, column and value. */
const check = (context: Context, type: string, input: Readonly<Record<string, unknown>>) =>
  previewImport(context, { ...input, type } as PreviewAsk)

export const orderRoutes: RouteMap = {
  'POST /OmsOrderTransaction/create': add(orderPayment),
  'POST /OmsOrderTransaction/read': list(orderPayment),
  'GET /OmsOrderTransaction/query/{id}': one(orderPayment),
  'POST /OmsOrderTransaction/update': update(orderPayment),
  'POST /OmsOrderTransaction/delete': remove(orderPayment),
  'POST /OmsOrderTransaction/listExport': exportOf(orderPayment),
  'POST /OmsOrderTransaction/importData': importOf(orderPayment),
  'GET /OmsOrderTransaction/template': templateOf(orderPayment),
  'POST /OmsOrder/transactionAssociatedData': call(
    {
      demand: needs('finance.orderPayment', operations.view),
      summary: '订单关联的交易数据',
      input: O({ orderNo: Text({ title: '订单号', minLength: 1, maxLength: 60 }) }),
      write: false,
    },
    async (context, ask) => {
      const { found, ...answer } = await tracesOf(context, ask.input.orderNo)
      return { ...answer, ...found }
    },
  ),
  'POST /OmsOrder/orderShipping': call(
    {
      demand: needs('finance.orderPayment', operations.view),
      summary: '订单发货情况',
      input: O({ orderNos: List(Text({ maxLength: 60 }), { title: '订单号', maxItems: 50 }) }),
      write: false,
    },
    (context, ask) => shippingOf(context, ask.input.orderNos),
  ),
  'POST /OmsOrder/logisticsSync': act(
    orderPayment,
    { name: 'sync', title: ['同步物流', 'Sync shipping'], over: 'page', operation: operations.edit, input: syncFields },
    (context, ask) => syncShipping(context, syncAskOf(ask.input)),
    syncInput,
  ),
  // both: the list that a workbook is checked for says which right it takes
  'POST /productExcelOperation/validate/product': call(
    { demand: signedIn, summary: '校验商品表格', input: workbook, write: false },
    (context, ask) => check(context, 'product', ask.input),
  ),
  'POST /saleExcelOperation/validate': call(
    { demand: signedIn, summary: '校验销售表格', input: saleWorkbook, write: false },
    (context, ask) => {
      const { type = 'saleStockPlan', ...file } = ask.input
      return check(context, type as string, file)
    },
  ),
  'POST /productExcelOperation/exportPlatformSku': exportOf(skuState),
}
