/** Bank accounts and wallets, and the lines of their statements. */
import { choice, money, text } from '#platform/declare/fields.ts'
import { moneyLines } from '#platform/declare/money-lines.ts'
import { moneyOwner } from '../../base/money-owner.ts'
import { partyFields, partyHeads } from '#platform/declare/money-parties.ts'
import { taughtLayouts, type TaughtWords } from '#platform/declare/taught-layout.ts'
import { numberedMoneyOwner } from '#platform/server/imports.ts'

/** Codes of banks as layouts name them. */
export const banks = {
  icbc: [1, '工商银行', 'ICBC'],
  boc: [2, '中国银行', 'Bank of China'],
  cmb: [3, '招商银行', 'China Merchants Bank'],
  bocom: [4, '交通银行', 'Bank of Communications'],
  citic: [5, '中信银行', 'CITIC Bank'],
  hsbc: [6, '汇丰银行', 'HSBC'],
  abc: [7, '农业银行', 'Agricultural Bank of China'],
  ccb: [8, '建设银行', 'China Construction Bank'],
  alipay: [20, '支付宝', 'Alipay'],
  wechat: [21, '微信支付', 'WeChat Pay'],
  paypal: [22, 'PayPal', 'PayPal'],
  payoneer: [23, '派安盈 Payoneer', 'Payoneer'],
  pingpong: [24, 'PingPong', 'PingPong'],
  lianlian: [25, '连连支付', 'LianLian'],
  worldfirst: [26, '万里汇', 'WorldFirst'],
  other: [99, '其他', 'Other'],
} as const

export const bankAccount = moneyOwner('bank_account', {
  type: 'bankAccount',
  title: ['银行账户', 'Bank account'],
  access: { permission: 'finance.bank.account' },
  fields: {
    kind: choice(
      '类型',
      'Kind',
      { bank: [1, '银行账户', 'Bank account'], wallet: [2, '电子钱包', 'Wallet'], card: [3, '信用卡', 'Credit card'] },
      { default: 1, filter: 'select', width: 100 },
    ),
    bank: choice('银行或平台', 'Bank or platform', banks, { filter: 'select', width: 120 }),
    branch: text('开户行', 'Branch', { max: 100, optional: true, width: 180 }),
  },
  list: { empty: ['登记公司的银行账户和支付平台账户，流水按账户导入', 'Accounts with banks and payment platforms'] },
})

export const bankStatement = moneyLines('bank_statement', {
  type: 'financeBankStatement',
  title: ['银行流水', 'Bank statement'],
  owner: { field: 'accountId', title: ['账户', 'Account'], table: 'bank_account' },
  access: { permission: 'finance.bank.statement' },
  fields: {
    ...partyFields,
    matched: money('已勾对金额', 'Matched', { currency: 'currency', default: '0', computed: true, total: true, width: 120 }),
  },
  list: { empty: ['导入银行或支付平台的流水后，这里显示每一笔收付', 'Lines appear here once a statement is imported'] },
  record: { label: 'serialNo' },
  storage: {
    // what is not matched
    index: [{ on: ['orgId', '-postedOn', 'id'], where: 'direction <= 2 and matched < income + outgo' }],
  },
})

/** What files name an account by, and who sees one. */
export const numberedAccount = numberedMoneyOwner(bankAccount, ['账户', 'account'], { field: 'bank', any: 'other' })

/** Layouts that people taught, each for an account. */
export const taughtWords: TaughtWords = {
  owner: 'bank_account',
  ownerField: 'accountId',
  ownerTitle: ['账户', 'Account'],
  texts: partyHeads,
}
export const taughtLayout = taughtLayouts('bank_layout', taughtWords, {
  type: 'bankLayout',
  title: ['流水格式', 'Statement layout'],
  access: { permission: 'finance.bank.layout' },
  list: {
    empty: [
      '系统不认识的流水，在导入时“教一次版式”，以后同一银行的账户都能自动识别',
      'Teach the layout of a statement when it is imported; later files of accounts with the same bank are known',
    ],
  },
})

export const bankTables = { bankAccount, bankStatement, taughtLayout }
