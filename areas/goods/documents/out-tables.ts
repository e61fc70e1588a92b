/** 出库单: what is held, picked and leaves a warehouse: sold, used, given as a sample, scrapped. */
import { approval } from '#platform/declare/approval.ts'
import { bigInteger, choice, date, decimal, flag, longText, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { granted } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import {
  batch,
  kept,
  label,
  outboundFields,
  outboundStates,
  outboundSteps,
  priorities,
  product,
  programStep,
  quantity,
  warehouse,
  warehouseOf,
} from './words.ts'

export const outKinds = {
  sold: [1, '销售', 'Sale', 'info'],
  used: [2, '领用', 'Use', 'quiet'],
  sample: [3, '样品', 'Sample', 'quiet'],
  scrapped: [4, '报废', 'Scrap', 'bad'],
} as const
/** what somebody must look at before a document of an order goes on */
export const orderNotes = {
  unpaired: [1, 'SKU 未配对', 'SKU not mapped', 'warn'],
  changed: [2, '订单已变更', 'Order changed', 'warn'],
  cancelled: [3, '订单已取消', 'Order cancelled', 'bad'],
} as const
/** carrier and address may become known while goods are picked */
const afterwards = ['remark', 'attachments', 'channelId', 'carrier', 'trackingNo', 'freight', 'freightCurrency'] as const
const shipping = [...afterwards, 'address', 'dueOn', 'priority'] as const

export const goodsOut = document('goods_out', {
  type: 'goodsOut',
  title: ['出库单', 'Goods issue'],
  number: 'CK',
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    kind: choice('类型', 'Kind', outKinds, { default: 1, filter: 'select', as: 'radio', width: 90 }),
    warehouseId: warehouse(),
    state: choice('状态', 'State', outboundStates, { default: 0, filter: 'select', width: 100 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 140, help: ['销售出库必填', 'Needed for sales'] }),
    orderNo: text('订单号', 'Order', { max: 60, optional: true, filter: 'equals', linkTo: 'order', width: 160 }),
    deptId: reference('部门', 'Department', 'department', {
      optional: true,
      filter: 'select',
      width: 120,
      help: ['领用出库必填', 'Needed for use'],
    }),
    dueOn: date('要求发出', 'Due', { optional: true, filter: 'range', sort: true, width: 110 }),
    priority: choice('优先级', 'Priority', priorities, {
      default: 2,
      filter: 'select',
      sort: true,
      width: 90,
      help: [
        '高的先配货、先进波次、先拣；盘亏时先动低的',
        'The higher is allocated, put into waves and picked first; a loss takes from the lower',
      ],
    }),
    channelId: reference('物流渠道', 'Channel', 'logistics_channel', { optional: true, filter: 'select', show: false, width: 140 }),
    carrier: text('承运商', 'Carrier', { max: 60, optional: true, show: false, width: 120 }),
    trackingNo: text('运单号', 'Waybill', { max: 60, optional: true, filter: 'equals', width: 150 }),
    freight: decimal('运费', 'Freight', 2, { optional: true, min: 0, show: false, total: true, width: 100 }),
    freightCurrency: referenceBy('运费币种', 'Currency of freight', 'currency', 'code', { optional: true, show: false, width: 80 }),
    address: longText('收货信息', 'Address', { max: 500, optional: true, sensitive: true, show: false }),
    ...outboundFields(),
    waveId: reference('波次', 'Wave', 'goods_wave', { optional: true, computed: true, filter: 'select', show: false, width: 150 }),
    fromOrder: flag('由订单生成', 'From an order', { default: false, computed: true, filter: 'select', show: false, width: 90 }),
    orderNote: choice('订单提示', 'Look at', orderNotes, { optional: true, computed: true, filter: 'select', width: 110 }),
    unpaired: text('未配对 SKU', 'SKUs not mapped', { max: 500, default: '', computed: true, show: false, width: 160 }),
  },
  list: {
    scans: [
      { field: 'trackingNo', kind: 'document' },
      { field: 'orderNo', kind: 'document' },
    ],
    empty: ['销售、领用、样品和报废的出库，先配货再拣货发运', 'What leaves: sales, use, samples and scrap'],
  },
  storage: {
    index: [
      ['warehouseId', 'state', '-businessOn'],
      ['shopId'],
      ['orderNo'],
      ['trackingNo'],
      ['deptId'],
      ['channelId'],
      { on: ['waveId'], where: 'wave_id is not null' },
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
        shipped: { edit: afterwards, final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        ...outboundSteps,
        made: programStep(['订单出库', 'From an order'], ['draft'], 'open'),
        amend: programStep(['订单已变更', 'Order changed'], ['open', 'held'], 'draft'),
      },
    }),
    approval: approval({ submit: { title: ['出库', 'Goods issue'], steps: ['submit'] } }, { figures: ['no', 'kind', 'warehouseId'] }),
    posts: { step: 'ship', reversed: 'reversed', but: [...afterwards, 'toPutBack', 'isLack', 'orderNote'] },
  },
})

export const goodsOutLine = lines('goods_out_line', {
  type: 'goodsOutLine',
  title: ['出库明细', 'Issue line'],
  of: { outId: reference('出库单', 'Goods issue', 'goods_out', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  access: { permission: 'goodsOut' },
  fields: {
    warehouseId: warehouseOf('outId.warehouseId'),
    productId: product(),
    quantity: quantity(),
    held: kept('已配', 'Allocated'),
    packed: kept('已装', 'Packed', { show: false }),
    labelId: label(),
    batchId: batch(),
    locationId: reference('库位', 'Location', 'goods_location', {
      optional: true,
      filter: 'select',
      narrowedBy: { warehouseId: 'warehouseId' },
      width: 140,
      help: [
        '只从这个库位出；报废可以选不良品区等，冻结或失效的批次请同时选批次',
        'From here alone; scrap may lie in any area, a frozen or expired batch is named too',
      ],
    }),
    /** of a bundle: so many are put together when it is shipped, of the lines that name it */
    sets: kept('组装', 'Put together', { total: false, show: false }),
    bundleId: reference('套装', 'For bundle', 'product', { optional: true, computed: true, show: false, noForeignKey: true, width: 160 }),
    ofLineId: bigInteger('套装行', 'Line of the bundle', { optional: true, computed: true, hidden: true }),
    bomId: bigInteger('物料清单', 'Bill', { optional: true, computed: true, hidden: true }),
    /** shop, order and line: each line of an order leaves once */
    orderLine: text('订单行', 'Line of the order', { max: 300, optional: true, computed: true, hidden: true }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: {
    unique: [['orderLine']],
    index: [['productId'], ['batchId'], ['locationId'], { on: ['ofLineId'], where: 'of_line_id is not null' }],
  },
})

export const outTables = { goodsOut, goodsOutLine }
