/** Documents whose amount is found: billed amounts without a SKU that are moved to SKUs, charges of carriers; bases that reports tell. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { canonical, isZero } from '#platform/format/decimal.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { markStale } from '#platform/server/reports/store/stale.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { amounts } from '../../facts/amounts.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { financeItems } from '../../base/finance-items.ts'
import { proveRollup } from '#platform/server/reports/proof/proof.ts'
import { costs } from '../costs.ts'
import { storageBySku, storageProof } from '../../facts/fba/storage-proof.ts'
import { orderPage } from '../../profit/orders/order-page.ts'
import { tryAllocation } from './post.ts'
import { repeatAllocations } from './repeat.ts'
import { costAllocation, costAllocationShare as shares } from './tables.ts'
import { allocationBases as bases, allocationLevels as levels, amountSources as sources } from './words.ts'

// today is 2026-03-20
let b: Books
const documents = costAllocation as unknown as Resource
const { fbaStorage, advertising, finalLeg, allocated } = financeItems
const storageKind = 16
const adKind = 17

beforeAll(async () => {
  b = await openBooks(['2026-01', '2026-02'])
  for (const month of ['2026-01', '2026-02'])
    for (const [currency, rate] of [
      ['USD', '7'],
      ['EUR', '8'],
    ])
      await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency, rate })
  await b.put('department', { id: 1, org_id: 1, name: '财务部' })
  await b.put('employee', { id: 1, org_id: 1, no: 'E1', name: '周敏', dept_id: 1, position_name: '财务专员' })
  for (const [id, item] of [
    [storageKind, fbaStorage.id],
    [adKind, advertising.id],
  ]) {
    await b.put('amazon_kind', { id, org_id: 1, family: 1, type: `账单${id}`, column_name: '', title: `账单${id}` })
    await b.put('amazon_type_map', { org_id: 1, kind_id: id, item, valid_from: '2020-01-01' })
  }
  for (const shop of [1, 2]) await lines.settlement(b, { shop_id: shop, settlement_id: `T${shop}` })
  await line(1, kinds.principal, '200', 'S1', 1)
  await line(1, kinds.principal, '100', 'S2', 2, 'O-1')
  await line(1, kinds.principal, '0', 'S2', 1, 'O-2')
  await line(2, kinds.principal, '50', 'S1', 2)
  await line(1, storageKind, '-30')
  await line(2, storageKind, '-7')
  await line(1, adKind, '-12.01')
  await fresh()
})
afterAll(() => b?.close())

const line = (shop_id: number, kind_id: number, amount: string, sku = '', quantity: number | null = null, order_id = '') =>
  lines.settlementLine(b, { shop_id, posted_on: '2026-01-10', amount, sku, quantity, kind_id, order_id, settlement_id: `T${shop_id}` })
async function fresh(): Promise<void> {
  const system = await b.system()
  for (const shop of ['1', '2']) await system.write(tx => markStale(tx, amounts, shop, ['2026-01-10'], new Date('2026-03-20T08:00:00Z')))
  await refreshRollups(b.house, '1')
}
const as = (shops?: readonly string[]) => b.house.asUser({ ...b.as(shops).caller, employeeId: '1' }, 'zh', 'test')
const billed = { source: sources.billed[0], item: fbaStorage.id, currency: 'USD', basis: bases.sales[0] }
const make = async (values: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const base = { businessOn: '2026-03-01', name: '归到 SKU', month: '2026-01', ...billed }
  return String((await addRecord(as(), documents, { ...base, ...values })).id)
}
const step = (id: string, name: 'post' | 'reverse') => takeSteps(b.as(), documents, { ids: [{ id }], pick: { step: name }, input: {} })
const amountOf = async (id: string) =>
  canonical(String((await listOf(b.as(), documents, { pageSize: 100 })).list.find(row => row['id'] === id)?.['amount']))
const sharesOf = async (id: string, state = 0) =>
  (await listOf(b.as(), shares, { pageSize: 100 })).list
    .filter(row => row['allocationId'] === id && row['state'] === state && !isZero(String(row['share'])))
    .map(row => `${String(row['shopId'])} ${String(row['sku'])} ${canonical(String(row['share']))}`)
    .toSorted()
const profitBySku = async (measure: string) => {
  await refreshRollups(b.house, '1')
  const query = { by: ['shop', 'sku'], startDate: '2026-01-01', endDate: '2026-01-31', currency: 'shop' } as const
  const answer = await readReport(b.as(), companyProfit, query, [measure])
  return answer.list
    .flatMap(({ key, values }) => {
      const value = canonical(values[measure] ?? '0')
      return isZero(value) ? [] : [`${key['shop'] ?? ''} ${key['sku'] ?? ''} ${value}`]
    })
    .toSorted()
}

describe('billed amounts without a SKU', () => {
  it('are moved to SKUs of their own shop, which as a whole stays the same; what comes later is found by a second document', async () => {
    const profit = await profitBySku('profit')
    const before = await profitBySku('fbaFees')
    expect(before).toEqual(['1  -30', '2  -7'])
    const [dollars, euros] = [await make(), await make({ currency: 'EUR' })]
    await tryAllocation(b.as(), dollars)
    expect([await amountOf(dollars), await sharesOf(dollars)]).toEqual(['30', ['1 S1 20', '1 S2 10']])
    await tryAllocation(b.as(), euros)
    await step(dollars, 'post')
    await step(euros, 'post')
    expect(await profitBySku('fbaFees')).toEqual(['1 S1 -20', '1 S2 -10', '2 S1 -7'])
    expect(await proveRollup(await b.system(), costs, '2026-01')).toEqual([])
    const again = await make()
    await expect(tryAllocation(b.as(), again)).rejects.toThrow(/没有取到 USD 的金额/)
    await line(1, storageKind, '-4.01')
    await fresh()
    await tryAllocation(b.as(), again)
    expect([await amountOf(again), await sharesOf(again)]).toEqual(['4.01', ['1 S1 2.67', '1 S2 1.34']])
    await step(dollars, 'reverse')
    await expect(step(again, 'post')).rejects.toThrow(/试算的金额是 4.0100，现在是 34.01/)
    await step(euros, 'reverse')
    await run(b, `delete from amazon_settlement_line where amount = -4.01`)
    await fresh()
    expect([await profitBySku('fbaFees'), await profitBySku('profit')]).toEqual([before, profit])
    expect(await sharesOf(dollars, 2)).toEqual(['1 S1 20', '1 S2 10'])
  })

  it('by the storage report of the month before, whose FNSKUs other reports name; by advertising spend', async () => {
    const at = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
    for (const [n, sku] of [
      [1, 'S1'],
      [2, 'S2'],
    ] as const) {
      await b.put('fba_fee_preview', {
        shop_id: 1,
        reported_on: '2026-01-02',
        sku,
        fnsku: `X${n}`,
        currency: 'USD',
        total: 1,
        referral: 1,
        line_key: at(n),
        state_key: at(n),
        import_id: 1,
      })
      await b.put('fba_storage_fee', {
        shop_id: 1,
        month: '2025-12-01',
        fnsku: `X${n}`,
        centre: 'ABE2',
        fee: n === 1 ? '1' : '3',
        currency: 'USD',
        line_key: at(n),
        fixed_key: at(n),
        state_key: at(n),
        import_id: 1,
      })
    }
    const report = await make({ basis: bases.storageFee[0] })
    await tryAllocation(b.as(), report)
    expect(await sharesOf(report)).toEqual(['1 S1 7.5', '1 S2 22.5'])
    await step(report, 'post')
    const rows = async (r: unknown, names: readonly string[]) =>
      (await listOf(b.as(), r as Resource, { pageSize: 50, month: ['2026-01', '2026-01'] } as never)).list
        .map(row =>
          names
            .map(name => asText(row[name] ?? '-'))
            .map(value => (/^-?[\d.]+$/.test(value) ? canonical(value) : value))
            .join(' '),
        )
        .toSorted()
    // billed 30 and 7; reported 4 of the first shop alone: nothing is held against a report that is missing
    expect(await rows(storageProof, ['shopId', 'estimated', 'charged', 'variance', 'assigned'])).toEqual(['1 4 30 26 30', '2 - 7 - 0'])
    expect(await rows(storageBySku, ['sku', 'estimated', 'actual', 'variance', 'units', 'perUnit'])).toEqual([
      'S1 1 7.5 6.5 1 7.5',
      'S2 3 22.5 19.5 3 7.5',
    ])
    // two of the three units of the month, and one
    const sharedOf = async (no: string) => (await orderPage(b.as(), no, '1')).parts.find(part => part.name === 'shared')
    expect([await sharedOf('O-1'), (await sharedOf('O-2'))?.amount]).toEqual([
      { name: 'shared', title: '按 SKU 分摊的费用', currency: 'USD', amount: '-15', isIn: false },
      '-7.5',
    ])
    await step(report, 'reverse')
    await b.put('ad_product_day', {
      shop_id: 1,
      program: 1,
      day: '2026-01-05',
      campaign: 'C',
      ad_group: 'G',
      sku: 'S2',
      currency: 'USD',
      impressions: 1,
      clicks: 1,
      spend: '5',
      days: 7,
      import_id: 1,
      line_no: 1,
    })
    const spend = await make({ basis: bases.adSpend[0], item: advertising.id })
    await tryAllocation(b.as(), spend)
    expect([await amountOf(spend), await sharesOf(spend)]).toEqual(['12.01', ['1 S2 12.01']])
  })

  it.each([
    ['an item of its own', { item: allocated.id }, /财务科目请选账单里的科目/],
    ['an entered amount of a billed item', { source: sources.entered[0], amount: '5' }, /金额来源请选/],
    ['shops alone', { level: levels.shop[0] }, /请选择分摊到店铺和 SKU/],
    ['another item of charges of carriers', { source: sources.finalLeg[0], item: allocated.id }, /财务科目请选“尾程运费”/],
    ['a month without such amounts', { month: '2026-02' }, /2026-02 没有取到 USD 的金额/],
    ['a fee in a currency without rate', { source: 1, item: allocated.id, amount: '5', currency: 'JPY' }, /2026-01 没有 JPY 的汇率/],
  ])('refused: %s', async (_what, values, reason) => {
    const id = await make(values)
    await expect(tryAllocation(b.as(), id)).rejects.toThrow(reason)
    await expect(step(id, 'post')).rejects.toThrow(reason)
  })

  it('refused while the month is being computed; a repeated document has no amount until it is tried', async () => {
    await (await b.system()).write(tx => markStale(tx, amounts, '1', ['2026-01-10'], new Date('2026-03-20T08:00:00Z')))
    await expect(tryAllocation(b.as(), await make())).rejects.toThrow(/“美国店”的数字正在计算/)
    await refreshRollups(b.house, '1')
    const of = await make({ month: '2026-02', repeats: 1, amount: '9' })
    await repeatAllocations(await b.system())
    const next = (await listOf(b.as(), documents, { pageSize: 100 })).list.find(row => row['fromId'] === of)
    expect([next?.['month'], next?.['source'], canonical(String(next?.['amount']))]).toEqual(['2026-03', sources.billed[0], '0'])
  })
})

it('charges of carriers fall on what their parcels held, those of no order along with them', async () => {
  await run(b, "select ensure_month('order_line', '2026-01-01')")
  await b.put('carrier', { id: 1, org_id: 1, name: 'UPS', source: 2, number: 'U1' })
  const ordered = (shop_id: number, order_no: string, sku: string, quantity: number) =>
    b.put('order_line', {
      shop_id,
      ordered_on: '2026-01-08',
      order_no,
      line_no: sku,
      purchased_at: '2026-01-08Z',
      status: 3,
      status_at: '2026-01-08Z',
      sku,
      quantity,
      item: 1,
      currency: 'USD',
      sales: 1,
      is_cancelled: false,
      first_of_order: 1,
      first_of_sku: 1,
      import_id: 1,
    })
  await ordered(1, 'O1', 'S1', 1)
  await ordered(1, 'O1', 'S2', 3)
  await ordered(2, 'O2', 'S1', 5)
  const parcel = (tracking_no: string, order_no: string, fee: string, more: Readonly<Record<string, unknown>> = {}) =>
    b.put('final_leg_fee', { org_id: 1, carrier_id: 1, shipped_on: '2026-01-09', tracking_no, order_no, fee, currency: 'USD', ...more })
  await parcel('P1', 'O1', '8')
  await parcel('P2', 'O2', '3', { surcharge: '1' })
  await parcel('P3', '', '12')
  await parcel('P4', 'O1', '99', { voided: 1 })
  await parcel('P5', 'O1', '99', { shipped_on: '2026-02-01' })
  const of = { source: sources.finalLeg[0], item: finalLeg.id, basis: bases.parcels[0] }
  const all = await make(of)
  await tryAllocation(b.as(), all)
  // 2, 6 and 4 of parcels with orders, 12 of one without
  expect([await amountOf(all), await sharesOf(all)]).toEqual(['24', ['1 S1 4', '1 S2 12', '2 S1 8']])
  const unseeing = b.asSomebody({ systemAdmin: false, permissions: new Map([['finance.allocation', new Set([1, 2, 3, 4, 7])]]) })
  await expect(tryAllocation(unseeing, all)).rejects.toThrow(/查看运费金额|无权|权限/)
  const one = await make({ ...of, shopIds: ['1'] })
  await tryAllocation(b.as(), one)
  expect([await amountOf(one), await sharesOf(one)]).toEqual(['8', ['1 S1 2', '1 S2 6']])
  await step(all, 'post')
  expect(await profitBySku('finalLeg')).toEqual(['1 S1 -4', '1 S2 -12', '2 S1 -7'])
  await expect(tryAllocation(b.as(), await make(of))).rejects.toThrow(/没有取到 USD 的金额/)
  await step(all, 'reverse')
})
