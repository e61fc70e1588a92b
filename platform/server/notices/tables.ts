/** Which notices were told of which events: each once, however often what tells it runs. */
import { bigInteger, dateTime, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'

export const noticeEvent = resource('notice_event', {
  title: ['已告知的事项', 'Notice told'],
  access: { scope: serverOnly },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    code: text('通知', 'Notice', { max: 120 }),
    /** what happened, as the notice tells one from the other: a record and the date it was due */
    event: text('事项', 'Event', { max: 200 }),
    toldAt: dateTime('告知时间', 'Told at'),
  },
  storage: { primary: ['orgId', 'code', 'event'], index: [['toldAt']] },
})

export const noticeTables = { noticeEvent }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof noticeTables> {}
}
