/** Connections to marketplaces: programs registered there, consents of sellers, what is fetched by which days, and each call. */
import {
  bigInteger,
  choice,
  computed as computedField,
  date,
  dateTime,
  decimal,
  integer,
  json,
  reference,
  text,
} from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShops, ownOrganisation, serverOnly, through } from '#platform/declare/scope.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { secret } from '#platform/declare/secret-field.ts'
import { marketplaceApp, shopConnection } from './consent-tables.ts'
import { allSources, sourceOf } from './core/platforms.ts'

export { connectionStates, marketplaceApp, shopConnection } from './consent-tables.ts'

const computed = { computed: true, optional: true } as const
/** what each report is called, where its code stands */
const codes = Object.fromEntries(Object.entries(allSources()).map(([code, { title }]) => [code, title]))

/** Which site of the account is which shop. */
export const connectionShop = resource('connection_shop', {
  type: 'connectionShop',
  title: ['授权店铺', 'Shop of a connection'],
  access: { scope: grantedShops, permission: 'shopConnection' },
  fields: {
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { filter: 'select', editDisabled: true, goes: true }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', editDisabled: true }),
    marketplaceId: text('平台站点编号', 'Marketplace id', { max: 40, computed: true, default: '' }),
  },
  list: {
    search: false,
    empty: ['授权里的每个站点对应一个店铺', 'Each marketplace of the account is one shop'],
  },
  record: { label: 'shopId' },
  storage: { unique: [['shopId']], key: ['connectionId', 'shopId'], index: [['connectionId', '-id']] },
})

/** Access tokens, for all processes. */
export const connectionToken = resource('connection_token', {
  title: ['访问令牌', 'Access token'],
  access: { scope: ownOrganisation },
  fields: {
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { goes: true }),
    value: secret('令牌', 'Token'),
    endsAt: dateTime('有效至', 'Valid until'),
    /** who asks for the next one, and until when the others wait for him */
    lease: text('租约', 'Lease', { max: 40, optional: true }),
    leasedUntil: dateTime('租至', 'Leased until', { optional: true }),
  },
  storage: { key: ['connectionId'] },
})

/** why a plan of the demo company's connection rests */
export const notOfDemo = sentence`演示公司没有这种文件`
export const planStates = { on: [1, '启用', 'In use', 'good'], off: [2, '暂停', 'Paused', 'warn'] } as const
/** One report of one shop. */
export const syncPlan = resource('sync_plan', {
  type: 'syncPlan',
  title: ['同步计划', 'Plan'],
  access: { scope: grantedShops, permission: 'shopConnection' },
  fields: {
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { filter: 'select', computed: true, goes: true, width: 150 }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', computed: true, width: 150 }),
    report: text('报表', 'Report', { max: 40, computed: true, width: 150, codes }),
    state: choice('状态', 'State', planStates, { computed: true, default: 1, filter: 'select', width: 90 }),
    firstCalls: integer('首次调用', 'First calls', { computed: true, default: 0, total: true, width: 90 }),
    firstMinutes: integer('首次约需（分钟）', 'Minutes, about', {
      computed: true,
      default: 0,
      width: 120,
      help: ['按平台的调用限额估算，各计划同时进行', 'By the marketplace’s limits; plans go on at the same time'],
    }),
    role: computedField.pure(text('所需权限', 'Role it needs', { width: 150 }), ['report'], code => sourceOf(String(code))?.role ?? ''),
    why: text('原因', 'Reason', { max: 1_000, ...computed, width: 260 }),
    backfillFrom: date('补取自', 'Fetched from', { computed: true, width: 110 }),
    completeUntil: date('完整至', 'Complete until', { ...computed, width: 110 }),
    /** windows that failed one after another */
    failed: integer('连续失败', 'Failed in a row', { computed: true, default: 0, hidden: true }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'ASC' },
    empty: ['测试通过并对应店铺后生成', 'Made once the test passed and shops are matched'],
  },
  record: { label: 'report' },
  storage: { key: ['connectionId', 'shopId', 'report'], index: [['connectionId', 'id'], ['shopId'], ['orgId', 'id']] },
})

export const windowStates = {
  waiting: [0, '待取', 'To be asked', 'quiet'],
  asked: [1, '已申请', 'Asked', 'info'],
  ready: [2, '已就绪', 'Ready', 'info'],
  importing: [4, '导入中', 'Importing', 'info'],
  done: [5, '完成', 'Done', 'good'],
  empty: [6, '无数据', 'No data', 'good'],
  person: [7, '待处理', 'For a person', 'warn'],
  failed: [8, '失败', 'Failed', 'bad'],
  skipped: [9, '已跳过', 'Skipped', 'quiet'],
} as const
export const windowReasons = {
  first: [1, '每日', 'Daily'],
  past: [2, '补历史', 'The past'],
  again: [3, '复查', 'Read again'],
  byHand: [4, '手动', 'By hand'],
} as const

/** A document of a window on its way. */
export interface WindowDocument {
  readonly reportId: string
  readonly documentId: string | null
  readonly fileId?: string
  readonly importId?: string
}

/** Days of a plan, asked for once (and again by rounds): where it stands, and every try. */
export const syncWindow = resource('sync_window', {
  type: 'syncWindow',
  title: ['同步任务', 'Fetching'],
  access: { scope: grantedShops, permission: 'shopConnection' },
  fields: {
    planId: reference('同步计划', 'Plan', 'sync_plan', { computed: true, goes: true, show: false }),
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { filter: 'select', computed: true, goes: true, show: false }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', computed: true, width: 150 }),
    report: text('报表', 'Report', { max: 40, computed: true, filter: 'equals', width: 130, codes }),
    fromOn: date('自', 'From', { computed: true, filter: 'range', width: 110 }),
    toOn: date('至', 'To', { computed: true, width: 110 }),
    reason: choice('原因', 'Reason', windowReasons, { computed: true, default: 1, filter: 'select', show: false }),
    round: integer('复查天数', 'Read again after', { computed: true, default: 0, show: false }),
    state: choice('状态', 'State', windowStates, { computed: true, default: 0, filter: 'select', filterAs: 'tags', width: 90 }),
    lines: integer('行数', 'Lines', { computed: true, default: 0, width: 80 }),
    said: text('说明', 'Said', { max: 1_000, ...computed, width: 280 }),
    importId: reference('导入记录', 'Import', 'import_run', { ...computed, noForeignKey: true, width: 240 }),
    nextAt: dateTime('下次', 'Next', { ...computed, width: 170 }),
    calls: integer('调用', 'Calls', { computed: true, default: 0, width: 80 }),
    tries: integer('重试', 'Tries', { computed: true, default: 0, show: false }),
    endedAt: dateTime('结束', 'Ended', { ...computed, show: false, width: 170 }),
    /** noted before a report is asked for: whose answer was lost is looked for, not asked again */
    askedAt: dateTime('申请时间', 'Asked at', { ...computed, hidden: true }),
    pageToken: text('翻页', 'Page', { ...computed, hidden: true }),
    documents: json<readonly WindowDocument[]>('文件', 'Documents', { ...computed, hidden: true }),
    digest: text('摘要', 'Digest', { max: 64, ...computed, hidden: true }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    tabOf: { shopConnection: { by: { connectionId: 'id' }, at: 1 } },
    empty: ['每天要取的报表区间，取回后自动导入', 'Days of reports to fetch; what came is imported'],
  },
  record: { label: 'report' },
  storage: {
    unique: [['planId', 'fromOn', 'round']],
    index: [
      ['orgId', '-id'],
      ['connectionId', '-id'],
      { on: ['connectionId', 'nextAt'], where: 'state in (0, 1, 2, 4)' },
      { on: ['planId', 'nextAt'], where: 'state in (0, 1, 2, 4, 7, 8)' },
      ['connectionId', 'endedAt'],
      ['planId', '-toOn'],
      ['shopId', '-id'],
    ],
  },
  life: { happens: { 'sync.done': ['区间同步完成', 'Days were fetched'] } },
})

/** Documents that came, so that none is fetched twice. */
export const syncDocument = resource('sync_document', {
  title: ['取回的文件', 'Document that came'],
  access: { scope: ownOrganisation },
  fields: {
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { goes: true }),
    documentId: text('文件编号', 'Document id', { max: 200 }),
    fileId: bigInteger('文件', 'File'),
  },
  storage: { key: ['connectionId', 'documentId'] },
})

/** Pages of a window on their way: together they are its document. */
export const syncPart = resource('sync_part', {
  title: ['取回的分页', 'Page that came'],
  access: { scope: ownOrganisation },
  fields: {
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { goes: true }),
    windowId: reference('同步任务', 'Fetching', 'sync_window', { goes: true }),
    no: integer('页', 'Page'),
    body: text('内容', 'Content', { max: 33_554_432 }),
  },
  storage: { key: ['windowId', 'no'] },
})

/** Each call to a marketplace, for 90 days: what was asked is no part of it. */
export const syncCall = resource('sync_call', {
  type: 'syncCall',
  title: ['调用记录', 'Call'],
  access: { scope: through('connectionId'), permission: 'shopConnection' },
  fields: {
    at: dateTime('时间', 'At', { filter: 'range', width: 170 }),
    connectionId: reference('店铺授权', 'Connection', 'shop_connection', { filter: 'select', goes: true, width: 150 }),
    operation: text('操作', 'Operation', { max: 60, filter: 'contains', width: 180 }),
    status: integer('状态码', 'Status', { identifier: true, filter: 'range', width: 80 }),
    ms: integer('毫秒', 'ms', { width: 80 }),
    bytes: integer('字节', 'Bytes', { width: 90 }),
    requestId: text('平台请求编号', 'Request id', { max: 100, filter: 'contains', width: 280 }),
  },
  list: {
    sort: { field: 'at', way: 'DESC' },
    tabOf: { shopConnection: { by: { connectionId: 'id' }, at: 2 } },
    shownAs: { card: { title: 'operation', state: 'status' } },
    empty: ['每一次对平台的调用，保留 90 天', 'Each call to a marketplace, kept for 90 days'],
  },
  record: { label: 'operation' },
  storage: { index: [['orgId', '-at'], ['connectionId', '-at'], ['at']] },
})

/** How many calls may be made now, for all processes (take_call). */
export const callBucket = resource('call_bucket', {
  title: ['调用限额', 'Limit of calls'],
  access: { scope: serverOnly },
  fields: {
    code: text('键', 'Key', { max: 200 }),
    tokens: decimal('余量', 'Left', 6),
    at: dateTime('时间', 'At'),
    rate: decimal('每秒', 'A second', 6),
    burst: decimal('上限', 'At once', 6),
    blockedUntil: dateTime('停至', 'Blocked until', { optional: true }),
  },
  storage: { organisation: false, key: ['code'] },
})

// tables go with their connection in this order: each before what it refers to
const named = {
  marketplaceApp,
  shopConnection,
  connectionShop,
  connectionToken,
  syncPart,
  syncWindow,
  syncPlan,
  syncDocument,
  syncCall,
  callBucket,
}
export const connectionTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
