/** 发货单: what goes together from a warehouse to a marketplace or to another warehouse by one channel. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, decimal, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { anyOf, granted, ownedBy } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import {
  batch,
  kept,
  label,
  outboundFields,
  outboundStates,
  outboundSteps,
  product,
  programStep,
  quantity,
  worker,
} from '#areas/goods/index.ts'
import { freightAmounts } from '#areas/finance/index.ts'
import { channelNamed, targets, trackStages, warehouseNamed } from './words.ts'

const { shipped: _shipped, reversed, voided, ...before } = outboundStates
/** until it has gone */
const shipping = ['remark', 'attachments', 'logisticsNo', 'etd', 'eta', 'priority', 'incoterm', 'zone'] as const

export const shippingStates = {
  ...before,
  shipped: [6, '已发货', 'Shipped', 'info'],
  part: [7, '部分签收', 'Partly received', 'warn'],
  done: [10, '已签收', 'Received', 'good'],
  ended: [11, '已完成', 'Done', 'good'],
  reversed,
  voided,
} as const

const measured = (zh: string, en: string, scale: number) =>
  decimal(zh, en, scale, { default: '0', computed: true, show: false, width: 100 })

export const shippingOrder = document('shipping_order', {
  type: 'shippingOrder',
  title: ['发货单', 'Shipping order'],
  number: 'FH',
  access: {
    scope: anyOf(
      ownedBy('ownerId'),
      granted('id', 'shippingOrders'),
      granted('from_warehouse_id', 'warehouses'),
      granted('to_warehouse_id', 'warehouses'),
      granted('channel_id', 'channels'),
    ),
  },
  fields: {
    state: choice('状态', 'State', shippingStates, { default: 0, filter: 'select', width: 100 }),
    target: choice('发往', 'To', targets, { default: 1, filter: 'select', editDisabled: true, width: 90 }),
    shopId: reference('店铺', 'Shop', 'shop', {
      optional: true,
      filter: 'select',
      width: 120,
      help: ['发往 FBA、WFS 时必填', 'Needed for FBA and WFS'],
    }),
    fromWarehouseId: warehouseNamed('发货仓库', 'From', { editDisabled: true, width: 120 }),
    boxes: integer('箱数', 'Boxes', { default: 0, computed: true, total: true, width: 80 }),
    units: kept('件数', 'Units'),
    toWarehouseId: warehouseNamed('目的仓库', 'Destination', {
      optional: true,
      help: ['发往三方仓、自营仓时必填', 'Needed for third-party and own warehouses'],
    }),
    channelId: channelNamed(),
    logisticsNo: text('物流单号', 'Logistics number', { max: 60, optional: true, filter: 'contains', sort: true, width: 160 }),
    trackStage: choice('物流状态', 'Track', trackStages, { optional: true, computed: true, filter: 'select', width: 100 }),
    etd: date('预计离港', 'ETD', { optional: true, filter: 'range', sort: true, show: false, width: 110 }),
    eta: date('预计到达', 'ETA', { optional: true, filter: 'range', sort: true, width: 110 }),
    priority: choice(
      '优先级',
      'Priority',
      {
        low: [1, '低', 'Low', 'quiet'],
        middle: [2, '中', 'Middle'],
        high: [3, '高', 'High', 'warn'],
        urgent: [4, '紧急', 'Urgent', 'bad'],
      },
      { default: 2, filter: 'select', show: false, width: 90 },
    ),
    incoterm: choice(
      '贸易条款',
      'Incoterm',
      {
        exw: [1, '工厂交货 EXW', 'EXW'],
        fob: [2, '装运港船上交货 FOB', 'FOB'],
        ddp: [3, '完税后交货 DDP', 'DDP'],
        ddu: [4, '未完税交货 DDU', 'DDU'],
      },
      { optional: true, show: false, width: 90 },
    ),
    volume: measured('体积（m³）', 'Volume (m³)', 6),
    gross: measured('毛重（kg）', 'Gross weight (kg)', 4),
    chargeable: measured('计费重（kg）', 'Chargeable weight (kg)', 4),
    zone: text('分区', 'Zone', {
      max: 20,
      optional: true,
      show: false,
      width: 100,
      help: ['运价的分区：国家、邮编开头或平台仓代码，如 US-9、ONT8', 'Zone of tariffs: country, beginning of the postcode, or centre'],
    }),
    estimate: money('预估运费', 'Estimated freight', {
      default: '0',
      computed: true,
      currency: 'estimateCurrency',
      width: 110,
      see: freightAmounts,
    }),
    estimateCurrency: referenceBy('运费币种', 'Currency', 'currency', 'code', { optional: true, computed: true, show: false, width: 80 }),
    consignmentId: reference('头程货件', 'Consignment', 'first_leg_shipment', {
      optional: true,
      computed: true,
      show: false,
      noForeignKey: true,
      width: 150,
    }),
    ...outboundFields(),
    /** the last day on which something of it arrived */
    arrivedOn: date('最后签收', 'Last received', { optional: true, computed: true, show: false, width: 110 }),
    ownerId: reference('制单人', 'Owner', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    scans: [{ field: 'logisticsNo', kind: 'document' }],
    views: [{ name: 'onTheWay', title: ['在途', 'On the way'], field: 'state', codes: [6, 7] }],
    shownAs: {
      board: { by: 'state' },
      calendar: { from: 'eta', to: 'eta' },
      card: { subtitle: 'channelId', tags: ['state', 'trackStage'], person: 'ownerId', due: 'eta' },
    },
    empty: [
      '发往平台仓和海外仓的货：配货、装箱、发运、跟踪、签收',
      'What goes to marketplaces and warehouses abroad, from allocation to arrival',
    ],
  },
  storage: {
    index: [
      ['fromWarehouseId', 'state', '-businessOn'],
      ['channelId', '-businessOn'],
      ['toWarehouseId'],
      ['shopId', '-businessOn'],
      ['ownerId', 'state', '-businessOn'],
      ['logisticsNo'],
      ['eta'],
      { on: ['consignmentId'], where: 'consignment_id is not null' },
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        open: { edit: shipping },
        held: { edit: shipping },
        picking: { edit: shipping },
        picked: { edit: shipping },
        shipped: { edit: shipping },
        part: { edit: shipping },
        done: { edit: shipping },
        ended: { edit: ['remark', 'attachments'], final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        ...outboundSteps,
        receive: {
          title: ['全部签收', 'Receive all'],
          from: ['shipped', 'part'],
          to: 'done',
          may: worker,
          tone: 'primary',
          confirm: ['在途的货物全部收到？', 'Has all that is on the way been received?'],
        },
        arrive: programStep(['部分签收', 'Partly received'], ['shipped'], 'part'),
        finish: programStep(['签收完成', 'Received'], ['shipped', 'part'], 'done'),
        lessArrived: programStep(['签收已冲销', 'A receipt was taken back'], ['done'], 'part'),
        notArrived: programStep(['签收已冲销', 'A receipt was taken back'], ['part', 'done'], 'shipped'),
        end: {
          title: ['完成', 'Done'],
          from: ['done'],
          to: 'ended',
          may: worker,
          confirm: ['费用和差异都已处理？', 'Are freight and differences settled?'],
        },
      },
    }),
    approval: approval(
      { submit: { title: ['发货单', 'Shipping order'], steps: ['submit'] } },
      { figures: ['no', 'fromWarehouseId', 'target', 'channelId'] },
    ),
    posts: {
      step: 'ship',
      reversed: 'reversed',
      after: ['part', 'done', 'ended'],
      but: [
        ...shipping,
        'toPutBack',
        'isLack',
        'trackStage',
        'arrivedOn',
        'boxes',
        'units',
        'volume',
        'gross',
        'chargeable',
        'estimate',
        'estimateCurrency',
        'consignmentId',
      ],
    },
  },
})

export const shippingOrderLine = lines('shipping_order_line', {
  type: 'shippingOrderLine',
  title: ['发货单明细', 'Shipping line'],
  of: { orderId: reference('发货单', 'Shipping order', 'shipping_order', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 1_000,
  draws: [
    {
      from: 'ship_plan_line',
      by: 'planLineId',
      measure: 'quantity',
      counter: 'shipped',
      closed: 'closedQty',
      when: ['open', 'part'],
      counts: ['asked', 'open', 'held', 'picking', 'picked', 'shipped', 'part', 'done', 'ended'],
      same: ['shopId', 'fromWarehouseId', 'target', 'toWarehouseId', 'channelId', 'productId', 'labelId'],
    },
  ],
  access: { permission: 'shippingOrder' },
  fields: {
    productId: product(),
    labelId: label(),
    quantity: quantity(),
    held: kept('已配', 'Allocated'),
    packed: kept('已装箱', 'Packed'),
    shipped: kept('已发', 'Shipped'),
    received: kept('已签收', 'Received'),
    lost: kept('丢失', 'Lost'),
    batchId: batch(),
    declareValue: decimal('申报单价', 'Declared value', 4, { optional: true, min: 0, show: false, width: 100 }),
    planLineId: reference('发货计划行', 'Plan line', 'ship_plan_line', { optional: true, show: false, width: 150 }),
    lostReason: text('丢失原因', 'Why lost', { max: 200, optional: true, computed: true, show: false }),
  },
  list: {
    search: false,
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, title: ['发货单明细', 'Shipping lines'], at: 10 } },
  },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['batchId'], ['labelId']] },
})

export const orderTables = { shippingOrder, shippingOrderLine }
