/** What people are told, beyond the message centre: kinds, chat robots, own words, what each person chose, and deliveries. */
import {
  bigInteger,
  choice,
  dateTime,
  flag,
  integer,
  links,
  longText,
  reference,
  referenceBy,
  text,
  texts,
} from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { everybody, ownedByAccount, ownOrganisation } from '#platform/declare/scope.ts'

const permission = 'admin.notice'

export const languages = { chinese: [1, '中文', 'Chinese'], english: [2, '英文', 'English'] } as const
export const mailWays = {
  none: [0, '不发邮件', 'No mail'],
  now: [1, '立即发送', 'At once'],
  digest: [2, '每日汇总', 'Daily digest'],
} as const
export const deliveryStates = {
  waiting: [1, '待发', 'Waiting', 'info'],
  sent: [2, '已发', 'Sent', 'good'],
  failed: [3, '失败', 'Failed', 'warn'],
  given: [4, '放弃', 'Given up', 'bad'],
} as const
export const chats = {
  wecom: [2, '企业微信', 'WeCom'],
  dingtalk: [3, '钉钉', 'DingTalk'],
  feishu: [4, '飞书', 'Feishu'],
} as const
export const reaches = {
  groups: [1, '个人和群', 'Persons and groups'],
  persons: [2, '仅个人', 'Persons alone'],
  gone: [3, '已停用', 'No longer told', 'quiet'],
} as const
/** characters of an address as it is typed; sealed it is longer */
export const addressMax = 1_000
const sealedMax = 2_000

/** The notices that the program declares, written at each start: robots and templates choose from them. */
export const noticeKind = resource('notice_kind', {
  type: 'noticeKind',
  title: ['通知种类', 'Kind of notice'],
  access: { scope: everybody, permission },
  fields: {
    code: text('代码', 'Code', { max: 120, computed: true, width: 260 }),
    /** name and texts are kept in both languages (declare/sentence.ts) */
    name: text('名称', 'Name', { max: 400, computed: true, width: 240 }),
    title: text('默认标题', 'Usual title', { max: 1_000, computed: true, width: 360 }),
    text: text('默认说明', 'Usual second line', { max: 1_000, optional: true, computed: true, width: 240 }),
    reach: choice('告知范围', 'Reaches', reaches, { default: 1, computed: true, filter: 'select' }),
  },
  list: { search: false, sort: { field: 'code', way: 'ASC' }, empty: ['系统会告知的事项，随程序更新', 'What the program tells of'] },
  record: { label: 'name' },
  storage: { kind: 'reference', organisation: false, key: ['code'] },
})

/** A robot of a chat group. Its address is a key to the group: kept encrypted, told to nobody again. */
export const noticeChannel = resource('notice_channel', {
  type: 'noticeChannel',
  title: ['群机器人', 'Chat robot'],
  access: { scope: ownOrganisation, permission },
  fields: {
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    kind: choice('平台', 'Platform', chats, { default: 2, filter: 'select' }),
    address: text('Webhook 地址', 'Webhook address', {
      max: sealedMax,
      optional: true,
      sensitive: true,
      help: ['群机器人给出的 https 地址，加密保存，不再显示', 'The https address that the robot gives; kept encrypted and not shown again'],
    }),
    secret: text('加签密钥', 'Signing secret', {
      max: sealedMax,
      optional: true,
      sensitive: true,
      help: ['钉钉、飞书的机器人开启加签时填写', 'Where the robot of DingTalk or Feishu asks for signatures'],
    }),
    kinds: links('通知种类', 'Notices', 'notice_kind', { max: 100 }),
    language: choice('语言', 'Language', languages, { default: 1 }),
    status: choice(
      '状态',
      'State',
      { on: [1, '启用', 'In use', 'good'], off: [2, '停用', 'Not in use', 'quiet'] },
      { default: 1, filter: 'select' },
    ),
    ownerId: reference('负责人', 'Answers for it', 'employee', {
      set: { onAdd: 'employee' },
      optional: true,
      help: ['群里只看得到负责人有权看的记录内容', 'The group is told what this person may see'],
    }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['把通知发到企业微信、钉钉或飞书群', 'Tells notices to a group of WeCom, DingTalk or Feishu'],
  },
  storage: { key: ['name'] },
})

/** The organisation's own words for a notice, by language. */
export const noticeTemplate = resource('notice_template', {
  type: 'noticeTemplate',
  title: ['通知模板', 'Notice template'],
  access: { scope: ownOrganisation, permission },
  fields: {
    code: referenceBy('通知', 'Notice', 'notice_kind', 'code', { filter: 'select', editDisabled: true }),
    language: choice('语言', 'Language', languages, { default: 1, as: 'radio', filter: 'select', editDisabled: true }),
    title: text('标题', 'Title', {
      max: 300,
      help: ['可用的填充项与默认标题相同，如 {label}', 'Fills in what the usual title fills in, such as {label}'],
    }),
    several: text('多条时的标题', 'Title of several', { max: 300, optional: true }),
    text: longText('说明', 'Second line', { max: 1_000, optional: true }),
  },
  list: {
    search: false,
    sort: { field: 'code', way: 'ASC' },
    empty: ['改写通知的文字；没有模板的通知用默认文字', 'Own words for notices; those without keep the usual ones'],
  },
  record: { label: 'code' },
  storage: { key: ['code', 'language'] },
})

/** How a person wants one notice by mail; absent: no mail. */
export const noticePreference = resource('notice_preference', {
  title: ['通知偏好', 'Notice preference'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    code: text('通知', 'Notice', { max: 120 }),
    mail: choice('邮件', 'Mail', mailWays),
  },
  storage: { key: ['accountId', 'code'] },
})

/** When a person wants mails, and in which language. Times are HH:mm on the organisation's clock. */
export const noticeSetting = resource('notice_setting', {
  title: ['通知设置', 'Notice settings'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    quietFrom: text('免打扰开始', 'Quiet from', { max: 5, optional: true }),
    quietTo: text('免打扰结束', 'Quiet until', { max: 5, optional: true }),
    digestAt: text('汇总时间', 'Digest at', { max: 5, default: '09:00' }),
    language: choice('语言', 'Language', languages, { default: 1 }),
  },
  storage: { key: ['accountId'] },
})

/** One mail or chat message on its way. Its text is nobody's to read here: mails are made of the messages they tell of. */
export const noticeDelivery = resource('notice_delivery', {
  type: 'noticeDelivery',
  title: ['通知投递', 'Notice delivery'],
  access: { scope: ownOrganisation, permission },
  fields: {
    queuedAt: dateTime('时间', 'Queued at', { computed: true, filter: 'range', width: 170 }),
    channel: choice('渠道', 'Channel', { mail: [1, '邮件', 'Mail'], ...chats }, { computed: true, filter: 'select' }),
    code: text('通知', 'Notice', { max: 120, computed: true, width: 240 }),
    receiver: text('接收者', 'To', { max: 200, computed: true, filter: 'contains', width: 220 }),
    isDigest: flag('汇总', 'Digest', { computed: true, default: false }),
    state: choice('状态', 'State', deliveryStates, { computed: true, default: 1, filter: 'select', filterAs: 'tags' }),
    tries: integer('次数', 'Tries', { computed: true, default: 0 }),
    nextAt: dateTime('下次发送', 'Next try', { computed: true, optional: true }),
    sentAt: dateTime('发送时间', 'Sent at', { computed: true, optional: true }),
    fault: text('失败原因', 'Reason', { max: 1_000, computed: true, optional: true, width: 300 }),
    /** one delivery for each, however often what causes it runs */
    event: text('事件', 'Event', { max: 200, hidden: true }),
    accountId: bigInteger('收件账号', 'Account', { hidden: true, optional: true }),
    channelId: bigInteger('机器人', 'Robot', { hidden: true, optional: true }),
    messageIds: texts('消息', 'Messages', { hidden: true }),
    /** what a group is told, as sentences are stored */
    title: text('标题', 'Title', { hidden: true, optional: true }),
    detail: text('说明', 'Detail', { hidden: true, optional: true }),
  },
  list: { search: false, empty: ['发往邮箱和群的通知', 'Notices to mail addresses and groups'] },
  record: { label: 'receiver' },
  storage: { unique: [['event']], index: [['orgId', '-id'], { on: ['nextAt'], where: 'state in (1, 3)' }, ['queuedAt']] },
})

export const noticeAreaTables = { noticeKind, noticeChannel, noticeTemplate, noticePreference, noticeSetting, noticeDelivery }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof noticeAreaTables> {}
}
