/** Who sees which part of stock and its cost. Pure. */
import { needs } from '#platform/declare/operations.ts'

export const permissions = {
  place: 'finance.stock.place',
  receipt: 'finance.stock.receipt',
  movement: 'finance.stock.movement',
  /** layers and what became of them */
  batch: 'finance.stock.batch',
  /** stock in the books: what it is worth at the end of a month */
  books: 'finance.stock.books',
  inventory: 'finance.stock.inventory',
  writeDown: 'finance.stock.writeDown',
} as const

/** what goods were bought for is known to who keeps the books, not to everybody who looks for a quantity */
export const costAmounts = { operation: 100, title: ['查看成本金额', 'See cost amounts'] } as const

/** whoever sees the amounts of layers sees what a unit of a sale cost */
export const unitCostDemand = needs(permissions.batch, costAmounts.operation)

/** The currency that layers are valued in: rates are rates to it. */
export const baseCurrency = 'CNY'

/** 成本方法 of the organisation; `month` takes the unit cost of the month, as if there were no receipts. */
export const costMethods = { fifo: 1, average: 2, month: 3 } as const
/** by what stock in layers is valued */
export const costMethodChoices = {
  fifo: [costMethods.fifo, '先进先出', 'First in, first out'],
  average: [costMethods.average, '移动加权平均', 'Moving average'],
  month: [costMethods.month, '按月单价', 'Unit cost of the month'],
} as const
