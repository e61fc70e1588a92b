/** FBA 货件: what goes under one number of a marketplace, in boxes of a shipping order; and what a box may measure there. */
import { choice, computed, date, decimal, files, integer, longText, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { lines } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation, through } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { label, product, programStep, worker } from '#areas/goods/index.ts'
import { countedDays, lineStates, shipmentStates } from './words.ts'

const counted = (zh: string, en: string, more: object = {}) =>
  integer(zh, en, { default: 0, computed: true, total: true, width: 90, ...more })

export const fbaShipment = resource('fba_shipment', {
  type: 'fbaShipment',
  title: ['FBA 货件', 'FBA shipment'],
  access: { permission: 'shippingOrder', scope: through('orderId') },
  fields: {
    confirmationId: text('货件号', 'Shipment id', { max: 40, optional: true, filter: 'equals', sort: true, width: 150 }),
    orderId: reference('发货单', 'Shipping order', 'shipping_order', { filter: 'select', editDisabled: true, width: 150 }),
    shopId: reference('店铺', 'Shop', 'shop', { atCreation: 'orderId.shopId', optional: true, filter: 'select', width: 130 }),
    status: choice('状态', 'State', shipmentStates, { default: 2, filter: 'select', width: 90 }),
    centre: text('平台仓', 'Fulfilment centre', { max: 20, optional: true, filter: 'equals', width: 90 }),
    boxes: counted('箱数', 'Boxes'),
    expected: counted('发出件数', 'Units sent'),
    received: counted('已收件数', 'Units received'),
    missing: computed.sql(integer('未收件数', 'Units missing', { width: 90, sort: true }), 'greatest(expected - received, 0)'),
    unexpected: counted('不在货件中的件数', 'Units of other SKUs', {
      show: false,
      help: ['分类账在这个货件号下收到、但货件里没有的 MSKU', 'Received under this id of SKUs that it does not hold'],
    }),
    deliveredOn: date('送达日期', 'Delivered on', { optional: true, filter: 'range', sort: true, width: 110 }),
    closedOn: date('关闭日期', 'Closed on', { optional: true, computed: true, show: false, width: 110 }),
    address: longText('收货地址', 'Address', { max: 300, optional: true, show: false }),
    labels: files('箱唛', 'Box labels', { optional: true, max: 20, show: false }),
    remark: longText('备注', 'Remark', { max: 300, optional: true, show: false }),
  },
  list: {
    find: 'confirmationId',
    sort: { field: 'orderId', way: 'DESC' },
    scans: [{ field: 'confirmationId', kind: 'document', of: 'orderId' }],
    views: [{ name: 'receiving', title: ['在收', 'Being received'], field: 'status', codes: [4, 6, 8] }],
    tabOf: { shippingOrder: { by: { orderId: 'id' } } },
    shownAs: { card: { title: 'confirmationId', subtitle: 'orderId', tags: ['status'] }, board: { by: 'status' } },
    empty: [
      '发往平台仓的货按货件号登记在这里，收货由库存分类账自动入账',
      'What goes to a marketplace under its ids; receipts come from its inventory ledger',
    ],
  },
  record: { label: 'confirmationId' },
  storage: {
    unique: [['confirmationId']],
    index: [['orgId', '-orderId', '-id'], ['orderId'], ['shopId', 'status'], ['status', 'deliveredOn']],
  },
  life: {
    states: machine('status', {
      states: {
        preparing: { edit: 'all', remove: true },
        sent: { edit: ['confirmationId', 'centre', 'address', 'labels', 'remark'] },
        delivered: { edit: ['confirmationId', 'centre', 'deliveredOn', 'address', 'labels', 'remark'] },
        receiving: { edit: ['centre', 'deliveredOn', 'address', 'labels', 'remark'] },
        closed: { edit: ['remark', 'labels'], final: true },
        cancelled: { edit: ['remark'], remove: true, final: true },
      },
      steps: {
        send: programStep(['已发货', 'Shipped'], ['preparing'], 'sent'),
        unsend: programStep(['发货已冲销', 'Taken back'], ['sent', 'delivered', 'receiving'], 'preparing'),
        deliver: {
          title: ['已送达', 'Delivered'],
          from: ['sent'],
          to: 'delivered',
          may: worker,
          tone: 'primary',
          input: { deliveredOn: 'required' },
        },
        receiveSome: programStep(['平台开始接收', 'The marketplace receives'], ['sent', 'delivered'], 'receiving'),
        close: {
          title: ['已关闭', 'Closed'],
          from: ['sent', 'delivered', 'receiving'],
          to: 'closed',
          may: worker,
          set: { closedOn: 'now' },
          confirm: ['平台已关闭这个货件？没有收到的件数随即成为少收', 'Has the marketplace closed it? What did not come is short then'],
        },
        reopen: { title: ['重新打开', 'Open again'], from: ['closed'], to: 'receiving', may: worker, set: { closedOn: null } },
        cancel: { title: ['取消货件', 'Cancel'], from: ['preparing'], to: 'cancelled', may: worker, tone: 'danger' },
      },
    }),
  },
})

export const fbaShipmentLine = lines('fba_shipment_line', {
  type: 'fbaShipmentLine',
  title: ['FBA 货件明细', 'FBA shipment line'],
  of: { shipmentId: reference('FBA 货件', 'FBA shipment', 'fba_shipment', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 1_000,
  access: { permission: 'shippingOrder' },
  fields: {
    productId: product(),
    labelId: label(),
    expected: integer('发出件数', 'Units sent', { min: 1, max: 10_000_000, total: true, width: 90 }),
    received: counted('平台已收', 'Received'),
    writtenOff: counted('已核销', 'Written off'),
    reimbursed: counted('已赔件数', 'Reimbursed'),
    early: counted('发运前的收货', 'Received before it was shipped', {
      show: false,
      help: ['分类账的收货日期早于发运两天以上，没有入账，请核对货件号', 'Received more than two days before it was shipped: not entered'],
    }),
    state: choice('结果', 'Result', lineStates, { default: 0, computed: true, filter: 'select', width: 90 }),
    waitUntil: date('等到', 'Waits until', { optional: true, computed: true, width: 110 }),
    claimId: reference('索赔', 'Claim', 'amazon_claim', { optional: true, computed: true, noForeignKey: true, width: 150 }),
  },
  list: {
    search: false,
    views: [{ name: 'short', title: ['少收待处理', 'Short, to decide'], field: 'state', codes: [2] }],
    empty: [
      `货件关闭或送达 ${countedDays} 天后没有收齐的显示为少收：索赔、等待或核销`,
      `What did not come ${countedDays} days after delivery, or at the close, is short: claim it, wait or write it off`,
    ],
  },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['labelId'], ['state'], { on: ['claimId'], where: 'claim_id is not null' }] },
})

export const boxLimit = resource('box_limit', {
  type: 'boxLimit',
  title: ['箱规限制', 'Limits of boxes'],
  access: { scope: ownOrganisation },
  fields: {
    marketplaceCode: referenceBy('站点', 'Marketplace', 'marketplace', 'code', { filter: 'select', editDisabled: true, width: 150 }),
    maxSide: decimal('最长边（cm）', 'Longest side (cm)', 2, { min: 1, max: 1_000, width: 110 }),
    maxWeight: decimal('最大重量（kg）', 'Most weight (kg)', 3, { min: 0.1, max: 10_000, width: 110 }),
    heavyFrom: decimal('超重标签起（kg）', 'Heavy label from (kg)', 3, { optional: true, min: 0.1, max: 10_000, width: 120 }),
    source: text('来源', 'Source', { max: 200, width: 260 }),
    seenOn: date('核对日期', 'Looked up on', { sort: true, width: 110 }),
  },
  list: {
    sort: { field: 'marketplaceCode', way: 'ASC' },
    empty: ['登记各站点对箱子的限制；没有登记的站点按美国站提示', 'Limits by marketplace; one without is warned of by those of amazon.com'],
  },
  record: { label: 'marketplaceCode' },
  storage: { kind: 'reference', key: ['marketplaceCode'] },
})

export const fbaTables = { fbaShipment, fbaShipmentLine, boxLimit }
