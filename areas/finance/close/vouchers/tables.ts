/**
 * 凭证: how a company's books are kept (currency, accounts, auxiliary accounting), which accounts an item debits and credits, the vouchers
 * made of a month with their entries and what they rest on, and the columns of the files that accounting software takes.
 */
import {
  choice,
  choices,
  date,
  dateTime,
  decimal,
  hash,
  integer,
  links,
  money,
  month,
  reference,
  referenceBy,
  text,
} from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShopsOrNone, ownOrganisation, through } from '#platform/declare/scope.ts'
import { fileFormats, sources } from './file-words.ts'
import {
  accountClasses,
  accountPermission,
  auxiliaryKinds,
  checks,
  columnPermission,
  rateSources,
  rulePermission,
  sides,
  topics,
  voucherEvents,
  voucherKinds,
  voucherPermission,
  voucherStates,
} from './words.ts'

const company = (more: object = {}) =>
  reference('公司主体', 'Legal entity', 'company', { filter: 'select', sort: true, editDisabled: true, width: 180, ...more })
const currency = (zh = '币种', en = 'Currency', more: object = {}) =>
  referenceBy(zh, en, 'currency', 'code', { filter: 'select', width: 80, ...more })

export const voucherBook = resource('voucher_book', {
  type: 'voucherBook',
  title: ['账簿', 'Books'],
  access: { permission: accountPermission, scope: ownOrganisation },
  fields: {
    companyId: company(),
    baseCurrency: currency('本位币', 'Base currency', { default: 'CNY', editDisabled: true, width: 90 }),
    rateSource: choice('汇率来源', 'Rate source', rateSources, {
      default: rateSources.month[0],
      width: 130,
      help: [
        '折算本位币用哪个月的记账汇率；人民币金额总按当月，与利润报表一致。',
        'Of which month the rate into the base currency is; amounts in CNY are always of the month, as in the profit report.',
      ],
    }),
    startMonth: month('启用月份', 'First month', { help: ['之前的月份不生成凭证。', 'Earlier months have no vouchers.'] }),
    word: text('凭证字', 'Voucher word', { max: 10, default: '记', width: 80 }),
    bookCode: text('账簿编码', 'Book code', {
      max: 40,
      default: '',
      help: ['财务软件里的账簿编码。', 'As the accounting software has it.'],
    }),
    bookOrgCode: text('核算组织编码', 'Organisation code', { max: 40, default: '' }),
    wordCode: text('凭证字编码', 'Word code', { max: 40, default: 'PZZ1' }),
    rateTypeCode: text('汇率类型编码', 'Rate type code', { max: 40, default: 'HLTX01_SYS' }),
    preparer: text('制单人', 'Prepared by', { max: 40, default: '', width: 100 }),
  },
  list: {
    sort: { field: 'companyId', way: 'ASC' },
    empty: ['每个公司主体一个账簿：本位币、启用月份、凭证字和财务软件里的编码', 'One for each legal entity'],
  },
  record: { label: 'companyId' },
  storage: { kind: 'reference', key: ['companyId'] },
})

export const voucherAccount = resource('voucher_account', {
  type: 'voucherAccount',
  title: ['会计科目', 'Chart of accounts'],
  access: { permission: accountPermission, scope: ownOrganisation },
  fields: {
    companyId: company(),
    code: text('科目编码', 'Code', { max: 40, filter: 'contains', sort: true, width: 120, synonyms: ['科目代码', '编码'] }),
    name: text('科目名称', 'Account name', { max: 100, filter: 'contains', sort: true, width: 220, synonyms: ['名称'] }),
    class: choice('科目类别', 'Class', accountClasses, { filter: 'select', filterAs: 'tags', width: 90, synonyms: ['类别'] }),
    side: choice('余额方向', 'Balance side', sides, { as: 'radio', filter: 'select', width: 90 }),
    auxiliaries: choices('辅助核算', 'Auxiliary accounting', auxiliaryKinds, {
      optional: true,
      as: 'checkbox',
      width: 180,
      help: ['凭证里用到这个科目时必须带的核算项目。', 'What every entry of the account must name.'],
    }),
    bankAccountId: reference('对应银行账户', 'Bank account', 'bank_account', {
      optional: true,
      filter: 'select',
      width: 160,
      help: ['这个账户的收付记在这个科目。', 'Money of this bank account is booked here.'],
    }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select', width: 80 }),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    shownAs: { card: { title: 'name', subtitle: 'code', tags: ['class'] } },
    empty: ['导入财务软件里的科目表，或点“载入常用科目”', 'Import the accounts of the accounting software, or load the usual ones'],
  },
  record: { label: 'name', option: { search: ['code', 'name'], detail: ['code'] } },
  storage: { kind: 'reference', key: ['companyId', 'code'], index: [['orgId', 'code'], ['bankAccountId']] },
})

export const voucherAuxiliary = resource('voucher_auxiliary', {
  type: 'voucherAuxiliary',
  title: ['辅助核算项目', 'Auxiliary items'],
  access: { permission: accountPermission, scope: ownOrganisation },
  fields: {
    companyId: company(),
    kind: choice('核算类别', 'Kind', auxiliaryKinds, { filter: 'select', filterAs: 'tags', editDisabled: true, width: 90 }),
    code: text('项目编码', 'Code', { max: 40, filter: 'contains', sort: true, width: 120, synonyms: ['编码'] }),
    name: text('项目名称', 'Item name', { max: 100, filter: 'contains', sort: true, width: 200, synonyms: ['名称'] }),
    shopIds: links('对应店铺', 'Shops', 'shop', {
      optional: true,
      max: 50,
      width: 220,
      help: ['这些店铺的凭证用到这一类核算时取这个项目。', 'Entries of these shops take this item.'],
    }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select', width: 80 }),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    empty: [
      '登记部门、客户、供应商、店铺等核算项目，并对应到店铺',
      'Departments, customers, suppliers and shops as the software knows them',
    ],
  },
  record: { label: 'name', option: { search: ['code', 'name'], detail: ['code', 'kind'] } },
  storage: { kind: 'reference', key: ['companyId', 'kind', 'code'], index: [['orgId', 'code']] },
})

const account = (zh: string, en: string) =>
  reference(zh, en, 'voucher_account', {
    narrowedBy: { companyId: 'companyId' },
    choosableWhere: { status: 1 },
    filter: 'select',
    width: 180,
  })
const fixed = (zh: string, en: string) =>
  links(zh, en, 'voucher_auxiliary', {
    optional: true,
    max: 6,
    show: false,
    help: ['固定的核算项目；不选时按店铺取。', 'Items that always stand there; others follow from the shop.'],
  })

export const voucherRule = resource('voucher_rule', {
  type: 'voucherRule',
  title: ['凭证规则', 'Voucher rules'],
  access: { permission: rulePermission, scope: ownOrganisation },
  fields: {
    companyId: company(),
    item: choice('财务科目', 'Finance item', voucherEvents, { filter: 'select', sort: true, editDisabled: true, width: 150 }),
    debitId: account('借方科目', 'Debit account'),
    creditId: account('贷方科目', 'Credit account'),
    debitItems: fixed('借方核算项目', 'Items of the debit account'),
    creditItems: fixed('贷方核算项目', 'Items of the credit account'),
    summary: text('摘要', 'Explanation', {
      max: 120,
      default: '{月份} {店铺} {科目}',
      width: 200,
      help: ['可用 {月份}、{店铺}、{科目}。', '{month}, {shop} and {item} are filled in.'],
    }),
    validFrom: date('生效日期', 'Valid from', {
      sort: true,
      help: ['按月末当天生效的规则。', 'The rule of the last day of the month holds.'],
    }),
    validTo: date('失效日期', 'Valid to', { optional: true, sort: true }),
  },
  list: {
    sort: { field: 'item', way: 'ASC' },
    shownAs: { card: { title: 'item', subtitle: 'companyId' } },
    empty: ['每个财务科目记到哪个借方和贷方科目；点“载入常用规则”取一套默认', 'Which accounts each item debits and credits'],
  },
  record: { label: 'item' },
  storage: { kind: 'reference', key: ['companyId', 'item', 'validFrom'], index: [['orgId', 'item'], ['debitId'], ['creditId']] },
  life: { validity: { per: ['companyId', 'item'], from: 'validFrom', to: 'validTo' } },
})

const base = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'baseCurrency', total: true, sort: true, default: '0', width: 120, ...more })

export const voucher = resource('voucher', {
  type: 'voucher',
  title: ['凭证', 'Vouchers'],
  access: { permission: voucherPermission, scope: grantedShopsOrNone },
  fields: {
    title: text('凭证号', 'Voucher', { max: 40, filter: 'contains', sort: true, width: 100 }),
    day: date('凭证日期', 'Date', { sort: true, width: 110 }),
    summary: text('摘要', 'Explanation', { max: 200, default: '', width: 260 }),
    debit: base('借方合计', 'Debit'),
    state: choice('状态', 'State', voucherStates, { filter: 'select', filterAs: 'tags', default: 1, width: 90 }),
    month: month('会计期间', 'Period', { filter: 'range', sort: true, show: false }),
    number: integer('凭证序号', 'Number', { identifier: true, sort: true, show: false }),
    edition: integer('版本', 'Version', { identifier: true, sort: true, show: false, width: 70 }),
    topic: choice('来源', 'Source', topics, { filter: 'select', filterAs: 'tags', show: false, width: 100 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', sort: true, show: false, width: 140 }),
    kind: choice('类型', 'Kind', voucherKinds, { filter: 'select', show: false, width: 90 }),
    credit: base('贷方合计', 'Credit', { show: false }),
    companyId: company({ show: false }),
    baseCurrency: currency('本位币', 'Base currency', { show: false }),
    completeness: choice('辅助核算', 'Auxiliary items', checks, {
      default: checks.whole[0],
      filter: 'select',
      show: false,
      width: 110,
      help: [
        '缺核算项目的凭证不能导出；在凭证上补填，或在“辅助核算项目”里对应店铺后重新生成。',
        'What lacks an item is not exported: fill it in on the voucher, or enter it for the shop and generate again.',
      ],
    }),
    lines: integer('分录数', 'Entries', { show: false, width: 80 }),
    reversesId: reference('冲销的凭证', 'Reverses', 'voucher', { optional: true, show: false, width: 120 }),
    exportedAt: dateTime('导出时间', 'Exported at', { optional: true, sort: true, show: false, width: 160 }),
    exportedBy: text('导出人', 'Exported by', { max: 60, default: '', show: false, width: 100 }),
    fingerprint: hash('内容', 'Content'),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    shownAs: { card: { title: 'title', subtitle: 'shopId', tags: ['topic'], amount: 'debit', state: 'state' } },
    empty: ['点“生成凭证”选择公司和月份', 'Press “Generate” and choose a company and month'],
  },
  record: {
    editable: [],
    label: 'title',
    recordPage: { head: ['state', 'completeness', 'topic', 'month', 'shopId', 'debit'], tabs: ['fields', 'related', 'history'] },
  },
  storage: {
    unique: [['companyId', 'month', 'number', 'edition']],
    index: [['orgId', '-month', '-id'], ['shopId', 'month'], ['reversesId']],
  },
})

const auxiliary = (name: keyof typeof auxiliaryKinds) =>
  reference(auxiliaryKinds[name][1], auxiliaryKinds[name][2], 'voucher_auxiliary', { optional: true, filter: 'select', width: 120 })

export const voucherEntry = resource('voucher_entry', {
  type: 'voucherEntry',
  title: ['序时账', 'Entries'],
  access: { permission: voucherPermission, scope: through('voucherId') },
  fields: {
    voucherId: reference('凭证', 'Voucher', 'voucher', { sort: true, width: 100 }),
    companyId: company({ show: false }),
    month: month('会计期间', 'Period', { filter: 'range', sort: true, show: false }),
    no: integer('行号', 'Line', { identifier: true, sort: true, show: false, width: 70 }),
    summary: text('摘要', 'Explanation', { max: 200, width: 220 }),
    accountId: reference('会计科目', 'Account', 'voucher_account', { filter: 'select', width: 180 }),
    side: choice('方向', 'Side', sides, { show: false }),
    debit: base('借方金额', 'Debit'),
    credit: base('贷方金额', 'Credit'),
    baseCurrency: currency('本位币', 'Base currency', { show: false }),
    amount: money('原币金额', 'In its currency', { currency: 'currency', width: 120 }),
    currency: currency(),
    rate: decimal('汇率', 'Rate', 10, { width: 100 }),
    cny: money('人民币净额', 'Net in CNY', {
      total: true,
      default: '0',
      width: 120,
      help: ['借方为正，贷方为负。', 'Debit is positive, credit is negative.'],
    }),
    departmentItem: auxiliary('department'),
    personItem: auxiliary('person'),
    customerItem: auxiliary('customer'),
    supplierItem: auxiliary('supplier'),
    shopItem: auxiliary('shop'),
    projectItem: auxiliary('project'),
  },
  list: {
    search: false,
    // as they were written: voucher by voucher, line by line
    sort: { field: 'id', way: 'ASC' },
    shownAs: { card: { title: 'accountId', subtitle: 'summary', amount: 'cny' } },
    empty: ['凭证的每一行借贷', 'Debits and credits of vouchers'],
  },
  record: { editable: [], label: 'summary' },
  storage: {
    unique: [['voucherId', 'no']],
    index: [
      ['orgId', 'month', 'voucherId', 'no'],
      ['accountId', 'month'],
      ...(['departmentItem', 'personItem', 'customerItem', 'supplierItem', 'shopItem', 'projectItem'] as const).map(name => [name]),
    ],
  },
})

/** What an entry is made of: an item of a shop, or what the bank moved, in one currency. */
export const voucherSource = resource('voucher_source', {
  type: 'voucherSource',
  title: ['凭证依据', 'What vouchers rest on'],
  access: { permission: voucherPermission, scope: through('voucherId') },
  fields: {
    voucherId: reference('凭证', 'Voucher', 'voucher', { sort: true, width: 100 }),
    month: month('会计期间', 'Period', { filter: 'range', sort: true }),
    item: choice('财务科目', 'Finance item', voucherEvents, { filter: 'select', sort: true, width: 150 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', sort: true, width: 140 }),
    bankAccountId: reference('银行账户', 'Bank account', 'bank_account', { optional: true, filter: 'select', width: 150 }),
    amount: money('金额', 'Amount', {
      currency: 'currency',
      total: true,
      sort: true,
      width: 120,
      help: ['与报表相同的正负号。', 'Signed as in the reports.'],
    }),
    currency: currency(),
    booked: money('入账金额', 'Booked', { currency: 'currency', width: 120, help: ['取整到分的金额。', 'The amount in whole cents.'] }),
    cny: money('人民币金额', 'In CNY', { total: true, sort: true, width: 120 }),
    base: money('本位币金额', 'In the base currency', { show: false }),
    rate: decimal('人民币汇率', 'Rate to CNY', 10, { show: false }),
    baseRate: decimal('本位币汇率', 'Rate to the base currency', 10, { show: false }),
    debitNo: integer('借方行号', 'Debit line', { identifier: true, width: 90 }),
    creditNo: integer('贷方行号', 'Credit line', { identifier: true, width: 90 }),
  },
  list: {
    search: false,
    sort: { field: 'month', way: 'DESC' },
    shownAs: { card: { title: 'item', subtitle: 'shopId', amount: 'cny' } },
    empty: ['每张凭证由哪些店铺、科目和币种的金额而来', 'Items, shops and currencies that vouchers are made of'],
  },
  record: { editable: [], label: 'item' },
  storage: { index: [['orgId', '-month', '-id'], ['voucherId'], ['shopId'], ['bankAccountId']] },
})

export const voucherColumn = resource('voucher_column', {
  type: 'voucherColumn',
  title: ['导出模板', 'Columns of voucher files'],
  access: { permission: columnPermission, scope: ownOrganisation },
  fields: {
    format: choice('文件格式', 'Format', fileFormats, { filter: 'select', filterAs: 'tags', sort: true, editDisabled: true, width: 130 }),
    position: integer('列序', 'Position', { min: 1, max: 200, identifier: true, sort: true, width: 80 }),
    heading: text('列名', 'Heading', { max: 60, default: '', width: 200 }),
    key: text('关键字', 'Key', {
      max: 60,
      default: '',
      width: 220,
      help: ['金蝶云星空第一行的字段标识。', 'First row of the Cloud sheet.'],
    }),
    source: choice('内容', 'Content', sources, { filter: 'select', width: 160 }),
    fixed: text('固定值', 'Fixed value', {
      max: 100,
      default: '',
      width: 140,
      help: ['内容为“固定值”时写这个。', 'Written where the content is a fixed value.'],
    }),
  },
  list: {
    sort: { field: 'format', way: 'ASC' },
    empty: [
      '没有登记的格式按系统自带的列导出；点“载入默认列”后可以修改',
      'Formats without columns here are written with those that are built in',
    ],
  },
  record: { label: 'heading' },
  storage: { kind: 'reference', key: ['format', 'position'] },
})

const named = { voucherBook, voucherAccount, voucherAuxiliary, voucherRule, voucher, voucherColumn, voucherEntry, voucherSource }
export const voucherTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
