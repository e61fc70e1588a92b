/** Each check at its limits, findings that close with the money and open without it, the page of an order, and what a month accrues. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { accrue } from '../accrual/sync.ts'
import { financeAccrual } from '../accrual/tables.ts'
import { orderPage } from '../orders/order-page.ts'
import { runChecks } from './run.ts'
import { siteCheck } from './site.ts'
import { findingLine, orderFinding } from './tables.ts'
import { publishedFor, sizeTier } from './tiers.ts'

// today is 2026-03-20
let b: Books
const refundKind = 15
const [findings, evidence, sites] = [orderFinding, findingLine, siteCheck] as unknown as [Resource, Resource, Resource]
const all = { from: '2026-01-01', to: '2026-03-31' }
let place = 0
const hash = () => `10000000-0000-0000-0000-${String(++place).padStart(12, '0')}`

const order = (order_no: string, ordered_on: string, more: Record<string, unknown> = {}) =>
  b.put('order_line', {
    shop_id: 1,
    ordered_on,
    order_no,
    line_no: '1',
    purchased_at: `${ordered_on} 10:00Z`,
    status: 3,
    status_at: `${ordered_on} 10:00Z`,
    sku: 'S1',
    quantity: 1,
    item: '20',
    sales: '20',
    currency: 'USD',
    is_cancelled: false,
    first_of_order: 1,
    first_of_sku: 1,
    import_id: 1,
    ...more,
  })
const paid = (order_id: string, posted_on: string, amount: string, kind_id: number = kinds.principal, more: Record<string, unknown> = {}) =>
  lines.settlementLine(b, { shop_id: 1, settlement_id: 'T1', posted_on, kind_id, amount, order_id, sku: 'S1', quantity: 1, ...more })
const returned = (order_id: string, reported_on: string) =>
  b.put('fba_return', {
    shop_id: 1,
    reported_on,
    returned_at: `${reported_on} 10:00Z`,
    order_id,
    sku: 'S1',
    quantity: 1,
    disposition: 'SELLABLE',
    line_key: hash(),
    state_key: hash(),
    ordinal: 1,
    import_id: 1,
  })
const rows = async (where: Record<string, unknown> = {}, shops?: readonly string[]) =>
  (await listOf(b.as(shops), findings, { pageSize: 200, ...where })).list
const found = async (kind: number, state = [1, 2]) =>
  (await rows())
    .filter(row => row['kind'] === kind && state.includes(Number(row['state'])))
    .map(row => `${String(row['subject'])} ${String(row['amount'])}`)
    .sort()

beforeAll(async () => {
  b = await openBooks(['2025-12', '2026-01', '2026-02', '2026-03'])
  for (const month of ['2025-12', '2026-01', '2026-02', '2026-03'])
    for (const table of ['order_line', 'market_line']) await run(b, 'select ensure_month($1, $2)', [table, `${month}-01`])
  await b.put('amazon_kind', { id: refundKind, org_id: 1, family: 1, type: 'Refund', title: '退款' })
  await b.put('amazon_type_map', { org_id: 1, kind_id: refundKind, item: 5, valid_from: '2020-01-01' })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  // 21 days: the day itself is found, the day after not yet
  for (const [no, day] of [
    ['A-22', '2026-02-26'],
    ['A-21', '2026-02-27'],
    ['A-20', '2026-02-28'],
  ] as const)
    await order(no, day)
  await order('A-OUT', '2026-02-01', { is_cancelled: true })
  await order('FIRST', '2025-12-05')
  await paid('FIRST', '2025-12-20', '20')
  await order('LAST', '2026-03-19')
  // sold without an order, and a sale before the first file of orders could name it
  await paid('NOBODY', '2026-02-10', '33')
  // orders are told of from 2025-12-05 to 2026-03-19: sales are held against them from the 31st day on
  for (const day of ['2026-01-03', '2026-01-04', '2026-03-19', '2026-03-20']) await paid(`N-${day.slice(5)}`, day, '9')
  // refunds: above the sale, within the tolerance
  for (const no of ['R-OVER', 'R-EVEN']) {
    await order(no, '2026-01-10')
    await paid(no, '2026-01-12', '20')
  }
  await paid('R-OVER', '2026-03-01', '-25', refundKind)
  await paid('R-EVEN', '2026-03-01', '-20.05', refundKind)
})
afterAll(() => b.close())

describe('checks', () => {
  it('find orders without settlement from the day on, sales without an order, refunds above the sale', async () => {
    const first = await runChecks(b.as(), all)
    expect(await found(1)).toEqual(['A-21 20.0000', 'A-22 20.0000'])
    expect(await found(2)).toEqual(['N-01-04 9.0000', 'N-03-19 9.0000', 'NOBODY 33.0000'])
    expect(await found(3)).toEqual(['R-OVER 5.0000'])
    expect(first.found).toBe(6)
    expect(await runChecks(b.as(), all)).toEqual({ found: 0, closed: 0, reopened: 0, changed: 0 })
    const over = (await rows()).find(row => row['subject'] === 'R-OVER')
    const its = (
      await listOf(b.as(), evidence, { conditionList: [{ field: 'findingId', condition: 'EQ', value: String(over?.id) }] } as never)
    ).list
    expect(its.map(row => String(row['amount'])).toSorted((one, other) => one.localeCompare(other))).toEqual(['-25.0000', '20.0000'])
  })
  it('close a finding when the money comes and open it when it is taken back', async () => {
    await paid('A-21', '2026-03-05', '20')
    expect(await runChecks(b.as(), all)).toMatchObject({ closed: 1, found: 0 })
    expect(await found(1, [3])).toEqual(['A-21 20.0000'])
    await run(b, "delete from amazon_settlement_line where order_id = 'A-21'")
    expect(await runChecks(b.as(), all)).toMatchObject({ reopened: 1, found: 0 })
    expect(await found(1)).toEqual(['A-21 20.0000', 'A-22 20.0000'])
  })
  it('leave what a person accepted until its amount changes, and say by whom the rule is', async () => {
    const over = (await rows()).find(row => row['subject'] === 'R-OVER')
    await takeSteps(b.as(), findings, { ids: [{ id: String(over?.id) }], pick: { step: 'accept' }, input: { reason: '平台补偿买家' } })
    expect(await runChecks(b.as(), all)).toMatchObject({ reopened: 0, changed: 0 })
    await paid('R-OVER', '2026-03-02', '-1', refundKind)
    expect(await runChecks(b.as(), all)).toMatchObject({ reopened: 1, changed: 1 })
    expect(await found(3)).toEqual(['R-OVER 6.0000'])
    await b.put('order_check_rule', { org_id: 1, kind: 3, is_on: true, days: 0, tolerance: '10' })
    expect(await runChecks(b.as(), all)).toMatchObject({ closed: 1 })
  })
  it('hold returns against refunds on both sides, 14 and 45 days', async () => {
    for (const [no, day] of [
      ['B-14', '2026-03-06'],
      ['B-13', '2026-03-07'],
    ] as const) {
      await order(no, '2026-02-01')
      await paid(no, '2026-02-02', '20')
      await returned(no, day)
    }
    for (const [no, day] of [
      ['C-46', '2026-02-02'],
      ['C-45', '2026-02-03'],
      ['C-44', '2026-02-04'],
      ['C-BACK', '2026-02-01'],
    ] as const) {
      await order(no, '2026-01-15')
      await paid(no, '2026-01-16', '20')
      await paid(no, day, '-20', refundKind)
    }
    await returned('C-BACK', '2026-02-09')
    // returns are known until 45 days after the refund of C-45
    await order('D', '2026-03-19')
    await returned('D', '2026-03-20')
    await runChecks(b.as(), all)
    expect(await found(4)).toEqual(['B-14 S1 20.0000'])
    expect(await found(5)).toEqual(['C-45 20.0000', 'C-46 20.0000'])
    await paid('B-14', '2026-03-10', '-20', refundKind)
    await returned('C-45', '2026-03-19')
    expect(await runChecks(b.as(), all)).toMatchObject({ closed: 2 })
  })
  it('hold the fee per unit against the preview of the day', async () => {
    const preview = (reported_on: string, fulfilment: string) =>
      b.put('fba_fee_preview', {
        shop_id: 1,
        reported_on,
        sku: 'S1',
        currency: 'USD',
        total: '9',
        referral: '3',
        fulfilment,
        weight: '2',
        weight_unit: 'kg',
        line_key: hash(),
        state_key: hash(),
        ordinal: 1,
        import_id: 1,
      })
    await preview('2026-01-01', '3.00')
    await preview('2026-02-05', '4.00')
    await order('F-1', '2026-02-03')
    await paid('F-1', '2026-02-04', '20')
    await paid('F-1', '2026-02-04', '-3.50', kinds.fba, { quantity: null })
    await order('F-2', '2026-02-06')
    await paid('F-2', '2026-02-07', '40', kinds.principal, { quantity: 2 })
    await paid('F-2', '2026-02-07', '-8.04', kinds.fba, { quantity: null })
    await run(b, 'update product set net_weight = 1 where id = 1')
    await runChecks(b.as(), all)
    expect(await found(6)).toEqual(['S1 2026-02 0.5000'])
    expect(await found(7)).toEqual(['S1 0.0000'])
    // two kilograms are at most 30 % above what we measured from 1.53847 on
    for (const [kilograms, heavier] of [
      ['1.5384', 1],
      ['1.5385', 0],
    ] as const) {
      await run(b, 'update product set net_weight = $1 where id = 1', [kilograms])
      await runChecks(b.as(), all)
      expect([kilograms, (await found(7)).length]).toEqual([kilograms, heavier])
    }
    // a cent above the tolerance of two cents a unit
    await paid('F-2', '2026-02-07', '-0.01', kinds.fba, { quantity: null })
    await runChecks(b.as(), all)
    expect(await found(6)).toEqual(['S1 2026-02 0.5500'])
    await run(b, 'delete from amazon_settlement_line where amount = -0.01')
  })
  it('hold the size tier of the preview against our own measures, at the limits of each tier', async () => {
    const preview = (sku: string, size_tier: string, fulfilment: string) =>
      b.put('fba_fee_preview', {
        shop_id: 1,
        reported_on: '2026-03-01',
        sku,
        currency: 'USD',
        total: '9',
        referral: '3',
        fulfilment,
        size_tier,
        line_key: hash(),
        state_key: hash(),
        ordinal: 1,
        import_id: 1,
      })
    const measured = async (length: string, width: string, height: string, weight: string) => {
      await run(b, 'update product set packed_length = $1, packed_width = $2, packed_height = $3, packed_weight = $4 where id = 1', [
        length,
        width,
        height,
        weight,
      ])
      await runChecks(b.as(), { from: '2026-03-01', to: '2026-03-31' })
      return found(8)
    }
    await preview('S1', 'Large Standard-Size', '4.10')
    await preview('S2', 'UsSmallStandardSize', '3.00')
    for (const no of ['T-1', 'T-2']) await paid(no, '2026-03-08', '20')
    const { rows: sold } = await run(
      b,
      `select sum(quantity)::int as n from amazon_settlement_line where shop_id = 1 and sku = 'S1' and kind_id = $1
        and posted_on >= '2026-03-01' and quantity > 0 and order_id <> ''`,
      [kinds.principal],
    )
    // 15 by 12 by 0.75 inches and 16 ounces, whichever side is which; 1.10 too much for each unit
    expect(await measured('1.90', '38.10', '30.48', '0.4536')).toEqual([`S1 2026-03 ${(Number(sold[0]?.n) * 1.1).toFixed(4)}`])
    const above: readonly (readonly [string, string, string, string])[] = [
      ['1.91', '38.10', '30.48', '0.4536'],
      ['1.90', '38.11', '30.48', '0.4536'],
      ['1.90', '38.10', '30.49', '0.4536'],
      ['1.90', '38.10', '30.48', '0.4537'],
    ]
    for (const measures of above) expect(await measured(...measures)).toEqual([])
    // what is large and light is weighed by its volume, and a tier that nobody knows is named
    await run(b, "update fba_fee_preview set size_tier = 'Large bulky' where sku = 'S1' and reported_on = '2026-03-01'")
    expect((await measured('45', '35', '20', '9')).map(one => one.slice(0, 10))).toEqual(['S1 2026-03'])
    expect(await measured('46', '35', '20', '9')).toEqual([])
    await run(b, "update fba_fee_preview set size_tier = 'Gigantic' where sku = 'S1' and reported_on = '2026-03-01'")
    expect(await measured('10', '10', '1', '0.1')).toEqual(['? Gigantic 2026-03 0.0000'])
    // a rule that the company enters counts from its day on; its days may not meet those of another
    const tier = { marketplaceCode: 'amazon.com', place: 3, tier: 'Gigantic', validFrom: '2026-03-01' }
    await expect(addRecord(b.as(), sizeTier as unknown as Resource, tier)).rejects.toThrow('2024-02-05')
    await addRecord(b.as(), sizeTier as unknown as Resource, { ...tier, place: 9, fee: '9.10', currency: 'USD' })
    expect((await measured('10', '10', '1', '0.1')).map(one => one.slice(0, 10))).toEqual(['S1 2026-03'])
    expect(publishedFor('amazon.de')[0]).toMatchObject({ tier: 'Small envelope', longest: '20.000', weight: '0.0800', validTo: null })
  })
  it('show nothing to who sees another shop, nor let him check it', async () => {
    expect(await rows({}, ['2'])).toEqual([])
    await expect(runChecks(b.as(['2']), { ...all, shopIds: ['1'] })).rejects.toThrow('店铺')
    await expect(runChecks(b.as(), { from: '2026-02-01', to: '2026-01-01' })).rejects.toThrow('起止日期')
    await expect(runChecks(b.as(), { from: '2020-01-01', to: '2026-01-01' })).rejects.toThrow('400')
    const site = (await listOf(b.as(), sites, {})).list.find(row => row['kind'] === 1)
    expect([site?.['findings'], site?.['open'], site?.['openAmount']]).toEqual([2, 2, '40.0000'])
    expect((await listOf(b.as(['2']), sites, {})).list).toEqual([])
  })
  it('leave findings of other shops and organisations as they are, whoever runs them', async () => {
    const before = await rows()
    const stranger = b.asSomebody({ orgId: '2', orgIds: ['2'], shops: ['3'] })
    await order('A-21', '2026-02-27', { shop_id: 3 })
    for (const who of [b.as(['2']), b.as([]), stranger]) await runChecks(who, all)
    expect(await rows()).toEqual(before)
    // 21 days without settlement, in the shop of the stranger
    expect((await listOf(stranger, findings, {})).list.map(row => [row['shopId'], row['orderNo']])).toEqual([['3', 'A-21']])
    expect((await listOf(stranger, evidence, {})).list.map(row => row['orderNo'])).toEqual(['A-21'])
    for (const shopIds of [['1'], ['3', '2']]) await expect(runChecks(stranger, { ...all, shopIds })).rejects.toThrow('店铺')
    expect(await runChecks(b.as([]), all)).toEqual({ found: 0, closed: 0, reopened: 0, changed: 0 })
  })
})

describe('the page of an order', () => {
  it('has every line as a timeline and what is left, in the currency of the shop and in CNY', async () => {
    await b.put('finance_cost_line', {
      shop_id: 1,
      booked_on: '2026-02-07',
      sku: 'S1',
      item: 80,
      currency: 'CNY',
      quantity: 2,
      unit_cost: '5',
      amount: '-10',
    })
    await b.put('currency_rate', { org_id: 1, month: '2026-02-01', currency: 'USD', rate: '7' })
    const page = await orderPage(b.as(), ' F-2 ', undefined)
    expect(page.shop?.name).toBe('美国店')
    expect(page.timeline.map(one => [one.source, one.amount])).toEqual([
      ['orderLines', '20.0000'],
      ['settlementLines', '40.0000'],
      ['settlementLines', '-8.0400'],
    ])
    expect(page.parts.map(one => [one.name, one.currency, one.amount])).toEqual([
      ['sales', 'USD', '40'],
      ['fbaFee', 'USD', '-8.04'],
      ['cost', 'CNY', '-10'],
    ])
    // 31.96 USD at 7, less 10 CNY
    expect([page.cny, page.lacking]).toEqual(['213.72', []])
    expect((await orderPage(b.as(), 'F-1', undefined)).cny).toBeNull()
  })
  it('asks which where two shops have the number; another shop, organisation or number is not there', async () => {
    await order('F-2', '2026-02-08', { shop_id: 2, currency: 'EUR' })
    const asked = await orderPage(b.as(), 'F-2', undefined)
    expect([asked.shop, asked.shops.map(one => one.shopId), asked.timeline]).toEqual([null, ['1', '2'], []])
    expect((await orderPage(b.as(), 'F-2', '2')).parts).toEqual([])
    expect((await orderPage(b.as(['2']), 'F-2', undefined)).shop?.shopId).toBe('2')
    await order('FOREIGN', '2026-02-08', { shop_id: 3 })
    for (const [shops, no, shop] of [
      [['2'], 'A-21', undefined],
      [['2'], 'F-2', '1'],
      [['1', '2'], 'FOREIGN', undefined],
      [['1'], 'NONE', undefined],
    ] as const)
      await expect(orderPage(b.as(shops), no, shop)).rejects.toThrow('订单')
  })
  it('has what is told of its number elsewhere, and the bank line of the pay-out that holds its money', async () => {
    const report = () => ({ line_key: hash(), state_key: hash(), ordinal: 1, import_id: 1 })
    await b.put('fba_removal_order', {
      shop_id: 1,
      reported_on: '2026-02-01',
      requested_at: '2026-02-01 01:00Z',
      updated_at: '2026-02-02 01:00Z',
      order_id: 'RM-1',
      order_type: 'Return',
      status: 'Completed',
      sku: 'S1',
      fnsku: 'X',
      disposition: 'Sellable',
      requested: 2,
      fee: '1.04',
      currency: 'USD',
      ...report(),
    })
    const removal = await orderPage(b.as(), 'RM-1', undefined)
    expect(removal.timeline.map(one => [one.source, one.quantity, one.amount])).toEqual([['removalOrders', '2', '-1.0400']])
    await expect(orderPage(b.as(['2']), 'RM-1', undefined)).rejects.toThrow('订单')
    await b.put('aliexpress_refund', {
      shop_id: 2,
      refunded_on: '2026-02-03',
      order_id: 'AE-1',
      child_order_id: 'AE-1-1',
      sku: 'S1',
      reason: '少件',
      refund_amount: '5',
      paid_amount: '4',
      currency: 'EUR',
      line_key: hash(),
      ordinal: 1,
      import_id: 1,
    })
    expect((await orderPage(b.as(), 'AE-1', undefined)).timeline.map(one => [one.what, one.amount])).toEqual([['AE-1-1 · 少件', '-4.0000']])
    // a document of the shop counts in what is left
    const subsidy = { org_id: 1, shop_id: 1, day: '2026-02-07', document_no: 'F-2', name: '活动补贴', amount: '3', currency: 'USD' }
    await b.put('amazon_subsidy', subsidy)
    expect((await orderPage(b.as(), 'F-2', '1')).cny).toBe('234.72')
    await run(b, 'delete from amazon_subsidy')
    const bank = { org_id: 1, currency: 'USD' }
    await b.put('bank_account', { ...bank, id: 7, name: '美元户', number: '0007', seen_by: 1, keeper_id: 1, bank: 23 })
    for (const [id, day] of [
      [70, '2026-02-20'],
      [71, '2026-02-21'],
    ])
      await b.put('bank_statement', {
        ...bank,
        id,
        account_id: 7,
        posted_on: day,
        income: '99',
        amount: '99',
        outgo: '0',
        direction: 1,
        purpose: '结算款',
      })
    await b.put('bank_expected', {
      ...bank,
      id: 8,
      source: 1,
      fact_key: '1 T1',
      shop_id: 1,
      due_on: '2026-02-20',
      reference: 'T1',
      amount: 99,
    })
    await b.put('bank_match', {
      ...bank,
      id: 9,
      no: 'DZ1',
      first_on: '2026-02-20',
      matched_on: '2026-02-20',
      kind: 1,
      account_id: 7,
      lines: 1,
      payments: 1,
      amount: 99,
    })
    for (const [role, side] of [
      [1, { line_id: 70, account_id: 7 }],
      [2, { expected_id: 8 }],
    ] as const)
      await b.put('bank_match_side', { ...bank, match_id: 9, day: '2026-02-20', role, amount: role === 1 ? '99' : '-99', ...side })
    const paidOut = (await orderPage(b.as(), 'F-2', '1')).timeline.filter(one => one.source === 'bankLines')
    expect(paidOut.map(one => [one.at, one.what, one.amount])).toEqual([['2026-02-20', '结算款', '99.0000']])
  })
  it('holds lines and money of the shop alone that was opened, and only what the reader has rights for', async () => {
    const second = await orderPage(b.as(['2']), 'F-2', undefined)
    expect([second.shops.length, second.timeline.map(one => one.source), second.parts]).toEqual([1, ['orderLines'], []])
    const stranger = b.asSomebody({ orgId: '2', orgIds: ['2'], shops: ['3'] })
    await expect(orderPage(stranger, 'F-2', undefined)).rejects.toThrow('订单')
    await expect(orderPage(stranger, 'F-2', '1')).rejects.toThrow('订单')
    expect((await orderPage(stranger, 'FOREIGN', undefined)).timeline.map(one => one.source)).toEqual(['orderLines'])
    await expect(orderPage(b.asSomebody({ shops: [] }), 'F-2', undefined)).rejects.toThrow('订单')
    const bare = await orderPage(b.asSomebody({ systemAdmin: false }), 'F-2', '1')
    expect([bare.timeline, bare.parts, bare.sums, bare.cny]).toEqual([[], [], [], null])
    expect(bare.notFilled).toContain('没有查看利润的权限')
  })
})

describe('accruals', () => {
  const of = async (kind: number, shops?: readonly string[]) =>
    (await listOf(b.as(shops), financeAccrual as unknown as Resource, {})).list
      .filter(row => row['kind'] === kind && row['month'] === '2026-01')
      .map(row => [row['amount'], row['reversed'], row['open'], row['difference'], row['state']])
  it('are what a month sold and a later settlement pays, and go when it does', async () => {
    await run(b, "update amazon_settlement set deposit_on = '2026-01-20' where settlement_id = 'T1'")
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T2' })
    await run(b, "update amazon_settlement set deposit_on = '2026-02-03' where settlement_id = 'T2'")
    await paid('E-1', '2026-01-30', '50', kinds.principal, { settlement_id: 'T2', quantity: 2 })
    await paid('E-1', '2026-01-30', '-7.5', kinds.commission, { settlement_id: 'T2' })
    await paid('', '2026-01-31', '-42.5', kinds.reserve, { settlement_id: 'T2', sku: '' })
    // held back until today
    await lines.transaction(b, {
      shop_id: 1,
      posted_on: '2026-01-29',
      total: '11',
      product_sales: '11',
      order_id: 'E-2',
      sku: 'S1',
      quantity: 1,
      deferred: true,
    })
    for (const day of ['2026-01-29', '2026-01-30'])
      await b.put('finance_cost_line', {
        shop_id: 1,
        booked_on: day,
        sku: 'S1',
        item: 80,
        currency: 'CNY',
        quantity: 2,
        unit_cost: '5',
        amount: '-10',
      })
    expect(await accrue(b.as(), { month: '2026-01' })).toEqual({ added: 2, changed: 0, removed: 0 })
    expect(await of(1)).toEqual([['53.5000', '42.5000', '11.0000', '0.0000', 2]])
    expect(await of(2)).toEqual([['-15.0000', '-10.0000', '-5.0000', '0.0000', 2]])
    // what was held back is released into a settlement that was paid in March
    await run(b, "update amazon_transaction_line set deferred = false, settlement_id = 'T3' where order_id = 'E-2'")
    await lines.settlement(b, { shop_id: 1, settlement_id: 'T3', counted_from: 2 })
    await run(b, "update amazon_settlement set deposit_on = '2026-03-10' where settlement_id = 'T3'")
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(1)).toEqual([['53.5000', '53.5000', '0.0000', '0.0000', 3]])
    const [row] = (await listOf(b.as(), financeAccrual as unknown as Resource, {})).list.filter(
      one => one['kind'] === 1 && one['month'] === '2026-01',
    )
    expect([row?.['age'], row?.['band'], row?.['reversedOn']]).toEqual([38, 2, '2026-03-10'])
  })
  it('name the difference between storage that was expected and what was charged', async () => {
    await b.put('fba_storage_fee', {
      shop_id: 1,
      month: '2026-01-01',
      asin: 'A',
      fnsku: 'X',
      centre: 'PHX',
      fee: '9.00',
      currency: 'USD',
      line_key: hash(),
      fixed_key: hash(),
      state_key: hash(),
      ordinal: 1,
      import_id: 1,
    })
    await b.put('amazon_kind', { id: 16, org_id: 1, family: 1, type: 'other', description: 'Storage Fee', title: '仓储费' })
    await b.put('amazon_type_map', { org_id: 1, kind_id: 16, item: 21, valid_from: '2020-01-01' })
    await paid('', '2026-02-10', '-9.40', 16, { sku: '', quantity: null })
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(3)).toEqual([['-9.0000', '-9.4000', '0.0000', '-0.4000', 3]])
  })
  it('hold advertising that was invoiced and not charged, until its charge comes with another amount', async () => {
    const invoice = { shop_id: 1, place: 0, state: 4, currency: 'USD', basis: 0, charges: 0, settlement_id: '', words: '' }
    await b.put('ad_invoice_check', { ...invoice, invoice_no: 'AD-1', invoiced_on: '2026-02-02', period_to: '2026-01-31', invoiced: '20' })
    await b.put('ad_invoice_check', { ...invoice, invoice_no: 'AD-2', invoiced_on: '2026-01-15', charged_on: '2026-01-16', invoiced: '7' })
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(5)).toEqual([['-20.0000', '0.0000', '-20.0000', '0.0000', 1]])
    await run(b, "update ad_invoice_check set charged = 19.5, charged_on = '2026-02-05' where invoice_no = 'AD-1'")
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(5)).toEqual([['-20.0000', '-19.5000', '0.0000', '0.5000', 3]])
    await run(b, 'delete from ad_invoice_check')
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(5)).toEqual([])
  })
  it('hold estimated first leg and purchases without invoice, of the company; what comes reverses them with its difference', async () => {
    await b.put('first_leg_shipment', { id: 1, org_id: 1, shipment_no: 'FBA-1', period: '2026-01-01' })
    const bill = async (id: number, amount: string, more: object): Promise<void> => {
      const own = { id, org_id: 1, no: `Y${id}`, business_on: '2026-01-20', shipment_id: 1, currency: 'CNY', state: 1, meaning: 1 }
      await b.put('first_leg_bill', { ...own, ...more })
      await b.put('first_leg_bill_item', { org_id: 1, bill_id: id, line_no: 1, kind: 1, amount })
    }
    await bill(1, '900', { meaning: 2 })
    await b.put('stock_place', { id: 1, org_id: 1, name: '仓', kind: 1 })
    const receipt = { org_id: 1, line_no: 1, product_id: 1, place_id: 1, currency: 'CNY', basis: 2 }
    await b.put('cost_receipt', { ...receipt, id: 1, document_no: 'R1', day: '2026-01-12', quantity: 10, purchase: '200' })
    await b.put('cost_receipt', { ...receipt, id: 2, document_no: 'R2', day: '2026-02-01', quantity: 1, purchase: '7' })
    const invoice = { org_id: 1, line_no: 1, receipt_no: 'R1', receipt_id: 1, currency: 'CNY' }
    // a part was invoiced within the month: it is no accrual
    await b.put('cost_invoice', { ...invoice, invoice_no: 'I1', day: '2026-01-31', quantity: 4, amount: '81' })
    await accrue(b.as(), { month: '2026-01' })
    expect([await of(7), await of(8)]).toEqual([
      [['-900.0000', '0.0000', '-900.0000', '0.0000', 1]],
      [['-120.0000', '0.0000', '-120.0000', '0.0000', 1]],
    ])
    await bill(2, '950', { replaces_id: 1, business_on: '2026-02-10' })
    await b.put('cost_invoice', { ...invoice, invoice_no: 'I2', day: '2026-02-11', quantity: 2, amount: '41' })
    await accrue(b.as(), { month: '2026-01' })
    expect([await of(7), await of(8)]).toEqual([
      [['-900.0000', '-950.0000', '0.0000', '-50.0000', 3]],
      [['-120.0000', '-41.0000', '-79.0000', '0.0000', 2]],
    ])
    await b.put('cost_invoice', { ...invoice, invoice_no: 'I3', day: '2026-03-01', quantity: 4, amount: '78' })
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(8)).toEqual([['-120.0000', '-119.0000', '0.0000', '1.0000', 3]])
    // of a chosen shop it is asked for the shop alone, and there is one of each
    expect(await accrue(b.as(), { month: '2026-01', shopIds: ['2'] })).toMatchObject({ added: 0 })
    const twice = { month: '2026-01', kind: 8, currency: 'CNY', handAmount: '-1' }
    await expect(addRecord(b.as(), financeAccrual as unknown as Resource, twice)).rejects.toThrow('2026-01 公司的这一项已有计提')
  })
  it('take what people know of advertising; a closed month keeps what it accrued', async () => {
    const plain = financeAccrual as unknown as Resource
    const hand = { shopId: '1', month: '2026-01', kind: 5, currency: 'USD', handAmount: '-12' }
    await addRecord(b.as(), plain, hand)
    await accrue(b.as(), { month: '2026-01' })
    expect(await of(5)).toEqual([['-12.0000', '0.0000', '-12.0000', '0.0000', 1]])
    expect(await of(5, ['2'])).toEqual([])
    await expect(accrue(b.as(['2']), { month: '2026-01', shopIds: ['1'] })).rejects.toThrow('店铺')
    await expect(accrue(b.as(), { month: '2026-09' })).rejects.toThrow('将来')
    await run(b, "insert into finance_month (org_id, month, state) values (1, '2026-01-01', 1)")
    await expect(addRecord(b.as(), plain, { ...hand, kind: 6 })).rejects.toThrow('已结账')
    await paid('E-3', '2026-01-30', '5', kinds.principal, { settlement_id: 'T2' })
    await accrue(b.as(), { month: '2026-01' })
    expect((await of(1))[0]?.[0]).toBe('53.5000')
  })
})
