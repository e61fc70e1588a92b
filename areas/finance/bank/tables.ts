/** Bank accounts and wallets, and the lines of their statements. */
import { choice, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { moneyLines } from '#platform/declare/money-lines.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, when } from '#platform/declare/scope.ts'
import { taughtLayouts, type TaughtWords } from '#platform/declare/taught-layout.ts'
import type { NumberedOwner } from '#platform/server/imports/owner-of-file.ts'

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

export const bankStatement = moneyLines('bank_statement', {
  type: 'financeBankStatement',
  title: ['银行流水', 'Bank statement'],
  permission: 'finance.bank.statement',
  owner: { field: 'accountId', title: ['账户', 'Account'], table: 'bank_account' },
  fields: {
    counterparty: text('对方户名', 'Counterparty', { max: 200, default: '', filter: 'contains', width: 160 }),
    purpose: text('用途', 'Purpose', { max: 500, default: '', filter: 'contains', width: 200 }),
    summary: text('摘要', 'Summary', { max: 500, default: '', filter: 'contains', width: 140 }),
    matched: money('已勾对金额', 'Matched', { currency: 'currency', default: '0', computed: true, total: true, width: 120 }),
    serialNo: text('流水号', 'Serial number', { max: 100, default: '', filter: 'equals', width: 160 }),
    counterpartyAccount: text('对方账号', 'Their account', { max: 100, default: '', filter: 'contains', width: 170 }),
    counterpartyBank: text('对方开户行', 'Their bank', { max: 200, default: '', show: false }),
  },
  label: 'serialNo',
  empty: ['导入银行或支付平台的流水后，这里显示每一笔收付', 'Lines appear here once a statement is imported'],
})

/** What files name an account by, and who sees one. */
export const numberedAccount: NumberedOwner = {
  owner: bankAccount as unknown as Resource,
  called: ['账户', 'account'],
  number: 'number',
  currency: 'currency',
  source: { field: 'bank', any: 'other' },
  keeper: { field: 'keeperId', unless: ['seenBy', 1] },
}

/** Layouts that people taught, each for an account. */
export const taughtWords: TaughtWords = {
  owner: 'bank_account',
  ownerField: 'accountId',
  ownerTitle: ['账户', 'Account'],
  texts: {
    counterparty: {
      field: 'counterpartyHead',
      title: ['对方户名列', 'Counterparty'],
      heads: '对方.*(名|户$)|对手|收.?付.?款人|counterparty|payee|^name$',
    },
    counterpartyAccount: {
      field: 'counterpartyAccountHead',
      title: ['对方账号列', 'Their account'],
      heads: '对方.*(账|帐|卡)号|iban|their account',
    },
    summary: { field: 'summaryHead', title: ['摘要列', 'Summary'], heads: '摘要|交易类型|交易名称|业务类型|description|details|^type$' },
    purpose: { field: 'purposeHead', title: ['用途列', 'Purpose'], heads: '用途|附言|备注|说明|memo|remark|purpose|reference$|narrative' },
    serialNo: { field: 'serialHead', title: ['流水号列', 'Serial number'], heads: '流水号|交易号|凭证号|回单|transaction id|reference n' },
  },
}
export const taughtLayout = taughtLayouts('bank_layout', taughtWords, {
  type: 'bankLayout',
  title: ['流水格式', 'Statement layout'],
  permission: 'finance.bank.layout',
  empty: [
    '系统不认识的流水，在导入时“教一次版式”，以后同一银行的账户都能自动识别',
    'Teach the layout of a statement when it is imported; later files of accounts with the same bank are known',
  ],
})

export const bankTables = { bankAccount, bankStatement, taughtLayout }
