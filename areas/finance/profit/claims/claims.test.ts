/** Claims by each rule at its limits, their value, how they close with the money and open without it, who sees them, what is sent. */
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord, updateRecord } from '#platform/server/verbs/record.ts'
import { lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { recoveredOf } from './allocate.ts'
import { claimLetter } from './letter-file.ts'
import { letterOf } from './letter.ts'
import { claimRule, deliveredRules } from './rules.ts'
import { findClaims } from './run.ts'
import { claim, claimLine, claimStates } from './tables.ts'

// today is 2026-03-20; the marketplaces count their days in UTC
let b: Books
const [claims, evidence, rules] = [claim, claimLine, claimRule] as unknown as [Resource, Resource, Resource]
const refundKind = 15
let place = 0
const hash = () => `20000000-0000-0000-0000-${String(++place).padStart(12, '0')}`
const keys = () => ({ line_key: hash(), ordinal: 1, import_id: 1 })

const adjusted = (fnsku: string, happened_on: string, quantity: number, more: Record<string, unknown> = {}) =>
  b.put('fba_ledger_line', {
    shop_id: 1,
    happened_on,
    fnsku,
    sku: 'S1',
    event: 'Adjustments',
    reference: 'R1',
    quantity,
    disposition: 'SELLABLE',
    reason: 'M',
    ...keys(),
    state_key: hash(),
    ...more,
  })
const reimbursement = (fnsku: string, approved_on: string, units: number, more: Record<string, unknown> = {}) =>
  b.put('fba_reimbursement', {
    shop_id: 1,
    approved_on,
    reimbursement_id: `R${++place}`,
    reason: 'Lost_Warehouse',
    sku: 'S1',
    fnsku,
    currency: 'USD',
    amount: '9',
    cash_units: units,
    units,
    ...keys(),
    fixed_key: hash(),
    state_key: hash(),
    ...more,
  })
const refunded = (order_id: string, posted_on: string, more: Record<string, unknown> = {}) =>
  lines.settlementLine(b, { shop_id: 1, settlement_id: 'T1', posted_on, kind_id: refundKind, amount: '-20', order_id, sku: 'S1', ...more })
const returned = (order_id: string, reported_on: string) =>
  b.put('fba_return', {
    shop_id: 1,
    reported_on,
    returned_at: `${reported_on} 10:00Z`,
    order_id,
    sku: 'S1',
    quantity: 1,
    disposition: 'SELLABLE',
    ...keys(),
    state_key: hash(),
  })
const removal = (order_id: string, updated: string, shipped: number, more: Record<string, unknown> = {}) =>
  b.put('fba_removal_order', {
    shop_id: 1,
    reported_on: updated,
    requested_at: `${updated} 01:00Z`,
    updated_at: `${updated} 10:00Z`,
    order_id,
    order_type: 'Return',
    status: 'Completed',
    sku: 'S1',
    fnsku: 'XR',
    disposition: 'Sellable',
    requested: shipped,
    cancelled: 0,
    disposed: 0,
    shipped,
    in_process: 0,
    currency: 'USD',
    ...keys(),
    state_key: hash(),
    ...more,
  })
const parcel = (order_id: string, reported_on: string, quantity: number) =>
  b.put('fba_removal_shipment', {
    shop_id: 1,
    reported_on,
    requested_at: `${reported_on} 01:00Z`,
    shipped_at: `${reported_on} 10:00Z`,
    order_id,
    sku: 'S1',
    fnsku: 'XR',
    disposition: 'Sellable',
    quantity,
    carrier: 'UPS',
    tracking: `1Z${order_id}`,
    order_type: 'Return',
    ...keys(),
  })

const stateName = (row: Row) => Object.entries(claimStates).find(([, [code]]) => code === row['state'])?.[0]
const all = async (shops?: readonly string[]) => (await listOf(b.as(shops), claims, { pageSize: 200 })).list
const of = async (kind: number) =>
  Object.fromEntries(
    (await all())
      .filter(row => row['kind'] === kind)
      .map(row => [String(row['fnsku'] || row['orderNo']), [stateName(row), row['daysLeft'], row['quantity'], row['value']]]),
  )
const one = async (fnsku: string) => (await all()).find(row => row['fnsku'] === fnsku) ?? ({ id: '0' } as Row)

beforeAll(async () => {
  const months = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']
  b = await openBooks(months)
  for (const month of months)
    for (const table of ['order_line', 'market_line']) await run(b, 'select ensure_month($1, $2)', [table, `${month}-01`])
  await b.put('amazon_kind', { id: refundKind, org_id: 1, family: 1, type: 'Refund', title: '退款' })
  await b.put('amazon_type_map', { org_id: 1, kind_id: refundKind, item: 5, valid_from: '2020-01-01' })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  for (const [product_id, unit_cost] of [
    [1, '70'],
    [2, '70000'],
  ])
    await b.put('product_cost', { org_id: 1, product_id, month: '2025-06-01', unit_cost, currency: 'CNY' })
  for (const month of months) await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency: 'USD', rate: '7' })
  for (const month of months.slice(0, -1)) await b.put('currency_rate', { org_id: 1, month: `${month}-01`, currency: 'EUR', rate: '8' })
})
afterAll(() => b.close())

describe('units that the warehouse lost or damaged', () => {
  it('may be claimed until the 60th day after the report, by the day of the marketplace', async () => {
    for (const [fnsku, day] of [
      ['X49', '2026-01-30'],
      ['X50', '2026-01-29'],
      ['X59', '2026-01-20'],
      ['X60', '2026-01-19'],
      ['X61', '2026-01-18'],
    ] as const)
      await adjusted(fnsku, day, -1)
    // a unit whose disposition changed is not lost
    await adjusted('XP', '2026-03-01', -1, { reason: 'P' })
    expect(await findClaims(b.as())).toEqual({ found: 5, paid: 0, reopened: 0, expired: 1 })
    expect(await of(1)).toEqual({
      X49: ['open', 11, 1, '10.0000'],
      X50: ['due', 10, 1, '10.0000'],
      X59: ['due', 1, 1, '10.0000'],
      X60: ['due', 0, 1, '10.0000'],
      X61: ['expired', null, 1, '10.0000'],
    })
    expect(await findClaims(b.as())).toEqual({ found: 0, paid: 0, reopened: 0, expired: 0 })
    // days left lead the list, what is over comes last
    expect((await all()).map(row => row['fnsku'])).toEqual(['X60', 'X59', 'X50', 'X49', 'X61'])
    // 22:00 of the day before
    await run(b, "update marketplace set zone = 'Pacific/Honolulu' where code = 'amazon.com'")
    await findClaims(b.as())
    expect(
      Object.entries(await of(1))
        .map(([fnsku, [state, left]]) => [fnsku, state, left])
        .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['X49', 'open', 12],
      ['X50', 'open', 11],
      ['X59', 'due', 2],
      ['X60', 'due', 1],
      ['X61', 'due', 0],
    ])
    await run(b, "update marketplace set zone = 'UTC' where code = 'amazon.com'")
    await findClaims(b.as())
    expect((await of(1))['X61']).toEqual(['expired', null, 1, '10.0000'])
  })
  it('close when they are paid or found, in units and the oldest first, and open again when it is taken back', async () => {
    await adjusted('X49', '2026-02-10', -2)
    await findClaims(b.as())
    await reimbursement('X49', '2026-02-12', 2)
    expect(await findClaims(b.as())).toMatchObject({ paid: 1 })
    const states = async () =>
      (await all()).filter(row => row['fnsku'] === 'X49').map(row => [row['happenedOn'], stateName(row), row['quantity'], row['recovered']])
    expect((await states()).sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['2026-01-30', 'paid', 0, 1],
      ['2026-02-10', 'open', 1, 1],
    ])
    await adjusted('X49', '2026-02-20', 1, { reason: 'F' })
    expect(await findClaims(b.as())).toMatchObject({ paid: 1, reopened: 0 })
    // the import of the reimbursement is taken back
    await run(b, 'delete from fba_reimbursement')
    expect(await findClaims(b.as())).toMatchObject({ paid: 0, reopened: 1 })
    expect((await states()).sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['2026-01-30', 'paid', 0, 1],
      ['2026-02-10', 'open', 2, 0],
    ])
    // a reversal takes back what was paid
    await reimbursement('X60', '2026-02-01', 1, { reimbursement_id: 'PAID-60' })
    await findClaims(b.as())
    expect(stateName(await one('X60'))).toBe('paid')
    await reimbursement('X60', '2026-02-05', 1, { reason: 'Reimbursement_Reversal', amount: '-9', original_id: 'PAID-60' })
    expect(await findClaims(b.as())).toMatchObject({ reopened: 1 })
    expect(stateName(await one('X60'))).toBe('due')
  })
  it('are worth the purchase cost and 5,000 USD at most; without cost, product or rate they have no value and say why', async () => {
    await adjusted('XD', '2026-03-01', -1, { reason: 'E', sku: 'S2' })
    await adjusted('XN', '2026-03-01', -1, { reason: 'E', sku: 'S9' })
    await b.put('sku_map', { org_id: 1, shop_id: 1, seller_sku: 'S3', product_id: 3 })
    await adjusted('XC', '2026-03-01', -1, { reason: 'E', sku: 'S3' })
    await adjusted('XE', '2026-03-01', -3, { reason: 'E', shop_id: 2 })
    await reimbursement('XD', '2026-03-05', 1, { reason: 'Lost_Warehouse', sku: 'S2' })
    await findClaims(b.as())
    const values = (await all())
      .filter(row => row['kind'] === 2)
      .map(row => [row['fnsku'], row['currency'], row['unitValue'], row['value'], row['valueNote'], stateName(row)])
    expect(values.sort((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['XC', 'USD', null, null, 2, 'open'],
      ['XD', 'USD', '5000.0000', '5000.0000', null, 'open'],
      ['XE', 'EUR', null, null, 3, 'open'],
      ['XN', 'USD', null, null, 1, 'open'],
    ])
    await b.put('currency_rate', { org_id: 1, month: '2026-03-01', currency: 'EUR', rate: '8' })
    await findClaims(b.as())
    expect((await one('XE'))['value']).toBe('26.2500')
  })
  it('follow the rule of their day: by price before purchase cost was paid, not at all where it is off', async () => {
    await run(
      b,
      `update claim_rule set valid_to = '2026-02-27', value_rule = 2
        where marketplace_code = 'amazon.com' and kind = 2 and valid_to is null`,
    )
    await b.put('claim_rule', {
      org_id: 1,
      marketplace_code: 'amazon.com',
      kind: 2,
      from_days: 0,
      to_days: 60,
      unit_max: '8',
      valid_from: '2026-02-28',
    })
    for (const [order_no, ordered_on, sales] of [
      ['P-1', '2026-02-20', '30'],
      ['P-2', '2025-11-29', '20'],
      ['P-3', '2025-11-28', '99'],
    ])
      await b.put('order_line', {
        shop_id: 1,
        ordered_on,
        order_no,
        line_no: '1',
        purchased_at: `${ordered_on} 10:00Z`,
        status: 3,
        status_at: `${ordered_on} 10:00Z`,
        sku: 'S1',
        quantity: 1,
        item: sales,
        sales,
        currency: 'USD',
        is_cancelled: false,
        first_of_order: 1,
        first_of_sku: 1,
        import_id: 1,
      })
    await adjusted('X27', '2026-02-27', -1, { reason: 'E' })
    await adjusted('X28', '2026-02-28', -1, { reason: 'E' })
    await findClaims(b.as())
    // 30 and 20 were sold within the 90 days before
    expect([(await one('X27'))['unitValue'], (await one('X28'))['unitValue']]).toEqual(['25.0000', '8.0000'])
    await run(b, "update claim_rule set is_on = false where valid_from = '2026-02-28'")
    await findClaims(b.as())
    expect([stateName(await one('X27')), stateName(await one('X28'))]).toEqual(['open', 'gone'])
  })
})

describe('refunds and removals', () => {
  it('a refund without a return from 60 to 120 days, in Europe from 45 to 105', async () => {
    for (const [no, day] of [
      ['U-59', '2026-01-20'],
      ['U-60', '2026-01-19'],
      ['U-120', '2025-11-20'],
      ['U-121', '2025-11-19'],
    ] as const)
      await refunded(no, day, no === 'U-120' ? { amount: '-5' } : {})
    await refunded('U-120', '2025-11-20', { amount: '-15' })
    await refunded('U-BACK', '2026-01-02')
    await returned('U-BACK', '2026-03-20')
    await refunded('U-PAID', '2026-01-02')
    await reimbursement('', '2026-02-02', 1, { order_id: 'U-PAID', reason: 'CustomerReturn' })
    await refunded('U-MFN', '2026-01-02', { fulfillment: 'MFN' })
    await lines.settlement(b, { shop_id: 2, settlement_id: 'E1' })
    for (const [no, day] of [
      ['E-44', '2026-02-04'],
      ['E-45', '2026-02-03'],
      ['E-105', '2025-12-05'],
      ['E-106', '2025-12-04'],
    ] as const)
      await refunded(no, day, { shop_id: 2, settlement_id: 'E1' })
    // no returns of the shop are known yet
    await findClaims(b.as())
    expect(Object.keys(await of(3)).filter(no => no.startsWith('E'))).toEqual([])
    await b.put('fba_return', {
      shop_id: 2,
      reported_on: '2026-03-20',
      returned_at: '2026-03-20 10:00Z',
      order_id: 'other',
      sku: 'S1',
      quantity: 1,
      disposition: 'SELLABLE',
      ...keys(),
      state_key: hash(),
    })
    await findClaims(b.as())
    expect(await of(3)).toEqual({
      'U-60': ['open', 60, 1, '20.0000'],
      'U-120': ['due', 0, 1, '20.0000'],
      'U-121': ['expired', null, 1, '20.0000'],
      'E-45': ['open', 60, 1, '20.0000'],
      'E-105': ['due', 0, 1, '20.0000'],
      'E-106': ['expired', null, 1, '20.0000'],
    })
    // the lines behind it, in an order that no plan of a database changes
    const told = (await listOf(b.as(), evidence, { pageSize: 200 })).list.filter(row => row['orderNo'] === 'U-120')
    expect(told.toSorted((x, y) => Number(x['place']) - Number(y['place'])).map(row => Number(row['amount']))).toEqual([-15, -5])
    await returned('U-60', '2026-03-20')
    await reimbursement('', '2026-03-02', 1, { order_id: 'U-120', reason: 'CustomerReturn' })
    await findClaims(b.as())
    const after = await of(3)
    expect([after['U-60']?.slice(0, 2), after['U-120']?.slice(0, 3)]).toEqual([
      ['gone', null],
      ['paid', null, 0],
    ])
  })
  it('a parcel of a removal from 15 to 75 days, other removals 60 days', async () => {
    for (const [no, day] of [
      ['L-14', '2026-03-06'],
      ['L-15', '2026-03-05'],
      ['L-75', '2026-01-04'],
      ['L-76', '2026-01-03'],
    ] as const) {
      await removal(no, day, 2)
      await parcel(no, day, 2)
    }
    await removal('N-15', '2026-03-05', 3)
    // parcels are told of until 2026-03-06: not up to the 15th day of this order
    await findClaims(b.as())
    const lost = async () =>
      Object.fromEntries(
        (await all()).filter(row => row['kind'] === 4).map(row => [row['orderNo'], [stateName(row), row['daysLeft'], row['cause']]]),
      )
    expect(await lost()).toEqual({ 'L-15': ['open', 60, 5], 'L-75': ['due', 0, 5], 'L-76': ['expired', null, 5] })
    await parcel('N-15', '2026-03-20', 1)
    for (const [no, day] of [
      ['O-60', '2026-01-19'],
      ['O-61', '2026-01-18'],
    ] as const)
      await removal(no, day, 2, { requested: 5, cancelled: 1, disposed: 1 })
    await removal('O-RUN', '2026-03-01', 2, { requested: 5, status: 'Processing' })
    await findClaims(b.as())
    expect((await lost())['N-15']).toEqual(['open', 60, 4])
    const other = (await all()).filter(row => row['kind'] === 5)
    expect(
      other.map(row => [row['orderNo'], stateName(row), row['daysLeft'], row['quantity']]).sort((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual([
      ['O-60', 'due', 0, 1],
      ['O-61', 'expired', null, 1],
    ])
  })
  it('units packed and not received, by the days that the company entered; payment closes, its reversal opens', async () => {
    await b.put('claim_rule', {
      org_id: 1,
      marketplace_code: 'amazon.com',
      kind: 6,
      from_days: 15,
      to_days: 60,
      unit_max: '5000',
      currency: 'USD',
      valid_from: '2020-01-01',
    })
    const consignment = async (no: string, day: string, packed: number, came: number) => {
      const shipment_id = ++place
      await b.put('first_leg_shipment', { id: shipment_id, org_id: 1, shipment_no: no, period: `${day.slice(0, 7)}-01` })
      await b.put('first_leg_fee', { org_id: 1, shipment_id, row_no: 1, sku: 'S1', quantity: packed, line_key: hash() })
      await adjusted('XI', day, came, { event: 'Receipts', reference: no, reason: '' })
    }
    for (const [no, day] of [
      ['FBA-14', '2026-03-06'],
      ['FBA-15', '2026-03-05'],
      ['FBA-60', '2026-01-19'],
      ['FBA-61', '2026-01-18'],
    ] as const)
      await consignment(no, day, 10, 8)
    await consignment('FBA-ALL', '2026-02-01', 10, 10)
    const inbound = async () => {
      await findClaims(b.as())
      const mine = (await all()).filter(row => row['kind'] === 6)
      return Object.fromEntries(mine.map(row => [row['orderNo'], [stateName(row), row['daysLeft'], row['quantity'], row['value']]]))
    }
    expect(await inbound()).toEqual({
      'FBA-15': ['open', 45, 2, '20.0000'],
      'FBA-60': ['due', 0, 2, '20.0000'],
      'FBA-61': ['expired', null, 2, '20.0000'],
    })
    await reimbursement('', '2026-03-01', 3, { reason: 'Lost_Inbound', reimbursement_id: 'IN-1' })
    expect([(await inbound())['FBA-61']?.[0], (await inbound())['FBA-60']?.slice(0, 3)]).toEqual(['paid', ['due', 0, 1]])
    await reimbursement('', '2026-03-02', 3, { reason: 'Reimbursement_Reversal', amount: '-9', original_id: 'IN-1' })
    expect((await inbound())['FBA-61']?.[0]).toBe('expired')
    // what was missing came after all: its day is the last receipt
    await adjusted('XI', '2026-03-10', 2, { event: 'Receipts', reference: 'FBA-60', reason: '' })
    expect((await inbound())['FBA-60']?.[0]).toBe('gone')
  })
  it('of the Emirates by their own days: removals for 30, inbound from 15 to 60, each counted in Dubai', async () => {
    await b.put('currency', { code: 'AED', name: 'AED' })
    await b.put('marketplace', { code: 'amazon.ae', name: '阿联酋', platform: 1, currency: 'AED', zone: 'Asia/Dubai' })
    await b.put('shop', { id: 4, org_id: 1, name: '阿联酋店', account_name: 'x', marketplace_code: 'amazon.ae', currency: 'AED' })
    const mine = b.as(['4'])
    // the day ends at 20:00 UTC
    for (const [no, updated_at] of [
      ['AE-29', '2026-02-18 20:30Z'],
      ['AE-30', '2026-02-17 20:30Z'],
      ['AE-31', '2026-02-17 19:30Z'],
    ] as const)
      await removal(no, '2026-02-17', 2, { shop_id: 4, requested: 3, updated_at })
    for (const [at, day] of ['2026-03-06', '2026-03-05', '2026-01-19', '2026-01-18'].entries()) {
      const no = `AE-IN-${[14, 15, 60, 61][at]}`
      await b.put('first_leg_shipment', { id: 900 + at, org_id: 1, shipment_no: no, period: `${day.slice(0, 7)}-01` })
      await b.put('first_leg_fee', { org_id: 1, shipment_id: 900 + at, row_no: 1, sku: 'S1', quantity: 3, line_key: hash() })
      await adjusted('XA', day, 2, { shop_id: 4, event: 'Receipts', reference: no, reason: '' })
    }
    for (const [fnsku, day] of [
      ['AD-60', '2026-01-19'],
      ['AD-61', '2026-01-18'],
    ] as const)
      await adjusted(fnsku, day, -1, { shop_id: 4, reason: 'E' })
    await findClaims(mine)
    const { list } = await listOf(mine, claims, { pageSize: 200 })
    const told = list.map(row => [String(row['orderNo'] || row['fnsku']), stateName(row), row['daysLeft']])
    expect(Object.fromEntries(told.map(([name, ...rest]) => [name, rest]))).toEqual({
      'AE-29': ['due', 1],
      'AE-30': ['due', 0],
      'AE-31': ['expired', null],
      'AE-IN-15': ['open', 45],
      'AE-IN-60': ['due', 0],
      'AE-IN-61': ['expired', null],
      'AD-60': ['due', 0],
      'AD-61': ['expired', null],
    })
    const { blob } = await claimLetter(mine, { input: { id: String(list.find(row => row['fnsku'] === 'AD-60')?.id) } } as never)
    // a unit without value: the reason stands in the list, the text asks for no sum
    expect(await text(blob)).not.toContain('Total claimed')
  })
  it('what arrived is left by a person, what was sent stays so until it is paid', async () => {
    const arrived = (await all()).find(row => row['orderNo'] === 'L-15')
    await takeSteps(b.as(), claims, { ids: [{ id: String(arrived?.id) }], pick: { step: 'drop' }, input: { reason: '货件已收到' } })
    const sent = await one('X59')
    await takeSteps(b.as(), claims, { ids: [{ id: sent.id }], pick: { step: 'file' }, input: { caseId: '1234' } })
    await findClaims(b.as())
    expect([stateName((await all()).find(row => row.id === arrived?.id) as Row), stateName(await one('X59'))]).toEqual(['dropped', 'filed'])
    await reimbursement('X59', '2026-03-19', 1)
    await findClaims(b.as())
    expect(stateName(await one('X59'))).toBe('paid')
    await run(b, "delete from fba_reimbursement where fnsku = 'X59'")
    await findClaims(b.as())
    expect([stateName(await one('X59')), (await one('X59'))['caseId']]).toEqual(['filed', '1234'])
  })
})

describe('rules, people and texts', () => {
  it('refuse overlapping days and days out of order', async () => {
    const rule = { marketplaceCode: 'amazon.de', kind: 1, fromDays: 0, toDays: 60, valueRule: 1, currency: 'USD', validFrom: '2026-01-01' }
    await expect(addRecord(b.as(), rules, rule)).rejects.toThrow('2020-01-01')
    await expect(addRecord(b.as(), rules, { ...rule, kind: 6, fromDays: 9, toDays: 5 })).rejects.toThrow('最晚天数不能小于最早天数')
    const kept = await addRecord(b.as(), rules, { ...rule, kind: 6, validTo: '2026-01-31' })
    // one of the two days alone, as it is typed into the list
    await expect(updateRecord(b.as(), rules, { id: kept.id, version: 1, fromDays: 61 })).rejects.toThrow('最晚天数不能小于最早天数')
    await addRecord(b.as(), rules, { ...rule, kind: 6, validFrom: '2026-02-01' })
  })
  it('are delivered by marketplace', () => {
    const days = (code: string) => Object.fromEntries(deliveredRules(code).map(({ kind, days: of }) => [kind, of]))
    expect(days('amazon.ae')).toEqual({ lost: [0, 60], damaged: [0, 60], removalLost: [15, 75], removalOther: [0, 30], inbound: [15, 60] })
    expect(days('amazon.co.uk')).toMatchObject({ customerReturn: [45, 105], removalOther: [0, 60] })
    expect(days('amazon.co.jp')).not.toHaveProperty('customerReturn')
    expect(
      deliveredRules('amazon.com')
        .filter(({ kind }) => kind === 'lost')
        .map(({ valueRule, valid }) => [valueRule, ...valid]),
    ).toEqual([
      ['sale', '2020-01-01', '2025-03-30'],
      ['cost', '2025-03-31', null],
    ])
  })
  it('show nothing of another shop or organisation, and touch nothing there', async () => {
    const before = await all()
    expect((await all(['2'])).every(row => row['shopId'] === '2')).toBe(true)
    const stranger = b.asSomebody({ orgId: '2', orgIds: ['2'], shops: ['3'] })
    await adjusted('X3', '2026-03-01', -1, { shop_id: 3 })
    for (const who of [b.as(['2']), b.as([]), stranger]) await findClaims(who)
    expect(await all()).toEqual(before)
    expect((await listOf(stranger, claims, {})).list.map(row => [row['fnsku'], row['valueNote']])).toEqual([['X3', 1]])
    expect((await listOf(stranger, evidence, {})).list).toHaveLength(1)
    const id = String(before[0]?.id)
    await expect(claimLetter(stranger, { input: { id } } as never)).rejects.toThrow('索赔')
    await expect(claimLetter(b.as([]), { input: { id } } as never)).rejects.toThrow('索赔')
    for (const shopIds of [['1'], ['3', '2']]) await expect(findClaims(stranger, shopIds)).rejects.toThrow('店铺')
    expect(await findClaims(b.as([]))).toEqual({ found: 0, paid: 0, reopened: 0, expired: 0 })
  })
  it('the text to send names the units, their value and every line', async () => {
    const { blob, fileName } = await claimLetter(b.as(), { input: { id: (await one('X60')).id } } as never)
    const sent = await text(blob)
    expect(fileName).toBe('claim-S1-2026-01-19.txt')
    for (const part of ['lost in the fulfillment center', 'FNSKU: X60', 'Units claimed: 1', 'Total claimed: 10.00 USD'])
      expect(sent).toContain(part)
    expect(sent).toContain('Inventory ledger,2026-01-19,,S1,R1 · SELLABLE · M,-1,,')
    const closed = (await all()).find(row => stateName(row) === 'paid')
    await expect(claimLetter(b.as(), { input: { id: String(closed?.id) } } as never)).rejects.toThrow('没有未赔')
  })
  it('of a claim without value asks for none, and a cell is never a formula', () => {
    const plain = { shop: 'A', marketplace: 'B', sku: 'S', fnsku: '', orderNo: 'O', caseId: '', day: '2026-01-01', currency: 'USD' }
    const sent = letterOf({
      ...plain,
      kind: 'customerReturn',
      lost: 2,
      recovered: 1,
      quantity: 1,
      unitValue: null,
      value: null,
      lines: [{ source: 'Refund', day: '', orderNo: 'O', sku: '=1+1', what: 'a, "b"', quantity: '', amount: '', currency: '' }],
    })
    expect(sent).not.toMatch(/Value per unit|Total claimed|purchase cost/u)
    expect(sent).toContain(`Refund,,O,'=1+1,"a, ""b""",,,`)
  })
  it('payments go to the oldest of the same FNSKU, never to what came after them', () => {
    const lost = (fnsku: string, day: string, quantity: number) => ({ sku: 'S', fnsku, day, quantity })
    const missing = [lost('A', '2026-01-05', 2), lost('A', '2026-01-01', 1), lost('B', '2026-01-01', 5), lost('', '2026-01-02', 1)]
    expect(recoveredOf(missing, [lost('A', '2026-01-04', 3)])).toEqual([0, 1, 0, 0])
    expect(recoveredOf(missing, [lost('A', '2026-01-06', 2)])).toEqual([1, 1, 0, 0])
    expect(recoveredOf(missing, [lost('A', '2026-01-06', 3), lost('A', '2026-01-07', -1)])).toEqual([1, 1, 0, 0])
    expect(recoveredOf(missing, [lost('', '2026-01-06', 2)])).toEqual([0, 1, 1, 0])
  })
})
