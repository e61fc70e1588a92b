/**
 * Invoices of advertising, as a sheet with a template: no marketplace hands out a file of them that was found. They are evidence: what
 * profit counts is the settlement's charge, an invoice is held against it (check-table.ts). Pure: also read by the import's worker thread.
 */
import { shopSheet } from '#platform/declare/shop-sheet.ts'
import { amount, currency, day, needed, word } from '../fba/words.ts'

export const advertisingPermission = 'finance.adInvoice'

export const adInvoice = shopSheet('ad_invoice', {
  code: 'adInvoice',
  type: 'adInvoice',
  title: ['广告发票', 'Advertising invoices'],
  permission: advertisingPermission,
  origin: 'template',
  day: 'invoicedOn',
  marketplace: 'site',
  // an account of advertising may be billed in another currency than its shop
  anyCurrency: true,
  columns: {
    invoicedOn: day(['发票日期', 'Invoice date'], '发票日期', 'Invoice date'),
    invoiceNo: needed(['发票号', 'Invoice number'], '发票号', 'Invoice number', { filter: 'equals', width: 170 }),
    site: needed(['站点', 'Marketplace', 'Country'], '站点', 'Marketplace', { filter: 'equals', width: 110 }),
    campaign: word(['广告活动', 'Campaign'], '广告活动', 'Campaign', { filter: 'contains', width: 200 }),
    periodFrom: day(['账期开始', 'Period from'], '账期开始', 'Period from'),
    periodTo: day(['账期结束', 'Period to'], '账期结束', 'Period to'),
    currency: currency(['币种', 'Currency']),
    netAmount: amount(['不含税金额', 'Amount'], '不含税金额', 'Amount without tax'),
    tax: amount(['税额', 'Tax'], '税额', 'Tax'),
    paidBy: word(['付款方式', 'Payment method'], '付款方式', 'Payment method', { filter: 'equals', width: 130 }),
    paidState: word(['付款状态', 'Payment state'], '付款状态', 'Payment state', { filter: 'equals', width: 110 }),
  },
  identity: ['invoiceNo', 'campaign'],
  state: ['paidBy', 'paidState'],
  index: [['shopId', 'invoiceNo']],
  claims: { field: 'invoiceNo', title: ['广告发票', 'Advertising invoice'] },
  empty: ['用模板填写广告发票后导入，这里显示每张发票的金额', 'Advertising invoices appear here once a sheet of them is imported'],
})
