/** The usual accounts of a trading company and the rules over them, as they are loaded for a company that has none yet. Pure. */
import { financeItems, type FinanceItemCode } from '../../base/finance-items.ts'
import { bankItems } from '../../base/match-words.ts'
import {
  accountClasses,
  auxiliaryKinds,
  eventOfBankItem,
  eventOfProduction,
  eventOfPurchase,
  eventOfRole,
  rounding,
  sides,
  type AuxiliaryKind,
} from './words.ts'

interface UsualAccount {
  readonly code: string
  readonly name: string
  readonly class: number
  readonly side: number
  readonly auxiliaries: readonly number[]
}
const account = (
  code: string,
  name: string,
  of: keyof typeof accountClasses,
  side: keyof typeof sides,
  ...auxiliaries: readonly AuxiliaryKind[]
): UsualAccount => ({
  code,
  name,
  class: accountClasses[of][0],
  side: sides[side][0],
  auxiliaries: auxiliaries.map(kind => auxiliaryKinds[kind][0]),
})

export const usualAccounts: readonly UsualAccount[] = [
  account('1002', '银行存款', 'asset', 'debit'),
  account('101201', '其他货币资金-平台在途', 'asset', 'debit'),
  account('101202', '其他货币资金-收付过渡', 'asset', 'debit'),
  account('1122', '应收账款-平台', 'asset', 'debit', 'customer', 'shop'),
  account('1221', '其他应收款-平台预留金', 'asset', 'debit'),
  account('1405', '库存商品', 'asset', 'debit'),
  account('2001', '短期借款', 'liability', 'credit'),
  account('220201', '应付账款-运费', 'liability', 'credit', 'supplier'),
  account('220202', '应付账款-货款', 'liability', 'credit'),
  account('2203', '预收账款', 'liability', 'credit'),
  account('2211', '应付职工薪酬', 'liability', 'credit'),
  account('2221', '应交税费', 'liability', 'credit'),
  account('224101', '其他应付款-代收代缴税', 'liability', 'credit'),
  account('224102', '其他应付款-计提费用', 'liability', 'credit'),
  account('224103', '其他应付款-往来', 'liability', 'credit'),
  account('5001', '生产成本', 'cost', 'debit'),
  account('6001', '主营业务收入', 'profit', 'credit', 'shop'),
  account('6301', '营业外收入', 'profit', 'credit', 'shop'),
  account('6401', '主营业务成本', 'profit', 'debit', 'shop'),
  account('660101', '销售费用-平台佣金', 'profit', 'debit', 'shop'),
  account('660102', '销售费用-平台配送', 'profit', 'debit', 'shop'),
  account('660103', '销售费用-仓储', 'profit', 'debit', 'shop'),
  account('660104', '销售费用-广告及促销', 'profit', 'debit', 'shop'),
  account('660105', '销售费用-运费', 'profit', 'debit', 'shop'),
  account('660106', '销售费用-平台其他费用', 'profit', 'debit', 'shop'),
  account('660107', '销售费用-分摊费用', 'profit', 'debit', 'shop'),
  account('660204', '管理费用-房租水电', 'profit', 'debit'),
  account('660206', '管理费用-生产损失', 'profit', 'debit'),
  account('660301', '财务费用-手续费', 'profit', 'debit'),
  account('660302', '财务费用-汇兑差额', 'profit', 'debit'),
  account('660303', '财务费用-利息', 'profit', 'debit'),
  account('660304', '财务费用-尾差', 'profit', 'debit'),
  account('6711', '营业外支出', 'profit', 'debit', 'shop'),
]

const receivable = '1122'
const between = '101202'
/** finance item -> codes of debit and credit account */
const ofItems: Readonly<Record<FinanceItemCode, readonly [debit: string, credit: string]>> = {
  productSales: [receivable, '6001'],
  shippingIncome: [receivable, '6001'],
  giftWrapIncome: [receivable, '6001'],
  promotion: ['6001', receivable],
  refund: ['6001', receivable],
  commission: ['660101', receivable],
  otherSellingFee: ['660106', receivable],
  refundFee: ['660101', receivable],
  subscription: ['660106', receivable],
  fbaFulfilment: ['660102', receivable],
  fbaStorage: ['660103', receivable],
  fbaInbound: ['660102', receivable],
  fbaRemoval: ['660102', receivable],
  fbaOther: ['660102', receivable],
  advertising: ['660104', receivable],
  dealFee: ['660104', receivable],
  shippingLabel: ['660105', receivable],
  reimbursement: [receivable, '6301'],
  claim: ['6711', receivable],
  adjustment: [receivable, '6301'],
  taxCollected: [receivable, '224101'],
  taxWithheld: ['224101', receivable],
  reserve: ['1221', receivable],
  transfer: ['101201', receivable],
  debtCarried: [receivable, '1221'],
  productCost: ['6401', '1405'],
  firstLeg: ['6401', '1405'],
  storage: ['660103', '224102'],
  subsidy: ['660106', '224102'],
  multichannelFee: ['660102', '224102'],
  dropshipCost: ['6401', '220202'],
  dropshipFreight: ['660105', '220202'],
  costVariance: ['6401', '1405'],
  finalLeg: ['660105', '220202'],
  allocated: ['660107', '224102'],
}
const ofBankItems: Readonly<Record<keyof typeof bankItems, readonly [debit: string, credit: string]>> = {
  charge: ['660301', between],
  interest: [between, '660303'],
  salary: ['2211', between],
  tax: ['2221', between],
  goods: ['220202', between],
  freight: ['220202', between],
  sale: [between, '2203'],
  refund: ['2203', between],
  rent: ['660204', between],
  owner: [between, '224103'],
  loan: [between, '2001'],
  other: ['224103', between],
}
const ofRoles: Readonly<Record<Parameters<typeof eventOfRole>[0], readonly [debit: string, credit: string]>> = {
  bankLine: ['1002', between],
  bankPayout: [between, '101201'],
  bankBill: ['220201', between],
  bankExpected: ['224103', between],
  bankCharge: ['660301', between],
  bankExchange: ['660302', between],
  bankConversion: ['660302', between],
  bankPurchase: ['220202', between],
}
const ofPurchases: Readonly<Record<Parameters<typeof eventOfPurchase>[0], readonly [debit: string, credit: string]>> = {
  purchaseInvoiced: ['1405', '220202'],
  purchaseTax: ['2221', '220202'],
}
const ofProduction: Readonly<Record<Parameters<typeof eventOfProduction>[0], readonly [debit: string, credit: string]>> = {
  productionIssued: ['5001', '1405'],
  productionFee: ['5001', '224102'],
  productionMade: ['1405', '5001'],
  productionRest: ['1405', '5001'],
  productionLost: ['660206', '5001'],
}
interface UsualRule {
  readonly item: number
  readonly debit: string
  readonly credit: string
}
const rulesOf = <Name extends string>(of: Readonly<Record<Name, readonly [string, string]>>, code: (name: Name) => number): UsualRule[] =>
  (Object.entries(of) as [Name, readonly [string, string]][]).map(([name, [debit, credit]]) => ({ item: code(name), debit, credit }))

export const usualRules: readonly UsualRule[] = [
  ...rulesOf(ofItems, name => financeItems[name].id),
  { item: rounding, debit: '660304', credit: '224102' },
  ...rulesOf(ofRoles, eventOfRole),
  ...rulesOf(ofPurchases, eventOfPurchase),
  ...rulesOf(ofProduction, eventOfProduction),
  ...rulesOf(ofBankItems, name => eventOfBankItem(bankItems[name][0])),
]
