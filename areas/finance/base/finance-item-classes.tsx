/** Finance items in groups, for the browser. Their names come from the server; the compiler compares this table with the server's own. */
import type { FinanceClass, FinanceItemCode, financeItems } from './finance-items.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { Option } from '#platform/declare/wire.ts'

type Items = typeof financeItems
type ClassById = { readonly [Code in FinanceItemCode as Items[Code]['id']]: Items[Code]['class'] }

const classById: ClassById = {
  1: 'sales',
  2: 'sales',
  3: 'sales',
  4: 'sales',
  5: 'refund',
  10: 'platformFee',
  11: 'platformFee',
  12: 'platformFee',
  13: 'platformFee',
  20: 'fbaFee',
  21: 'fbaFee',
  22: 'fbaFee',
  23: 'fbaFee',
  24: 'fbaFee',
  30: 'advertising',
  31: 'advertising',
  40: 'shippingFee',
  50: 'other',
  51: 'other',
  52: 'other',
  60: 'tax',
  61: 'tax',
  70: 'timing',
  71: 'timing',
  72: 'timing',
  80: 'cost',
  81: 'cost',
  82: 'cost',
  83: 'cost',
  84: 'cost',
  85: 'cost',
  86: 'cost',
  87: 'cost',
  88: 'cost',
  90: 'cost',
}

const classTitles = (): Readonly<Record<FinanceClass, string>> => ({
  sales: t('销售收入'),
  refund: t('退款'),
  platformFee: t('平台费用'),
  fbaFee: t('FBA 费用'),
  advertising: t('广告及促销费'),
  shippingFee: t('购买运单费'),
  other: t('赔偿与调整'),
  cost: t('账单内成本'),
  tax: t('代收代缴税（不计利润）'),
  timing: t('资金时间差（不计利润）'),
})

export interface ItemGroup {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** Options of a select, by class, in the order of the profit table. */
export function itemGroups(options: readonly Option[]): ItemGroup[] {
  const classes: Readonly<Record<string, FinanceClass>> = classById
  return Object.entries(classTitles()).flatMap(([name, label]) => {
    const own = options.filter(one => classes[String(one.value)] === name)
    return own.length === 0 ? [] : [{ label, options: own.map(one => ({ value: String(one.value), label: one.label })) }]
  })
}
