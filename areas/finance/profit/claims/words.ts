/** Kinds of claims, the day each is counted from, and how a unit is valued. Pure. */
export const claimPermission = 'finance.claim'

export const claimKinds = {
  lost: [1, '仓库丢失', 'Lost in the warehouse'],
  damaged: [2, '仓库损坏', 'Damaged in the warehouse'],
  customerReturn: [3, '买家未退回', 'Customer return'],
  removalLost: [4, '移除货件丢失', 'Removal lost'],
  removalOther: [5, '移除其他差异', 'Other removal'],
  inbound: [6, '入库差异', 'Inbound'],
} as const
export type ClaimKind = keyof typeof claimKinds

export const claimEvents = {
  reported: [1, '报告日', 'Day of the report'],
  refunded: [2, '退款日', 'Day of the refund'],
  shipped: [3, '发运日', 'Day of the shipment'],
  delivered: [4, '送达日', 'Day of the delivery'],
  received: [5, '入库日', 'Day of the receipt'],
} as const
export const eventOf: Readonly<Record<ClaimKind, keyof typeof claimEvents>> = {
  lost: 'reported',
  damaged: 'reported',
  customerReturn: 'refunded',
  removalLost: 'shipped',
  removalOther: 'delivered',
  inbound: 'received',
}

export const valueRules = {
  cost: [1, '采购成本', 'Purchase cost'],
  sale: [2, '售价', 'Selling price'],
} as const
export const cost: number = valueRules.cost[0]
