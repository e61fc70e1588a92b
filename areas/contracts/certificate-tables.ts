/** 证照: papers of the company, trademarks, product certificates, responsible persons; what a category needs in a country. */
import { choice, date, files, flag, links, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { operations } from '#platform/declare/operations.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { company, contractRights, currency, owner } from './words.ts'

export const certificateFamilies = {
  company: [1, '资质', 'Licence'],
  trademark: [2, '商标', 'Trademark'],
  patent: [3, '专利', 'Patent'],
  copyright: [4, '版权', 'Copyright'],
  product: [5, '产品认证', 'Product certificate'],
  epr: [6, '环保EPR', 'EPR'],
  customs: [7, '海关', 'Customs'],
  other: [8, '其他', 'Other'],
} as const

export const certificateKind = resource('certificate_kind', {
  type: 'certificateKind',
  title: ['证照类别', 'Kind of certificate'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('类别编号', 'Code', { max: 20, filter: 'equals', sort: true, editDisabled: true }),
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    family: choice('大类', 'Family', certificateFamilies, { filter: 'select' }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: { sort: { field: 'code', way: 'ASC' }, empty: ['营业执照、商标、CE、EPR 等证照的类别', 'Kinds: licences, trademarks, CE, EPR'] },
  record: { label: 'name' },
  storage: { key: ['code'] },
})

export const certificateStates = {
  asked: [0, '申请中', 'Applied for', 'info'],
  valid: [1, '有效', 'Valid', 'good'],
  renewing: [2, '续展中', 'Being renewed', 'info'],
  ended: [3, '失效', 'No longer valid', 'quiet'],
  dropped: [4, '放弃', 'Given up', 'quiet'],
} as const
const keeps = byOperation(operations.edit)
const always = ['remark', 'attachments', 'ownerId', 'agencyId', 'originalPlace', 'files', 'countries', 'productIds', 'validTo'] as const

export const certificate = document('certificate', {
  type: 'certificate',
  title: ['证照', 'Certificate'],
  number: 'ZZ',
  access: { scope: ownOrganisation },
  fields: {
    name: text('证照名称', 'Name', { max: 100, filter: 'contains', width: 200 }),
    kindId: reference('类别', 'Kind', 'certificate_kind', { filter: 'select', choosableWhere: { status: 1 }, width: 130 }),
    state: choice('状态', 'State', certificateStates, { default: 0, filter: 'select', width: 90 }),
    expiry: expiry('validTo'),
    number: text('证号', 'Number', { max: 60, filter: 'contains', width: 160 }),
    companyId: company({ optional: true }),
    holder: text('持有人', 'Holder', { max: 100, optional: true, show: false }),
    countries: links('适用国家', 'Countries', 'country', {
      optional: true,
      filter: 'select',
      width: 160,
      help: ['不填时各国都适用', 'Empty: it holds in all'],
    }),
    productIds: links('适用商品', 'Products', 'product', {
      optional: true,
      max: 500,
      filter: 'select',
      width: 160,
      help: ['不填时所有商品都适用', 'Empty: it holds for all products'],
    }),
    classes: text('类别号', 'Classes', {
      max: 60,
      optional: true,
      show: false,
      help: ['商标的尼斯分类，专利的 IPC', 'Nice or IPC classes'],
    }),
    issuer: text('发证机关', 'Issued by', { max: 100, optional: true, show: false }),
    validFrom: date('有效期自', 'From', { sort: true, width: 110 }),
    validTo: date('有效期至', 'To', { optional: true, sort: true, filter: 'range', width: 110 }),
    renewsId: reference('续自', 'Renews', 'certificate', { optional: true, show: false, width: 150 }),
    ownerId: owner(),
    agencyId: reference('代理机构', 'Agency', 'supplier', { optional: true, show: false, width: 160 }),
    files: files('原件扫描件', 'Scans of the original', {
      optional: true,
      max: 10,
      reads: true,
      closed: contractRights.signed,
      show: false,
    }),
    originalPlace: text('原件存放', 'Where the original is', { max: 60, optional: true, show: false }),
  },
  list: {
    search: ['name', 'number', 'holder'],
    views: [{ name: 'expiring', title: ['快到期', 'Ending'], expires: 'expiry' }],
    tabOf: { certificate: { by: { renewsId: 'id' }, title: ['续展', 'Renewals'] } },
    shownAs: {
      calendar: { from: 'validTo' },
      card: { title: 'name', subtitle: 'number', tags: ['kindId', 'state'], person: 'ownerId', due: 'validTo' },
    },
    empty: [
      '公司资质、商标专利、产品认证和环保注册号，到期前会提醒',
      'Licences, trademarks, product certificates, registrations: told before they end',
    ],
  },
  record: { option: { search: ['name', 'number'], detail: ['name'] } },
  storage: { index: [['orgId', 'validTo'], ['orgId', 'validFrom'], ['kindId', 'state'], ['ownerId'], ['renewsId'], ['companyId']] },
  life: {
    states: machine('state', {
      states: {
        asked: { edit: 'all', remove: true },
        valid: { edit: always },
        renewing: { edit: always },
        ended: { edit: ['remark', 'attachments'], final: true },
        dropped: { final: true },
      },
      steps: {
        issue: { title: ['取得', 'Granted'], from: ['asked'], to: 'valid', may: keeps, tone: 'primary' },
        renew: { title: ['开始续展', 'Renew'], from: ['valid'], to: 'renewing', may: keeps },
        prolong: {
          title: ['续展完成', 'Renewed'],
          from: ['renewing'],
          to: 'valid',
          may: keeps,
          input: { validTo: 'required' },
          tone: 'primary',
        },
        end: { title: ['到期失效', 'Ends'], from: ['valid', 'renewing'], to: 'ended', may: byProgram },
        drop: { title: ['放弃', 'Give up'], from: ['asked', 'valid', 'renewing'], to: 'dropped', may: keeps, tone: 'danger' },
      },
    }),
  },
})

export const certificateFee = lines('certificate_fee', {
  type: 'certificateFee',
  title: ['年费', 'Fee'],
  of: { certificateId: reference('证照', 'Certificate', 'certificate', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 60,
  access: { permission: 'certificate' },
  fields: {
    name: text('费用', 'Fee', { max: 40, default: '年费', width: 120 }),
    dueOn: date('应缴日期', 'Due on', { sort: true, filter: 'range', width: 110 }),
    amount: money('金额', 'Amount', { optional: true, min: 0, currency: 'currency', total: true, width: 110 }),
    currency: currency(),
    paidOn: date('缴费日期', 'Paid on', { optional: true, width: 110 }),
    open: flag('未缴', 'Open', { default: true, computed: true, filter: 'select', width: 80 }),
    /** that of its certificate, who is told */
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, computed: true, filter: 'select', noForeignKey: true, width: 100 }),
    /** its day while it is open: what is reminded of */
    remindOn: date('提醒日期', 'Remind on', { optional: true, computed: true, hidden: true }),
  },
  list: { search: false, shownAs: { calendar: { from: 'dueOn' }, card: { title: 'name', amount: 'amount', due: 'dueOn' } } },
  record: { label: 'name' },
  storage: {
    index: [
      ['orgId', 'dueOn'],
      ['orgId', 'remindOn'],
    ],
  },
})

export const complianceRule = resource('compliance_rule', {
  type: 'complianceRule',
  title: ['合规要求', 'Compliance rule'],
  access: { scope: ownOrganisation, permission: 'certificateKind' },
  fields: {
    categoryId: reference('品类', 'Category', 'product_category', { filter: 'select', width: 140 }),
    countryCode: referenceBy('国家', 'Country', 'country', 'code', { filter: 'select', width: 100 }),
    kindId: reference('要求证照', 'Needs', 'certificate_kind', { filter: 'select', width: 150 }),
    orKindIds: links('或者', 'Or', 'certificate_kind', { optional: true, max: 10, width: 150 }),
    must: flag('必须', 'Must', { default: true, filter: 'select' }),
    source: text('依据', 'Source', { max: 200, optional: true, width: 240 }),
    validFrom: date('生效日期', 'From', { width: 110 }),
    validTo: date('失效日期', 'To', { optional: true, width: 110 }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    empty: ['哪类商品卖到哪个国家要什么证照', 'Which category needs what in which country'],
  },
  record: { label: 'kindId' },
  storage: { index: [['orgId', '-validFrom', '-id'], ['categoryId', 'countryCode', 'kindId'], ['kindId']] },
  life: { validity: { per: ['categoryId', 'countryCode', 'kindId'], from: 'validFrom', to: 'validTo' } },
})

export const loanStates = {
  asked: [1, '待借出', 'Asked for', 'warn'],
  out: [2, '已借出', 'Lent', 'info'],
  back: [3, '已归还', 'Returned', 'good'],
  refused: [4, '已拒绝', 'Refused', 'bad'],
} as const

export const borrowRequest = document('borrow_request', {
  type: 'borrowRequest',
  title: ['借阅', 'Loan of an original'],
  number: 'JR',
  access: { scope: ownOrganisation, permission: 'certificate' },
  fields: {
    certificateId: reference('证照', 'Certificate', 'certificate', { optional: true, filter: 'select', width: 160 }),
    contractId: reference('合同', 'Contract', 'contract', { optional: true, filter: 'select', width: 150 }),
    employeeId: reference('借阅人', 'Borrower', 'employee', { filter: 'select', width: 100 }),
    state: choice('状态', 'State', loanStates, { default: 1, filter: 'select', width: 90 }),
    fromOn: date('借出日期', 'From', { opens: 'today', width: 110 }),
    toOn: date('计划归还', 'Until', { sort: true, filter: 'range', width: 110, help: ['最长 30 天', 'At most 30 days'] }),
    reason: text('事由', 'Reason', { max: 200, width: 200 }),
    returnedOn: date('归还日期', 'Returned on', { optional: true, computed: true, width: 110 }),
  },
  list: {
    views: [{ name: 'out', title: ['在外', 'Out'], field: 'state', codes: [2] }],
    tabOf: { certificate: { by: { certificateId: 'id' } }, contract: { by: { contractId: 'id' } } },
    empty: ['借证照和合同的原件，到期提醒归还', 'Originals that are lent, and told when they are due'],
  },
  storage: { index: [['certificateId'], ['contractId'], ['employeeId'], ['orgId', 'toOn']] },
  life: {
    states: machine('state', {
      states: { asked: { edit: 'all', remove: true }, out: {}, back: { final: true }, refused: { final: true } },
      steps: {
        lend: { title: ['借出', 'Lend'], from: ['asked'], to: 'out', may: keeps, tone: 'primary', tell: ['employeeId'] },
        refuse: { title: ['拒绝', 'Refuse'], from: ['asked'], to: 'refused', may: keeps, tell: ['employeeId'], tone: 'danger' },
        return: { title: ['归还', 'Returned'], from: ['out'], to: 'back', may: keeps, set: { returnedOn: 'now' } },
      },
    }),
  },
})
