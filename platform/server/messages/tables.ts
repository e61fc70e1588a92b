/** Messages of the server to single persons: what ended, was shared, changed or needs them. */
import { choice, dateTime, json, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount } from '#platform/declare/scope.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'

/** characters of each text that a message fills in, and of a detail that a person wrote */
export const partMax = 1_000

export const messageKinds = {
  work: [1, '任务', 'Tasks'],
  shared: [2, '共享', 'Sharing'],
  rights: [3, '权限', 'Rights'],
  system: [4, '系统', 'System'],
  business: [5, '业务', 'Business'],
  approval: [6, '审批', 'Approvals'],
} as const

export const message = resource('message', {
  title: ['消息', 'Message'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: reference('收件人', 'To', 'account'),
    kind: choice('种类', 'Kind', messageKinds),
    /** sentences as they are stored (declare/sentence.ts), put into words when they are read */
    title: text('标题', 'Title'),
    detail: text('说明', 'Detail', { optional: true }),
    target: json<MessageTarget>('打开', 'Opens'),
    readAt: dateTime('阅读时间', 'Read at', { optional: true }),
  },
  storage: { index: [['accountId', 'orgId', '-id'], { on: ['accountId', 'orgId', 'readAt'], where: 'read_at is null' }, ['createdAt']] },
})

export const messageTables = { message }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof messageTables> {}
}
