/** First leg: consignments with what is packed in them, freight bills, and how a bill falls on the lines. */
import {
  choice,
  computed,
  date,
  decimal,
  flag,
  hash,
  integer,
  money,
  month,
  reference,
  referenceBy,
  sourceFile,
  text,
} from '#platform/declare/fields.ts'
import { freightAmounts } from './amounts.ts'
import { approval } from '#platform/declare/approval.ts'
import { document, lines } from '#platform/declare/document.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation, through } from '#platform/declare/scope.ts'
import { byProgram, machine } from '#platform/declare/states.ts'

const permission = 'finance.freight.firstLeg'

export const stages = { current: [1, '本期', 'Current period'], initial: [2, '期初', 'Initial period'] } as const
const modes = {
  sea: [1, '海运', 'Sea'],
  air: [2, '空运', 'Air'],
  express: [3, '快递', 'Express'],
  rail: [4, '铁路', 'Rail'],
  truck: [5, '卡车', 'Truck'],
} as const

/** By what a bill is divided. */
export const bases = {
  volume: [1, '体积', 'Volume'],
  gross: [2, '毛重', 'Gross weight'],
  net: [3, '净重', 'Net weight'],
  greater: [4, '体积重与毛重取大', 'Greater of volume and gross weight'],
  units: [5, '数量', 'Units'],
  value: [6, '申报价值', 'Declared value'],
  equal: [7, '平均', 'Equal'],
} as const
export type BasisName = keyof typeof bases

const carrierOf = () => reference('承运商', 'Carrier', 'carrier', { optional: true, filter: 'select', width: 140 })
const currency = (optional = false) => referenceBy('币种', 'Currency', 'currency', 'code', { optional, filter: 'select', width: 70 })
const measure = (zh: string, en: string, scale: number) => decimal(zh, en, scale, { default: '0', min: 0, total: true, width: 100 })

export const firstLegShipment = resource('first_leg_shipment', {
  type: 'financeFirstLegShipment',
  title: ['头程货件', 'First-leg consignment'],
  access: { permission, scope: ownOrganisation },
  fields: {
    shipmentNo: text('货件号', 'Consignment', { max: 60, filter: 'contains', sort: true, editDisabled: true, width: 180 }),
    stage: choice('期间类型', 'Stage', stages, { default: 1, as: 'radio', filter: 'select', editDisabled: true, width: 90 }),
    period: month('期间', 'Period', { filter: 'range', sort: true, width: 90 }),
    mode: choice('运输方式', 'Mode', modes, { default: 1, filter: 'select', width: 90 }),
    carrierId: carrierOf(),
    departedOn: date('发运日期', 'Departed on', { optional: true, filter: 'range', width: 110 }),
    target: text('目的仓', 'Destination', { max: 60, optional: true, filter: 'contains', width: 140 }),
    remark: text('备注', 'Remark', { max: 200, optional: true, show: false }),
    /** the document that shipped it: its first leg falls on what left the warehouse */
    docType: text('单据类型', 'Document type', { max: 30, optional: true, computed: true, hidden: true }),
    docId: text('单据', 'Document', { max: 20, optional: true, computed: true, hidden: true }),
  },
  list: {
    find: 'shipmentNo',
    sort: { field: 'period', way: 'DESC' },
    empty: ['登记发往海外仓的货件，再导入装箱单、登记货运账单', 'Consignments to warehouses abroad: packing lists are imported into them'],
  },
  record: { label: 'shipmentNo' },
  storage: { key: ['shipmentNo'], index: [['orgId', '-period', '-id']] },
  life: { closes: { on: 'period', but: ['remark'] } },
})

export const firstLegFee = resource('first_leg_fee', {
  type: 'financeFirstLegFee',
  title: ['头程费用', 'First leg'],
  access: { permission, scope: through('shipmentId') },
  fields: {
    shipmentId: reference('头程货件', 'Consignment', 'first_leg_shipment', { filter: 'select', editDisabled: true, width: 180 }),
    period: month('期间', 'Period', { optional: true, filter: 'range', sort: true, computed: true, width: 90 }),
    rowNo: integer('行号', 'Line', { identifier: true, computed: true, width: 70 }),
    sku: text('SKU', 'SKU', { max: 100, default: '', filter: 'equals', sort: true, width: 180 }),
    name: text('品名', 'Name', { max: 200, default: '', filter: 'contains', width: 180 }),
    quantity: measure('数量', 'Quantity', 4),
    cartons: measure('箱数', 'Cartons', 2),
    volume: measure('体积（m³）', 'Volume (m³)', 6),
    grossWeight: measure('毛重（kg）', 'Gross weight (kg)', 4),
    netWeight: measure('净重（kg）', 'Net weight (kg)', 4),
    declaredValue: measure('申报价值', 'Declared value', 4),
    fee: money('头程费用', 'First-leg fee', {
      currency: 'currency',
      default: '0',
      total: true,
      filter: 'range',
      sort: true,
      width: 120,
      see: freightAmounts,
    }),
    unitFee: computed.sql(
      decimal('单件头程费', 'Fee per unit', 6, { width: 110, see: freightAmounts }),
      'round(fee / nullif(quantity, 0), 6)',
    ),
    currency: currency(true),
    remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
    /** as the sheet states it: stands beside what bills bring */
    statedFee: money('表内费用', 'Fee of the sheet', { default: '0', hidden: true }),
    lineKey: hash('行标识', 'Line key', { optional: true }),
    ordinal: integer('同行序号', 'Ordinal', { default: 1, hidden: true }),
    importId: sourceFile({ optional: true, show: false }),
  },
  list: {
    sort: { field: 'period', way: 'DESC' },
    empty: [
      '导入装箱单或头程费用表后，这里按货件和 SKU 显示数量、体积、重量和费用',
      'Lines of packing lists and sheets, with the fee that falls on each',
    ],
  },
  record: { editable: ['sku', 'remark'], label: 'sku' },
  storage: {
    unique: [['shipmentId', 'lineKey', 'ordinal']],
    index: [['orgId', '-period', '-id'], ['orgId', 'sku', 'period'], ['importId']],
  },
  life: {
    // a bill may come after the close: what it changes counts in an open month (stock_freight)
    closes: { on: 'period', but: ['fee', 'statedFee', 'currency', 'remark'] },
  },
})

export const firstLegFills = [
  'period',
  'rowNo',
  'sku',
  'name',
  'quantity',
  'cartons',
  'volume',
  'grossWeight',
  'netWeight',
  'declaredValue',
  'statedFee',
  'fee',
  'currency',
] as const

export const firstLegBill = document('first_leg_bill', {
  type: 'financeFirstLegBill',
  title: ['货运账单', 'Freight bill'],
  number: 'HYZD',
  access: { permission, scope: ownOrganisation },
  fields: {
    shipmentId: reference('头程货件', 'Consignment', 'first_leg_shipment', { filter: 'select', width: 180 }),
    carrierId: carrierOf(),
    basis: choice('分摊依据', 'Basis', bases, { default: 1, filter: 'select', width: 140 }),
    kgPerCbm: decimal('每立方米折算公斤', 'Kilograms per m³', 2, {
      default: '167',
      min: 0,
      width: 110,
      help: ['体积重用：空运一般 167，海运一般 1000', 'For volume weight: mostly 167 by air, 1000 by sea'],
    }),
    currency: currency(),
    meaning: choice(
      '账单性质',
      'Nature of the bill',
      { actual: [1, '实际', 'Actual'], estimate: [2, '预估', 'Estimated', 'warn'] },
      { default: 1, filter: 'select', width: 90 },
    ),
    replacesId: reference('替代的预估账单', 'Replaces the estimate', 'first_leg_bill', {
      optional: true,
      width: 150,
      help: ['分摊后，所选预估账单不再计入头程费用', 'Once this bill is allocated, the estimate no longer counts'],
    }),
    /** with all that was billed before, above the estimate by more than is tolerated */
    beyond: flag('超出预估', 'Above the estimate', {
      default: false,
      computed: true,
      filter: 'select',
      width: 90,
      help: [
        '连同已分摊的账单比预估多 3% 以上，分摊和付款前审批',
        'Above the estimate by more than 3 %: approved before it counts and is paid',
      ],
    }),
    state: choice(
      '状态',
      'State',
      { open: [0, '未分摊', 'Open', 'warn'], generated: [1, '已分摊', 'Allocated', 'good'] },
      { default: 0, filter: 'select', width: 90 },
    ),
  },
  list: { empty: ['登记货代的账单，选择分摊依据，试算后分摊到装箱明细', 'Bills of forwarders, divided among what was packed'] },
  storage: { index: [['shipmentId'], ['replacesId']] },
  life: {
    states: machine('state', {
      states: { open: { edit: 'all', remove: true }, generated: { final: true } },
      steps: {
        generate: { title: ['分摊', 'Allocate'], from: ['open'], to: 'generated', may: byProgram },
        cancel: { title: ['撤销分摊', 'Take back'], from: ['generated'], to: 'open', may: byProgram },
      },
    }),
    approval: approval(
      { beyond: { title: ['超出预估的货运账单', 'Freight bill above its estimate'], action: 'generate', when: { beyond: [true] } } },
      { figures: ['no', 'shipmentId', 'carrierId'] },
    ),
  },
})

const billItems = {
  freight: [1, '运费', 'Freight'],
  duty: [2, '关税', 'Duty'],
  customs: [3, '报关清关', 'Customs clearance'],
  surcharge: [4, '附加费', 'Surcharge'],
  credit: [5, '退款减免', 'Credit'],
  other: [9, '其他', 'Other'],
} as const
/** what of a bill is duty of the goods and no first leg */
export const dutyItem = billItems.duty[0]

const billOf = () => reference('货运账单', 'Freight bill', 'first_leg_bill', { filter: 'select', editDisabled: true, width: 150 })
export const firstLegBillItem = lines('first_leg_bill_item', {
  type: 'financeFirstLegBillItem',
  title: ['账单费用', 'Item of a freight bill'],
  of: { billId: billOf() },
  max: 200,
  access: { permission },
  fields: {
    kind: choice('费用项目', 'Item', billItems, { default: 1, filter: 'select', width: 120 }),
    amount: money('金额', 'Amount', {
      default: '0',
      total: true,
      help: ['退款填负数', 'A credit is below zero'],
      width: 120,
      see: freightAmounts,
    }),
    note: text('说明', 'Note', { max: 100, optional: true, width: 180 }),
  },
})

/** How a bill falls on the lines: as it was tried last, in force while the bill is allocated. */
export const firstLegShare = resource('first_leg_share', {
  type: 'financeFirstLegShare',
  title: ['头程分摊明细', 'First-leg shares'],
  access: { permission, scope: through('billId') },
  fields: {
    billId: reference('货运账单', 'Freight bill', 'first_leg_bill', { filter: 'select', noForeignKey: true, width: 150 }),
    feeId: reference('装箱行', 'Packed line', 'first_leg_fee', { editDisabled: true, show: false }),
    rowNo: integer('行号', 'Line', { identifier: true, sort: true, width: 70 }),
    sku: text('SKU', 'SKU', { max: 100, default: '', filter: 'equals', width: 180 }),
    basis: choice('实际依据', 'Basis used', bases, { filter: 'select', width: 140 }),
    weight: decimal('依据数值', 'Weight', 6, { total: true, width: 120 }),
    share: money('分摊金额', 'Share', { currency: 'currency', default: '0', total: true, width: 120, see: freightAmounts }),
    duty: money('其中关税', 'Of it duty', { currency: 'currency', default: '0', total: true, width: 120, see: freightAmounts }),
    currency: currency(),
    inForce: choice(
      '是否生效',
      'In force',
      { no: [0, '试算', 'Tried', 'quiet'], yes: [1, '已生效', 'In force', 'good'] },
      { default: 0, filter: 'select', width: 90 },
    ),
  },
  list: {
    sort: { field: 'billId', way: 'DESC' },
    empty: [
      '在货运账单里试算或分摊后，这里显示每一行分到的金额和依据',
      'Shares of each bill with their basis, once it was tried or allocated',
    ],
  },
  record: { editable: [], label: 'sku' },
  storage: { unique: [['billId', 'feeId']], index: [['orgId', '-billId', 'rowNo'], ['feeId']] },
})

export const firstLegTables = { firstLegShipment, firstLegFee, firstLegBill, firstLegBillItem, firstLegShare }

const named = { firstLegShipment, firstLegFee, firstLegBill }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
