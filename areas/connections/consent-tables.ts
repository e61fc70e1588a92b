/** Programs registered with marketplaces, and the consents of sellers: what is pasted, tested, matched and ends. */
import {
  bigInteger,
  choice,
  computed as computedField,
  date,
  dateTime,
  type Field,
  flag,
  integer,
  reference,
  text,
  texts,
} from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { secret } from '#platform/declare/secret-field.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { regions } from './amazon/index.ts'
import { platforms } from './core/platforms.ts'

const computed = { computed: true, optional: true } as const
/** as shops name their platforms */
const { offline: _, ...connected } = platformChoices

/** stands among the columns that may be chosen */
const aside = <F extends Field>(field: F): F => ({ ...field, options: { ...field.options, show: false } })
/** whether a genuine account was ever connected by it */
const genuineStates = { never: [0, '从未连接', 'Never', 'warn'], once: [1, '已连接过', 'Connected', 'good'] } as const
const keysFrom = (language: 0 | 1): string =>
  [...platforms.values()]
    .flatMap(one => (one.keysFrom === undefined ? [] : `${one.title[language]} ${one.keysFrom}`))
    .join(language === 0 ? '；' : '; ')
/** A program that the company registered with the marketplace: what asks for tokens. */
export const marketplaceApp = resource('marketplace_app', {
  type: 'marketplaceApp',
  title: ['开发者应用', 'Developer application'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 60, filter: 'contains', sort: true }),
    platform: choice('平台', 'Platform', connected, { default: 1, filter: 'select', editDisabled: true }),
    genuine: computedField.pure(
      choice('真实账号', 'Genuine account', genuineStates, {
        width: 110,
        help: ['只用官方示例和本机模拟验证过的平台显示“从未连接”', 'Never: tried against the official examples and this machine alone'],
      }),
      ['genuineAt'],
      at => genuineStates[at === null ? 'never' : 'once'][0],
    ),
    region: choice('区域', 'Region', regions, {
      default: 1,
      filter: 'select',
      editDisabled: true,
      show: false,
      help: ['只有亚马逊分区域，其他平台不看这一项', 'Amazon alone has regions'],
    }),
    clientId: text('客户端编号', 'Client id', {
      max: 200,
      help: [`在平台的开发者后台取得：${keysFrom(0)}`, `Given by the developer pages of the marketplace: ${keysFrom(1)}`],
    }),
    clientSecret: secret('客户端密钥', 'Client secret', {
      max: 500,
      help: ['加密保存，不再显示；亚马逊要求每 180 天更换', 'Kept encrypted and not shown again; Amazon asks for a new one every 180 days'],
    }),
    signingKey: secret('签名私钥', 'Signing key', {
      max: 4_000,
      help: ['仅 eBay：欧盟和英国的卖家须签名，粘贴私钥', 'eBay alone: sellers of the EU and UK sign; paste the private key'],
    }),
    signingName: secret('签名公钥 JWE', 'Signing key JWE', {
      max: 4_000,
      help: ['仅 eBay：与私钥一起得到', 'eBay alone: given with the key'],
    }),
    secretEndsOn: date('密钥到期', 'Secret ends on', {
      optional: true,
      help: ['不填按平台规定：亚马逊 180 天，其他平台没有期限', 'Empty: as the marketplace rules, 180 days at Amazon, none elsewhere'],
    }),
    secretExpiry: expiry('secretEndsOn', ['密钥状态', 'Secret']),
    signingEndsOn: date('签名密钥到期', 'Signing key ends on', {
      optional: true,
      show: false,
      help: ['仅 eBay，不填按三年', 'eBay alone; empty: three years'],
    }),
    signingExpiry: aside(expiry('signingEndsOn', ['签名密钥状态', 'Signing key'])),
    genuineAt: dateTime('首次连接真实账号', 'First genuine account', { ...computed, show: false }),
    remark: text('备注', 'Remark', { max: 200, optional: true, show: false }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    views: [{ name: 'ending', title: ['密钥将到期', 'Secret ends soon'], expires: 'secretExpiry' }],
    empty: ['在平台登记的开发者应用，授权都用它换取令牌', 'Applications registered with the marketplace; consents use them'],
  },
  storage: {
    key: ['name'],
    index: [
      ['orgId', 'name'],
      ['orgId', 'secretEndsOn'],
      ['orgId', 'signingEndsOn'],
    ],
  },
})

export const connectionStates = {
  draft: [0, '待测试', 'To be tested', 'quiet'],
  open: [1, '已连接', 'Connected', 'good'],
  again: [2, '需重新授权', 'Consent again', 'bad'],
  paused: [3, '已暂停', 'Paused', 'warn'],
} as const

/** What a person does next, of the four steps of a new connection. */
const setUpSteps = {
  keys: [1, '1 粘贴密钥', '1 Paste keys', 'warn'],
  test: [2, '2 测试', '2 Test', 'info'],
  shops: [3, '3 对应店铺', '3 Match shops', 'info'],
  plans: [4, '4 看费用并同步', '4 See cost, fetch', 'info'],
  runs: [5, '每天自动进行', 'Goes on by itself', 'good'],
} as const
const { keys, test: tested, shops: matched, plans, runs } = setUpSteps
/** `due`: windows that were ever asked for */
function stepOf(state: number, shops: number, due: number): number {
  if (state === connectionStates.again[0]) return keys[0]
  if (state === connectionStates.draft[0]) return tested[0]
  if (shops === 0) return matched[0]
  return due === 0 ? plans[0] : runs[0]
}

const barMarks = 10
/** `██████░░░░ 6/10` */
function barOf(n: number, due: number): string {
  const marks = due === 0 ? 0 : Math.floor((n * barMarks) / due)
  return due === 0 ? '' : `${'█'.repeat(marks)}${'░'.repeat(barMarks - marks)} ${n}/${due}`
}

/** The consent of one seller account. */
export const shopConnection = resource('shop_connection', {
  type: 'shopConnection',
  title: ['店铺授权', 'Connection'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('授权名称', 'Name', { max: 60, filter: 'contains', sort: true }),
    /** a server of this machine answers for the marketplace: of tests and demonstrations */
    isEmulated: flag('演示', 'Demonstration', {
      computed: true,
      default: false,
      width: 80,
      help: ['由本机模拟平台回答，不会连到外网', 'This machine answers in place of the marketplace: nothing leaves it'],
    }),
    state: choice('状态', 'State', connectionStates, { computed: true, default: 0, filter: 'select', filterAs: 'tags', width: 110 }),
    step: computedField.pure(choice('下一步', 'Next step', setUpSteps, { width: 140 }), ['state', 'shops', 'due'], (state, shops, due) =>
      stepOf(Number(state), Number(shops), Number(due)),
    ),
    /** windows of the round of fetching that is under way, or was the last: since when, how many, how many are over */
    roundAt: dateTime('本轮开始', 'Round began', { ...computed, hidden: true }),
    due: integer('应取', 'To fetch', { computed: true, default: 0, show: false }),
    fetched: integer('已取', 'Fetched', { computed: true, default: 0, show: false }),
    bar: computedField.pure(text('进度', 'Progress', { width: 190 }), ['fetched', 'due'], (n, due) => barOf(Number(n), Number(due))),
    /** the marketplace's clock ahead of ours, where it differs by more than a minute */
    skewSeconds: integer('时钟相差（秒）', 'Clocks differ (s)', { computed: true, default: 0, hidden: true }),
    appId: reference('开发者应用', 'Application', 'marketplace_app', { filter: 'select', editDisabled: true }),
    refreshToken: secret('刷新令牌', 'Refresh token', {
      max: 3_000,
      help: ['卖家授权后得到，加密保存，不再显示；沃尔玛不需要', 'Given after the seller’s consent, kept encrypted; Walmart has none'],
    }),
    endsOn: date('授权到期', 'Consent ends on', {
      optional: true,
      help: ['不填按平台规定：亚马逊一年，eBay 18 个月', 'Empty: as the marketplace rules, a year at Amazon, 18 months at eBay'],
    }),
    expiry: expiry('endsOn', ['授权有效', 'Consent']),
    backfillFrom: date('补取自', 'Fetched from', { optional: true, help: ['不填只取最近 30 天', 'Empty: the last 30 days'] }),
    why: text('原因', 'Reason', { max: 1_000, ...computed, width: 240 }),
    ownerId: reference('负责人', 'Answers for it', 'employee', {
      set: { onAdd: 'employee' },
      optional: true,
      filter: 'select',
      help: ['文件以他的权限导入，失效时通知他', 'Files are imported by his rights; he is told when it ends'],
    }),
    /** whose rights imports use; the account of who made it or took it over */
    runsAs: bigInteger('账号', 'Account', { ...computed, hidden: true }),
    testedAt: dateTime('最近测试', 'Last tested', { ...computed, width: 170 }),
    sites: texts('站点', 'Marketplaces', { ...computed, width: 160 }),
    siteIds: texts('站点编号', 'Marketplace ids', { ...computed, hidden: true }),
    shops: integer('已对应店铺', 'Shops matched', { computed: true, default: 0, width: 100 }),
    freeSites: texts('未对应的站点', 'Marketplaces without shop', {
      ...computed,
      show: false,
      help: ['没有店铺的站点不取数据；先在店铺管理新建店铺，再到“授权店铺”对应', 'Nothing is fetched of them: add the shop, then match it'],
    }),
    /** roles that its consent has, as calls of each told */
    granted: texts('已有权限', 'Roles it has', { ...computed, show: false }),
    lacking: texts('缺少的权限', 'Roles that lack', {
      ...computed,
      width: 160,
      help: ['在卖家后台勾选后重新授权', 'Tick them in the seller’s pages, and consent again'],
    }),
    spare: texts('用不到的权限', 'Roles nobody uses', {
      ...computed,
      show: false,
      help: ['没有启用的计划用到，可在卖家后台收回', 'No plan in use needs them: they can be taken back in the seller’s pages'],
    }),
    firstCalls: integer('首次调用', 'First calls', { computed: true, default: 0, show: false }),
    firstMinutes: integer('首次约需（分钟）', 'Minutes, about', {
      computed: true,
      default: 0,
      show: false,
      help: ['按平台的调用限额估算，启用的计划一起', 'By the marketplace’s limits, all plans in use together'],
    }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    views: [{ name: 'ending', title: ['授权将到期', 'Consent ends soon'], expires: 'expiry' }],
    empty: [
      '卖家账号授权后，报表每天自动取回并导入；各平台尚未连接过真实账号',
      'Once a seller consents, reports come each day; no genuine account of any marketplace was connected yet',
    ],
  },
  record: {
    label: 'name',
    recordPage: {
      head: ['state', 'step'],
      groups: [
        { title: ['1 粘贴密钥', '1 Paste the keys'], fields: ['appId', 'refreshToken', 'ownerId', 'backfillFrom'] },
        { title: ['2 测试', '2 Test'], fields: ['state', 'testedAt', 'sites', 'lacking', 'spare', 'why'] },
        { title: ['3 对应店铺', '3 Match the shops'], fields: ['shops', 'freeSites'] },
        { title: ['4 看费用并同步', '4 See the cost and fetch'], fields: ['firstCalls', 'firstMinutes', 'bar'] },
        { title: ['何时到期', 'What ends when'], fields: ['endsOn', 'expiry'] },
      ],
    },
  },
  storage: { key: ['name'], index: [['orgId', 'name'], ['appId'], ['ownerId'], ['state'], ['orgId', 'endsOn']] },
})
