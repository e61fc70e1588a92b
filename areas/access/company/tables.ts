/** Company sign-in: providers, whose subject is which account, and tries on their way. */
import { choice, flag, reference, text, dateTime } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation, serverOnly } from '#platform/declare/scope.ts'
import { secret } from '#platform/declare/secret-field.ts'

export const providerStates = { off: [0, '停用', 'Off', 'quiet'], on: [1, '启用', 'On', 'good'] } as const

export const signInProvider = resource('sign_in_provider', {
  type: 'signInProvider',
  title: ['企业登录', 'Company sign-in'],
  access: { scope: ownOrganisation, fresh: true },
  fields: {
    name: text('名称', 'Name', {
      max: 30,
      filter: 'contains',
      sort: true,
      help: ['显示在登录页的按钮上', 'Stands on the button of the sign-in page'],
    }),
    kind: choice(
      '种类',
      'Kind',
      { oidc: [1, '身份系统（OIDC）', 'OpenID Connect'], wecom: [2, '企业微信', 'WeCom'], dingtalk: [3, '钉钉', 'DingTalk'] },
      { default: 1, filter: 'select', editDisabled: true },
    ),
    issuer: text('发行者地址', 'Issuer', {
      max: 300,
      optional: true,
      show: false,
      help: ['OIDC 填写，以 https 开头', 'Of OIDC, begins with https'],
    }),
    corpId: text('企业编号', 'Corp id', {
      max: 100,
      optional: true,
      show: false,
      help: ['企业微信和钉钉填写（CorpID）', 'Of WeCom and DingTalk (CorpID)'],
    }),
    clientId: text('应用编号', 'Client id', {
      max: 200,
      help: ['OIDC 的客户端编号，企业微信的 AgentID，钉钉的 AppKey', 'Client id of OIDC, AgentID of WeCom, AppKey of DingTalk'],
    }),
    clientSecret: secret('应用密钥', 'Client secret', { max: 500, help: ['加密保存，不再显示', 'Kept encrypted and not shown again'] }),
    isBoth: flag('计为两步验证', 'Counts as both steps', {
      default: false,
      help: ['企业登录本身已要求第二步验证时开启', 'Where the provider itself asks for a second step'],
    }),
    /** its people stand on this machine */
    isEmulated: flag('演示', 'Demonstration', { default: false, computed: true, hidden: true }),
    state: choice('状态', 'State', providerStates, { default: 0, filter: 'select' }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['员工用公司的账号登录，不用另记密码', 'People sign in by the account of the company, without another password'],
  },
  storage: { key: ['name'], index: [['orgId', 'name']] },
})

/** characters of a subject */
export const subjectMax = 255

/** Whose account a person of a provider is. Never found by mail or phone that a provider claims. */
export const accountIdentity = resource('account_identity', {
  title: ['企业登录的关联', 'Link of a company sign-in'],
  access: { scope: serverOnly },
  fields: {
    providerId: reference('登录方式', 'Provider', 'sign_in_provider'),
    subject: text('外部编号', 'Subject', { max: subjectMax }),
    accountId: reference('账号', 'Account', 'account'),
    linkedAt: dateTime('关联时间', 'Linked at'),
    usedAt: dateTime('最近登录', 'Last signed in at', { optional: true }),
  },
  storage: {
    organisation: false,
    unique: [
      ['providerId', 'subject'],
      ['providerId', 'accountId'],
    ],
    index: [['accountId']],
  },
})

/** A person on his way to a provider: ten minutes, once, in the browser that began. */
export const companyTry = resource('company_try', {
  title: ['企业登录的尝试', 'Try of a company sign-in'],
  access: { scope: serverOnly },
  fields: {
    stateHash: text('状态摘要', 'State hash', { max: 64, hidden: true }),
    browserHash: text('浏览器摘要', 'Browser hash', { max: 64, hidden: true }),
    providerId: reference('登录方式', 'Provider', 'sign_in_provider'),
    nonce: text('随机数', 'Nonce', { max: 64, hidden: true }),
    /** where the browser was to come back */
    back: text('回调地址', 'Callback', { max: 300, default: '', hidden: true }),
    verifier: text('校验码', 'Verifier', { max: 128, hidden: true }),
    /** who links it to himself; empty: who signs in is not known yet */
    accountId: reference('账号', 'Account', 'account', { optional: true }),
    /** the session that links, and the organisation it worked in: it must still hold on the way back */
    sessionHash: text('会话摘要', 'Session hash', { max: 64, optional: true, hidden: true }),
    linkOrgId: reference('关联时的组织', 'Organisation of the link', 'organisation', { optional: true }),
    /** who came back: for a minute, until the page asks for the session */
    arrivedAs: reference('已确认的账号', 'Arrived as', 'account', { optional: true }),
    /** why he comes back without: a stored sentence */
    fault: text('原因', 'Reason', { max: 1_000, optional: true }),
    expiresAt: dateTime('失效时间', 'Expires at'),
  },
  storage: { primary: ['stateHash'], index: [['expiresAt']] },
})

export const companyTables = { signInProvider, accountIdentity, companyTry }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof companyTables> {}
}
