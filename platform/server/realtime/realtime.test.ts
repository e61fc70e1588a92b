import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Db } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import { Door } from '../db/door.ts'
import { createApp } from '../http/app.ts'
import { forgetOldMessages, serverArea } from '../http/area.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { serverDatabase, type ServerDatabase } from '../../../test/setup/server-database.ts'
import { tellUnread } from './unread.ts'
import { startRealtime, isOwnOrigin, type Realtime } from './realtime.ts'

interface Process {
  readonly house: House
  readonly app: FastifyInstance
  readonly realtime: Realtime
  readonly address: string
}
interface Message {
  readonly kind: string
  readonly no: number
  readonly id?: string
}

let database: ServerDatabase
let letters = 0
let now = new Date('2026-11-21T02:00:00Z')
/** two server processes on one database */
const processes: Process[] = []

async function start(): Promise<Process> {
  const house = fakeHouse(
    {},
    {
      db: database.db,
      areas: [{ ...serverArea, unread: { employee: () => Promise.resolve(letters) } }],
      now: () => now,
      settings: { appUrl: database.appUrl },
    },
  )
  const realtime = await startRealtime(house)
  const app = createApp(house, { webFolder: null, realtime })
  return { house, app, realtime, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}
beforeAll(async () => {
  database = await serverDatabase()
  processes.push(await start(), await start())
})
afterAll(async () => {
  for (const { app, realtime } of processes) await Promise.all([app.close(), realtime.stop()])
  await database.drop()
})

const at = (index: number): Process => processes[index] as Process
const ticketOf = async (process: Process, who: 'clerk' | 'other'): Promise<string> =>
  (
    (await process.app.inject({ method: 'POST', url: '/api-2024/realtime/ticket', headers: bearer(who), payload: {} })).json() as {
      data: { ticket: string }
    }
  ).data.ticket

/** A browser's connection: the messages it gets, in order. */
class Browser {
  readonly socket: WebSocket
  readonly heard: Message[] = []
  #waiting: (() => void) | undefined
  constructor(process: Process, ticket: string, origin = process.address) {
    this.socket = new WebSocket(`${process.address.replace('http', 'ws')}/api-2024/ws?ticket=${ticket}`, { headers: { origin } } as never)
    this.socket.addEventListener('message', event => {
      this.heard.push(JSON.parse(String(event.data)) as Message)
      this.#waiting?.()
    })
    this.socket.addEventListener('close', () => this.#waiting?.())
    this.socket.addEventListener('error', () => this.#waiting?.())
  }
  async until(count: number): Promise<Message[]> {
    while (this.heard.length < count) {
      if (this.socket.readyState >= WebSocket.CLOSING) throw new Error('the connection was closed')
      await new Promise<void>(resolve => (this.#waiting = resolve))
    }
    return this.heard
  }
  close(): void {
    this.socket.close()
  }
}
const push = (db: Db, accounts: string[], id: string): Promise<void> =>
  db.transaction().execute(tx => at(0).house.events.push(tx, accounts, { kind: 'changed', type: 'gift', id }))

test('a push reaches every browser of the account in every process, once and in order', async () => {
  const here = new Browser(at(0), await ticketOf(at(0), 'clerk'))
  // bought in one process, used in the other
  const there = new Browser(at(1), await ticketOf(at(0), 'clerk'))
  const stranger = new Browser(at(1), await ticketOf(at(1), 'other'))
  const [hello] = await here.until(1)
  await Promise.all([there.until(1), stranger.until(1)])
  for (const id of ['a', 'b', 'c']) await push(database.db, ['7'], id)
  await push(database.db, ['8', '7', '8'], 'd')
  const first = hello?.no ?? -1
  const expected = ['a', 'b', 'c', 'd'].map((id, i) => ({ kind: 'changed', type: 'gift', id, no: first + 1 + i }))
  expect((await here.until(5)).slice(1)).toEqual(expected)
  expect((await there.until(5)).slice(1)).toEqual(expected)
  expect((await stranger.until(2)).slice(1).map(m => m.id)).toEqual(['d'])
  expect(at(0).realtime.connections() + at(1).realtime.connections()).toBe(3)
  for (const browser of [here, there, stranger]) browser.close()
})

test('nothing is pushed by a transaction that rolls back, and its number is given again', async () => {
  const browser = new Browser(at(0), await ticketOf(at(0), 'clerk'))
  const [hello] = await browser.until(1)
  await expect(
    database.db.transaction().execute(async tx => {
      await at(0).house.events.push(tx, ['7'], { kind: 'changed', type: 'gift', id: 'lost' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await push(database.db, ['7'], 'kept')
  expect((await browser.until(2))[1]).toEqual({ kind: 'changed', type: 'gift', id: 'kept', no: (hello?.no ?? 0) + 1 })
  browser.close()
})

test("a push from inside a person's transaction passes by his scope", async () => {
  const browser = new Browser(at(0), await ticketOf(at(0), 'other'))
  await browser.until(1)
  const granted = { organisation: '1', organisations: ['1'], shops: [], employees: [], audience: [], account: '7', server: false }
  const person = database.db.withPlugin(new Door(at(0).house.registry.resources, granted, true))
  await person.transaction().execute(tx => at(0).house.events.push(tx, ['8'], { kind: 'changed', type: 'gift', id: 'scoped' }))
  expect((await browser.until(2))[1]).toMatchObject({ id: 'scoped' })
  browser.close()
  await expect(person.selectFrom('push_message').select('no').execute()).rejects.toThrow('sealed')
})

test('who comes back asks for what came meanwhile; what is no longer kept is a gap', async () => {
  const before = new Browser(at(0), await ticketOf(at(0), 'clerk'))
  const since = (await before.until(1))[0]?.no ?? -1
  before.close()
  await push(database.db, ['7'], 'meanwhile')
  const back = new Browser(at(1), await ticketOf(at(1), 'clerk'))
  await back.until(1)
  back.socket.send(JSON.stringify({ since }))
  expect((await back.until(2))[1]).toMatchObject({ id: 'meanwhile', no: since + 1 })
  // 24 hours later the messages are gone, however late the database's clock thinks it is
  await database.db
    .updateTable('push_message')
    .set({ created_at: new Date(now.getTime() - 25 * 3_600_000).toISOString() })
    .execute()
  await forgetOldMessages(at(0).house)
  back.socket.send(JSON.stringify({ since }))
  expect((await back.until(3))[2]).toEqual({ kind: 'gap', no: since + 1 })
  back.close()
})

test('a number of unread messages that changes in one process is heard and asked for in the other', async () => {
  const browser = new Browser(at(1), await ticketOf(at(1), 'clerk'))
  await browser.until(1)
  letters = 2
  await database.db.transaction().execute(tx => tellUnread(at(0).house, tx, 'employee', ['7', '7']))
  expect((await browser.until(2))[1]).toMatchObject({ kind: 'unread', of: 'employee' })
  const asked = (await at(1).app.inject({ url: '/api-2024/emp/unreadCount', headers: bearer('clerk') })).json() as { data: object }
  expect(asked.data).toEqual({ total: 2 })
  browser.close()
})

test('who asks for what he missed while other messages are being sent gets all of it, in order', async () => {
  const browser = new Browser(at(0), await ticketOf(at(0), 'clerk'))
  const [hello] = await browser.until(1)
  const since = (hello?.no ?? 0) - 1
  await Promise.all([push(database.db, ['7'], 'x'), push(database.db, ['7'], 'y')])
  browser.socket.send(JSON.stringify({ since }))
  await push(database.db, ['7'], 'z')
  const wanted = [since + 1, since + 2, since + 3, since + 4]
  let count = 2
  while (!wanted.every(no => browser.heard.slice(1).some(one => one.no === no))) await browser.until(count++)
  const lastRun = browser.heard.slice(1).map(one => one.no)
  // from the repetition on nothing is left out
  const from = lastRun.indexOf(since + 1)
  expect(lastRun.slice(from, from + 4)).toEqual(wanted)
  browser.close()
})

test('the listening connection comes back, and what was missed is delivered', async () => {
  const browser = new Browser(at(0), await ticketOf(at(0), 'clerk'))
  await browser.until(1)
  const killer = new pg.Client({ connectionString: database.appUrl })
  await killer.connect()
  const { rowCount } = await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'zhanggui listen'`,
  )
  expect(rowCount).toBe(2)
  await push(database.db, ['7'], 'while nobody listened')
  expect((await browser.until(2))[1]).toMatchObject({ id: 'while nobody listened' })
  await killer.end()
  browser.close()
})

test('a page that is still connected does not hold up the stopping', async () => {
  const process = await start()
  const browser = new Browser(process, await ticketOf(process, 'clerk'))
  await browser.until(1)
  const before = Date.now()
  await Promise.all([process.app.close(), process.realtime.stop()])
  expect(Date.now() - before).toBeLessThan(2_000)
  await expect(browser.until(2)).rejects.toThrow('closed')
})

test('a ticket works once, for 30 seconds, from our own pages', async () => {
  const refused = async (ticket: string, origin?: string): Promise<void> => {
    await expect(new Browser(at(0), ticket, origin).until(1)).rejects.toThrow('closed')
  }
  const good = await ticketOf(at(0), 'clerk')
  await refused(good, 'https://evil.example')
  // refused for its origin, it was not used up
  const browser = new Browser(at(0), good)
  await browser.until(1)
  browser.close()
  await refused(good)
  await refused('made-up')
  const late = await ticketOf(at(0), 'clerk')
  now = new Date(now.getTime() + 31_000)
  await refused(late)
  expect((await at(0).app.inject({ method: 'POST', url: '/api-2024/realtime/ticket', payload: {} })).statusCode).toBe(401)
  expect((await at(0).app.inject({ url: '/ws?ticket=x' })).statusCode).toBe(404)
})

test.each([
  ['http://localhost:8000', 'localhost:8000', null, true],
  ['https://erp.example.com', 'internal:8000', 'https://erp.example.com', true],
  ['http://erp.example.com', 'internal:8000', 'https://erp.example.com', false],
  ['http://localhost:8001', 'localhost:8000', null, false],
  ['null', 'localhost:8000', null, false],
  [undefined, 'localhost:8000', null, false],
])('origin %s at host %s with public address %s: %s', (origin, host, publicUrl, own) => {
  expect(isOwnOrigin(origin, host, publicUrl)).toBe(own)
})
