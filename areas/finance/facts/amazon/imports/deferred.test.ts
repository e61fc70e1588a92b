/**
 * Deferred money through deferred -> released -> settlement, in every order of import, with months closed between and with imports taken
 * back: each transaction counts once in whatever is known of it, closed months keep their figures, settlements are proven by what they pay.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { grainResources } from '#platform/declare/rollup.ts'
import { amounts } from '../../amounts.ts'
import { costs } from '../../../costs/costs.ts'
import { proveFinance } from '../../../profit/report/proof.ts'
import { openImports, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'
import { order, report, settled, settlement, totalOfAll, withStatus } from '../../../../../test/setup/amazon-files.ts'
import { genuine } from '../../../../../test/setup/genuine.ts'

let h: ImportHouse
const au = { shopId: '' }
beforeAll(async () => {
  h = await openImports()
  const [row] = await h.sql(
    `insert into shop (org_id, name, account_name, marketplace_code, country_code, currency)
      select $1, '澳洲店', 'x', code, country_code, currency from marketplace where code = 'amazon.com.au' returning id::text as id`,
    [h.orgId],
  )
  au.shopId = String(row?.['id'])
})
afterAll(() => h.close())
const factTables = [
  'amazon_settlement',
  'amazon_settlement_line',
  'amazon_settlement_seen',
  'amazon_transaction_line',
  'amazon_line_seen',
  'amazon_line_release',
  'amazon_line_event',
  'finance_receivable',
]
const grains = [amounts, costs].flatMap(grainResources).map(one => one.table)
beforeEach(async () => {
  for (const table of [...factTables, ...grains, 'import_claim', 'stale_day', 'finance_month']) await h.sql(`delete from ${table}`)
})

const [march, april] = [Date.UTC(2025, 2, 10, 18), Date.UTC(2025, 3, 3, 9)]
const held = (n: number) => ({ ...order(n), status: 'Deferred' })
const free = (n: number, at = march, id = '90001') => ({ ...order(n), settlementId: id, status: 'Released', releasedMs: at })
const inApril = (from: number, to: number) => settled(from, to).map(l => ({ ...l, epochMs: april }))
/** Orders 1 and 2 are deferred and paid by 90002, 3 stays deferred, 4 is paid at once by 90001. */
const files = {
  held: { name: 'held.csv', content: report([held(1), held(2), held(3), free(4)], withStatus), orders: [1, 2, 3, 4] },
  released: {
    name: 'released.csv',
    content: report([free(1, april, '90002'), free(2, april, '90002'), held(3), free(4)], withStatus),
    orders: [1, 2, 3, 4],
  },
  settlement: { name: 's2.txt', content: settlement(inApril(1, 3), { id: '90002' }), orders: [1, 2] },
  other: { name: 's1.txt', content: settlement(settled(4, 5)), orders: [4] },
}
type File = keyof typeof files
const permutations = (all: readonly File[]): File[][] =>
  all.length < 2 ? [[...all]] : all.flatMap(one => permutations(all.filter(other => other !== one)).map(rest => [one, ...rest]))
const ways = permutations(['held', 'released', 'settlement'])

const shop = () => h.shop('amazon.com')
const ledger = async (from: string, to: string, shopId = shop()): Promise<string> => canonical((await h.ledger(from, to))[shopId] ?? '0')
const all = () => ledger('2025-03-01', '2025-05-31')
/** every transaction that one of these files tells of, once */
const known = (names: readonly File[]): string => {
  const orders = [...new Set(names.flatMap(name => files[name].orders))]
  return orders.length === 0 ? '0' : canonical(totalOfAll(orders.map(n => order(n))))
}
const bring = async (name: File) => {
  const told = await h.import(files[name].name, files[name].content, { shopId: shop() })
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
  return told
}
const close = (month: string) => h.sql(`insert into finance_month (org_id, month, state) values ($1, $2, 1)`, [h.orgId, `${month}-01`])
const proven = async () => {
  await h.ledger('2025-03-01', '2025-03-31')
  expect(await proveFinance(await h.house.asSystem(h.orgId, 'test'))).toEqual([])
}
const settlements = () => h.sql('select settlement_id as id, reconciled, difference::text as difference from amazon_settlement order by 1')
const states = () => h.sql('select order_id as o, deferred, settlement_id as id from amazon_transaction_line order by 1')

describe('by clock', () => {
  const months = async (clock: string): Promise<unknown> => {
    await all()
    const { data } = await h.clerk.post('/AmzFinanceProfit/list', {
      by: ['month'],
      startDate: '2025-03-01',
      endDate: '2025-05-31',
      currency: 'shop',
      clock,
      where: { shop: [shop()] },
      measures: ['ledger'],
      sortField: 'month',
      sortWay: 'ASC',
    })
    const { list } = data as { list: { key: { month: string }; values: { ledger: string } }[] }
    return list.map(row => [row.key.month, canonical(row.values.ledger)])
  }
  const paid = (name: File): string => known([name])

  const two = [ways[1], ways[4]].map(way => [(way ?? []).join(' > '), way ?? []] as const)
  test.each(two)('%s: an order stays in the month it happened in', async (_name, way) => {
    for (const [at, name] of way.entries()) {
      await bring(name)
      const isEventKnown = way.slice(0, at + 1).some(one => one !== 'settlement')
      if (isEventKnown) expect(await months('event')).toEqual([['2025-03', known(way.slice(0, at + 1))]])
    }
    expect(await months('settlement')).toEqual([
      ['2025-03', canonical(totalOfAll([order(4)]))],
      ['2025-04', paid('settlement')],
    ])
    expect(await months('booked')).toEqual([
      ['2025-03', canonical(totalOfAll([order(3), order(4)]))],
      ['2025-04', paid('settlement')],
    ])
    expect(await months('cash')).toEqual([])
    await proven()
  })

  test('what a closed month holds back is settled and paid by the release that came later', async () => {
    await bring('held')
    await close('2025-03')
    await bring('settlement')
    expect(await months('event')).toEqual([['2025-03', known(['held'])]])
    expect(await months('settlement')).toEqual([
      ['2025-03', canonical(totalOfAll([order(4)]))],
      ['2025-04', paid('settlement')],
    ])
    await proven()
  })
})

describe('in every order of import', () => {
  const backs = ways.map((way, at) => [way.join(' > '), way, ways[(at * 2 + 1) % ways.length] ?? way] as const)
  test.each(backs)('%s: each transaction counts once at every step, also when they are taken back', async (_name, way, back) => {
    const ids = new Map<File, string>()
    for (const [at, name] of way.entries()) {
      ids.set(name, (await bring(name)).id)
      expect([name, await all()]).toEqual([name, known(way.slice(0, at + 1))])
    }
    ids.set('other', (await bring('other')).id)
    expect(await all()).toBe(known([...way, 'other']))
    expect(await settlements()).toEqual(['90001', '90002'].map(id => ({ id, reconciled: 1, difference: '0.0000' })))
    expect(await states()).toEqual([
      { o: '111-1', deferred: false, id: '90002' },
      { o: '111-2', deferred: false, id: '90002' },
      { o: '111-3', deferred: true, id: '90001' },
      { o: '111-4', deferred: false, id: '90001' },
    ])
    expect(await ledger('2025-04-01', '2025-04-30')).toBe(known(['settlement']))
    await proven()
    const again = await bring(way[0] ?? 'held')
    expect(again.lines.merged).toBe(0)
    expect(await all()).toBe(known([...way, 'other']))
    const takeBack = async (id: string | undefined) =>
      expect(await h.clerk.post('/fileImportHistory/delete', { id })).toMatchObject({ code: 0 })
    await takeBack(again.id)
    let left: File[] = [...way, 'other']
    for (const name of ['other', ...back] as const) {
      await takeBack(ids.get(name))
      left = left.filter(one => one !== name)
      expect([`without ${name}`, await all()]).toEqual([`without ${name}`, known(left)])
      if (left.length === 1) await proven()
    }
    expect(await h.sql('select count(*)::int as n from amazon_line_release')).toEqual([{ n: 0 }])
  })

  test.each(ways.flatMap(way => [1, 2].map(closedAfter => [way.join(' > '), closedAfter, way] as const)))(
    '%s with March closed after file %i: the closed month stays, nothing counts twice',
    async (_name, closedAfter, way) => {
      let closed = ''
      for (const [at, name] of way.entries()) {
        await bring(name)
        if (at + 1 === closedAfter) {
          closed = await ledger('2025-03-01', '2025-03-31')
          await close('2025-03')
        }
        expect([name, await all()]).toEqual([name, known(way.slice(0, at + 1))])
      }
      await bring('other')
      expect([await all(), await ledger('2025-03-01', '2025-03-31')]).toEqual([known([...way, 'other']), closed])
      expect(await settlements()).toEqual(['90001', '90002'].map(id => ({ id, reconciled: 1, difference: '0.0000' })))
      await proven()
    },
  )
})

describe('what does not agree', () => {
  /** 90002 pays other amounts than the transactions say */
  const odd = settlement(
    inApril(1, 3).map(l => ({ ...l, amount: l.amountDescription === 'Commission' ? '-18.00' : l.amount })),
    { id: '90002' },
  )
  const oddTotal = '2456.76'
  test('a settlement that pays other amounts releases nothing; once the report shows the release of a closed month it proves only', async () => {
    await bring('held')
    await close('2025-03')
    await h.import('odd.txt', odd, { shopId: shop() })
    expect(await h.sql('select count(*)::int as n from amazon_line_release')).toEqual([{ n: 0 }])
    expect(await ledger('2025-04-01', '2025-04-30')).toBe(oddTotal)
    expect((await bring('released')).notes).toContainEqual(expect.stringContaining('90002'))
    expect(await ledger('2025-04-01', '2025-04-30')).toBe('0')
    expect(await all()).toBe(known(['held']))
    await proven()
  })
  test('where both months are closed the note names the month, and opening it again puts it right', async () => {
    await bring('held')
    await close('2025-03')
    await h.import('odd.txt', odd, { shopId: shop() })
    const closed = await ledger('2025-03-01', '2025-04-30')
    await close('2025-04')
    expect((await bring('released')).notes).toContainEqual(expect.stringMatching(/90002.*反结账到 2025-03/))
    expect(await ledger('2025-03-01', '2025-04-30')).toBe(closed)
    for (const month of ['2025-04', '2025-03']) {
      const [row] = await h.sql('select id::text as id from finance_month where month = $1', [`${month}-01`])
      expect(await (await h.signIn('admin')).post('/financeMonth/reopen', { id: row?.['id'], reason: '补录' })).toMatchObject({ code: 0 })
    }
    expect((await states()).map(s => s['deferred'])).toEqual([false, false, true, false])
    expect(await ledger('2025-03-01', '2025-03-31')).toBe(canonical(totalOfAll([order(3), order(4)])))
    expect(await ledger('2025-04-01', '2025-04-30')).toBe(oddTotal)
    await proven()
  })
  test('an order of two products is released product by product', async () => {
    const pair = [held(1), { ...held(2), orderId: '111-1' }]
    await h.import('pair.csv', report(pair, withStatus), { shopId: shop() })
    await h.import('s.txt', settlement(inApril(1, 2), { id: '90002' }), { shopId: shop() })
    expect(await h.sql('select sku, deferred, settlement_id as id from amazon_transaction_line order by 1')).toEqual([
      { sku: 'YF-A', deferred: true, id: '90001' },
      { sku: 'YF-B', deferred: false, id: '90002' },
    ])
    expect(await all()).toBe(known(['settlement']))
  })
  test('a line that only an import of its deferred state is left of is deferred again', async () => {
    const first = await bring('released')
    await bring('held')
    expect(await h.clerk.post('/fileImportHistory/delete', { id: first.id })).toMatchObject({ code: 0, data: { handedOn: 4 } })
    expect((await states()).map(s => [s['deferred'], s['id']])).toEqual([
      [true, '90001'],
      [true, '90001'],
      [true, '90001'],
      [false, '90001'],
    ])
  })
})

interface Sample {
  readonly folder: string
  readonly full: string
  readonly settlement: string
  readonly id: string
  readonly total: string
  /** lines named with the settlement that are deferred, their sum, and that of all deferred lines */
  readonly heldThere: readonly [number, string]
  readonly heldAll: string
}
const fixture: Sample = {
  folder: join(import.meta.dirname, '../../../../../test/fixtures/amazon/deferred'),
  full: '2026-05-amazon.com.au-transactions.csv',
  settlement: '77700000002-amazon.com.au.txt',
  id: '77700000002',
  total: '919.31',
  heldThere: [3, '-381.61'],
  heldAll: '-370.93',
}
const whole: Sample = {
  folder: genuine('amazon-deferred-au'),
  full: '2026-07-amazon.com.au-transactions.csv',
  settlement: '12395580393-amazon.com.au.txt',
  id: '12395580393',
  total: '723.39',
  heldThere: [16, '356.1'],
  heldAll: '507.78',
}

describe.each([
  ['of the fixtures', fixture],
  ['genuine, in the folder AMAZON_FILES', whole],
] as const)('the reports of amazon.com.au %s', (_name, sample) => {
  const read = (name: string) => readFileSync(join(sample.folder, name))
  test.skipIf(!existsSync(sample.folder))(
    'released lines make the settlement to the cent, deferred ones are an open position, and reading again changes nothing',
    async () => {
      for (const name of [sample.full, sample.settlement, sample.full, sample.settlement]) {
        const told = await h.import(name, read(name), au)
        expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done' })
      }
      expect(
        await h.sql(
          'select total::text as total, transaction_total::text as other, difference::text as difference, reconciled from ' +
            'amazon_settlement',
        ),
      ).toEqual([{ total: `${sample.total}00`, other: `${sample.total}00`, difference: '0.0000', reconciled: 1 }])
      const sums = await h.sql(
        'select count(*) filter (where settlement_id = $1)::int as n, sum(total) filter (where settlement_id = $1)::text as there, ' +
          'sum(total)::text as total from amazon_transaction_line where deferred',
        [sample.id],
      )
      expect(sums.map(s => [s['n'], canonical(String(s['there'])), canonical(String(s['total']))])).toEqual([
        [...sample.heldThere, sample.heldAll],
      ])
      const { data } = await h.clerk.post('/AmzSettlement/settleAccountList', { settlementId: sample.id })
      const { id } = data.list[0]
      expect(await h.clerk.post('/AmzSettlement/statement', { id })).toMatchObject({ data: { verdict: { reconciled: 1, orders: 0 } } })
      await proven()
    },
  )
})

test('a download of some days before shows the lines deferred, with the settlement of their posting: the later one leaves one line with the settlement of its release', async () => {
  const read = (name: string) => readFileSync(join(fixture.folder, name))
  const early = await h.import('early.csv', read('2026-05-08-amazon.com.au-transactions.csv'), au)
  expect(early).toMatchObject({ state: 'done', lines: { merged: 6 } })
  expect(await h.sql('select distinct deferred, settlement_id as id from amazon_transaction_line')).toEqual([
    { deferred: true, id: '77700000001' },
  ])
  expect(await ledger('2026-05-01', '2026-05-31', au.shopId)).toBe('67.38')
  const late = await h.import('late.csv', read(fixture.full), au)
  expect(late).toMatchObject({
    state: 'done',
    lines: { merged: 9, unchanged: 6 },
    notes: expect.arrayContaining([expect.stringContaining('6 笔递延交易')]),
  })
  expect(
    await h.sql('select settlement_id as id, deferred_settlement_id as before, count(*)::int as n from amazon_line_release group by 1, 2'),
  ).toEqual([{ id: fixture.id, before: '77700000001', n: 6 }])
  await h.import('s.txt', read(fixture.settlement), au)
  expect(await h.sql('select difference::text as difference from amazon_settlement')).toEqual([{ difference: '0.0000' }])
  await proven()
})
