/** Bank accounts and wallets, and the lines of their statements. */
import { type Adding, bigInteger, choice, date, hash, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { asText } from '#platform/format/text.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownOrganisation, through, when } from '#platform/declare/scope.ts'

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
  other: [99, '其他', 'Other'],
} as const

export const bankAccount = resource('bank_account', {
  type: 'bankAccount',
  title: ['银行账户', 'Bank account'],
  kind: 'reference',
  scope: anyOf(when('seenBy', 1), ownedBy('keeperId')),
  permission: 'finance.bank.account',
  fields: {
    name: text('账户名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 200 }),
    kind: choice(
      '类型',
      'Kind',
      { bank: [1, '银行账户', 'Bank account'], wallet: [2, '电子钱包', 'Wallet'], card: [3, '信用卡', 'Credit card'] },
      { default: 1, filter: 'select', width: 100 },
    ),
    bank: choice('银行或平台', 'Bank or platform', banks, { filter: 'select', width: 120 }),
    branch: text('开户行', 'Branch', { max: 100, optional: true, width: 180 }),
    number: text('账号', 'Number', {
      max: 64,
      filter: 'contains',
      width: 200,
      help: ['与流水文件里的账号、卡号或登录名一致', 'As statements name it: account, card or login'],
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', {
      optional: true,
      filter: 'select',
      width: 80,
      help: ['多币种账户留空', 'Leave empty where it holds several currencies'],
    }),
    companyId: reference('所属公司', 'Company', 'company', { optional: true, filter: 'select', width: 180 }),
    keeperId: reference('负责人', 'Keeper', 'employee', { optional: true, filter: 'select', width: 110 }),
    seenBy: choice(
      '可见范围',
      'Seen by',
      { all: [1, '有权限的人', 'Whoever has the right'], keeper: [2, '负责人及其上级', 'Its keeper and those above'] },
      { default: 1, as: 'radio', filter: 'select', width: 130 },
    ),
    status: choice(
      '状态',
      'Status',
      { active: [1, '启用', 'Active', 'good'], closed: [2, '销户', 'Closed', 'quiet'] },
      { default: 1, filter: 'select', width: 90 },
    ),
    remark: text('备注', 'Remark', { max: 200, optional: true, show: false }),
  },
  key: ['number'],
  find: 'number',
  label: 'name',
  option: { search: ['number'], detail: ['number'] },
  sort: { field: 'name', way: 'ASC' },
  empty: ['登记公司的银行账户和支付平台账户，流水按账户导入', 'Accounts with banks and payment platforms'],
})

/** Of a line entered by hand: what was filled in. */
const filled = (value: unknown): boolean => /[1-9]/.test(asText(value ?? ''))
const directionOf = ({ values }: Adding): number => (filled(values['income']) ? 1 : filled(values['outgo']) ? 2 : 3)
const printedAmount = ({ values: { income, outgo } }: Adding): string => asText((filled(income) ? income : outgo) ?? '0')

const amount = (zh: string, en: string) =>
  money(zh, en, { currency: 'currency', total: true, default: '0', min: 0, filter: 'range', sort: true, width: 120 })

export const bankStatement = resource('bank_statement', {
  type: 'financeBankStatement',
  title: ['银行流水', 'Bank statement'],
  scope: through('accountId'),
  permission: 'finance.bank.statement',
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
    postedTime: text('时间', 'Time', { max: 8, optional: true, width: 90, help: ['时:分:秒，如 09:30:00', 'HH:MM:SS'] }),
    matched: money('已勾对金额', 'Matched', { currency: 'currency', default: '0', computed: true, total: true, width: 120 }),
    serialNo: text('流水号', 'Serial number', { max: 100, default: '', filter: 'equals', width: 160 }),
    counterpartyAccount: text('对方账号', 'Their account', { max: 100, default: '', filter: 'contains', width: 170 }),
    counterpartyBank: text('对方开户行', 'Their bank', { max: 200, default: '', show: false }),
    direction: choice(
      '收支',
      'In or out',
      { in: [1, '收入', 'In'], out: [2, '支出', 'Out'], neutral: [3, '不计收支', 'Neither'] },
      { filter: 'select', computed: true, set: { onAdd: directionOf }, width: 90 },
    ),
    amount: money('票面金额', 'Amount as printed', { currency: 'currency', computed: true, show: false, set: { onAdd: printedAmount } }),
    status: text('交易状态', 'State', { default: '', computed: true, show: false }),
    remark: text('备注', 'Remark', { max: 200, default: '', inline: true, width: 160 }),
    lineKey: hash('行标识', 'Line key', { optional: true }),
    ordinal: integer('同行序号', 'Ordinal', { default: 1, hidden: true }),
    /** null: entered by hand */
    importId: bigInteger('导入', 'Import', { optional: true, computed: true, show: false }),
  },
  unique: [['accountId', 'lineKey', 'ordinal']],
  index: [['orgId', '-postedOn'], ['accountId', '-postedOn'], ['importId']],
  sort: { field: 'postedOn', way: 'DESC' },
  label: 'serialNo',
  batchDelete: { by: 'accountId', date: 'postedOn' },
  empty: ['导入银行或支付平台的流水后，这里显示每一笔收付', 'Lines appear here once a statement is imported'],
})

/** A layout that a person taught: the heads of a bank's file, remembered for its account. */
export const taughtLayout = resource('bank_layout', {
  type: 'bankLayout',
  title: ['流水格式', 'Statement layout'],
  kind: 'reference',
  scope: ownOrganisation,
  permission: 'finance.bank.layout',
  fields: {
    name: text('名称', 'Name', { max: 60, filter: 'contains', sort: true, width: 180 }),
    accountId: reference('账户', 'Account', 'bank_account', { filter: 'select', width: 180 }),
    dayHead: text('日期列', 'Day', { max: 60 }),
    timeHead: text('时间列', 'Time', { max: 60, optional: true }),
    dayOrder: choice(
      '日期写法',
      'Order of the day',
      { told: [0, '自动判断', 'Told by the days'], dmy: [1, '日/月/年', 'd/m/y'], mdy: [2, '月/日/年', 'm/d/y'] },
      { default: 0 },
    ),
    amountHead: text('金额列', 'Amount', {
      max: 60,
      optional: true,
      help: ['收支在同一列，支出为负；或另有借贷列', 'In and out in one column'],
    }),
    outIsPositive: choice('正数表示', 'A positive amount is', { in: [0, '收入', 'In'], out: [1, '支出', 'Out'] }, { default: 0 }),
    incomeHead: text('收入列', 'In', {
      max: 60,
      optional: true,
      help: ['收入、支出各占一列时填写', 'Where in and out have columns of their own'],
    }),
    outgoHead: text('支出列', 'Out', { max: 60, optional: true }),
    sideHead: text('借贷列', 'Debit or credit', {
      max: 60,
      optional: true,
      help: ['用文字说明收支的列', 'The column that says in or out'],
    }),
    inWord: text('表示收入的字', 'Word for in', { max: 20, optional: true }),
    outWord: text('表示支出的字', 'Word for out', { max: 20, optional: true }),
    balanceHead: text('余额列', 'Balance', { max: 60, optional: true }),
    currencyHead: text('币种列', 'Currency', {
      max: 60,
      optional: true,
      help: ['没有这一列时按账户的币种', "Absent: the account's currency"],
    }),
    counterpartyHead: text('对方户名列', 'Counterparty', { max: 60, optional: true }),
    counterpartyAccountHead: text('对方账号列', 'Their account', { max: 60, optional: true }),
    summaryHead: text('摘要列', 'Summary', { max: 60, optional: true }),
    purposeHead: text('用途列', 'Purpose', { max: 60, optional: true }),
    serialHead: text('流水号列', 'Serial number', { max: 60, optional: true }),
    closingWord: text('合计行开头', 'Closing line begins with', {
      max: 30,
      optional: true,
      help: ['文件最后有合计行时填写', 'Where sums stand below the lines'],
    }),
  },
  key: ['name'],
  label: 'name',
  sort: { field: 'name', way: 'ASC' },
  empty: ['系统不认识的流水，在这里登记一次它的列名，以后同一账户的文件自动识别', 'Teach the heads of a statement once'],
})

const named = { bankAccount }
export const bankTables = { ...named, bankStatement, taughtLayout }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
