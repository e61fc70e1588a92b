/** Calls of production orders. */
import { choice, decimal, integer, longText } from '#platform/declare/fields.ts'
import { Object as O } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, Id, type Context, type Route, type RouteMap } from '#platform/server/area.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { documentCalls, goodsRights } from '#areas/goods/index.ts'
import { deliveryNote } from './delivery-note.ts'
import { allocate, complete, giveBack, issue, issueMore, undoReceipt } from './floor.ts'
import { report, voidReport } from './reporting.ts'
import { orderCost } from './order-cost.ts'
import { badReasons, orderKinds, orderStates, productionMaterial, productionOrder, productionReceipt, workReport } from './order-tables.ts'
import { buyOrder, lose, useUp } from './subcontract.ts'
import { quantity } from './words.ts'

const running = [orderStates.confirmed[0], orderStates.working[0], orderStates.part[0], orderStates.made[0]]
const reason = ['确认后、关闭前的生产单', 'Of an order that is confirmed and not closed'] as const
const edit = operations.edit
type Input = Readonly<Record<string, unknown>>
const text = (input: Input, name: string): string => asText(input[name] ?? '')
const listed = (name: string, r: Resource): RouteMap => ({ [`POST /${name}/list`]: list(r), [`POST /${name}/listExport`]: exportOf(r) })
const onOrder = (
  name: string,
  title: ActionDeclaration['title'],
  more: Partial<ActionDeclaration>,
  work: (context: Context, input: Input) => Promise<{ id: string }>,
): Route =>
  act(
    productionOrder,
    { name, title, over: 'row', operation: edit, when: { state: running }, reason, ...more },
    async (context, { input }) => work(context, input),
  )

/** what is done with parts that are left */
const leftover = (name: string, title: ActionDeclaration['title'], work: typeof useUp): Route => ({
  ...act(
    productionMaterial,
    {
      name,
      title,
      over: 'row',
      operation: goodsRights.decide.operation,
      input: { quantity: quantity('数量', 'Quantity'), reason: longText('原因', 'Reason', { max: 200 }) },
    },
    async (context, { input }) => work(context, input['id'], text(input, 'quantity'), text(input, 'reason')),
  ),
  right: goodsRights.decide.title,
})

export const orderRoutes: RouteMap = {
  ...documentCalls('productionOrder', productionOrder, null),
  ...listed('productionMaterial', productionMaterial),
  ...listed('workReport', workReport),
  ...listed('productionReceipt', productionReceipt),
  'POST /productionOrder/allocate': onOrder('allocate', ['配料', 'Allocate'], { when: { isLack: [true] } }, (context, input) =>
    allocate(context, input['id']),
  ),
  'POST /productionOrder/issue': onOrder('issue', ['领料', 'Issue'], {}, (context, input) => issue(context, input['id'])),
  'POST /productionOrder/report': onOrder(
    'report',
    ['报工', 'Report'],
    {
      input: {
        good: decimal('良品', 'Good', 6, { min: 0, max: 1_000_000_000, default: '0' }),
        bad: decimal('不良', 'Bad', 6, { min: 0, max: 1_000_000_000, default: '0' }),
        reworked: decimal('返工转良', 'Good by rework', 6, {
          min: 0,
          max: 1_000_000_000,
          default: '0',
          help: ['之前报的不良，返工后合格的数量', 'Of what was reported bad before, units that are good now'],
        }),
        badReason: choice('不良原因', 'Why bad', badReasons, { optional: true }),
        minutes: integer('用时（分钟）', 'Minutes', { optional: true, min: 1, max: 100_000 }),
      },
    },
    (context, input) =>
      report(context, input['id'], {
        good: text(input, 'good') || '0',
        bad: text(input, 'bad') || '0',
        reworked: text(input, 'reworked') || '0',
        badReason: text(input, 'badReason') === '' ? null : Number(text(input, 'badReason')),
        minutes: text(input, 'minutes') === '' ? null : Number(text(input, 'minutes')),
      }),
  ),
  'POST /productionOrder/complete': onOrder(
    'complete',
    ['完工入库', 'Receive'],
    { input: { quantity: quantity('数量', 'Quantity') } },
    (context, input) => complete(context, input['id'], text(input, 'quantity')),
  ),
  'POST /productionMaterial/more': {
    ...act(
      productionMaterial,
      {
        name: 'more',
        title: ['超领', 'Issue more'],
        over: 'row',
        operation: edit,
        input: { quantity: quantity('数量', 'Quantity'), reason: longText('原因', 'Reason', { max: 200 }) },
      },
      async (context, { input }) => issueMore(context, input['id'], text(input, 'quantity'), text(input, 'reason')),
    ),
    further: [goodsRights.decide],
  },
  'POST /productionOrder/buy': act(
    productionOrder,
    {
      name: 'buy',
      title: ['生成采购单', 'Order it'],
      over: 'row',
      operation: edit,
      when: { state: running, kind: [orderKinds.subcontract[0]] },
      reason: [
        '委外的生产单，确认后生成一次采购单；采购单作废后可再生成',
        'Of a subcontracted order that is confirmed, once; again when it is void',
      ],
      result: 'page',
    },
    async (context, { input }) => buyOrder(context, input['id']),
  ),
  'POST /productionOrder/deliveryNote': deliveryNote,
  'POST /productionOrder/cost': call(
    { demand: needs('productionOrder', operations.view), summary: '生产单成本', input: O({ id: Id() }), write: false },
    (context, { input }) => orderCost(context, input.id),
  ),
  'POST /productionMaterial/useUp': leftover('useUp', ['计入成本', 'Into the cost'], useUp),
  'POST /productionMaterial/lose': leftover('lose', ['丢失索赔', 'Lost, charged'], lose),
  'POST /productionMaterial/back': act(
    productionMaterial,
    { name: 'back', title: ['退料', 'Give back'], over: 'row', operation: edit, input: { quantity: quantity('数量', 'Quantity') } },
    async (context, { input }) => giveBack(context, input['id'], text(input, 'quantity')),
  ),
  'POST /workReport/void': act(
    workReport,
    {
      name: 'void',
      title: ['作废', 'Void'],
      over: 'row',
      operation: edit,
      when: { voided: [false] },
      reason: ['已作废', 'It is void'],
      confirm: ['作废这次报工？', 'Void this report?'],
    },
    async (context, { input }) => voidReport(context, input['id']),
  ),
  'POST /productionReceipt/reverse': act(
    productionReceipt,
    {
      name: 'reverse',
      title: ['冲销', 'Reverse'],
      over: 'row',
      operation: operations.audit,
      when: { reversed: [false] },
      reason: ['已冲销', 'It is reversed'],
      confirm: ['冲销这次入库？成品退出库存，物料回到在制', 'Take it back? The goods go, the parts are in production again'],
    },
    async (context, { input }) => undoReceipt(context, input['id']),
  ),
}
