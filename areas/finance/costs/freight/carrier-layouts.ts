/** Layouts of what carriers and shipping software hand out, and of our own sheet, as data. Pure. */
import type { OtherReport } from '#platform/declare/other-report.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'

/** Of a carrier's invoice, in whichever of its layouts it comes, this makes a charge the same charge. */
const invoiced = ['invoiceNo', 'trackingNo', 'day', 'direction', 'amount', 'currency'] as const

export const finalLegSheet: SheetLayout = {
  code: 'finalLegSheet',
  title: ['尾程费用表', 'Final leg sheet'],
  origin: 'template',
  source: '',
  day: '发货日期',
  serialDays: true,
  amount: { column: '运费' },
  currency: { column: '币种' },
  texts: { trackingNo: '跟踪号', orderNo: '订单号', service: '服务', zoneCode: '分区', chargeKind: '费用说明' },
  figures: { weight: '重量', surcharge: '附加费' },
  optional: ['orderNo', 'service', 'zoneCode', 'chargeKind', 'weight', 'surcharge'],
  identity: ['trackingNo', 'day', 'direction', 'amount', 'surcharge', 'currency', 'chargeKind'],
}

/** A bill of a carrier that hands out no file we read: its items, filled in by hand, each with the bill's number and stated sum. */
export const carrierBillSheet: SheetLayout = {
  code: 'carrierBillSheet',
  title: ['承运商账单表', 'Carrier bill sheet'],
  origin: 'template',
  source: '',
  day: '发货日期',
  serialDays: true,
  amount: { column: '金额' },
  currency: { column: '币种' },
  texts: { invoiceNo: '账单号', trackingNo: '跟踪号', orderNo: '订单号', service: '服务', zoneCode: '分区', chargeKind: '费用说明' },
  figures: { weight: '重量', freight: '运费', surcharge: '附加费' },
  parts: ['freight', 'surcharge'],
  optional: ['orderNo', 'service', 'zoneCode', 'chargeKind', 'weight'],
  documentTotal: { by: '账单号', stated: '账单合计' },
  identity: [...invoiced, 'chargeKind'],
  bareTexts: ['invoiceNo', 'trackingNo'],
}

/** Of the orders page, whose columns a person chooses. */
const orderGrid: OtherReport = {
  heads: [
    /^order(?: ?#| ?number| - number| ?id)$/i,
    /order ?date|^age$/i,
    /recipient|ship ?to|customer|item|order ?total|store|requested/i,
  ],
  say: listed(
    [
      sentence`这是 ShipStation 的订单清单，里面没有承运商运费`,
      sentence`请在 ShipStation“Account Settings > Payments & Subscription > Data Archives”下载当月的 Shipments 文件`,
      sentence`其中有 ShipDate、TrackingNumber、CarrierFee 列`,
    ],
    '；',
  ),
}

export const carrierLayouts: readonly SheetLayout[] = [
  {
    code: 'fedexInvoice',
    title: ['FedEx 账单', 'FedEx invoice'],
    origin: 'madeUp',
    source: 'fedex',
    day: 'Shipment Date',
    dayOrder: 'mdy',
    amount: { column: 'Net Charge Amount' },
    currency: { is: 'USD' },
    texts: {
      trackingNo: 'Express or Ground Tracking ID',
      invoiceNo: 'Invoice Number',
      service: 'Service Type',
      chargeKind: 'Tracking ID Charge Description',
    },
    owner: { column: 'Bill to Account Number' },
    footer: 'Total',
    identity: invoiced,
    bareTexts: ['invoiceNo', 'trackingNo'],
  },
  {
    code: 'fedexEdi',
    title: ['FedEx 电子账单（EDI）', 'FedEx electronic invoice (EDI)'],
    origin: 'madeUp',
    source: 'fedex',
    day: 'Ship Date',
    amount: { column: 'Net Chrg' },
    currency: { is: 'USD' },
    texts: { trackingNo: 'Tracking Number', invoiceNo: 'Invoice Number', service: 'Service' },
    figures: { freight: 'Freight Amt', fuel: 'Fuel Amt', residential: 'Resi Amt' },
    parts: ['freight', 'fuel', 'residential'],
    documentTotal: { by: 'Invoice Number', stated: 'Inv Charge' },
    repeats: { column: 'Type', words: ['Past Due'] },
    identity: invoiced,
    bareTexts: ['invoiceNo', 'trackingNo'],
  },
  {
    code: 'shipstation',
    others: [orderGrid],
    title: ['ShipStation 发货导出', 'ShipStation shipments'],
    source: 'shipstation',
    day: 'ShipDate',
    dayOrder: 'mdy',
    serialDays: true,
    amount: { column: 'CarrierFee' },
    currency: { is: 'USD' },
    texts: {
      shipmentNo: 'ShipmentID',
      trackingNo: 'TrackingNumber',
      orderNo: 'OrderNumber',
      service: ['ProviderName', 'ServiceCode'],
      zoneCode: 'Zone',
      status: ['Voided', 'IsReturnLabel', 'CarrierFee', 'InsuranceCost'],
    },
    figures: { weight: 'Weight', insurance: 'InsuranceCost' },
    moved: [
      { column: 'Voided', not: ['TRUE', 'true', '1'] },
      { column: 'IsReturnLabel', not: ['TRUE', 'true', '1'] },
    ],
    // a fee that changes later is the same label: its state says so
    identity: ['shipmentNo'],
  },
  finalLegSheet,
  carrierBillSheet,
]
