/** The PostgreSQL that the program has started is killed: it is started again, and whoever asks meanwhile is told so. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseName, ownerRole } from '#platform/server/db/embedded.ts'
import { callsOf, tokenOf } from '../setup/calls.ts'
import { startWithPeople } from '../setup/product.ts'
import { writeBigSettlement } from '../crash/big-settlement.ts'

const orders = 5_000
const waitMsMax = 120_000

test('calls are told 503 and then answered, the import that ran ends once, the listener hears again', { timeout: 600_000 }, async () => {
  // an empty address: the one that comes with the program
  const product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn', DATABASE_URL: '' })
  const folder = join(product.dataDir, 'pg')
  const access = (): { port: number; password: string } => JSON.parse(readFileSync(`${folder}.json`, 'utf8'))
  const { port, password } = access()
  const rows = async (statement: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(`postgresql://${ownerRole}:${password}@127.0.0.1:${port}/${databaseName}`)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + waitMsMax; !(await condition()); await pause(20))
      if (Date.now() > end) throw new Error(`it did not come to that:\n${product.output().slice(-3_000)}`)
  }
  try {
    const token = await tokenOf(product, 'finance')
    const finance = await callsOf(product, 'finance')
    const form = new FormData()
    form.append('file', new Blob([[...writeBigSettlement('7000000002', orders)].join('')]), 'lost.txt')
    const importId = (await finance('POST', '/AmazonTransactionReport/importData', form)).data.importIds[0] as string
    const run = (): Promise<Record<string, unknown>[]> =>
      rows(`select state, message, lines_merged as merged from import_run where id = ${importId}`)
    await until(async () => (await run())[0]?.['state'] === 1)

    process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    const told: { status: number; code: number; retryAfter: string | null }[] = []
    for (const end = Date.now() + waitMsMax; told.at(-1)?.code !== 0 || told.length < 3; await pause(20)) {
      if (Date.now() > end) throw new Error(`${JSON.stringify(told.at(-1))}\n${product.output().slice(-3_000)}`)
      const answer = await fetch(`${product.url}/api-2024/system/userprofile`, { headers: { authorization: `Bearer ${token}` } })
      const { code } = (await answer.json()) as { code: number }
      told.push({ status: answer.status, code, retryAfter: answer.headers.get('retry-after') })
    }
    const away = told.filter(one => one.code !== 0)
    expect(away.length).toBeGreaterThan(0)
    expect(away.filter(one => one.status !== 503 || one.code !== 1053 || one.retryAfter !== '3')).toEqual([])
    expect(product.output()).toContain('内置 PostgreSQL 已重新启动')
    expect(access().port).toBe(port)

    await until(async () => Number((await run())[0]?.['state']) > 1)
    expect(await run()).toEqual([{ state: 2, message: null, merged: orders * 3 }])
    await until(async () => (await rows("select 1 from pg_stat_activity where application_name = 'zhanggui listen'")).length === 1)
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    await product.stop()
    expect(product.output()).not.toContain('没能重新启动')
  } finally {
    await product.remove()
  }
})
