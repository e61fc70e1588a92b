/** Openings of sealed authors, and what sealed authors are told. Neither names an author. */
import { bigInteger, choice, dateTime, flag, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { openingOffices, openingPermission, openingStates } from '#platform/declare/sealed.ts'
import { ownOrganisation, serverOnly } from '#platform/declare/scope.ts'

const office = { computed: true, show: false } as const

export const sealedOpening = resource('sealed_opening', {
  type: 'sealedOpening',
  title: ['匿名作者开启', 'Opening of a sealed author'],
  access: { scope: ownOrganisation, permission: openingPermission, fresh: true },
  fields: {
    label: text('匿名内容', 'Sealed record', { max: 200, computed: true, filter: 'contains', width: 220 }),
    kind: text('类型', 'Kind', { max: 50, computed: true, width: 110 }),
    /** table of the record */
    subject: text('对象', 'Subject', { max: 63, computed: true, hidden: true }),
    recordId: bigInteger('记录', 'Record', { computed: true, hidden: true }),
    reason: text('开启原因', 'Reason', { max: 200, computed: true, width: 240 }),
    state: choice('状态', 'Status', openingStates, { default: 1, computed: true, filter: 'select', width: 100 }),
    askedBy: text('申请人', 'Asked by', { max: 50, computed: true, width: 100 }),
    askedById: bigInteger('申请账号', 'Account of the asker', { computed: true, hidden: true }),
    askedAs: choice('申请人身份', 'Office of the asker', openingOffices, office),
    askedAt: dateTime('申请时间', 'Asked at', { computed: true, sort: true, filter: 'range', width: 170 }),
    until: dateTime('确认截止', 'To be confirmed by', { computed: true, width: 170 }),
    confirmedBy: text('确认人', 'Confirmed by', { max: 50, optional: true, computed: true, width: 100 }),
    confirmedById: bigInteger('确认账号', 'Account of the second person', { optional: true, computed: true, hidden: true }),
    confirmedAt: dateTime('处理时间', 'Settled at', { optional: true, computed: true, width: 170 }),
    answer: text('处理说明', 'Answer', { max: 200, optional: true, computed: true, width: 200 }),
  },
  list: {
    sort: { field: 'askedAt', way: 'DESC' },
    empty: ['系统管理员和总经理共同开启匿名内容的作者时，申请列在这里', 'Requests to open a sealed author, which takes two people'],
  },
  record: { label: 'label' },
  storage: {
    index: [
      ['orgId', '-askedAt', '-id'],
      ['subject', 'recordId'],
    ],
  },
})

/**
 * What the author of a sealed record is told: by the record alone, so that nothing here leads to him. He finds it by the keyed hash of
 * `sealed_author`. No instant of his reading is kept.
 */
export const sealedNotice = resource('sealed_notice', {
  title: ['匿名作者的通知', 'Notice to a sealed author'],
  access: { scope: serverOnly },
  fields: {
    key: text('编号', 'Key', { max: 36 }),
    orgId: bigInteger('组织', 'Organisation'),
    subject: text('对象', 'Subject', { max: 63 }),
    recordId: text('记录', 'Record', { max: 20 }),
    title: text('标题', 'Title'),
    detail: text('说明', 'Detail', { optional: true }),
    at: dateTime('时间', 'At'),
    isRead: flag('已读', 'Read', { default: false }),
  },
  storage: { primary: ['key'], index: [['subject', 'recordId']] },
})

/** What a sealed author did and others do not know yet (db/sealed-later.ts). */
export const sealedLater = resource('sealed_later', {
  title: ['稍后送达的匿名内容', 'Sealed acts that arrive later'],
  access: { scope: serverOnly },
  fields: {
    key: text('编号', 'Key', { max: 36 }),
    orgId: bigInteger('组织', 'Organisation'),
    dueAt: dateTime('送达时间', 'Due at'),
    task: text('种类', 'Kind', { max: 63 }),
    payload: text('密文', 'Cipher'),
  },
  storage: { primary: ['key'], index: [['dueAt']] },
})

const named = { sealedOpening, sealedNotice, sealedLater }
export const sealedTables = [sealedOpening, sealedNotice, sealedLater]
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
