/** 制度: policies that are audited, published to whom they concern, and confirmed version by version. */
import { choice, date, dateTime, files, flag, integer, links, longText, reference, richText, text } from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { audienceOf, notice } from '#platform/declare/notice.ts'
import { publishable } from '#platform/declare/publishable.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownOrganisation, self } from '#platform/declare/scope.ts'
import { byField, byProgram, machine } from '#platform/declare/states.ts'

const contentBytesMax = 524_288
export const regulationKinds = {
  people: [1, '人事', 'People'],
  money: [2, '财务', 'Finance'],
  safety: [3, '安全', 'Safety'],
  information: [4, '信息', 'Information'],
  trade: [5, '业务', 'Business'],
  office: [6, '行政', 'Administration'],
} as const

export const regulation = publishable('regulation', {
  type: 'regulation',
  title: ['制度', 'Policy'],
  publish: {
    shown: ['title', 'code', 'kind', 'effectiveOn', 'content', 'files', 'changes', 'ownerId'],
    needs: ['content', 'effectiveOn'],
    audience: true,
    mustRead: true,
    auditedBut: 'writerIds',
    tells: notice('documents.regulation', ['制度发布', 'Policies'], {
      title: ['制度发布：{label}', 'Policy published: {label}'],
      to: [audienceOf('audience')],
    }),
    search: ['title', 'code'],
  },
  access: { scope: ownOrganisation },
  fields: {
    title: text('制度名称', 'Title', { max: 100, filter: 'contains', width: 280 }),
    code: text('文号', 'Number', { max: 40, optional: true, filter: 'contains', width: 160 }),
    kind: choice('类别', 'Kind', regulationKinds, { filter: 'select', width: 80 }),
    ownerId: reference('负责人', 'Owner', 'employee', { filter: 'select', width: 100 }),
    effectiveOn: date('生效日期', 'In force from', { optional: true, sort: true, filter: 'range', width: 110 }),
    reviewOn: date('复审日期', 'Review on', { optional: true, filter: 'range', width: 110 }),
    expiry: expiry('reviewOn'),
    replacesId: reference('替代', 'Replaces', 'regulation', { optional: true, show: false, width: 160 }),
    content: richText('正文', 'Text', { max: contentBytesMax, bytesMax: contentBytesMax, optional: true }),
    files: files('附件', 'Files', { optional: true, max: 10, show: false }),
    concernsStaff: flag('涉及员工切身利益', 'Concerns staff', {
      default: false,
      filter: 'select',
      show: false,
      help: ['劳动合同法第四条：先和职工讨论协商，留下纪要', 'Labour Contract Law 4: discussed with staff first, with minutes'],
    }),
    consultedOn: date('协商日期', 'Consulted on', { optional: true, show: false }),
    minutes: files('协商纪要', 'Minutes of the consultation', { optional: true, max: 5, show: false }),
    /** what is other than in the version that readers have */
    changes: longText('与上一版的不同', 'Changes to the version before', { max: 200_000, optional: true, computed: true, show: false }),
    writerIds: links('修订人', 'Revised by', 'employee', { optional: true, computed: true, filter: 'select', width: 110 }),
  },
  list: {
    views: [
      { name: 'owned', title: ['我负责', 'Mine'], me: 'ownerId' },
      { name: 'review', title: ['待复审', 'To review'], expires: 'expiry' },
    ],
    sort: { field: 'id', way: 'DESC' },
    empty: ['公司制度：审核后发布，选了必读的要逐人确认', 'Policies: audited, published, confirmed by each person where they must be read'],
  },
  record: { label: 'title', option: { search: ['code'], detail: ['code'] } },
  storage: { index: [['orgId', '-id'], ['orgId', 'effectiveOn'], ['orgId', 'reviewOn'], ['ownerId'], ['replacesId']] },
})

/** What was audited, version by version. */
export const regulationVersion = resource('regulation_version', {
  type: 'regulationVersion',
  title: ['制度版本', 'Version of a policy'],
  access: { scope: ownOrganisation, permission: 'regulation' },
  fields: {
    regulationId: reference('制度', 'Policy', 'regulation', { filter: 'select', width: 220 }),
    revision: integer('版本', 'Version', { identifier: true, width: 70 }),
    title: text('制度名称', 'Title', { max: 100, filter: 'contains', width: 240 }),
    effectiveOn: date('生效日期', 'In force from', { optional: true, width: 110 }),
    changes: longText('与上一版的不同', 'Changes to the version before', { optional: true, width: 320 }),
    content: longText('正文', 'Text', { as: 'richText', optional: true, show: false }),
    auditedBy: text('审核人', 'Audited by', { max: 100, width: 90 }),
    auditedAt: dateTime('审核时间', 'Audited at', { sort: true }),
  },
  list: {
    search: false,
    sort: { field: 'auditedAt', way: 'DESC' },
    tabOf: { regulation: { by: { regulationId: 'id' } } },
    shownAs: { card: { title: 'title', tags: ['revision'], due: 'effectiveOn' } },
    empty: ['审核通过的每一版都留在这里', 'Each version that was audited stays here'],
  },
  record: { label: 'title' },
  storage: { key: ['regulationId', 'revision'], index: [['orgId', '-auditedAt', '-id']], appendOnly: true },
})

export const readingStates = {
  open: [1, '待确认', 'To confirm', 'warn'],
  confirmed: [2, '已确认', 'Confirmed', 'good'],
  replaced: [3, '有新版本', 'Replaced', 'quiet'],
} as const

/** Who is asked to read a version of a policy, and when he confirmed it. */
export const regulationReading = resource('regulation_reading', {
  type: 'regulationReading',
  title: ['制度阅读', 'Reading of a policy'],
  access: { scope: anyOf(self('employeeId'), ownedBy('employeeId')), forEverybody: true },
  fields: {
    publishedId: reference('制度', 'Policy', 'regulation_published', { filter: 'select', noForeignKey: true, width: 260 }),
    revision: integer('版本', 'Version', { identifier: true, computed: true, width: 70 }),
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', width: 100 }),
    state: choice('状态', 'State', readingStates, { default: 1, filter: 'select', filterAs: 'tags', width: 90 }),
    dueOn: date('确认期限', 'To be confirmed by', { optional: true, computed: true, sort: true, filter: 'range', width: 110 }),
    confirmedAt: dateTime('确认时间', 'Confirmed at', { optional: true, computed: true, sort: true, width: 150 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    views: [
      { name: 'mine', title: ['我的', 'Mine'], me: 'employeeId' },
      { name: 'open', title: ['未确认', 'Not confirmed'], field: 'state', codes: [1] },
    ],
    tabOf: { regulation: { by: { publishedId: 'id' } }, regulationPublished: { by: { publishedId: 'id' } } },
    shownAs: { card: { title: 'publishedId', subtitle: 'employeeId', tags: ['state'], due: 'dueOn' } },
    empty: ['必读的制度发布后，每个人要确认的在这里', 'What each person has to confirm once a policy is published'],
  },
  record: { label: 'publishedId' },
  storage: {
    key: ['publishedId', 'revision', 'employeeId'],
    index: [
      ['employeeId', 'state'],
      ['orgId', '-id'],
      ['orgId', 'dueOn'],
    ],
  },
  life: {
    states: machine('state', {
      states: { open: {}, confirmed: { final: true }, replaced: { final: true } },
      steps: {
        confirm: {
          title: ['确认已读', 'I have read it'],
          from: ['open'],
          to: 'confirmed',
          may: byField('employeeId'),
          set: { confirmedAt: 'now' },
          tone: 'primary',
        },
        replace: { title: ['新版本替代', 'Replaced'], from: ['open'], to: 'replaced', may: byProgram },
      },
    }),
  },
})
