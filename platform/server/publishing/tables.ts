/** Who has read what was published, and who has confirmed it. */
import { bigInteger, dateTime, integer, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount } from '#platform/declare/scope.ts'

export const publicationReader = resource('publication_reader', {
  title: ['阅读记录', 'Reader'],
  scope: ownedByAccount,
  fields: {
    /** table of the drafts */
    subject: text('对象', 'Subject', { max: 63 }),
    recordId: bigInteger('记录', 'Record'),
    accountId: reference('账号', 'Account', 'account'),
    firstAt: dateTime('首次阅读', 'First read at'),
    lastAt: dateTime('最近阅读', 'Last read at'),
    times: integer('次数', 'Times', { default: 1 }),
    confirmedAt: dateTime('确认时间', 'Confirmed at', { optional: true }),
  },
  key: ['subject', 'recordId', 'accountId'],
})

export const publishingTables = { publicationReader }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof publishingTables> {}
}
