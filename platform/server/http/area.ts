/** What the server itself brings along: its tables, the realtime ticket, and forgetting what is past. Registered like any area. */
import { Type } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { Area } from '../area.ts'
import type { House } from '../house.ts'
import { tables as realtimeTables } from '../realtime/tables.ts'
import { issueTicket } from '../realtime/tickets.ts'
import { hourly } from './hourly.ts'
import { forgetOldResults } from './idempotency.ts'
import { tables } from './tables.ts'
import { call } from './verbs.ts'

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

/** Hourly; `forgetting.begin(house)` orders the first when the server has started. */
export const forgetting = hourly('server.forget', async house => {
  await forgetOldResults(house)
  await forgetOldMessages(house)
})

export const serverArea: Area = {
  name: 'server',
  title: ['服务', 'Server'],
  resources: [...Object.values(tables), ...Object.values(realtimeTables)],
  routes: {
    'POST /realtime/ticket': call(
      { demand: signedIn, summary: '取得实时连接的一次性凭证，30 秒内有效', input: Type.Object({}) },
      async ({ caller }, { house }) => ({ ticket: await issueTicket(house, caller.accountId) }),
    ),
  },
  jobs: { 'server.forget': forgetting.handler },
  begin: forgetting.begin,
}
