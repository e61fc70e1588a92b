/** The server is killed in the middle of an import: it begins again after the restart and ends exactly once, whatever it was doing. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'
import { proofFaults } from '../setup/proven.ts'
import { isWhole as triesAll } from '../setup/shapes.ts'
import { cmbStatement } from '../setup/bank-files.ts'
import { writeBigSettlement } from './big-settlement.ts'

const orders = 50_000
const linesOfOrder = 3
const statementLines = 60_000
const endsMsMax = 150_000

let product: RunningProduct
let owner: pg.Client
let token = ''
beforeAll(async () => {
  product = await startWithPeople({ WEB: '0', LOG_LEVEL: 'warn' })
  owner = new pg.Client(product.ownerUrl)
  await owner.connect()
  token = (await call('/auth/user/login', { username: 'finance', password: 'demo1234' })).access_token
})
afterAll(async () => {
  await owner.end()
  await product.remove()
})

async function call(path: string, body: object | FormData): Promise<ReturnType<typeof JSON.parse>> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown }
  expect(code, msg).toBe(0)
  return data
}

/** A statement of so many lines, of an account that it is made for. */
async function orderStatement(number: string, count: number): Promise<{ id: string; accountId: string }> {
  const { id: accountId } = await call('/BankAccount/insert', { name: `招行 ${number}`, bank: 3, number, currency: 'CNY' })
  const lines = Array.from({ length: count }, (_, at) => ({ day: '2026-08-01', amount: '1.00', who: `客户${at}` }))
  const form = new FormData()
  form.append('accountId', String(accountId))
  form.append('file', new Blob([cmbStatement(lines, '0.00')]), `${number}.csv`)
  return { id: (await call('/FinanceBankStatement/importData', form)).importIds[0], accountId: String(accountId) }
}

/** One settlement, ordered to be imported. */
async function order(id: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([[...writeBigSettlement(id, orders)].join('')]), `${id}.txt`)
  return (await call('/AmazonTransactionReport/importData', form)).importIds[0]
}

/** Looks at the database, not at the server that is about to be killed. */
async function value(statement: string, values: readonly unknown[] = []): Promise<unknown> {
  const { rows } = await owner.query<{ value: unknown }>(`select (${statement}) as value`, [...values])
  return rows[0]?.value
}
async function until(what: string, statement: string, values: readonly unknown[] = []): Promise<void> {
  const began = Date.now()
  while (!(await value(statement, values))) {
    if (Date.now() - began > endsMsMax) throw new Error(`waited too long: ${what}\n${product.output().slice(-2_000)}`)
    await pause(10)
  }
}

const stale = 'exists (select 1 from stale_day)'
/** Rows are being written into this table: the process dies in the middle of a statement, not between two. */
const writes = (table: string): string =>
  `exists (select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = '${table}' and l.mode = 'RowExclusiveLock' and l.granted and l.database = (select oid from pg_database where datname = current_database()))`
/** of the import $1 */
const when = (condition: string): string => `select true from import_run where id = $1 and ${condition}`
/** Everything that tells of an import that ended once. */
async function expectOnce(id: string, settlementId: string): Promise<void> {
  await until('the import ends', when('state > 1'), [id])
  const {
    rows: [run],
  } = await owner.query('select state, lines_read, lines_merged, lines_unchanged, lines_refused, message from import_run where id = $1', [
    id,
  ])
  expect(run).toEqual({
    state: 2,
    lines_read: orders * linesOfOrder,
    lines_merged: orders * linesOfOrder,
    lines_unchanged: 0,
    lines_refused: 0,
    message: null,
  })
  expect(await value('select count(*)::int from amazon_settlement_line where settlement_id = $1', [settlementId])).toBe(
    orders * linesOfOrder,
  )
  expect(
    await value(
      `select sum(amount) = (select total from amazon_settlement where settlement_id = $1) from amazon_settlement_line
        where settlement_id = $1`,
      [settlementId],
    ),
  ).toBe(true)
  expect(await value('select count(*)::int from amazon_settlement_staging')).toBe(0)
  await until('the profit is computed', `select not ${stale}`)
  expect(await value('select sum(total)::text from amazon_settlement')).toBe(await ledger())
}
/** All money of the profit's roll-up, coarsest and finest grain; sums by group hold it once for each dimension. */
async function ledger(): Promise<unknown> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relname like 'finance\\_amount\\_\\_%' and relname not like '%groups\\_by\\_month'
      and relkind in ('r', 'p') order by 1`,
  )
  const sums: unknown[] = []
  for (const { name } of rows) sums.push(await value(`select sum(amount)::text from ${name}`))
  expect(new Set(sums).size).toBe(1)
  return sums[0]
}

describe('killed with -9', () => {
  const moments: readonly (readonly [name: string, settlementId: string, moment: string])[] = [
    ['while the file is surveyed', '80001', when('state = 1')],
    [
      'while lines are staged',
      '80002',
      when(`state = 1 and step = '${toStored(sentence`读取`)}' and ${writes('amazon_settlement_staging')}`),
    ],
    ['while they are merged', '80003', when(`state = 1 and step = '${toStored(sentence`合并`)}' and ${writes('amazon_settlement_line')}`)],
    ['while the profit is computed', '80004', when(`state = 2 and ${stale}`)],
  ]
  test.each(moments)(
    '%s',
    async (_name, settlementId, moment) => {
      const id = await order(settlementId)
      await until('the moment comes', moment, [id])
      await product.stop('SIGKILL')
      expect(await value('select state from import_run where id = $1', [id])).toBe(moment.includes('state = 2') ? 2 : 1)
      await product.start()
      await expectOnce(id, settlementId)
    },
    600_000,
  )
})

test('killed with -9 while a statement of an account is merged: nothing half, and once after the restart', async () => {
  const { id, accountId } = await orderStatement('571900001', statementLines)
  await until('it is merged', when(`state = 1 and step = '${toStored(sentence`合并`)}' and ${writes('bank_statement')}`), [id])
  await product.stop('SIGKILL')
  const there = 'select count(*)::int from bank_statement where account_id = $1'
  expect([await value(when('state = 1'), [id]), await value(there, [accountId])]).toEqual([true, 0])
  await product.start()
  await until('the import ends', when('state > 1'), [id])
  expect(await value(when(`state = 2 and lines_read = ${statementLines} and lines_merged = ${statementLines}`), [id])).toBe(true)
  expect([await value(there, [accountId]), await value('select count(*)::int from sheet_staging')]).toEqual([statementLines, 0])
  expect(await value('select sum(income)::text from bank_statement where account_id = $1', [accountId])).toBe(`${statementLines}.0000`)
}, 600_000)

test('asked to stop in the middle, it ends the import or leaves it to the next start', async () => {
  const id = await order('80005')
  await until('it reads', when('state = 1'), [id])
  await product.stop('SIGTERM')
  expect([1, 2]).toContain(await value('select state from import_run where id = $1', [id]))
  await product.start()
  await expectOnce(id, '80005')
})

/** of 750,000 lines: for the night */
test.runIf(triesAll)('the books and the trail are proven', { timeout: 900_000 }, async () => expect(await proofFaults(product)).toEqual([]))
