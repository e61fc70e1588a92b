/**
 * What belongs to one shop only: the same file at the same moment into two shops of a marketplace, for every family that has an identity
 * across shops.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groupSumResources } from '#platform/declare/group-sums.ts'
import { grainResources } from '#platform/declare/rollup.ts'
import { amazonFamilies } from './families.ts'
import { amounts } from '../../amounts.ts'
import { proveFinance } from '../../../profit/report/proof.ts'
import { openImports, rowsStaged, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { orders, report, settled, settlement } from '../../../../../test/setup/amazon-files.ts'

let h: ImportHouse
let shops: readonly string[] = []
beforeAll(async () => {
  h = await openImports()
  const [row] = await h.sql(
    `insert into shop (org_id, name, account_name, marketplace_code, country_code, currency)
      select $1, '另一家美国店', 'x', code, country_code, currency from marketplace where code = 'amazon.com' returning id::text as id`,
    [h.orgId],
  )
  shops = [h.shop('amazon.com'), String(row?.['id'])]
  h.house.rights.forget?.()
})
afterAll(() => h.close())

/** a small file of each family, and the table of its lines */
const samples: Readonly<Record<string, readonly [content: string, lines: string]>> = {
  amazonSettlement: [settlement(settled(0, 5)), 'amazon_settlement_line'],
  amazonTransaction: [report(orders(0, 5)), 'amazon_transaction_line'],
  amazonSummary: [
    readFileSync(
      join(import.meta.dirname, '../../../../../test/fixtures/amazon/transaction-summary/2016-01-transaction-summary-us.txt'),
      'utf8',
    ),
    'amazon_summary_line',
  ],
}
// the Transaction View claims as the summary does, and its first file waits for a yes (test/imports)
const withIdentity = amazonFamilies.filter(f => f.identities.length > 0 && f.unseen !== true).map(f => f.code)
const differences = async () => {
  await h.ledger('2025-03-01', '2025-03-31')
  return proveFinance(await h.house.asSystem(h.orgId, 'test'))
}
beforeEach(async () => {
  for (const table of [
    'amazon_settlement',
    'amazon_settlement_seen',
    'amazon_line_seen',
    'amazon_line_event',
    'finance_receivable',
    'import_claim',
    'stale_day',
    ...[...grainResources(amounts), ...groupSumResources(amounts)].map(one => one.table),
    ...Object.values(samples).map(([, lines]) => lines),
  ])
    await h.sql(`delete from ${table}`)
})
const linesIn = async (table: string) =>
  (await h.sql(`select shop_id::text as shop, count(*)::int as n from ${table} group by 1`)).map(r => [r['shop'], r['n']])

test('every family with an identity has a sample here', () => {
  expect(Object.keys(samples).toSorted()).toEqual(withIdentity.toSorted())
})

describe.each(withIdentity)('%s', family => {
  const [content, table] = samples[family] ?? ['', '']

  test('of two imports at once one is merged, the other refused, naming the shop; both wait for nobody else', async () => {
    const ids = await Promise.all(shops.map(shopId => h.order('a.txt', content, { shopId })))
    // the first to claim is held back before its lines are anybody else's to see, until the second waits for its claim
    await h.sql('begin')
    await h.sql('lock table stale_day in share mode')
    const running = Promise.all(ids.map(id => h.run(id)))
    try {
      await expect
        .poll(
          async () => {
            // what a transaction has seen of others it goes on seeing
            await h.sql('select pg_stat_clear_snapshot()')
            return h.sql(
              'select count(*)::int as n from pg_stat_activity where datname = current_database() and ' +
                'cardinality(pg_blocking_pids(pid)) > 0',
            )
          },
          { timeout: 60_000 },
        )
        .toEqual([{ n: 2 }])
    } finally {
      await h.sql('commit')
      await running
    }
    const told = await running
    expect(told.map(t => t.state).toSorted()).toEqual(['done', 'refused'])
    const winner = told.findIndex(t => t.state === 'done')
    expect(told.flatMap(t => t.errors.map(e => e.reason)).join()).toMatch(/已属于店铺“.*”，请改选店铺或先删除那次导入/)
    expect(await linesIn(table)).toEqual([[shops[winner], told[winner]?.lines.read]])
    expect(await rowsStaged(h)).toBe(0)
    expect(await differences()).toEqual([])
  })

  test('at once without any help, five times', async () => {
    for (let turn = 0; turn < 5; turn++) {
      for (const emptied of ['amazon_settlement', 'import_claim', table]) await h.sql(`delete from ${emptied}`)
      const ids = await Promise.all(shops.map(shopId => h.order('a.txt', content, { shopId })))
      const told = await Promise.all(ids.map(id => h.run(id)))
      expect(told.map(t => t.state).toSorted(), JSON.stringify(told.map(t => t.errors))).toEqual(['done', 'refused'])
      expect(await linesIn(table)).toHaveLength(1)
    }
  })

  test('one after the other is refused, until the first import is taken back', async () => {
    const first = await h.import('a.txt', content, { shopId: shops[0] ?? '' })
    expect(await h.import('a.txt', content, { shopId: shops[1] ?? '' })).toMatchObject({ state: 'refused' })
    expect(await h.clerk.post('/fileImportHistory/delete', { id: first.id })).toMatchObject({ code: 0 })
    expect(await h.sql('select count(*)::int as n from import_claim')).toEqual([{ n: 0 }])
    expect(await h.import('a.txt', content, { shopId: shops[1] ?? '' })).toMatchObject({ state: 'done' })
    expect(await differences()).toEqual([])
  })

  test('what lies in two shops all the same is a difference of the proof', async () => {
    await h.import('a.txt', content, { shopId: shops[0] ?? '' })
    const [planted, identity] = family === 'amazonSettlement' ? ['amazon_settlement', 'settlement_id'] : [table, 'order_id']
    const named = await h.sql(
      `select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'shop_id'`,
      [planted],
    )
    const columns = named.map(r => r['name']).join(', ')
    await h.sql(`insert into ${planted} (shop_id, ${columns}) select $1, ${columns} from ${planted} where ${identity} <> '' limit 1`, [
      shops[1] ?? '',
    ])
    const found = (await differences()).filter(d => d.what === 'import_claim')
    expect(found).toEqual([expect.objectContaining({ ownerId: shops[0], expected: shops[0], found: shops.toSorted().join(',') })])
  })
})
