/** Stock that will not sell in its band, and VAT against the tax lines of settlements: figures by hand. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { kinds, lines, openBooks, type Books } from '../../../../test/setup/finance-books.ts'
import { orderLines } from '#areas/sales/index.ts'
import { amounts } from '../amounts.ts'
import { vatProof } from './vat-proof.ts'
import { stockCover } from './cover.ts'
import { siteStock } from './site-stock.ts'
import { unsoldStock } from './unsold.ts'

let b: Books
let place = 0
const hash = () => `40000000-0000-0000-0000-${String(++place).padStart(12, '0')}`
const keys = () => ({ line_key: hash(), state_key: hash(), import_id: 1 })
const aged = (sku: string, more: Record<string, unknown>) =>
  b.put('fba_stock_age', {
    shop_id: 1,
    snapshot_on: '2026-03-01',
    sku,
    available: 0,
    age0_to90: 0,
    age91_to180: 0,
    currency: 'USD',
    ...keys(),
    ...more,
  })
const vat = (month: string, vat_amount: string, responsibility: string, type = 'SALE') =>
  b.put('fba_vat_transaction', {
    shop_id: 2,
    period: month,
    type,
    event_id: `E${place}`,
    activity_id: `A${place}`,
    transaction_currency: 'EUR',
    responsibility,
    reporting_scheme: 'REGULAR',
    quantity: 1,
    vat_amount,
    fixed_key: hash(),
    ...keys(),
  })

beforeAll(async () => {
  b = await openBooks(['2026-02'])
  // one a day: of 60 + 40 the older 40 go first, so that 5 of the 60 are sold in 45 days
  await aged('S1', { age91_to180: 60, age181_to270: 40, shipped30: 30, item_volume: '0.5' })
  // what a unit of volume of the next bands costs: 0.8 a cubic foot from 271 days on, 0.4 from 181
  await aged('S2', {
    age0_to90: 5,
    shipped30: 0,
    item_volume: '1',
    chargeable271300: 10,
    surcharge271300: '8',
    chargeable181210: 10,
    surcharge181210: '4',
  })
  await aged('S3', { age91_to180: 7, item_volume: '1' })
  await aged('OLD', { snapshot_on: '2026-02-01', age91_to180: 900, shipped30: 0, item_volume: '1' })
  await vat('2026-02-01', '19', 'SELLER')
  await vat('2026-02-01', '7', 'MARKETPLACE')
  await vat('2026-02-01', '500', 'SELLER', 'FC_TRANSFER')
  await lines.settlement(b, { shop_id: 2, settlement_id: 'T1' })
  await lines.settlementLine(b, { shop_id: 2, posted_on: '2026-02-10', kind_id: kinds.tax, amount: '25.50' })
  const system = await b.system()
  await system.write(tx => markStale(tx, amounts, '2', ['2026-02-10'], system.now()))
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

const rowsOf = async (r: unknown, names: readonly string[]) => {
  const { list } = await listOf(
    b.as(),
    r as Resource,
    { pageSize: 50, ...(r === vatProof ? { month: ['2026-01', '2026-12'] } : {}) } as never,
  )
  return list.map(row => names.map(name => row[name])).toSorted((x, y) => String(x).localeCompare(String(y)))
}

it('what will not sell in its band: the oldest first, priced as the newest snapshot prices the next band', async () => {
  expect(await rowsOf(unsoldStock, ['sku', 'band', 'units', 'pace', 'unsold', 'feeRate', 'cost', 'lacking'])).toEqual([
    ['S1', 1, 60, '1.0000', 55, '0.2000', '11.0000', 0],
    ['S3', 1, 7, null, 7, '0.4000', '2.8000', 1],
  ])
})

it('stock by marketplace: the newest snapshot by age with its surcharges, and what left and came back in the 30 days before', async () => {
  const removed = (requested_at: string, requested: number) =>
    b.put('fba_removal_order', {
      shop_id: 1,
      reported_on: requested_at,
      requested_at: `${requested_at} 01:00Z`,
      updated_at: `${requested_at} 02:00Z`,
      order_id: `RM-${requested_at}`,
      order_type: 'Return',
      status: 'Completed',
      sku: 'S1',
      fnsku: 'X',
      disposition: 'Sellable',
      requested,
      cancelled: 1,
      fee: '2.50',
      currency: 'USD',
      ordinal: 1,
      ...keys(),
    })
  // 30 days up to the snapshot of 2026-03-01: from 2026-01-31 on
  await removed('2026-01-30', 90)
  await removed('2026-01-31', 5)
  for (const reported_on of ['2026-01-30', '2026-03-01'])
    await b.put('fba_return', {
      shop_id: 1,
      reported_on,
      returned_at: `${reported_on} 10:00Z`,
      order_id: reported_on,
      sku: 'S1',
      quantity: 2,
      disposition: 'SELLABLE',
      ordinal: 1,
      ...keys(),
    })
  const names = ['marketplaceCode', 'shopId', 'age0', 'age91', 'age181', 'surcharge', 'removed', 'removalFee', 'returned', 'refund']
  expect(await rowsOf(siteStock, names)).toEqual([['amazon.com', '1', 5, 67, 40, '12.0000', 4, '2.5000', 2, '0.0000']])
  expect((await listOf(b.as(['2']), siteStock as unknown as Resource, {})).list).toEqual([])
})

it('days of cover: what can be sold by the mean of 28 complete days, held against the first leg and 14 days', async () => {
  const stock = (sku: string, available: number, more: object = {}) => aged(sku, { available, asin: sku, ...more })
  await stock('C1', 86, { snapshot_on: '2026-03-01' })
  await stock('C2', 88)
  await stock('C2', 1, { condition: 'Used' })
  await stock('C3', 5)
  await stock('C4', 0)
  const grains = orderLines.grains.filter(grain => grain.keys.includes('day'))
  const nothing = Object.fromEntries(['n', ...Object.keys(orderLines.sums).map(columnOf)].map(name => [name, 0]))
  const ordered = async (day: string, sku: string, quantity: number, is_cancelled = false) => {
    for (const { table, keys } of grains)
      await b.put(table, {
        ...nothing,
        shop_id: 1,
        day,
        currency: 'USD',
        is_cancelled,
        quantity,
        ...(keys.includes('sku') ? { sku, country: 'US' } : { country: `${sku}${String(is_cancelled)}` }),
      })
  }
  // the last day with an order, 2026-03-10, may be told in part: the span is 2026-02-10 to 2026-03-09
  for (const [sku, day] of [
    ['C1', '2026-02-10'],
    ['C2', '2026-03-09'],
    ['C4', '2026-03-01'],
  ] as const)
    await ordered(day, sku, 56)
  await ordered('2026-03-10', 'C1', 900)
  await ordered('2026-02-09', 'C2', 900)
  await ordered('2026-03-01', 'C2', 900, true)
  const names = ['sku', 'available', 'pace', 'days', 'firstLegDays', 'state']
  const rows = (await rowsOf(stockCover, names)).filter(([sku]) => String(sku).startsWith('C'))
  expect(rows).toEqual([
    ['C1', 86, '2.00', '43.0', 30, 1],
    ['C2', 89, '2.00', '44.5', 30, 2],
    ['C3', 5, '0.00', null, 30, 3],
    ['C4', 0, '2.00', '0.0', 30, 1],
  ])
  await b.owner.query('update shop set first_leg_days = 28 where id = 1')
  expect((await rowsOf(stockCover, ['sku', 'state'])).filter(([sku]) => sku === 'C1')).toEqual([['C1', 2]])
  expect((await listOf(b.as(['2']), stockCover as unknown as Resource, {})).list).toEqual([])
})

it('the newest day is each shop’s own: one whose last snapshot is older keeps its stock in all three lists', async () => {
  await aged('OTHER', { shop_id: 2, snapshot_on: '2026-02-15', available: 3, age91_to180: 4, currency: 'EUR' })
  await aged('GONE', { shop_id: 2, snapshot_on: '2026-02-14', available: 9, age91_to180: 9, currency: 'EUR' })
  const ofBoth = async (r: unknown, figure: string) => {
    const { list } = await listOf(b.as(['1', '2']), r as Resource, { pageSize: 50 })
    return list.filter(row => row['shopId'] === '2').map(row => [row['snapshotOn'], row[figure]])
  }
  expect(await ofBoth(unsoldStock, 'units')).toEqual([['2026-02-15', 4]])
  expect(await ofBoth(siteStock, 'age91')).toEqual([['2026-02-15', 4]])
  expect(await ofBoth(stockCover, 'available')).toEqual([['2026-02-15', 3]])
})

it('VAT of the report beside the tax lines of settlements: by who collects it, without movements', async () => {
  expect(
    await rowsOf(vatProof, ['month', 'shopId', 'sellerVat', 'marketVat', 'collected', 'withheld', 'difference', 'withheldDifference']),
  ).toEqual([['2026-02', '2', '19.0000', '7.0000', '25.5000', '0.0000', '0.5000', '7.0000']])
})
