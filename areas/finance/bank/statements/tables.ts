/** Bank accounts and wallets, and the lines of their statements. */
import { choice, date, hash, integer, money, reference, referenceBy, sourceFile, text } from '#platform/declare/fields.ts'
import type { Adding } from '#platform/declare/on-add.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { taughtLayouts, type TaughtWords } from '#platform/declare/taught-layout.ts'
import { asText } from '#platform/format/text.ts'
import { numberedMoneyOwner } from '#platform/server/imports.ts'
import { moneyOwner } from '../../base/money-owner.ts'
import { directions, lineStates, partyHeads } from './words.ts'

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

const filled = (value: unknown): boolean => /[1-9]/.test(asText(value ?? ''))
const directionOf = ({ values }: Adding): number =>
  (filled(values['income']) ? directions.in : filled(values['outgo']) ? directions.out : directions.neutral)[0]
const printedAmount = ({ values: { income, outgo } }: Adding): string => asText((filled(income) ? income : outgo) ?? '0')
const amount = (zh: string, en: string) =>
  money(zh, en, { currency: 'currency', total: true, default: '0', min: 0, filter: 'range', sort: true, width: 120 })

export const bankStatement = resource('bank_statement', {
  type: 'financeBankStatement',
  title: ['银行流水', 'Bank statement'],
  access: { permission: 'finance.bank.statement', scope: through('accountId') },
  fields: {
    postedOn: date('记账日期', 'Posted on', { filter: 'range', sort: true, width: 110 }),
    accountId: reference('账户', 'Account', 'bank_account', { filter: 'select', width: 160, editDisabled: true }),
    income: amount('收入', 'In'),
    outgo: amount('支出', 'Out'),
    balance: money('余额', 'Balance', { currency: 'currency', optional: true, width: 120 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
    counterparty: text('对方户名', 'Counterparty', { max: 200, default: '', filter: 'contains', width: 160 }),
    purpose: text('用途', 'Purpose', { max: 500, default: '', filter: 'contains', width: 200 }),
    summary: text('摘要', 'Summary', { max: 500, default: '', filter: 'contains', width: 140 }),
    serialNo: text('流水号', 'Serial number', { max: 100, default: '', filter: 'equals', width: 160 }),
    counterpartyAccount: text('对方账号', 'Their account', { max: 100, default: '', filter: 'contains', width: 170 }),
    counterpartyBank: text('对方开户行', 'Their bank', { max: 200, default: '', show: false }),
    matched: money('已勾对金额', 'Matched', { currency: 'currency', default: '0', computed: true, total: true, width: 120 }),
    postedTime: text('时间', 'Time', { max: 8, optional: true, width: 90, help: ['时:分:秒，如 09:30:00', 'HH:MM:SS'] }),
    direction: choice('收支', 'In or out', directions, { filter: 'select', computed: true, set: { onAdd: directionOf }, width: 90 }),
    amount: money('票面金额', 'Amount as printed', { currency: 'currency', computed: true, show: false, set: { onAdd: printedAmount } }),
    status: text('交易状态', 'State', { default: '', computed: true, show: false, codes: lineStates }),
    remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
    lineKey: hash('行标识', 'Line key', { optional: true }),
    ordinal: integer('同行序号', 'Ordinal', { default: 1, hidden: true }),
    /** null: entered by hand */
    importId: sourceFile({ optional: true, show: false }),
  },
  list: {
    empty: ['导入银行或支付平台的流水后，这里显示每一笔收付', 'Lines appear here once a statement is imported'],
    shownAs: { card: { amount: 'amount' } },
    sort: { field: 'postedOn', way: 'DESC' },
    batchDelete: { by: 'accountId', date: 'postedOn' },
  },
  record: { label: 'serialNo' },
  storage: {
    unique: [['accountId', 'lineKey', 'ordinal']],
    index: [
      ['orgId', '-postedOn'],
      ['accountId', '-postedOn'],
      ['importId'],
      // what is not matched
      { on: ['orgId', '-postedOn', 'id'], where: 'direction <= 2 and matched < income + outgo' },
    ],
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

const named = { bankAccount, bankStatement }
export const bankTables = { ...named, taughtLayout }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
