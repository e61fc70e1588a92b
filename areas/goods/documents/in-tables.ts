/** 入库单: what comes into a warehouse, from customers, without an order or otherwise. */
import { choice, decimal, reference } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { granted } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { batch, goodsRights, kept, label, product, quantity, voidStep, warehouse, warehouseOf, worker } from './words.ts'

/** others come with the areas that make them */
export const inKinds = {
  bought: [1, '采购', 'Purchase', 'info'],
  returned: [2, '退货', 'Customer return', 'warn'],
  other: [4, '其他', 'Other', 'quiet'],
  removed: [5, '平台移除退回', 'Back from a marketplace', 'info'],
  exchanged: [6, '换货', 'Exchange', 'info'],
} as const
export const conditions = {
  good: [1, '良品', 'Good', 'good'],
  unseen: [2, '待检', 'To inspect', 'info'],
  bad: [3, '不良', 'Defective', 'bad'],
} as const

export const goodsIn = document('goods_in', {
  type: 'goodsIn',
  title: ['入库单', 'Goods receipt'],
  number: 'RK',
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    kind: choice('类型', 'Kind', inKinds, { default: 4, filter: 'select', as: 'radio', width: 90 }),
    warehouseId: warehouse(),
    supplierId: reference('供应商', 'Supplier', 'supplier', {
      optional: true,
      filter: 'select',
      width: 180,
      help: ['采购入库必填', 'Needed for purchases'],
    }),
    shopId: reference('店铺', 'Shop', 'shop', {
      optional: true,
      filter: 'select',
      width: 140,
      help: ['退货和平台移除退回必填', 'Needed for returns and what a marketplace sends back'],
    }),
    state: choice(
      '状态',
      'State',
      {
        draft: [0, '草稿', 'Draft', 'quiet'],
        posted: [4, '已入库', 'Received', 'good'],
        reversed: [8, '已冲销', 'Reversed', 'bad'],
        voided: [9, '已作废', 'Void', 'quiet'],
      },
      { default: 0, filter: 'select', width: 100 },
    ),
  },
  list: {
    empty: [
      '退货、样品归还等入库都登记一张入库单，点“入库”后库存增加',
      'What comes in: returns, samples brought back, purchases without an order',
    ],
  },
  storage: { index: [['warehouseId', '-businessOn'], ['supplierId'], ['shopId']] },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        posted: { edit: ['remark', 'attachments'], final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        receive: {
          title: ['入库', 'Receive'],
          from: ['draft'],
          to: 'posted',
          may: worker,
          tone: 'primary',
          confirm: ['确定入库？库存随即增加', 'Receive these goods? The stock goes up at once'],
        },
        void: voidStep(['draft']),
      },
    }),
    posts: { step: 'receive', reversed: 'reversed', but: ['remark', 'attachments'] },
  },
})

const unitCost = decimal('单价（CNY）', 'Unit cost (CNY)', 8, {
  optional: true,
  min: 0,
  see: goodsRights.price,
  width: 120,
  help: ['采购入库必填；其他入库不填时按商品现有的单位成本', 'Needed for purchases; else empty: the present unit cost of the product'],
})

export const goodsInLine = lines('goods_in_line', {
  type: 'goodsInLine',
  title: ['入库明细', 'Receipt line'],
  of: { inId: reference('入库单', 'Goods receipt', 'goods_in', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  draws: [
    {
      from: 'purchase_order_line',
      by: 'orderLineId',
      measure: 'quantity',
      counter: 'received',
      over: 'overPercent',
      closed: 'closedQty',
      when: ['open', 'part'],
      counts: ['posted'],
      same: ['supplierId', 'warehouseId', 'productId', 'labelId'],
    },
    {
      from: 'purchase_delivery_line',
      by: 'deliveryLineId',
      measure: 'quantity',
      counter: 'received',
      over: 'overPercent',
      closed: 'closedQty',
      when: ['open', 'part', 'done'],
      counts: ['posted'],
      same: ['supplierId', 'warehouseId', 'productId', 'labelId', 'orderLineId'],
    },
  ],
  access: { permission: 'goodsIn' },
  fields: {
    warehouseId: warehouseOf('inId.warehouseId'),
    productId: product(),
    quantity: quantity(),
    condition: choice('品质', 'Condition', conditions, { default: 1, filter: 'select', width: 90 }),
    batchId: batch(),
    labelId: label(),
    toId: reference('入到库位', 'Into', 'goods_location', {
      optional: true,
      filter: 'select',
      narrowedBy: { warehouseId: 'warehouseId' },
      targetWhere: { status: 1 },
      width: 140,
      help: ['不填时按品质进收货、待检、退货或不良品区', 'Empty: the area that its condition asks for'],
    }),
    unitCost,
    returned: kept('已退', 'Returned', { show: false }),
    invoiced: kept('已开票', 'Invoiced', { show: false }),
    orderLineId: reference('采购单行', 'Order line', 'purchase_order_line', { optional: true, show: false, width: 150 }),
    deliveryLineId: reference('到货通知行', 'Delivery line', 'purchase_delivery_line', { optional: true, show: false, width: 150 }),
    /** of an exchange: what went back for it */
    returnLineId: reference('采购退货行', 'Return line', 'purchase_return_line', {
      optional: true,
      show: false,
      noForeignKey: true,
      width: 150,
    }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['batchId'], ['toId'], ['returnLineId']] },
})

export const inTables = { goodsIn, goodsInLine }
