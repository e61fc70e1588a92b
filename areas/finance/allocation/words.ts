/** Codes of allocation documents. Pure. */
import { financeItems } from '../amazon/mapping/finance-items.ts'

export const allocationPermission = 'finance.allocation'

/** Finance items that shares count as: freight and storage have columns of their own, everything else is one. */
const { firstLeg, storage, allocated } = financeItems
export const allocatedItems = {
  allocated: [allocated.id, ...allocated.title],
  storage: [storage.id, ...storage.title],
  firstLeg: [firstLeg.id, ...firstLeg.title],
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
