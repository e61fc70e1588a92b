/** Codes and rights of the shops' statement. Pure: the browser may import it. */
export const shopProfitPermission = 'finance.shopProfit'
/** the names that shops have in the statements */
export const shopNamesPermission = 'finance.shopProfit.names'

/** what people earn is known to who pays them, not to everybody who reads the statement of a shop */
export const pay = { operation: 100, title: ['查看工资金额', 'See pay'] } as const

export const itemKinds = {
  pay: [1, '工资薪酬', 'Pay'],
  rent: [2, '房租水电', 'Rent and utilities'],
  software: [3, '软件服务', 'Software'],
  office: [4, '办公费用', 'Office'],
  travel: [5, '差旅招待', 'Travel'],
  outside: [6, '外包服务', 'Outside services'],
  finance: [7, '财务费用', 'Bank and interest'],
  tax: [8, '税费', 'Taxes and duties'],
  other: [9, '其他费用', 'Other expenses'],
} as const

/** Whose item it is, as its name tells. */
export const itemOwners = {
  shop: [1, '店铺（直接计入）', 'Shop (its own)', 'good'],
  department: [2, '部门（分摊）', 'Department (allocated)', 'info'],
  company: [3, '公司（分摊）', 'Company (allocated)', 'info'],
  unmatched: [4, '未对应', 'Not matched', 'warn'],
} as const

/** By what items of a company or department are divided among its shops. */
export const itemBases = {
  sales: [1, '销售额', 'Sales amount'],
  units: [2, '销量', 'Units sold'],
  equal: [3, '平均', 'Equal'],
  volume: [4, '体积', 'Volume'],
  weight: [5, '重量', 'Weight'],
  greater: [6, '体积重与重量取大', 'Greater of volume and weight'],
  value: [7, '申报价值', 'Declared value'],
  stockDays: [8, '在库件天', 'Unit days in stock'],
} as const
export type ItemBasis = keyof typeof itemBases

export const inForce = {
  no: [0, '已撤销', 'Taken back', 'quiet'],
  yes: [1, '已生效', 'In force', 'good'],
} as const
