/** Lists with a default period, asked for one number: nothing is cut silently. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundKeys } from '#platform/server/lists/query.ts'
import { orders, report, settled, settlement } from '../../../../../test/setup/amazon-files.ts'
import { openImports, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
  // of March 2025, long before the default period of any list
  await h.import('t.csv', report(orders(0, 4)))
  await h.import('s.txt', settlement(settled(0, 4)))
  const paid = {
    id: 'P1',
    partnerMetadata: { partnerId: 'A1', accountType: 'STANDARD_ORDERS', marketplaceId: 'ATVPDKIKX0DER' },
    currentStatus: 'PAID',
    creationDate: '2025-03-18T18:00:00Z',
    amount: { currencyCode: 'USD', currencyAmount: 5 },
    relatedIdentifiers: [{ relatedIdentifierName: 'SETTLEMENT_ID', relatedIdentifierValue: '90001' }],
  }
  await h.import('p.json', JSON.stringify({ payouts: [paid] }))
})
afterAll(() => h.close())

const lists: Readonly<Record<string, readonly [path: string, rows: number, from: string, to: string]>> = {
  amazon_settlement: ['/AmzSettlement/settleAccountList', 1, '2025-03-18', '2025-03-18'],
  amazon_settlement_line: ['/AmzSettlement/lineList', 12, '2025-03-10', '2025-03-10'],
  amazon_transaction_line: ['/AmazonTransactionReport/list', 4, '2025-03-10', '2025-03-10'],
  amazon_payout: ['/amazonPayout/list', 1, '2025-03-18', '2025-03-18'],
}

test('every bounded list with a number that an index leads to is asked here', () => {
  const amazon = [...h.house.registry.resources.values()].filter(r => r.table.startsWith('amazon_'))
  const keyed = amazon.filter(r => r.bound && r.type !== undefined && boundKeys(r).length > 0)
  const others: Readonly<Record<string, string>> = { amazon_payout: 'payoutId', amazon_settlement: '' }
  const keysOf = (table: string): string[] => [others[table] ?? 'orderId', 'settlementId'].filter(key => key !== '')
  expect(keyed.map(r => [r.table, boundKeys(r)])).toEqual(Object.keys(lists).map(table => [table, keysOf(table)]))
})

describe.each(Object.entries(lists))('%s', (_table, [path, rows, from, to]) => {
  const ask = async (body: object) => (await h.clerk.post(path, body)).data
  test('asked for a settlement the list is whole, however it is asked', async () => {
    for (const body of [
      { settlementId: '90001' },
      { settlementId: ['90001', '7'] },
      { conditionList: [{ field: 'settlementId', condition: 'EQ', value: '90001' }] },
      { conditionList: [{ field: 'settlementId', condition: 'IN', condList: ['90001'] }], startDate: from },
      { settlementId: '90001', endDate: to },
    ]) {
      const found = await ask({ ...body, pageSize: 50 })
      expect([body, found.total, found.list.length, found.period]).toEqual([body, rows, rows, undefined])
    }
  })
  test('a period that is asked for holds beside it', async () => {
    expect(await ask({ settlementId: '90001', startDate: '2026-01-01' })).toMatchObject({ total: 0 })
    expect(await ask({ settlementId: '90001', startDate: from, endDate: to })).toMatchObject({ total: rows })
  })
  test('what does not lead to few rows keeps the default period, which the answer tells', async () => {
    for (const body of [{}, { conditionList: [{ field: 'settlementId', condition: 'NE', value: '7' }] }, { settlementId: '' }])
      expect(await ask(body)).toMatchObject({ total: 0, period: { from: expect.stringMatching(/^202[56]-/), to: '2026-11-21' } })
  })
})

test('an order number is found in all months, unless a period is asked for', async () => {
  const ask = async (body: object) => (await h.clerk.post('/AmazonTransactionReport/list', body)).data
  const found = await ask({ orderId: '111-1' })
  expect(found).toMatchObject({ total: 1 })
  expect(found.period).toBeUndefined()
  expect(await ask({ orderId: '111-1', startDate: '2025-03-01', endDate: '2025-03-31' })).toMatchObject({ total: 1 })
  expect(await ask({ orderId: '111-1', startDate: '2025-04-01', endDate: '2025-04-30' })).toMatchObject({ total: 0 })
})
