/** What belongs to a shipping order: its boxes with what is in them, and its track. */
import { choice, date, dateTime, decimal, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { lines } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { label, product, quantity, worker } from '#areas/goods/index.ts'
import { trackStages } from './words.ts'

/** bounds and digits behind the point of a measure of a box: a form and a pasted sheet hold the same */
export const sideBounds = { scale: 2, min: 0.01, max: 1_000 } as const
export const weightBounds = { scale: 3, min: 0.001, max: 10_000 } as const
export const boxLinesMax = 200

const measure = (zh: string, en: string, { scale, ...bounds }: typeof sideBounds | typeof weightBounds, more: object) =>
  decimal(zh, en, scale, { ...bounds, optional: true, inline: true, ...more })
const side = (zh: string, en: string) => measure(zh, en, sideBounds, { width: 90 })
export const packingBox = resource('packing_box', {
  type: 'packingBox',
  title: ['箱', 'Box'],
  access: { permission: 'shippingOrder', scope: through('orderId') },
  fields: {
    orderId: reference('发货单', 'Shipping order', 'shipping_order', { filter: 'select', editDisabled: true, goes: true, width: 150 }),
    boxNo: integer('箱号', 'Box', { identifier: true, min: 1, max: 9_999, sort: true, width: 70 }),
    code: text('箱码', 'Code', { max: 60, optional: true, computed: true, filter: 'equals', width: 170 }),
    state: choice(
      '状态',
      'State',
      { open: [1, '打开', 'Open', 'warn'], sealed: [2, '封箱', 'Sealed', 'good'] },
      { default: 1, computed: true, filter: 'select', width: 90 },
    ),
    length: side('长（cm）', 'Length (cm)'),
    width: side('宽（cm）', 'Width (cm)'),
    height: side('高（cm）', 'Height (cm)'),
    weight: measure('重量（kg）', 'Weight (kg)', weightBounds, { total: true, width: 100 }),
    fbaBoxId: text('平台箱号', 'Box at the marketplace', { max: 60, optional: true, filter: 'equals', show: false, width: 160 }),
    fbaShipmentId: reference('FBA 货件', 'FBA shipment', 'fba_shipment', {
      optional: true,
      computed: true,
      noForeignKey: true,
      filter: 'select',
      width: 150,
    }),
    trackingNo: text('跟踪号', 'Tracking number', { max: 60, optional: true, filter: 'equals', show: false, width: 160 }),
  },
  list: {
    find: 'code',
    sort: { field: 'orderId', way: 'DESC' },
    scans: [{ field: 'code', kind: 'document', of: 'orderId' }],
    tabOf: { shippingOrder: { by: { orderId: 'id' } } },
    empty: ['发货单装箱后，这里显示每一箱', 'Boxes of shipping orders'],
  },
  record: {
    label: 'code',
    labels: { name: ['箱唛', 'Box labels'], size: [100, 60], of: { code: 'code', lines: ['orderId', 'boxNo'] } },
  },
  storage: {
    key: ['orderId', 'boxNo'],
    index: [['orgId', '-orderId', 'id'], ['code'], { on: ['fbaShipmentId'], where: 'fba_shipment_id is not null' }],
  },
  life: {
    states: machine('state', {
      states: { open: { edit: 'all', remove: true }, sealed: { edit: ['fbaBoxId', 'trackingNo'], remove: true } },
      steps: {
        seal: { title: ['封箱', 'Seal'], from: ['open'], to: 'sealed', may: worker, tone: 'primary' },
        unseal: { title: ['拆箱', 'Open'], from: ['sealed'], to: 'open', may: worker },
      },
    }),
  },
})

export const packingBoxLine = lines('packing_box_line', {
  type: 'packingBoxLine',
  title: ['箱内明细', 'Box line'],
  of: { boxId: reference('箱', 'Box', 'packing_box', { filter: 'select', editDisabled: true, width: 150 }) },
  max: boxLinesMax,
  access: { permission: 'shippingOrder' },
  fields: {
    productId: product(),
    labelId: label(),
    quantity: quantity(),
    expiresOn: date('失效日期', 'Expires on', { optional: true, width: 110 }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['labelId']] },
})

export const trackingEvent = resource('tracking_event', {
  type: 'trackingEvent',
  title: ['物流轨迹', 'Tracking event'],
  access: { permission: 'shippingOrder', scope: through('orderId') },
  fields: {
    orderId: reference('发货单', 'Shipping order', 'shipping_order', { filter: 'select', editDisabled: true, goes: true, width: 150 }),
    at: dateTime('时间', 'At', { sort: true, filter: 'range', width: 150 }),
    stage: choice('节点', 'Stage', trackStages, { filter: 'select', width: 110 }),
    place: text('地点', 'Place', { max: 100, optional: true, width: 140 }),
    note: longText('说明', 'Note', { max: 300, optional: true }),
  },
  list: {
    sort: { field: 'at', way: 'DESC' },
    tabOf: { shippingOrder: { by: { orderId: 'id' } } },
    empty: ['手工登记或导入承运商的轨迹', 'What carriers report, entered or imported'],
  },
  record: { label: 'place' },
  storage: { key: ['orderId', 'at', 'stage'], index: [['orgId', '-at', '-id']] },
})

export const boxTables = { packingBox, packingBoxLine, trackingEvent }
