/**
 * Each advertising invoice beside what settlements charged for it and what reports spent on its days, and each charge on the days of the
 * invoices that none of them explains; made anew when a file of any of them comes or goes, see charges.ts.
 */
import { choice, date, integer, money, referenceBy, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { currency, shop } from '../amazon/lines/table-words.ts'
import { advertisingPermission } from './sheet.ts'

/** How a charge was found to be the invoice's. */
export const chargeBases = {
  none: [0, '未找到', 'Not found'],
  number: [1, '扣款写明发票号', 'The charge names the invoice'],
  amount: [2, '金额和日期', 'Amount and day'],
  period: [3, '账期内合计', 'Charges of its period'],
} as const

export const adInvoiceCheck = resource('ad_invoice_check', {
  type: 'adInvoiceCheck',
  title: ['广告发票核对', 'Advertising invoices against charges'],
  access: { scope: grantedShops, permission: advertisingPermission },
  fields: {
    invoicedOn: date('发票或扣款日期', 'Invoiced or charged on', { filter: 'range', sort: true }),
    shopId: shop(),
    invoiceNo: text('发票号', 'Invoice number', { filter: 'equals', default: '', width: 170 }),
    /** 0: an invoice; running number of the charges without one */
    place: integer('序号', 'Place', { default: 0, show: false, identifier: true }),
    state: choice(
      '核对结果',
      'Result',
      {
        equal: [1, '一致', 'Equal', 'good'],
        taxMissing: [2, '税额未扣', 'Tax is not charged', 'warn'],
        differs: [3, '有差异', 'Differs', 'bad'],
        notCharged: [4, '尚未扣款', 'Not charged yet', 'warn'],
        otherCurrency: [5, '币种不同', 'Another currency', 'warn'],
        noInvoice: [6, '没有发票', 'No invoice', 'bad'],
      },
      { filter: 'select', width: 110 },
    ),
    currency: currency(),
    invoiced: money('发票金额', 'Invoiced', { currency: 'currency', optional: true, total: true, sort: true }),
    charged: money('结算扣款', 'Charged', { currency: 'currency', optional: true, total: true, sort: true }),
    difference: money('差异', 'Difference', { currency: 'currency', optional: true, total: true, sort: true }),
    netAmount: money('不含税金额', 'Amount without tax', { currency: 'currency', optional: true, total: true, sort: true }),
    tax: money('税额', 'Tax', { currency: 'currency', optional: true, total: true }),
    reportCurrency: referenceBy('报告币种', 'Currency of reports', 'currency', 'code', { optional: true, width: 90, show: false }),
    reportSpend: money('报告花费', 'Spend of reports', { currency: 'reportCurrency', optional: true, total: true, sort: true }),
    daysMissing: integer('缺报告天数', 'Days without report', { optional: true, sort: true, width: 110 }),
    spendState: choice(
      '花费核对',
      'Against spend',
      {
        equal: [1, '一致', 'Equal', 'good'],
        tax: [2, '税额', 'Tax', 'good'],
        credit: [3, '贷项', 'Credit', 'good'],
        daysMissing: [4, '缺报告', 'Days missing', 'warn'],
        noReport: [5, '没有广告报告', 'No report', 'warn'],
        otherCurrency: [6, '币种不同', 'Another currency', 'warn'],
        unexplained: [7, '未解释', 'Unexplained', 'bad'],
      },
      { filter: 'select', optional: true, width: 120 },
    ),
    spendDifference: money('发票与花费差异', 'Invoice less spend', { currency: 'currency', optional: true, total: true, sort: true }),
    byCredit: money('差异：贷项', 'Difference: credit', { currency: 'currency', optional: true, total: true }),
    byDays: money('差异：缺报告', 'Difference: days missing', { currency: 'currency', optional: true, total: true }),
    unexplained: money('差异：未解释', 'Difference: unexplained', { currency: 'currency', optional: true, total: true, sort: true }),
    basis: choice('对应依据', 'Found by', chargeBases, { filter: 'select', width: 140 }),
    chargedOn: date('扣款日期', 'Charged on', { optional: true }),
    charges: integer('扣款笔数', 'Charges', { width: 80 }),
    settlementId: text('结算编号', 'Settlement id', { default: '', filter: 'equals', width: 130 }),
    periodFrom: date('账期开始', 'Period from', { optional: true }),
    periodTo: date('账期结束', 'Period to', { optional: true }),
    words: text('扣款说明', 'Words of the charge', { default: '', width: 200 }),
  },
  list: {
    search: false,
    bound: { field: 'invoicedOn', days: 365 },
    sort: { field: 'invoicedOn', way: 'DESC' },
    shownAs: { card: { title: 'invoiceNo', subtitle: 'shopId', amount: 'invoiced', state: 'state' } },
    empty: [
      '导入广告发票和结算文件后，这里逐张核对发票金额、结算扣款和广告报告的花费，没有发票的扣款也列在这里',
      'Each invoice is held against charges of settlements and spend of reports here; charges without an invoice are listed too',
    ],
  },
  record: { editable: [] },
  storage: { kind: 'shop', primary: ['shopId', 'invoiceNo', 'place'], index: [['-invoicedOn', 'shopId']] },
})
