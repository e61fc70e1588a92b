/**
 * As a company runs it: production, on a PostgreSQL of its own that the program knows by DATABASE_URL alone, set up as docs/operations.md
 * says. Started, signed in, a file imported, a figure read; after a restart it is all there.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '#platform/server/db/embedded.ts'
import { writeBigSettlement } from '../crash/big-settlement.ts'
import { startWithPeople } from '../setup/product.ts'

const orders = 600
const password = 'Kx7-hafen'
const waitMsMax = 150_000

test('in production, on a foreign PostgreSQL: sign in, import, a figure, and all of it after a restart', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-foreign-'))
  // the one that comes along, as a server that somebody else keeps
  const foreign = await startEmbedded({ folder: join(folder, 'pg'), forTests: true })
  const keeper = new pg.Client(foreign.ownerUrl)
  await keeper.connect()
  for (const statement of [
    "create role books login createrole password 'p@ss:w/rd'",
    'grant books to current_user',
    "create database books owner books encoding 'UTF8' template template0",
  ])
    await keeper.query(statement)
  const product = await startWithPeople({
    NODE_ENV: 'production',
    DATABASE_URL: `postgresql://books:${encodeURIComponent('p@ss:w/rd')}@127.0.0.1:${foreign.port}/books`,
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    PUBLIC_URL: 'https://erp.example.com',
    TRUST_PROXY: 'loopback',
    WEB: '0',
  })
  const post = async (
    path: string,
    body: object,
    token?: string,
  ): Promise<{ code: number; data: ReturnType<typeof JSON.parse>; cookies: string }> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${product.url}/api-2024${path}`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    const { code, data } = (await answer.json()) as { code: number; data: unknown }
    return { code, data, cookies: answer.headers.getSetCookie().join('\n') }
  }
  const signIn = (with_: string): ReturnType<typeof post> => post('/auth/user/login', { username: 'finance', password: with_ })
  /** What the shops were left with in September, in their currency; null: no line. */
  const ledger = async (token: string): Promise<string | null> => {
    const query = { by: ['month'], startDate: '2026-09-01', endDate: '2026-09-30', currency: 'shop', measures: ['ledger'] }
    const { code, data } = await post('/AmzFinanceProfit/list', query, token)
    expect(code).toBe(0)
    return data.list[0]?.values.ledger ?? null
  }
  try {
    expect(product.output()).not.toContain('demo1234')
    const first = await signIn('demo1234')
    expect(first.cookies).toMatch(/; Secure/)
    const early = first.data.access_token as string
    // nothing but another password until there is one
    const list = { pageSize: 1 }
    expect((await post('/BankAccount/list', list, early)).code).not.toBe(0)
    expect((await post('/auth/user/modifyInitPassword', { newPassword: password }, early)).code).toBe(0)
    const token = (await signIn(password)).data.access_token as string
    const form = new FormData()
    form.append('file', new Blob([[...writeBigSettlement('7000000004', orders)].join('')]), 'production.txt')
    const ordered = await post('/AmazonTransactionReport/importData', form, token)
    expect(ordered.code).toBe(0)
    // of each order 20.00 less 3.00 and 4.11
    const expected = /^7734(?:\.0+)?$/
    for (const end = Date.now() + waitMsMax; !expected.test((await ledger(token)) ?? ''); await pause(100))
      if (Date.now() > end) throw new Error(`${await ledger(token)} came of the file:\n${product.output().slice(-3_000)}`)
    await product.stop()
    await product.start()
    expect((await signIn('demo1234')).code).not.toBe(0)
    const again = (await signIn(password)).data.access_token as string
    expect(await ledger(again)).toMatch(expected)
    // the program has no database of its own, and works as the role that owns nothing
    expect(existsSync(join(product.dataDir, 'pg'))).toBe(false)
    const { rows } = await keeper.query<{ who: string }>(
      "select distinct usename as who from pg_stat_activity where application_name = 'zhanggui interactive'",
    )
    expect(rows).toEqual([{ who: 'zhanggui_app' }])
    expect(product.output()).not.toMatch(/"level":[56]0/)
  } finally {
    await product.remove()
    await keeper.end()
    await foreign.stop()
    rmSync(folder, { recursive: true })
  }
})
