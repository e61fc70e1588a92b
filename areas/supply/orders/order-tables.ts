/** 采购单: what is ordered from a supplier at which price, and what of it came. */
import { approval } from '#platform/declare/approval.ts'
import { choice, computed, date, decimal, flag, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { byProgress } from '#platform/declare/draws.ts'
import { anyOf, granted, ownedBy } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { drawnState } from '#platform/format/drawn.ts'
import { kept, label, product, programStep, quantity } from '#areas/goods/index.ts'
import { priceRight, standardSteps, statesOf, supplierChoice } from './words.ts'

export const orderStates = {
  ...statesOf(['待交货', 'To deliver'], ['交货中', 'Delivering'], ['全部交货', 'Delivered']),
  settled: [7, '已结清', 'Settled', 'good'],
} as const
export const priceSources = {
  list: [1, '价目表', 'Price list', 'good'],
  last: [2, '上次采购', 'Last order', 'info'],
  hand: [3, '手工', 'By hand', 'quiet'],
} as const
const running = ['remark', 'attachments', 'promisedOn', 'platformNo'] as const
const seen = { see: priceRight } as const

export const purchaseOrder = document('purchase_order', {
  type: 'purchaseOrder',
  title: ['采购单', 'Purchase order'],
  number: 'CGDD',
  access: { scope: anyOf(ownedBy('buyerId'), granted('warehouse_id', 'warehouses')) },
  fields: {
    supplierId: supplierChoice({ sort: true }),
    warehouseId: reference('入库仓库', 'Warehouse', 'warehouse', { filter: 'select', choosableWhere: { status: 1 }, width: 140 }),
    state: choice('状态', 'State', orderStates, { default: 0, filter: 'select', width: 100 }),
    total: computed.sum(money('金额合计', 'Total', { total: true, currency: 'currency', width: 120, ...seen }), 'amount'),
    promisedOn: date('承诺交期', 'Promised on', { filter: 'range', sort: true, width: 110 }),
    /** as it was when it was ordered: later ones make nobody punctual */
    firstPromisedOn: date('首次承诺交期', 'First promised', { optional: true, computed: true, show: false, width: 110 }),
    invoicedPercent: decimal('开票（%）', 'Invoiced, %', 4, { default: '0', computed: true, show: false, width: 90 }),
    /** the promised day for as long as something is to come, empty after it */
    dueOn: date('到期日', 'Due', { optional: true, computed: true, sort: true, show: false }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select', show: false, width: 80 }),
    tax: computed.sum(money('税额合计', 'Tax', { total: true, currency: 'currency', show: false, width: 110, ...seen }), 'tax'),
    taxIncluded: flag('单价含税', 'Prices with tax', { default: true, show: false }),
    freight: money('运费', 'Freight', { default: '0', min: 0, currency: 'currency', show: false, width: 100, ...seen }),
    discount: money('优惠', 'Discount', { default: '0', min: 0, currency: 'currency', show: false, width: 100, ...seen }),
    termsId: reference('付款条件', 'Terms of payment', 'payment_terms', {
      optional: true,
      atCreation: 'supplierId.termsId',
      show: false,
      width: 160,
    }),
    platformNo: text('平台单号', 'Order at 1688', { max: 40, optional: true, filter: 'equals', width: 150 }),
    buyerId: reference('采购员', 'Buyer', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    empty: ['向供应商订货：从采购申请转单或直接新增', 'What is ordered from suppliers, from requests or directly'],
    views: [{ name: 'late', title: ['逾期未到', 'Late'], past: 'dueOn' }],
    shownAs: {
      board: { by: 'state' },
      calendar: { from: 'promisedOn', to: 'promisedOn' },
      card: { subtitle: 'supplierId', tags: ['state'], person: 'buyerId', due: 'dueOn' },
    },
  },
  storage: {
    index: [
      { on: ['orgId', 'platformNo'], where: 'state <> 6', unique: true },
      ['orgId', 'platformNo'],
      ['supplierId', '-businessOn'],
      ['warehouseId', 'state', '-businessOn'],
      ['buyerId', 'state', '-businessOn'],
      ['promisedOn'],
      { on: ['orgId', 'dueOn'], where: 'due_on is not null' },
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        open: { edit: running },
        part: { edit: running },
        done: { edit: running, final: true },
        closed: { edit: ['remark', 'attachments'], final: true },
        settled: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        ...standardSteps(['下单', 'Order']),
        ...byProgress('open', 'part', 'done'),
        settle: programStep(['已结清', 'Settled'], ['done', 'closed'], 'settled'),
        owe: programStep(['结清撤回', 'No longer settled'], ['settled'], 'done'),
        oweClosed: programStep(['结清撤回', 'No longer settled'], ['settled'], 'closed'),
      },
    }),
    approval: approval({ submit: { title: ['采购单', 'Purchase order'], steps: ['submit'] } }, { figures: ['no', 'supplierId', 'total'] }),
  },
})

export const purchaseOrderLine = lines('purchase_order_line', {
  type: 'purchaseOrderLine',
  title: ['采购单明细', 'Order line'],
  of: { orderId: reference('采购单', 'Purchase order', 'purchase_order', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  draws: [
    {
      from: 'purchase_request_line',
      by: 'requestLineId',
      measure: 'quantity',
      counter: 'ordered',
      closed: 'closedQty',
      when: ['open', 'part'],
      counts: ['asked', 'open', 'part', 'done', 'closed', 'settled'],
      same: ['productId', 'warehouseId', 'supplierId', 'labelId'],
    },
  ],
  progress: drawnState(['open', 'part', 'done'], 'quantity', 'received', 'closedQty'),
  access: { permission: 'purchaseOrder' },
  fields: {
    productId: product(),
    quantity: quantity(),
    price: decimal('单价', 'Price', 8, {
      optional: true,
      min: 0,
      width: 110,
      help: ['不填时取采购价目表，没有价目时取上次采购价', 'Empty: of the price list, else of the last order'],
      ...seen,
    }),
    priceFrom: choice('价格来源', 'Price from', priceSources, { optional: true, computed: true, width: 90, ...seen }),
    amount: computed.typed(money('金额', 'Amount', { total: true, width: 110, ...seen }), 'round(quantity * price, 2)'),
    taxRate: decimal('税率（%）', 'Tax, %', 4, { default: '13', min: 0, max: 100, show: false, width: 90 }),
    net: computed.typed(
      money('不含税金额', 'Net', { total: true, show: false, width: 110, ...seen }),
      'round(amount / (1 + taxRate / 100 * document.taxIncluded), 2)',
    ),
    tax: computed.typed(
      money('税额', 'Tax', { total: true, show: false, width: 100, ...seen }),
      'document.taxIncluded * (amount - net) + (1 - document.taxIncluded) * round(net * taxRate / 100, 2)',
    ),
    noticed: kept('已通知', 'Noticed', { show: false }),
    received: kept('已收', 'Received'),
    closedQty: kept('已关闭', 'Closed early'),
    overPercent: decimal('可超收（%）', 'May exceed, %', 4, { default: '0', min: 0, max: 100, show: false, width: 100 }),
    /** what did not come is noticed again: how much may be received is said above */
    noticeOver: decimal('可多通知（%）', 'May be noticed above, %', 4, { default: '1000', computed: true, hidden: true }),
    labelId: label(),
    requestLineId: reference('采购申请行', 'Request line', 'purchase_request_line', { optional: true, show: false, width: 150 }),
  },
  list: {
    search: false,
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, title: ['采购单明细', 'Order lines'], at: 11 } },
  },
  record: { label: 'productId' },
  storage: { index: [['productId']] },
})

export const orderTables = { purchaseOrder, purchaseOrderLine }
