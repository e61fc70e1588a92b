/** What the server itself brings along: its tables, the realtime ticket, and forgetting what is past. Registered like any area. */
import { Type } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { Area } from '../contract/area.ts'
import type { House } from '../contract/house.ts'
import { tables as eventTables } from '../events/tables.ts'
import { tables as realtimeTables } from '../realtime/tables.ts'
import { issueTicket } from '../realtime/tickets.ts'
import { unreadTotal } from '../realtime/unread.ts'
import { forgetWatches, unwatchRecord, watchRecord } from '../verbs/watch.ts'
import { housekeeping } from '../timed/timed.ts'
import { forgetCallTimes } from './call-times.ts'
import { forgetOldResults } from './idempotency.ts'
import { refuse } from '../calls/refusal.ts'
import { tables } from './tables.ts'
import { call } from '../calls/verbs.ts'

const messagesKeptMs = 24 * 3_600_000

/** Messages older than 24 hours and tickets that have expired. */
export async function forgetOldMessages(house: House): Promise<void> {
  const server = house.unscoped('pushed messages and tickets that are past')
  const now = house.now()
  await server
    .deleteFrom('push_message')
    .where('created_at', '<', new Date(now.getTime() - messagesKeptMs).toISOString())
    .execute()
  await server.deleteFrom('realtime_ticket').where('expires_at', '<', now.toISOString()).execute()
}

async function forget(house: House): Promise<void> {
  await forgetOldResults(house)
  await forgetOldMessages(house)
  await forgetWatches(house)
  await forgetCallTimes(house)
}

const watched = Type.Object({
  type: Type.String({ title: '列表类型', minLength: 1, maxLength: 80 }),
  id: Type.String({ title: '记录', minLength: 1, maxLength: 300 }),
})

export const serverArea: Area = {
  name: 'server',
  title: ['服务', 'Server'],
  resources: [...Object.values(tables), ...Object.values(realtimeTables), ...Object.values(eventTables)],
  routes: {
    'POST /realtime/ticket': call(
      { demand: signedIn, summary: '取得实时连接的一次性凭证，30 秒内有效', input: Type.Object({}), write: false },
      async ({ caller }, { house }) => ({ ticket: await issueTicket(house, caller.accountId) }),
    ),
    'POST /realtime/watch': call({ demand: signedIn, summary: '正在编辑一条记录：他人修改时告知', input: watched }, (context, ask) => {
      const { type, id } = ask.input as { type: string; id: string }
      const resource = context.house.registry.types.get(type)
      if (resource === undefined) throw refuse.unknown(['列表', 'List'])
      return watchRecord(context, resource, id)
    }),
    'POST /realtime/unwatch': call({ demand: signedIn, summary: '不再编辑这条记录', input: watched }, (context, ask) => {
      const { type, id } = ask.input as { type: string; id: string }
      return unwatchRecord(context, type, id)
    }),
    'GET /emp/unreadCount': call({ demand: signedIn, summary: '员工信箱未读数', input: Type.Object({}) }, context =>
      unreadTotal(context, 'employee'),
    ),
    'GET /manager/unreadCount': call({ demand: signedIn, summary: '总经理信箱未读数', input: Type.Object({}) }, context =>
      unreadTotal(context, 'manager'),
    ),
  },
  timed: [
    housekeeping('server.forget', ['清理过期的推送和请求结果', 'Removal of pushes and results that are past'], { every: 60, work: forget }),
  ],
}
