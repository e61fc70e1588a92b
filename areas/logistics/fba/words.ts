/** Words of FBA 货件: states of a shipment as the marketplace calls them, and what a line comes to. Pure. */
export const shipmentStates = {
  preparing: [2, '准备中', 'Preparing', 'quiet'],
  sent: [4, '已发货', 'Shipped', 'info'],
  delivered: [6, '已送达', 'Delivered', 'info'],
  receiving: [8, '接收中', 'Receiving', 'info'],
  closed: [9, '已关闭', 'Closed', 'good'],
  cancelled: [10, '已取消', 'Cancelled', 'quiet'],
} as const

export const lineStates = {
  awaited: [0, '待接收', 'To come', 'quiet'],
  same: [1, '相符', 'Agrees', 'good'],
  short: [2, '少收', 'Short', 'bad'],
  over: [3, '多收', 'Over', 'warn'],
  claimed: [4, '索赔中', 'Claimed', 'warn'],
  settled: [5, '已结', 'Settled', 'good'],
} as const

/** after so many days the marketplace counts no more of what was delivered */
export const countedDays = 60

export interface LineFacts {
  readonly expected: number
  readonly received: number
  readonly writtenOff: number
  /** the marketplace counts no more: it is closed, or was delivered long ago */
  readonly isEnded: boolean
  readonly isClaimed: boolean
  /** a claim for it was paid */
  readonly reimbursed: number
  /** until this day nothing is done about it */
  readonly waitUntil: string | null
}
/** What a line comes to. Pure. */
export function lineStateOf(one: LineFacts, today: string): number {
  const missing = one.expected - one.received
  if (missing < 0) return lineStates.over[0]
  if (missing === 0) return lineStates.same[0]
  if (one.writtenOff >= missing || one.reimbursed >= missing) return lineStates.settled[0]
  if (one.isClaimed) return lineStates.claimed[0]
  return one.isEnded && (one.waitUntil === null || one.waitUntil < today) ? lineStates.short[0] : lineStates.awaited[0]
}

/** as the marketplace writes it: FBA15XK2L9QD */
export const shipmentNo = /^[A-Z0-9][A-Z0-9-]{5,39}$/
