/** What bank matching calls things: where expected money comes from, what a match is, what its sides are. Pure. */
export const matchPermission = 'finance.bank.match'
export const expectedPermission = 'finance.bank.expected'
export const positionPermission = 'finance.bank.position'
export const rulePermission = 'finance.bank.rule'

/** Which fact says that money is to come or to go. */
export const expectedSources = {
  amazon: [1, '亚马逊结算', 'Amazon settlement'],
  market: [2, '平台放款', 'Marketplace pay-out'],
  carrier: [3, '承运商账单', 'Carrier invoice'],
  freight: [4, '头程账单', 'First-leg bill'],
  purchase: [5, '采购付款', 'Purchase'],
  contract: [6, '合同', 'Contract'],
  hand: [9, '手工登记', 'By hand'],
} as const

export const expectedStates = {
  open: [1, '未核', 'Open', 'warn'],
  partly: [2, '部分核对', 'Partly matched', 'info'],
  matched: [3, '已核', 'Matched', 'good'],
  gone: [4, '来源已撤回', 'Its file was taken back', 'bad'],
} as const

export const matchKinds = {
  payment: [1, '款项', 'Payment', 'info'],
  transfer: [2, '账户互转', 'Own transfer', 'quiet'],
  conversion: [3, '换汇', 'Conversion', 'info'],
  booked: [4, '直接归类', 'Booked as it is', 'quiet'],
} as const
export type MatchKind = keyof typeof matchKinds

/** What became of a payment that arrived. */
export const traceSteps = {
  arrived: [1, '到账', 'Arrived', 'good'],
  moved: [2, '转到自有账户', 'Moved to an own account', 'info'],
  converted: [3, '换汇', 'Converted', 'info'],
  spent: [4, '付出', 'Paid out', 'quiet'],
  held: [5, '仍在账户', 'Still there', 'warn'],
} as const

/** What a side of a match is; the sides of one match add up to zero in each currency. */
export const sideRoles = {
  line: [1, '银行流水', 'Bank line'],
  expected: [2, '核对款项', 'Expected payment'],
  charge: [3, '手续费', 'Bank charge'],
  exchange: [4, '汇兑差额', 'Exchange difference'],
  conversion: [5, '换汇', 'Conversion'],
  item: [6, '归类金额', 'Booked as'],
} as const

/** What money is that no document asks for. */
export const bankItems = {
  charge: [1, '银行手续费', 'Bank charge'],
  interest: [2, '利息', 'Interest'],
  salary: [3, '工资', 'Salaries'],
  tax: [4, '税费', 'Taxes'],
  goods: [5, '货款', 'Goods'],
  freight: [6, '运费', 'Freight'],
  sale: [7, '销售收款', 'Sales'],
  refund: [8, '销售退款', 'Refunds of sales'],
  rent: [9, '房租水电', 'Rent'],
  owner: [10, '股东往来', 'Owners'],
  loan: [11, '借款', 'Loans'],
  other: [99, '其他', 'Other'],
} as const

/** What becomes of what is left between both sides. */
export const remainders = {
  keep: [1, '留待以后核对', 'Stays open'],
  charge: [2, '记为手续费', 'Bank charge'],
  exchange: [3, '记为汇兑差额', 'Exchange difference'],
} as const

export const directions = { in: [1, '收入', 'In'], out: [2, '支出', 'Out'] } as const

export const confidences = {
  high: [1, '高', 'High', 'good'],
  middle: [2, '中', 'Middle', 'info'],
  low: [3, '低', 'Low', 'warn'],
} as const

/** days since the day up to which a band of age reaches */
export const bandDays = [7, 30, 90] as const
export const ageBands = {
  week: [1, '7 天内', 'Within 7 days'],
  month: [2, '8-30 天', '8-30 days'],
  quarter: [3, '31-90 天', '31-90 days', 'warn'],
  older: [4, '90 天以上', 'Above 90 days', 'bad'],
} as const
