/** Codes of vouchers: what is booked, by which rule, in which state, and the kinds of auxiliary accounting. Pure. */
import type { Choices } from '#platform/declare/fields.ts'
import type { Title } from '#platform/declare/title.ts'
import { financeItems, type FinanceItemCode } from '../../base/finance-items.ts'
import { bankItems } from '../../base/match-words.ts'

export const voucherPermission = 'finance.voucher'
export const accountPermission = 'finance.voucher.account'
export const rulePermission = 'finance.voucher.rule'
export const columnPermission = 'finance.voucher.column'

export const baseCurrency = 'CNY'

/** 辅助核算. `field`: the field of an entry that holds it. */
export const auxiliaryKinds = {
  department: [1, '部门', 'Department'],
  person: [2, '个人', 'Person'],
  customer: [3, '客户', 'Customer'],
  supplier: [4, '供应商', 'Supplier'],
  shop: [5, '店铺', 'Shop'],
  project: [6, '项目', 'Project'],
} as const
export type AuxiliaryKind = keyof typeof auxiliaryKinds
export const auxiliaryNames = Object.keys(auxiliaryKinds) as AuxiliaryKind[]

export const accountClasses = {
  asset: [1, '资产', 'Assets'],
  liability: [2, '负债', 'Liabilities'],
  common: [3, '共同', 'Common'],
  equity: [4, '权益', 'Equity'],
  cost: [5, '成本', 'Cost'],
  profit: [6, '损益', 'Profit and loss'],
} as const
export const sides = { debit: [1, '借', 'Debit'], credit: [2, '贷', 'Credit'] } as const

export const rateSources = {
  month: [1, '当月记账汇率', 'Rate of the month'],
  before: [2, '上月记账汇率', 'Rate of the month before'],
} as const

/** What one voucher is of. */
export const topics = {
  platform: [1, '平台收支', 'Marketplace'],
  cost: [2, '成本', 'Costs'],
  correction: [3, '手工调整', 'Corrections'],
  bank: [4, '银行', 'Bank'],
  rounding: [5, '尾差', 'Rounding'],
  purchase: [6, '采购', 'Purchases'],
  production: [7, '生产', 'Production'],
} as const
export type Topic = keyof typeof topics

export const voucherStates = {
  open: [1, '未导出', 'Not exported', 'info'],
  exported: [2, '已导出', 'Exported', 'good'],
  replaced: [3, '已替换', 'Replaced', 'quiet'],
  reversed: [4, '已冲销', 'Reversed', 'warn'],
} as const
export const voucherKinds = {
  normal: [1, '正常', 'Normal'],
  reversal: [2, '红字冲销', 'Reversal', 'warn'],
} as const

/** Whether every entry names what its account asks for. */
export const checks = {
  whole: [1, '齐全', 'Complete', 'good'],
  lacking: [2, '缺核算项目', 'Items lack', 'bad'],
} as const

/** What a match of the bank leads to, beside the items that lines are booked as. */
const ofBank = {
  bankLine: [201, '银行收付', 'Bank line'],
  bankPayout: [202, '收到平台款项', 'Pay-out received'],
  bankBill: [203, '支付运费账单', 'Carrier bill paid'],
  bankExpected: [204, '核销手工款项', 'Other expected payment'],
  bankCharge: [205, '收付手续费', 'Charge of a payment'],
  bankExchange: [206, '收付汇兑差额', 'Exchange difference of a payment'],
  bankConversion: [207, '换汇', 'Conversion'],
  bankPurchase: [208, '支付采购款', 'Purchase paid'],
} as const
/** What posted invoices of suppliers lead to: what goods cost, and the tax that is deducted. */
const ofPurchase = {
  purchaseInvoiced: [209, '采购发票入账', 'Purchase invoiced'],
  purchaseTax: [210, '采购进项税', 'Input tax of purchases'],
} as const
/** What production moves: parts into it, fees of what was made here, what came out, what was left at the end, what was lost in it. */
const ofProduction = {
  productionIssued: [211, '领用生产物料', 'Materials into production'],
  productionFee: [212, '自制加工费', 'Fees of what was made here'],
  productionMade: [213, '完工入库', 'Received from production'],
  productionRest: [214, '完工差异结转', 'What was left goes into what was made'],
  productionLost: [215, '在制报废', 'Scrapped in production'],
} as const
const bankItemFirst = 300
export const eventOfBankItem = (item: number): number => bankItemFirst + item
export const eventOfRole = (name: keyof typeof ofBank): number => ofBank[name][0]
export const eventOfProduction = (name: keyof typeof ofProduction): number => ofProduction[name][0]
export const eventOfPurchase = (name: keyof typeof ofPurchase): number => ofPurchase[name][0]

/** What the rounded profit is more than its items, each rounded. */
export const rounding = 190

/** What a rule is of: every finance item, what rounding leaves, and what matches of the bank lead to. */
export const voucherEvents: Choices = {
  ...Object.fromEntries(Object.entries(financeItems).map(([name, { id, title }]) => [name, [id, ...title]])),
  rounding: [rounding, topics.rounding[1], topics.rounding[2]],
  ...ofBank,
  ...ofPurchase,
  ...ofProduction,
  ...Object.fromEntries(
    Object.entries(bankItems).map(([name, [code, zh, en]]) => [
      `bank_${name}`,
      [eventOfBankItem(code), `银行：${zh}`, `Bank: ${en}`] as const,
    ]),
  ),
}
const byCode = new Map(Object.values(voucherEvents).map(([code, zh, en]) => [code, [zh, en] as Title]))
export const eventTitle = (code: number): Title => byCode.get(code) ?? [String(code), String(code)]

/** Finance items whose amounts are income as a rule, inside a class of costs or the other way round. */
const incomeItems: ReadonlySet<FinanceItemCode> = new Set([
  'productSales',
  'shippingIncome',
  'giftWrapIncome',
  'reimbursement',
  'adjustment',
  'taxCollected',
  'debtCarried',
])
/** Rounding, as costs are; matches whose side that is not the line is negative as a rule: money came in. */
const comesIn: ReadonlySet<number> = new Set([
  rounding,
  ofBank.bankPayout[0],
  eventOfBankItem(bankItems.interest[0]),
  eventOfBankItem(bankItems.sale[0]),
  eventOfBankItem(bankItems.loan[0]),
  eventOfBankItem(bankItems.owner[0]),
])
const signOfItem = new Map<number, 1 | -1>(
  (Object.keys(financeItems) as FinanceItemCode[]).map(name => [financeItems[name].id, incomeItems.has(name) ? 1 : -1]),
)
/** The usual sign of amounts of this event; one of the other sign is a red entry of the same accounts. */
export const usualSign = (event: number): 1 | -1 => signOfItem.get(event) ?? (comesIn.has(event) ? -1 : 1)

const outside: ReadonlySet<string> = new Set(['tax', 'timing'])
const profitItems = new Set<number>([rounding, ...Object.values(financeItems).flatMap(item => (outside.has(item.class) ? [] : [item.id]))])
/** Finance items that are no part of it: taxes passed through, money between periods. */
export const outsideProfit = Object.values(financeItems).flatMap(item => (outside.has(item.class) ? [item.id] : []))
/** Whether the event is part of the profit report. */
export const isInProfit = (event: number): boolean => profitItems.has(event)
