/** Allocation documents: tried, posted, reversed, by each basis; what counts in the profit, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { canonical, sum } from '#platform/format/decimal.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord, updateRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { tryAllocation } from './post.ts'
import { repeatAllocations } from './repeat.ts'
import { costAllocation, costAllocationShare as shares } from './tables.ts'
import { allocatedItems, allocationBases as bases, allocationLevels as levels } from './words.ts'

// today is 2026-03-20
let b: Books
const documents = costAllocation as unknown as Resource

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'])
  for (const [currency, rate] of [
    ['USD', '7'],
    ['EUR', '8'],
  ])
    await b.put('currency_rate', { org_id: 1, month: '2026-01-01', currency, rate })
  await b.put('department', { id: 1, org_id: 1, name: '财务部' })
  await b.put('employee', { id: 1, org_id: 1, no: 'E1', name: '周敏', dept_id: 1, position_name: '财务专员' })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlement(b, { shop_id: 2, settlement_id: 'T2' })
  const sold = async (shop_id: number, sku: string, amount: string, quantity: number, posted_on = '2026-01-10') =>
    lines.settlementLine(b, { shop_id, posted_on, amount, sku, quantity, kind_id: kinds.principal, settlement_id: `T${shop_id}` })
  await sold(1, 'S1', '200', 1)
  await sold(1, 'S2', '100', 3)
  await sold(2, 'S1', '87.5', 2)
  await sold(2, 'S1', '50', 1, '2026-02-10')
  await run(b, 'update product set net_weight = id where id in (1, 2)')
  for (const [shop_id, sku, opening, closing] of [
    [1, 'S1', 10, 30],
    [2, 'S1', 20, 40],
  ])
    await b.put('fba_inventory_month', { shop_id, sku, month: '2026-01-01', opening, closing, opening_from: 1, source: 1 })
  const system = await b.system()
  for (const shop of ['1', '2'])
    await system.write(tx => markStale(tx, amounts, shop, ['2026-01-10', '2026-02-10'], new Date('2026-03-20T08:00:00Z')))
  await refreshRollups(b.house, '1')
})
afterAll(() => b?.close())

/** Of all shops or some, as an employee: a document has an author. */
const as = (shops?: readonly string[]) => b.house.asUser({ ...b.as(shops).caller, employeeId: '1' }, 'zh', 'test')

const make = async (values: Readonly<Record<string, unknown>>): Promise<string> => {
  const base = { businessOn: '2026-03-01', name: '仓储费', month: '2026-01', amount: '100.00', currency: 'CNY' }
  return String((await addRecord(as(), documents, { ...base, ...values })).id)
}
const step = (id: string, name: 'post' | 'reverse', context = b.as()) =>
  takeSteps(context, documents, { ids: [{ id }], pick: { step: name }, input: {} })
const sharesOf = async (id: string, state: number, context = b.as()) =>
  (await listOf(context, shares, { pageSize: 100 })).list
    .filter(row => row['allocationId'] === id && row['state'] === state)
    .map(row => `${String(row['shopId'])} ${String(row['sku'])} ${canonical(String(row['share']))}`.replace('  ', ' '))
    .toSorted()
const profitOf = async (measure: string) => {
  await refreshRollups(b.house, '1')
  const query = { by: ['shop'], startDate: '2026-01-01', endDate: '2026-01-31', currency: 'CNY' } as const
  return (await readReport(b.as(), companyProfit, query, [measure])).list
    .map(row => [row.key['shop'], canonical(row.values[measure] ?? '0')])
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
}

describe('bases', () => {
  it.each([
    // 1,400, 700 and 700 CNY of sales
    ['sales', {}, ['1 S1 50', '1 S2 25', '2 S1 25']],
    ['units', {}, ['1 S1 16.67', '1 S2 50', '2 S1 33.33']],
    // 1 and 2 kg a piece: 1, 6 and 2 kg
    ['weight', {}, ['1 S1 11.11', '1 S2 66.67', '2 S1 22.22']],
    ['greater', {}, ['1 S1 11.11', '1 S2 66.67', '2 S1 22.22']],
    // 20 and 30 pieces on average
    ['stockDays', {}, ['1 S1 40', '2 S1 60']],
    ['equal', { level: levels.shop[0] }, ['1 50', '2 50']],
    // nothing was ever packed: sales stand in
    ['volume', { level: levels.shop[0] }, ['1 75', '2 25']],
    ['units', { skus: 'S2\nS9' }, ['1 S2 100']],
    ['sales', { shopIds: ['2'], amount: '-5000.01' }, ['2 S1 -5000.01']],
  ] as const)('%s %j', async (basis, more, expected) => {
    const id = await make({ basis: bases[basis][0], ...more })
    expect(await tryAllocation(b.as(), id)).toEqual({ page: { list: 'costAllocation', id } })
    const tried = (await sharesOf(id, 0)).filter(row => !row.endsWith(' 0'))
    expect(tried).toEqual(expected)
    // tried again the shares are the same ones
    await tryAllocation(b.as(), id)
    expect((await sharesOf(id, 0)).filter(row => !row.endsWith(' 0'))).toEqual(expected)
  })
  it('an own sheet falls as it says, and is refused while it is empty', async () => {
    const id = await make({ basis: bases.sheet[0] })
    await expect(step(id, 'post')).rejects.toThrow(/没有填写自定义比例/)
    const version = 1
    const added = [
      { shopId: '1', sku: 'S1', weight: '1' },
      { shopId: '2', sku: 'X', weight: '3' },
    ]
    await updateRecord(b.as(), documents, { id, version, lines: { added } })
    await step(id, 'post')
    expect(await sharesOf(id, 1)).toEqual(['1 S1 25', '2 X 75'])
    await step(id, 'reverse')
  })
})

describe('of a consignment, of several months', () => {
  const packed = { org_id: 1, shipment_id: 1, volume: 0, gross_weight: 0, declared_value: 0, period: '2026-01-01' }
  beforeAll(async () => {
    await b.put('first_leg_shipment', { id: 1, org_id: 1, shipment_no: 'FBA-1', period: '2026-01-01' })
    const { rows: skus } = await b.owner.query<{ sku: string }>('select sku from product where id in (1, 2) order by id')
    await b.put('first_leg_fee', { ...packed, row_no: 1, sku: skus[0]?.sku, quantity: 10, volume: 3 })
    await b.put('first_leg_fee', { ...packed, row_no: 2, sku: skus[1]?.sku, quantity: 30, volume: 1 })
  })
  it.each([
    // 3 m³ of the product that S1 of both shops stands for, of which one and two were sold; 1 m³ of the other
    ['volume', {}, ['1 S1 25', '1 S2 25', '2 S1 50']],
    ['units', { shopIds: ['1'] }, ['1 S1 25', '1 S2 75']],
    ['sales', { shopIds: ['2'], month: '2026-02', since: '2026-01', shipmentId: null, level: levels.shop[0] }, ['2 100']],
  ] as const)('%s %j', async (basis, more, expected) => {
    if ('since' in more) await b.put('currency_rate', { org_id: 1, month: '2026-02-01', currency: 'EUR', rate: '8' })
    const id = await make({ basis: bases[basis][0], shipmentId: '1', ...more })
    await tryAllocation(b.as(), id)
    expect((await sharesOf(id, 0)).filter(row => !row.endsWith(' 0'))).toEqual(expected)
    if ('since' in more) {
      // 700 CNY of January and 400 of February
      expect((await listOf(b.as(), shares, { pageSize: 100 })).list.find(row => row['allocationId'] === id)?.['weight']).toBe('1100.000000')
      await run(b, "delete from currency_rate where month = '2026-02-01'")
    }
  })
  it('refused: goods that nothing in the shops sells, weights that begin after the month', async () => {
    await b.put('first_leg_fee', { ...packed, row_no: 3, sku: '', name: '赠品', quantity: 1 })
    const id = await make({ basis: bases.units[0], shipmentId: '1' })
    await expect(tryAllocation(b.as(), id)).rejects.toThrow(/“赠品”在所选店铺没有对应/)
    const late = await make({ since: '2026-02' })
    await expect(tryAllocation(b.as(), late)).rejects.toThrow(/晚于入账月份/)
  })
})

describe('posting', () => {
  it('counts on the first of the month, once, whoever posts at once; reversed it counts no more and is still read', async () => {
    const id = await make({ amount: '0.05', item: allocatedItems.storage[0], level: levels.shop[0], basis: bases.equal[0] })
    const answers = await Promise.allSettled([step(id, 'post'), step(id, 'post')])
    expect(answers.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await sharesOf(id, 1)).toEqual(['1 0.03', '2 0.02'])
    expect(await profitOf('storage')).toEqual([
      ['1', '-0.03'],
      ['2', '-0.02'],
    ])
    await expect(tryAllocation(b.as(), id)).rejects.toThrow(/已过账/)
    expect((await sharesOf(id, 1, b.as(['2']))).map(String)).toEqual(['2 0.02'])
    await step(id, 'reverse')
    expect(canonical(sum((await profitOf('storage')).map(([, amount]) => amount ?? '0')))).toBe('0')
    await step(id, 'post')
    expect([(await sharesOf(id, 1)).length, (await sharesOf(id, 2)).length]).toEqual([2, 2])
    const runs = (await listOf(b.as(), shares, { pageSize: 100 })).list.filter(row => row['allocationId'] === id)
    expect([...new Set(runs.map(row => row['run']))].toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2])
    await step(id, 'reverse')
  })
  it.each([
    ['nothing that could bear it', { month: '2026-03' }, /没有可分摊的商品/],
    ['a currency without rate', { month: '2026-02' }, /2026-02 没有 EUR 的汇率/],
    [
      'a currency without rate, where sales stand in for a basis of nothing',
      { month: '2026-02', basis: bases.stockDays[0] },
      /2026-02 没有 EUR 的汇率/,
    ],
    ['no amount', { amount: '0' }, /是 0/],
  ])('refused: %s', async (_what, values, reason) => {
    const id = await make({ basis: bases.sales[0], ...values })
    if ('month' in values && values.month === '2026-03') await run(b, `update cost_allocation set skus = 'NONE' where id = ${id}`)
    await expect(step(id, 'post')).rejects.toThrow(reason)
    expect(await sharesOf(id, 1)).toEqual([])
  })
  it('refused: all shops by who sees one, a shop that he does not see, a closed month', async () => {
    const all = await make({})
    await expect(step(all, 'post', b.as(['1']))).rejects.toThrow(/全部店铺/)
    const other = await make({ shopIds: ['2'] })
    await expect(step(other, 'post', b.as(['1']))).rejects.toThrow(/店铺/)
    const posted = await make({})
    await step(posted, 'post')
    await expect(step(posted, 'reverse', b.as(['1']))).rejects.toThrow(/店铺/)
    await b.put('finance_month', { org_id: 1, month: '2026-01-01', state: 1 })
    for (const [id, name] of [
      [all, 'post'],
      [posted, 'reverse'],
    ] as const)
      await expect(step(id, name)).rejects.toThrow(/已结账/)
    await run(b, 'delete from finance_month')
  })
})

it('the running month is that of the organisation’s zone', async () => {
  await make({ month: '2026-03', repeats: 1, name: '云服务', shopIds: ['1'] })
  const system = await b.system()
  const at = (instant: string) => ({ ...system, now: () => new Date(instant) })
  expect([await repeatAllocations(at('2026-03-31T15:30:00Z')), await repeatAllocations(at('2026-03-31T21:30:00Z'))]).toEqual([0, 1])
})

it('a document that repeats is made once for the running month, with its own sheet and the period moved on', async () => {
  const first = await make({ month: '2026-02', since: '2025-12', repeats: 1, name: '店铺订阅', shopIds: ['1'], basis: bases.sheet[0] })
  await updateRecord(b.as(), documents, { id: first, version: 1, lines: { added: [{ shopId: '1', sku: 'S2', weight: '3' }] } })
  const system = await b.system()
  expect([await repeatAllocations(system), await repeatAllocations(system)]).toEqual([1, 0])
  const made = (await listOf(b.as(), documents, { pageSize: 100 })).list.filter(row => row['name'] === '店铺订阅')
  expect(made.map(row => [row['month'], row['state'], row['shopIds']]).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['2026-02', 0, ['1']],
    ['2026-03', 0, ['1']],
  ])
  const next = made.find(row => row['month'] === '2026-03')
  expect(next?.['since']).toBe('2026-01')
  await tryAllocation(b.as(), next?.id)
  expect(await sharesOf(String(next?.id), 0)).toEqual(['1 S2 100'])
})
