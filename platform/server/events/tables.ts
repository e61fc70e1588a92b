/** What happened to records, for programs that listen (areas/access/webhooks). Nothing is noted where nobody does. */
import { bigInteger, flag, integer, json, text, texts } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'

/** The events that somebody in the organisation listens to. */
const webhookWish = resource('webhook_wish', {
  title: ['监听的事件', 'Events listened to'],
  access: { scope: serverOnly },
  fields: { event: text('事件', 'Event', { max: 120 }) },
  storage: { key: ['event'] },
})

/** One change of one record. Its order is that of its transaction, then its id. */
const webhookEvent = resource('webhook_event', {
  title: ['事件', 'Event'],
  access: { scope: serverOnly },
  fields: {
    event: text('事件', 'Event', { max: 120 }),
    list: text('列表', 'List', { max: 80 }),
    recordId: text('记录', 'Record', { max: 300 }),
    recordVersion: integer('版本', 'Version', { optional: true }),
    shopId: bigInteger('店铺', 'Shop', { optional: true }),
    fields: texts('字段', 'Fields', { optional: true }),
    /** of a removed record: what it was, by which it is judged who may hear of it */
    image: json<Readonly<Record<string, unknown>>>('记录原貌', 'As it was'),
    /** the transaction that wrote it: whoever asks for what came after a number waits for those that are still open */
    xact: bigInteger('事务', 'Transaction'),
    /** deliveries have been made of it */
    isSpread: flag('已分发', 'Spread', { default: false }),
  },
  storage: { index: [['orgId', 'xact', 'id'], { on: ['id'], where: 'not is_spread' }] },
})

export const tables = { webhookWish, webhookEvent }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof tables> {}
}
