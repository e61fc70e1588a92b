/** Tables of the realtime connection: one-time tickets, and messages numbered per account in commit order. */
import { bigInteger, dateTime, json, text } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'

export const realtimeTicket = resource('realtime_ticket', {
  title: ['实时连接凭证', 'Realtime ticket'],
  access: { scope: serverOnly },
  fields: {
    /** sha256 of the ticket, hex */
    ticketHash: text('凭证摘要', 'Hash of the ticket', { max: 64 }),
    accountId: bigInteger('账号', 'Account'),
    expiresAt: dateTime('有效期至', 'Expires at'),
  },
  storage: { primary: ['ticketHash'], index: [['expiresAt']] },
})

export const pushCounter = resource('push_counter', {
  title: ['消息序号', 'Message counter'],
  access: { scope: serverOnly },
  fields: { accountId: bigInteger('账号', 'Account'), last: bigInteger('最新序号', 'Latest number') },
  storage: { primary: ['accountId'] },
})

export const pushMessage = resource('push_message', {
  title: ['推送消息', 'Pushed message'],
  access: { scope: serverOnly },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    no: bigInteger('序号', 'Number'),
    message: json<object>('内容', 'Content'),
    createdAt: dateTime('时间', 'Time'),
  },
  storage: { primary: ['accountId', 'no'], index: [['createdAt']] },
})

/** Who has a record open in a form just now: told when somebody else changes it. */
export const recordWatch = resource('record_watch', {
  title: ['打开的记录', 'Record being edited'],
  access: { scope: serverOnly },
  fields: {
    type: text('类型', 'Type', { max: 80 }),
    recordId: text('记录', 'Record', { max: 300 }),
    orgId: bigInteger('组织', 'Organisation'),
    accountId: bigInteger('账号', 'Account'),
    until: dateTime('有效期至', 'Until'),
  },
  storage: { primary: ['type', 'recordId', 'orgId', 'accountId'], index: [['until']] },
})

export const tables = { realtimeTicket, pushCounter, pushMessage, recordWatch }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
