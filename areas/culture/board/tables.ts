/** The bulletin board: sections with their moderators and audience, topics, likes, reports. Replies are the thread of a topic. */
import { bigInteger, choice, dateTime, files, flag, integer, links, longText, reference, text, texts } from '#platform/declare/fields.ts'
import type { Adding } from '#platform/declare/on-add.ts'
import { audienceFields } from '#platform/declare/publishable.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownedByAccount, sharedWithMe, through } from '#platform/declare/scope.ts'
import { marksOf } from '#platform/server/notices.ts'
import { reportMachine, reportStates, topicMachine, topicStates } from './states.ts'

/** Marks of whom a section is for, its moderators among them. */
export const sectionMarks = (row: Readonly<Record<string, unknown>>): string[] => [
  ...new Set([...marksOf(row as never), ...moderatorMarks(row['moderatorIds'])]),
]
export const moderatorMarks = (ids: unknown): string[] => (Array.isArray(ids) ? ids.map(id => `e${String(id)}`) : [])

/** Marks as PostgreSQL writes an array of them: letters and digits alone. */
export const arrayLiteral = (marks: readonly string[]): string => `{${marks.join(',')}}`

const audience = () => texts('可见范围', 'Audience', { hidden: true, computed: true })

export const bbsSection = resource('bbs_section', {
  type: 'bbsSection',
  title: ['版块', 'Section'],
  access: { scope: anyOf(sharedWithMe, ownedBy('ownerId')) },
  fields: {
    name: text('版块名称', 'Name', { max: 30, filter: 'contains', width: 140 }),
    intro: text('版块说明', 'About', { max: 200, optional: true, width: 260 }),
    sort: integer('排序', 'Order', { min: 0, max: 999, default: 0, sort: true, width: 70 }),
    moderatorIds: links('版主', 'Moderators', 'employee', { optional: true, max: 20, rowsIn: 'bbs_moderator', width: 160 }),
    allowAnonymous: flag('允许匿名', 'Anonymous topics allowed', { default: false, filter: 'select', width: 90 }),
    status: choice(
      '状态',
      'Status',
      { open: [1, '开放', 'Open', 'good'], closed: [2, '停用', 'Closed', 'quiet'] },
      { default: 1, filter: 'select', width: 80 },
    ),
    ...audienceFields,
    ownerId: reference('创建人', 'Made by', 'employee', { optional: true, set: { onAdd: 'employee' }, show: false }),
    audience: texts('可见范围', 'Audience', {
      hidden: true,
      computed: true,
      set: { onAdd: ({ values }: Adding) => arrayLiteral(sectionMarks(values)) },
    }),
  },
  list: {
    search: ['name', 'intro'],
    sort: { field: 'sort', way: 'ASC' },
    empty: ['先建几个版块，比如闲聊、建议、二手，同事才有地方发帖', 'Make some sections first, so that people have a place to post'],
  },
  record: { label: 'name' },
  storage: { key: ['name'], index: [['orgId', 'sort', 'id']] },
})

/** Who looks after a section. */
export const bbsModerator = resource('bbs_moderator', {
  title: ['版主', 'Moderator'],
  access: { scope: through('sectionId') },
  fields: {
    sectionId: reference('版块', 'Section', 'bbs_section', { editDisabled: true }),
    employeeId: reference('版主', 'Moderator', 'employee'),
  },
  storage: { key: ['sectionId', 'employeeId'], index: [['employeeId']] },
})

/**
 * Seen by the marks of its own `audience`: those of the section while it is open, its moderators and its author once it is hidden, nobody
 * once it is deleted. A sealed author stands in no mark; his own are open to him by `openToAuthor`.
 */
export const bbsTopic = resource('bbs_topic', {
  type: 'bbsTopic',
  title: ['帖子', 'Topic'],
  access: { scope: sharedWithMe, forEverybody: true, sealedAuthor: 'isAnonymous' },
  fields: {
    sectionId: reference('版块', 'Section', 'bbs_section', { filter: 'select', editDisabled: true, width: 110 }),
    title: text('标题', 'Title', { max: 100, filter: 'contains', width: 260 }),
    content: longText('内容', 'Content', { as: 'richText', max: 1_000_000, show: false }),
    pictures: files('图片', 'Pictures', { accept: 'image', optional: true, max: 9, show: false }),
    isAnonymous: flag('匿名发布', 'Anonymous', {
      default: false,
      editDisabled: true,
      filter: 'select',
      width: 90,
      help: ['匿名帖子只显示日期，一小时内的随机时间出现', 'Tells its day alone, and appears at a random time within the hour'],
    }),
    authorId: reference('作者', 'Author', 'employee', { optional: true, filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    state: choice('状态', 'Status', topicStates, { default: 1, filter: 'select', width: 90 }),
    sticky: flag('置顶', 'Sticky', { default: false, computed: true, filter: 'select', width: 70 }),
    postedAt: dateTime('发布时间', 'Posted at', { set: { onAdd: 'now' }, sort: true, filter: 'range', width: 170 }),
    replies: integer('回复', 'Replies', { default: 0, computed: true, sort: true, width: 70 }),
    likes: integer('点赞', 'Likes', { default: 0, computed: true, sort: true, width: 70 }),
    views: integer('浏览', 'Views', { default: 0, computed: true, sort: true, width: 70 }),
    lastReplyAt: dateTime('最后回复', 'Last reply', { optional: true, computed: true, sort: true, width: 170 }),
    lastReplyBy: text('最后回复人', 'Last reply by', { max: 50, optional: true, computed: true, width: 100 }),
    /** comment of its thread */
    bestReplyId: bigInteger('最佳回复', 'Best reply', { optional: true, computed: true, hidden: true }),
    reason: text('处理原因', 'Reason', { max: 200, optional: true, computed: true, show: false }),
    /** when something was said last; of a sticky one a hundred years later, so that it stands first */
    orderAt: dateTime('排序时间', 'Order', { computed: true, hidden: true, set: { onAdd: 'now' }, sort: true }),
    audience: audience(),
  },
  list: { search: ['title'], sort: { field: 'orderAt', way: 'DESC' }, empty: ['还没有帖子，来发第一帖', 'No topics yet: post the first'] },
  record: { label: 'title', thread: { closedIn: ['closed', 'hidden', 'deleted'] } },
  storage: {
    index: [
      ['orgId', '-orderAt', '-id'],
      ['sectionId', '-orderAt', '-id'],
      ['authorId', '-postedAt'],
    ],
  },
  life: { states: topicMachine },
})

/** One like of a person. */
export const bbsLike = resource('bbs_like', {
  title: ['点赞', 'Like'],
  access: { scope: ownedByAccount },
  fields: {
    topicId: reference('帖子', 'Topic', 'bbs_topic'),
    accountId: reference('账号', 'Account', 'account'),
  },
  storage: { key: ['topicId', 'accountId'] },
})

/** One like of a person for a reply, which is a comment of the topic's thread. */
export const bbsReplyLike = resource('bbs_reply_like', {
  title: ['回复点赞', 'Like of a reply'],
  access: { scope: ownedByAccount },
  fields: {
    topicId: reference('帖子', 'Topic', 'bbs_topic'),
    commentId: bigInteger('回复', 'Reply'),
    accountId: reference('账号', 'Account', 'account'),
  },
  storage: { key: ['topicId', 'commentId', 'accountId'] },
})

/** Seen by the moderators of the section and by whoever reported. */
export const bbsReport = resource('bbs_report', {
  type: 'bbsReport',
  title: ['举报', 'Report'],
  access: { scope: sharedWithMe, forEverybody: true },
  fields: {
    topicId: reference('帖子', 'Topic', 'bbs_topic', { editDisabled: true, filter: 'select', width: 220 }),
    sectionId: reference('版块', 'Section', 'bbs_section', { computed: true, filter: 'select', width: 110 }),
    /** comment of the topic's thread; empty: the topic itself */
    commentId: bigInteger('被举报的回复', 'Reported reply', { optional: true, computed: true, hidden: true }),
    excerpt: text('被举报的内容', 'What was reported', { max: 200, optional: true, computed: true, width: 240 }),
    kind: choice(
      '原因',
      'Reason',
      {
        advertising: [1, '广告推销', 'Advertising'],
        untrue: [2, '不实信息', 'Untrue'],
        attack: [3, '攻击他人', 'Attack on somebody'],
        secret: [4, '泄露机密', 'Discloses what is confidential'],
        other: [9, '其他', 'Other'],
      },
      { default: 3, as: 'radio', filter: 'select', width: 110 },
    ),
    reason: text('说明', 'Explanation', { max: 200, optional: true, width: 220 }),
    reporterId: reference('举报人', 'Reported by', 'employee', { optional: true, set: { onAdd: 'employee' }, width: 100 }),
    state: choice('状态', 'Status', reportStates, { default: 1, filter: 'select', width: 90 }),
    answer: text('处理说明', 'Answer', { max: 200, optional: true, computed: true, width: 200 }),
    handledById: reference('处理人', 'Handled by', 'employee', { optional: true, computed: true, width: 100 }),
    handledAt: dateTime('处理时间', 'Handled at', { optional: true, computed: true, width: 170 }),
    audience: audience(),
  },
  list: {
    search: ['excerpt', 'reason'],
    sort: { field: 'state', way: 'ASC' },
    empty: ['同事举报的帖子和回复列在这里', 'Topics and replies that were reported'],
  },
  record: { label: 'excerpt' },
  storage: { index: [['orgId', 'state', '-id'], ['topicId']] },
  life: { states: reportMachine },
})

const named = { bbsSection, bbsTopic, bbsLike, bbsReplyLike, bbsReport }
export const boardTables = [bbsSection, bbsModerator, bbsTopic, bbsLike, bbsReplyLike, bbsReport]
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
