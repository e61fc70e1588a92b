/** Codes of allocation documents. Pure. */
import { financeItems, type FinanceClass, type FinanceItemCode } from '../../base/finance-items.ts'

export const allocationPermission = 'finance.allocation'

/** Finance items that whole fees count as: freight and storage have columns of their own, everything else is one. */
const { finalLeg, firstLeg, storage, allocated } = financeItems
const ownItems = {
  allocated: [allocated.id, ...allocated.title],
  storage: [storage.id, ...storage.title],
  firstLeg: [firstLeg.id, ...firstLeg.title],
  finalLeg: [finalLeg.id, ...finalLeg.title],
} as const
/** Classes of what marketplaces bill for a shop as a whole: storage, subscription, advertising, coupons. */
export const billedClasses: readonly FinanceClass[] = ['platformFee', 'fbaFee', 'advertising', 'other']
type BilledItems = Readonly<Partial<Record<FinanceItemCode, readonly [number, string, string]>>>
const billedItems = Object.fromEntries(
  Object.entries(financeItems).flatMap(([code, { id, title, class: of }]) =>
    (billedClasses as readonly string[]).includes(of) ? [[code, [id, ...title]]] : [],
  ),
) as BilledItems
export const allocatedItems = { ...ownItems, ...billedItems } as typeof ownItems & BilledItems
export const isBilledItem = (id: number): boolean => Object.values(billedItems).some(([code]) => code === id)

/** Where the amount of a document comes from. */
export const amountSources = {
  entered: [1, '手工金额', 'Entered'],
  billed: [2, '平台账单未归 SKU 的金额', 'Billed, of no SKU'],
  finalLeg: [3, '承运商的尾程费用', 'Charges of carriers'],
} as const

export const allocationBases = {
  sales: [1, '销售额', 'Sales amount'],
  units: [2, '销量', 'Units sold'],
  volume: [3, '体积', 'Volume'],
  weight: [4, '重量', 'Weight'],
  greater: [5, '体积重与重量取大', 'Greater of volume and weight'],
  value: [6, '申报价值', 'Declared value'],
  stockDays: [7, '在库件天', 'Unit days in stock'],
  equal: [8, '平均', 'Equal'],
  sheet: [9, '自定义比例', 'Own sheet'],
  storageFee: [10, '仓储费报告', 'Storage fee reports'],
  adSpend: [11, '广告花费', 'Advertising spend'],
  parcels: [12, '包裹运费', 'Fees of parcels'],
} as const
export type AllocationBasis = keyof typeof allocationBases
export const basisOf = (code: number): AllocationBasis =>
  (Object.keys(allocationBases) as AllocationBasis[]).find(name => allocationBases[name][0] === code) ?? 'sales'

/** What stands in for a basis that is zero on every line, in this order; an own sheet has none. */
export const inTurn: readonly AllocationBasis[] = ['sales', 'units', 'value', 'equal']

export const allocationLevels = {
  shop: [1, '店铺', 'Shop'],
  sku: [2, '店铺和 SKU', 'Shop and SKU'],
} as const

export const shareStates = {
  tried: [0, '试算', 'Tried', 'quiet'],
  inForce: [1, '已生效', 'In force', 'good'],
  reversed: [2, '已冲销', 'Reversed', 'warn'],
} as const

export const repeats = {
  never: [0, '不重复', 'Once'],
  monthly: [1, '每月', 'Monthly'],
} as const
