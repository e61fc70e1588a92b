/** What a statement tells of its payment: expected or not, come in full, in part or not, days that are waited by the asker's calendar. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { rowId } from '#platform/server/lists/columns.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import type { Statement } from '../../base/answers.ts'
import { bankOpenLine } from '../../bank/matching/open-lines.ts'
import { settlement } from '../../facts/amazon/tables.ts'

const folder = join(import.meta.dirname, '../../../../test/fixtures/amazon')
let h: ImportHouse
let id = ''
let paid: { shop: string; number: string; on: string; total: string; org: string }
beforeAll(async () => {
  h = await openImports()
  const name = 'settlement-v2/25671855822-amazon.de.txt'
  await h.import('settlement.txt', readFileSync(join(folder, name)), { shopId: h.shop('amazon.de') })
  const [row] = await h.sql(
    'select shop_id::text as shop, settlement_id as number, deposit_on::text as "on", total::text as total from amazon_settlement',
  )
  paid = { ...(row as unknown as typeof paid), org: h.orgId }
  id = rowId(settlement as unknown as Resource, [paid.shop, paid.number])
})
afterAll(() => h?.close())

const roll = async (): Promise<Statement['roll']> => (await h.clerk.post('/AmzSettlement/statement', { id })).data.roll
const at = (instant: string): void => {
  h.clock.now = new Date(instant)
}
/** the day of payment, some days on, at this time of day in UTC */
const day = (more: number, time: string): string => {
  const on = new Date(`${paid.on}T${time}Z`)
  on.setUTCDate(on.getUTCDate() + more)
  return on.toISOString()
}

test('what nobody expects is not waited for', async () => {
  expect(await roll()).toMatchObject({ isExpected: false, arrivedOn: null, matchId: null, waitedDays: null })
})

test('days are counted from the day of payment by the calendar of whoever asks', async () => {
  await h.sql(
    `insert into bank_expected (org_id, due_on, source, reference, party, shop_id, amount, currency, fact_key)
      values ($1, $2, 1, $3, 'Amazon', $4, $5, 'EUR', $6)`,
    [paid.org, paid.on, paid.number, paid.shop, paid.total, `${paid.shop} ${paid.number}`],
  )
  const waited = async (instant: string): Promise<number | null> => {
    at(instant)
    const { isExpected, waitedDays } = await roll()
    expect(isExpected).toBe(true)
    return waitedDays
  }
  // midnight in Shanghai is 16:00 in UTC
  expect(await waited(day(-1, '15:59:59'))).toBe(null)
  expect(await waited(day(-1, '16:00:00'))).toBe(0)
  expect(await waited(day(0, '15:59:59'))).toBe(0)
  expect(await waited(day(0, '16:00:00'))).toBe(1)
  expect(await waited(day(12, '01:00:00'))).toBe(12)
})

test('a part that came is no arrival; with the rest it arrived on the last day, and taken back it is waited for again', async () => {
  at(day(12, '01:00:00'))
  const [account] = await h.sql(
    `insert into bank_account (org_id, name, number, currency, seen_by, bank) values ($1, '欧元账户', 'N1', 'EUR', 1, 23)
      returning id::text as id`,
    [paid.org],
  )
  const line = async (on: string, amount: string): Promise<string> => {
    const [row] = await h.sql(
      `insert into bank_statement (org_id, account_id, posted_on, income, outgo, amount, direction, currency)
        values ($1, $2, $3, $4, 0, $4, 1, 'EUR') returning id::text as id`,
      [paid.org, account?.['id'], on, amount],
    )
    return String(row?.['id'])
  }
  const [expected] = await h.sql('select id::text as id from bank_expected')
  const match = async (lineId: string): Promise<string> => {
    const answer = await h.clerk.post('/bankReconcile/match', {
      ids: [rowId(bankOpenLine as unknown as Resource, [lineId])],
      expectedIds: [expected?.['id']],
    })
    expect(answer, answer.msg).toMatchObject({ code: 0 })
    return String(answer.data.matchIds[0])
  }
  const [first, second] = [day(2, '00:00:00').slice(0, 10), day(5, '00:00:00').slice(0, 10)]
  const part = await match(await line(first, '1000'))
  expect(await roll()).toMatchObject({ isExpected: true, arrivedOn: null, matchId: part, waitedDays: 12 })
  const rest = await match(await line(second, String(Number(paid.total) - 1000)))
  expect(await roll()).toMatchObject({ arrivedOn: second, matchId: part })
  expect(await h.clerk.post('/bankMatch/undoMatch', { ids: [rest] })).toMatchObject({ code: 0 })
  expect(await roll()).toMatchObject({ arrivedOn: null, waitedDays: 12 })
})
