/** Who has read what was published, who has confirmed and who likes it; and how many they are. */
import { bigInteger, dateTime, integer, reference, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownedByAccount, serverOnly } from '#platform/declare/scope.ts'

const subject = () => text('对象', 'Subject', { max: 63 })
const recordId = () => bigInteger('记录', 'Record')

export const publicationReader = resource('publication_reader', {
  title: ['阅读记录', 'Reader'],
  access: { scope: ownedByAccount },
  fields: {
    /** table of the drafts */
    subject: subject(),
    recordId: recordId(),
    accountId: reference('账号', 'Account', 'account'),
    firstAt: dateTime('首次阅读', 'First read at'),
    lastAt: dateTime('最近阅读', 'Last read at'),
    times: integer('次数', 'Times', { default: 1 }),
    confirmedAt: dateTime('确认时间', 'Confirmed at', { optional: true }),
    likedAt: dateTime('点赞时间', 'Liked at', { optional: true }),
  },
  storage: { key: ['subject', 'recordId', 'accountId'] },
})

/** One row for each record, kept with the readers in one transaction: nobody counts thousands of them for a list. Sealed: it tells of
 * records that a person may not see. */
export const publicationCount = resource('publication_count', {
  title: ['阅读统计', 'Counts of readers'],
  access: { scope: serverOnly },
  fields: {
    subject: subject(),
    recordId: recordId(),
    /** accounts it was for when it was published last */
    audience: integer('发布时的读者数', 'Readers when it was published', { default: 0 }),
    readers: integer('已读人数', 'Have read', { default: 0 }),
    confirmed: integer('已确认人数', 'Have confirmed', { default: 0 }),
    likes: integer('点赞数', 'Likes', { default: 0 }),
    remindedAt: dateTime('最近提醒', 'Reminded at', { optional: true }),
  },
  storage: { key: ['subject', 'recordId'] },
})

export const publishingTables = { publicationReader, publicationCount }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof publishingTables> {}
}
