/** Killed while events are noted and sent: what was written is told, under one id each, and nothing else is. `KILLS=100` tries longer. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access } from '#areas/access/index.ts'
import { sendAll } from '#areas/access/webhooks/send.ts'
import { forgetWishes } from '#platform/server/notices.ts'
import { seededRandom } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../setup/demo-house.ts'
import type { ChildAsk } from './webhook-child.ts'

const kills = Number(process.env['KILLS'] ?? '2')
let h: DemoHouse
let receiver: Server
const got: { readonly id: string; readonly record: string }[] = []
beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      got.push({ id: String(request.headers['webhook-id']), record: JSON.parse(body).data.id })
      reply.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  h = await demoHouse([access], null, { localChats: true })
})
afterAll(async () => {
  receiver.close()
  await h.close()
})

async function liveAndDie(ask: ChildAsk, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-child.ts'), JSON.stringify(ask)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  await pause(afterMs)
  expect(child.exitCode).toBeNull()
  child.kill('SIGKILL')
  await ended
}

test('each product that is there was told under one id, and none that is not', async () => {
  const admin = await signedInAs(h, 'admin')
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const { data, msg } = await admin.post('/webhookEndpoint/insert', { name: 'kill', events: 'product.created', address })
  expect(msg).toBe('')
  const { org_id: orgId, account_id: accountId } = await h.db
    .selectFrom('webhook_endpoint')
    .select(['org_id', 'account_id'])
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  const random = seededRandom(11)
  for (let life = 0; life < kills; life += 1)
    await liveAndDie(
      { settings: h.house.settings, accountId: accountId ?? '', orgId, now: h.clock.now.toISOString(), life },
      300 + random.below(700),
    )
  // who takes over finds what was taken and not sent when its minute is over, and what was noted and not made a delivery of
  h.clock.now = new Date(h.clock.now.getTime() + 61_000)
  forgetWishes()
  await sendAll(h.house)
  const written = await h.db.selectFrom('product').select('id').where('sku', 'like', 'KILL-%').execute()
  expect(written.length).toBeGreaterThan(kills)
  const ids = Map.groupBy(got, one => one.record)
  expect([...ids.keys()].toSorted()).toEqual(written.map(one => one.id).toSorted())
  expect([...ids.values()].filter(of => new Set(of.map(one => one.id)).size !== 1)).toEqual([])
  const open = await h.db.selectFrom('webhook_delivery').select('id').where('state', '<>', 2).execute()
  expect(open).toEqual([])
})
