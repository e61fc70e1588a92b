/** Carriers, what their files charge, and the parcels that the charges are of: the final leg. */
import {
  choice,
  computed,
  date,
  decimal,
  hash,
  integer,
  money,
  reference,
  referenceBy,
  sourceFile,
  text,
} from '#platform/declare/fields.ts'
import { moneyOwner } from '../../base/money-owner.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { freightAmounts } from './amounts.ts'
import { numberedMoneyOwner } from '#platform/server/imports.ts'
import { chargeKinds } from './charge-kinds.ts'

/** Codes of carriers as layouts name them. */
export const carrierSources = {
  fedex: [1, 'FedEx', 'FedEx'],
  ups: [2, 'UPS', 'UPS'],
  dhl: [3, 'DHL', 'DHL'],
  usps: [4, 'USPS', 'USPS'],
  shipstation: [10, 'ShipStation', 'ShipStation'],
  forwarder: [20, '货代', 'Forwarder'],
  other: [99, '其他', 'Other'],
} as const

export const carrier = moneyOwner('carrier', {
  type: 'financeCarrier',
  title: ['承运商', 'Carrier'],
  number: {
    title: ['客户号', 'Account number'],
    help: [
      '与账单文件里的客户号一致；文件不写客户号的，填自己认得的编号',
      'As its invoices name you; where they do not, a number of your own',
    ],
  },
  access: { permission: 'finance.freight.carrier' },
  fields: { source: choice('承运商类型', 'Kind of carrier', carrierSources, { filter: 'select', width: 120 }) },
  list: {
    empty: ['登记快递、货代和发货软件，账单文件按承运商导入', 'Carriers, forwarders and shipping software whose files are imported'],
  },
})
export const numberedCarrier = numberedMoneyOwner(carrier, ['承运商', 'carrier'], { field: 'source', any: 'other' })

export const parcelSources = { ...chargeKinds, hand: [9, '手工', 'By hand'] } as const

const carrierField = () => reference('承运商', 'Carrier', 'carrier', { filter: 'select', editDisabled: true, width: 150 })
const tracking = () => text('跟踪号', 'Tracking number', { max: 60, filter: 'equals', editDisabled: true, sort: true, width: 170 })
const fee = (zh: string, en: string) =>
  money(zh, en, { currency: 'currency', default: '0', total: true, filter: 'range', width: 110, see: freightAmounts })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 })
const weight = () => decimal('重量', 'Weight', 4, { optional: true, min: 0, width: 90 })
const order = () => text('订单号', 'Order number', { max: 60, default: '', filter: 'equals', width: 180, linkTo: 'order' })
const service = () => text('服务', 'Service', { max: 80, default: '', filter: 'contains', width: 140 })
const zone = () => text('分区', 'Zone', { max: 20, default: '', filter: 'equals', width: 70 })

export const carrierCharge = resource('carrier_charge', {
  type: 'financeCarrierCharge',
  title: ['承运商账单', 'Carrier charges'],
  access: { permission: 'finance.freight.finalLeg', scope: through('carrierId') },
  fields: {
    carrierId: carrierField(),
    trackingNo: tracking(),
    shippedOn: date('发货日期', 'Shipped on', { filter: 'range', sort: true, width: 110 }),
    chargeKind: text('费用说明', 'What for', { max: 200, default: '', filter: 'contains', width: 180 }),
    fee: fee('运费', 'Fee'),
    surcharge: fee('附加费', 'Surcharge'),
    currency: currency(),
    invoiceNo: text('账单号', 'Invoice', { max: 60, default: '', filter: 'equals', width: 130 }),
    orderNo: order(),
    service: service(),
    zoneCode: zone(),
    weight: weight(),
    kind: choice('来源', 'Told by', chargeKinds, { filter: 'select', width: 110 }),
    voided: choice(
      '是否作废',
      'Voided',
      { no: [0, '否', 'No'], yes: [1, '作废或退货面单', 'Voided or return label', 'quiet'] },
      { default: 0, filter: 'select' },
    ),
    status: text('文件里的状态', 'State in the file', { default: '', show: false }),
    lineKey: hash('行标识', 'Line key', { optional: true }),
    ordinal: integer('同行序号', 'Ordinal', { default: 1, hidden: true }),
    importId: sourceFile({ optional: true, show: false }),
  },
  list: {
    sort: { field: 'shippedOn', way: 'DESC' },
    empty: ['导入承运商账单后，这里显示每一行费用', 'Charges appear here once an invoice is imported'],
  },
  record: { editable: [], label: 'trackingNo' },
  storage: {
    unique: [['carrierId', 'lineKey', 'ordinal']],
    index: [['orgId', 'trackingNo'], ['orgId', '-shippedOn'], ['orgId', 'orderNo'], ['importId']],
  },
})

export const chargeFills = [
  'trackingNo',
  'shippedOn',
  'chargeKind',
  'fee',
  'surcharge',
  'currency',
  'invoiceNo',
  'orderNo',
  'service',
  'zoneCode',
  'weight',
  'kind',
  'voided',
  'status',
] as const

export const finalLegFee = resource('final_leg_fee', {
  type: 'financeFinalLegFee',
  title: ['尾程费用', 'Final leg'],
  access: { permission: 'finance.freight.finalLeg', scope: through('carrierId') },
  fields: {
    shippedOn: date('发货日期', 'Shipped on', { filter: 'range', sort: true, width: 110 }),
    carrierId: carrierField(),
    trackingNo: tracking(),
    orderNo: order(),
    service: service(),
    zoneCode: zone(),
    weight: weight(),
    fee: fee('运费', 'Fee'),
    surcharge: fee('附加费', 'Surcharge'),
    total: computed.sql(
      money('费用合计', 'Total', { currency: 'currency', total: true, sort: true, width: 110, see: freightAmounts }),
      'fee + surcharge',
    ),
    currency: currency(),
    source: choice('来源', 'Told by', parcelSources, { default: 9, computed: true, filter: 'select', width: 110 }),
    voided: choice(
      '面单',
      'Label',
      { no: [0, '有效', 'In force', 'good'], yes: [1, '作废或退货', 'Voided or return', 'quiet'] },
      { default: 0, computed: true, filter: 'select', width: 100 },
    ),
    remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
    /** as entered by hand, while a file tells of the parcel */
    enteredFee: money('手工运费', 'Fee by hand', { optional: true, hidden: true }),
    enteredSurcharge: money('手工附加费', 'Surcharge by hand', { optional: true, hidden: true }),
  },
  list: {
    find: 'trackingNo',
    sort: { field: 'shippedOn', way: 'DESC' },
    batchDelete: { by: 'carrierId', date: 'shippedOn' },
    empty: [
      '导入承运商账单、发货软件的导出或表格后，这里显示每个包裹的运费',
      'Parcels and what they cost, from invoices, shipping software and sheets',
    ],
  },
  record: { label: 'trackingNo' },
  storage: {
    key: ['trackingNo'],
    index: [
      ['orgId', '-shippedOn'],
      ['orgId', 'orderNo'],
      ['carrierId', '-shippedOn'],
    ],
  },
  life: { closes: { on: 'shippedOn', but: ['remark'] } },
})

export const carrierTables = { carrier, finalLegFee, carrierCharge }

const named = { carrier, finalLegFee }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
