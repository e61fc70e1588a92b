/** What follows from documents of stock, and what stays: closed months keep their receipts, costs and movements. */
import { sql } from 'kysely'
import { keepClosed } from '#areas/goods/index.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { addDays, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { type Area, type Context, type Tx, type Follower, refuse } from '#platform/server/area.ts'
import type { Row } from '#platform/declare/wire.ts'
import { setDerived, type Rule, followerOf } from '#platform/server/records.ts'
import { closedIn, closedUntil } from '../../base/closed-months.ts'
import { costsFollow } from '../../base/costs-follow.ts'
import { layersStale } from './compute.ts'
import { countsFollow } from './count-values.ts'
import { goodsFollow, takenBack } from './goods-follow.ts'
import { keptFrom, keptPlace } from './kept-locks.ts'
import { postFreight } from './freight-costs.ts'
import { costAddition, costInvoice, movementKinds, receiptBases, asideKinds, stockPlace, costReceipt, stockMovement } from './tables.ts'
import { baseCurrency } from './words.ts'

const behind = (tx: Tx): Tx => tx.withoutPlugins()
const rowsOf = (changes: Parameters<Follower>[2]): Row[] =>
  changes.flatMap(({ before, after }) => [before, after].filter(row => row !== null))
const written = (changes: Parameters<Follower>[2]): Row[] => changes.flatMap(({ after }) => (after === null ? [] : [after]))
const products = (rows: readonly Row[]): string[] => [...new Set(rows.map(row => asText(row['productId'])))].sort()

const consignments = (rows: readonly Row[]): string[] =>
  rows.flatMap(row => (asText(row['shipmentId'] ?? '') === '' ? [] : [asText(row['shipmentId'])]))

/** An amount in another currency needs a rate: its own, or that of the month. */
async function refuseWithoutRate(tx: Tx, context: Context, rows: readonly Row[]): Promise<void> {
  const foreign = rows.filter(row => row['currency'] !== baseCurrency && asText(row['rate'] ?? '') === '')
  if (foreign.length === 0) return
  const asked = foreign.map(row => ({ month: firstOfMonth(monthOf(asText(row['day']))), currency: asText(row['currency']) }))
  const { rows: lacking } = await sql<{ month: string; currency: string }>`select to_char(r.month, 'YYYY-MM') as month, r.currency
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r(month date, currency text)
    where not exists (select from currency_rate c where c.org_id = ${context.caller.orgId} and c.month = r.month
      and c.currency = r.currency) limit 1`.execute(behind(tx))
  const [one] = lacking
  if (one)
    throw refuse.invalid([{ field: 'rate', message: sentence`缺少 ${one.month} 的 ${one.currency} 汇率，请填写汇率，或先在“汇率”里登记` }])
}

/** Receipts: a product whose first receipt moves has other days with layers, whose sales become moves or cease to be. */
const receiptsFollow = followerOf(costReceipt, async (context, tx, changes) => {
  await refuseWithoutRate(tx, context, written(changes))
  const rows = rowsOf(changes)
  const ids = products(rows)
  await layersStale(tx, context, ids)
  await postFreight(tx, context, consignments(rows))
  const [first = ''] = rows.map(row => asText(row['day'])).sort()
  if (first !== '') await costsFollow(tx, context, { productIds: ids, fromMonth: firstOfMonth(monthOf(first)) })
})

/** Costs that come later count from the first open day, and not before their receipt. */
const additionsFollow = followerOf(costAddition, async (context, tx, changes) => {
  await refuseWithoutRate(tx, context, written(changes))
  const { orgId } = context.caller
  const receipts = [...new Set(rowsOf(changes).map(row => asText(row['receiptId'])))]
  const { rows } = await sql<{ id: string; product: string; day: string }>`select id::text as id, product_id::text as product,
      day::text as day from cost_receipt where org_id = ${orgId} and id = any(${receipts}::bigint[])`.execute(behind(tx))
  const dayOf = new Map(rows.map(row => [row.id, row.day]))
  const closed = await closedUntil(tx, orgId)
  const open = closed === null ? '' : addDays(closed, 1)
  const set = changes.flatMap(({ id, before, after }) => {
    if (after === null) return []
    const day = dayOf.get(asText(after.receiptId)) ?? open
    // an edit keeps the day from which it counts, unless what it is of has another one
    const since = asText(before?.countsFrom ?? '') || open
    return [{ id, countsFrom: since > day ? since : day }]
  })
  await setDerived(context, costAddition, set)
  await layersStale(tx, context, rows.map(row => row.product).sort())
})

/** Invoices find their receipt by its number, and take no more units than it has. They count as costs that come later do. */
const invoicesFollow = followerOf(costInvoice, async (context, tx, changes) => {
  await refuseWithoutRate(tx, context, written(changes))
  const { orgId } = context.caller
  const asked = rowsOf(changes).map(row => ({ no: asText(row['receiptNo']), line: Number(row['receiptLine']) }))
  const { rows } = await sql<{ id: string; no: string; line: number; product: string; day: string; basis: number }>`select distinct
      r.id::text as id, r.document_no as no, r.line_no as line, r.product_id::text as product, r.day::text as day, r.basis
    from cost_receipt r join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(no text, line int)
      on a.no = r.document_no and a.line = r.line_no where r.org_id = ${orgId}`.execute(behind(tx))
  const receiptOf = new Map(rows.map(row => [`${row.no} ${row.line}`, row]))
  const closed = await closedUntil(tx, orgId)
  const open = closed === null ? '' : addDays(closed, 1)
  const set = changes.flatMap(({ id, before, after }) => {
    if (after === null) return []
    const [no, line] = [asText(after.receiptNo), asText(after.receiptLine)]
    const receipt = receiptOf.get(`${no} ${line}`)
    if (!receipt) throw refuse.invalid([{ field: 'receiptNo', message: sentence`没有找到入库单 ${no} 第 ${line} 行，请先登记入库` }])
    if (receipt.basis !== receiptBases.order[0])
      throw refuse.invalid([{ field: 'receiptNo', message: sentence`入库单 ${no} 第 ${line} 行已按发票入账，不是暂估` }])
    const since = asText(before?.countsFrom ?? '') || open
    return [{ id, receiptId: receipt.id, countsFrom: since > receipt.day ? since : receipt.day }]
  })
  await setDerived(context, costInvoice, set)
  const { rows: over } = await sql<{ no: string; line: number; quantity: string; invoiced: string }>`select r.document_no as no,
      r.line_no as line, trim_scale(r.quantity)::text as quantity, trim_scale(sum(i.quantity))::text as invoiced
    from cost_receipt r join cost_invoice i on i.receipt_id = r.id
    where r.org_id = ${orgId} and r.id = any(${rows.map(row => row.id)}::bigint[])
    group by r.id having sum(i.quantity) > r.quantity limit 1`.execute(behind(tx))
  const [one] = over
  if (one)
    throw refuse.invalid([
      {
        field: 'quantity',
        message: sentence`入库单 ${one.no} 第 ${one.line} 行入库 ${one.quantity}，发票合计 ${one.invoiced}，超过入库数量`,
      },
    ])
  await layersStale(tx, context, rows.map(row => row.product).sort())
})

const movementsFollow = followerOf(stockMovement, async (context, tx, changes) => {
  await refuseToldReturns(tx, written(changes))
  const rows = rowsOf(changes)
  await layersStale(tx, context, products(rows))
  await postFreight(tx, context, consignments(rows))
})

/** What the returns report of a shop tells of a day has come back already. */
async function refuseToldReturns(tx: Tx, rows: readonly Row[]): Promise<void> {
  const returned = rows.flatMap(row =>
    Number(row['kind']) === movementKinds.return[0] ? [{ shop: row['shopId'], sku: row['sellerSku'], day: row['day'] }] : [],
  )
  if (returned.length === 0) return
  const { rows: told } = await sql<{ sku: string; day: string }>`select m.sku, m.day::text as day
    from jsonb_to_recordset(${JSON.stringify(returned)}::jsonb) as m(shop bigint, sku text, day date)
    join fba_return r on r.shop_id = m.shop and r.reported_on = m.day and r.sku = m.sku limit 1`.execute(behind(tx))
  const [one] = told
  if (one) throw refuse.rule(sentence`FBA 退货报告里已有 ${one.sku} 在 ${one.day} 的退货，成本已自动收回，不要重复登记`)
}

/** Where shops ship from decides what their open sales take from. */
const placesFollow = followerOf(stockPlace, async (context, tx, changes) => {
  const shippedFrom = (row: Row | null): string =>
    row === null || asideKinds.includes(Number(row['kind'])) ? '' : `${asText(row['shopId'] ?? '')} ${asText(row['shipsRest'] ?? 0)}`
  const ships = (row: Row | null): string => (shippedFrom(row) === ' 0' ? '' : shippedFrom(row))
  const moved = changes.filter(({ before, after }) => ships(before) !== ships(after))
  if (moved.length > 0) await costsFollow(tx, context, { fromMonth: await firstOpenMonth(tx, context) })
})
const firstOpenMonth = async (tx: Tx, { caller }: Context): Promise<string> => {
  const closed = await closedUntil(tx, caller.orgId)
  return closed === null ? '1995-01-01' : addDays(closed, 1)
}

/** A rate that changes moves what was received at the rate of the month. */
const ratesFollow: Follower = async (context, tx, changes) => {
  const rates = rowsOf(changes).map(row => ({ month: `${asText(row['month']).slice(0, 7)}-01`, currency: asText(row['currency']) }))
  const { rows } = await sql<{ id: string }>`select distinct r.product_id::text as id from cost_receipt r
    left join cost_addition a on a.receipt_id = r.id
    left join cost_invoice i on i.receipt_id = r.id
    join jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as m(month date, currency text) on true
    where r.org_id = ${context.caller.orgId} and (r.rate is null and r.currency = m.currency and date_trunc('month', r.day) = m.month
      or a.rate is null and a.currency = m.currency and date_trunc('month', a.day) = m.month
      or i.rate is null and i.currency = m.currency and date_trunc('month', i.day) = m.month)`.execute(behind(tx))
  await layersStale(tx, context, rows.map(row => row.id).sort())
  await returnsOfRates(tx, context, rates)
}

/** Returns that are worth their unit cost of the month, bought in a currency whose rate changed. */
async function returnsOfRates(tx: Tx, context: Context, rates: readonly { month: string; currency: string }[]): Promise<void> {
  const { rows } = await sql<{ id: string; since: string }>`select distinct f.product_id::text as id, m.month::text as since
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as m(month date, currency text)
    join product_cost p on p.org_id = ${context.caller.orgId} and p.currency = m.currency and p.month <= m.month
    join stock_flow f on f.product_id = p.product_id and f.day >= m.month and f.day < m.month + interval '1 month'`.execute(behind(tx))
  for (const [fromMonth, all] of Map.groupBy(rows, row => row.since))
    await costsFollow(tx, context, { productIds: all.map(row => row.id), fromMonth })
}

/** Another method values all open days anew; closed ones were valued by one that stays. */
const methodFollows: Follower = async (context, tx, changes) => {
  const own = changes.find(
    ({ id, before, after }) => id === context.caller.orgId && before !== null && before['costMethod'] !== after?.['costMethod'],
  )
  if (own === undefined) return
  const { orgId } = context.caller
  const closed = await closedUntil(tx, orgId)
  const { rows: valued } = await sql`select 1 from stock_take where org_id = ${orgId} and day <= ${closed}::date limit 1`.execute(
    behind(tx),
  )
  if (valued.length > 0)
    throw refuse.invalid([{ field: 'costMethod', message: sentence`已结账的月份按原来的成本方法计价，不能再改；请先反结账` }])
  const { rows } = await sql<{ id: string }>`select distinct product_id::text as id from cost_receipt where org_id = ${orgId}`.execute(
    behind(tx),
  )
  await layersStale(tx, context, rows.map(row => row.id).sort())
  await costsFollow(tx, context, { fromMonth: await firstOpenMonth(tx, context) })
}

export const layerFollowers: NonNullable<Area['follows']> = {
  cost_receipt: receiptsFollow,
  cost_addition: additionsFollow,
  cost_invoice: invoicesFollow,
  stock_movement: movementsFollow,
  stock_place: placesFollow,
  goods_posting: goodsFollow,
  goods_count: countsFollow,
  finance_month: keepClosed,
  currency_rate: ratesFollow,
  organisation: methodFollows,
}

const stays = (month: string): Wording => sentence`${month} 及以前的月份已结账，入库成本和库存移动不能再录入、修改或删除，请先反结账`
export const layerLocks: NonNullable<Area['rowLocks']> = {
  cost_receipt: keptFrom({ table: 'cost_receipt', places: ['place_id'], closed: closedIn('cost_receipt.day', stays), posted: true }),
  cost_invoice: async (context, db, isRemoval) => [
    ...(await closedIn('cost_invoice.counts_from', stays)(context, db, isRemoval)),
    {
      where: sql<boolean>`coalesce(cost_invoice.doc_type <> ${takenBack}, false)`,
      reason: sentence`这一行由采购发票过账，不能手工修改或删除，请冲销采购发票`,
      onlyAsItWas: true,
    },
  ],
  cost_addition: closedIn('cost_addition.counts_from', stays),
  stock_movement: keptFrom({
    table: 'stock_movement',
    places: ['from_place_id', 'to_place_id'],
    closed: closedIn('stock_movement.day', stays),
    posted: false,
  }),
  stock_place: keptPlace,
}

/** Whoever may not see amounts cannot leave one empty either. */
export const additionRule: Rule = input =>
  (input['id'] === undefined || Object.hasOwn(input, 'amount')) && asText(input['amount'] ?? '') === ''
    ? [{ field: 'amount', message: sentence`请填写金额；没有“查看成本金额”的权限时不能登记后到的成本和发票` }]
    : []

/** Each kind of movement has its own places; a return says whose sale it is of. */
export const movementRule: Rule = input => {
  if (input['id'] !== undefined) return []
  const has = (field: string): boolean => asText(input[field] ?? '') !== ''
  const kind = Number(input['kind'] ?? movementKinds.transfer[0])
  const needed: Record<string, boolean> = {
    fromPlaceId: kind !== movementKinds.return[0],
    toPlaceId: kind !== movementKinds.writeOff[0],
    shopId: kind === movementKinds.return[0],
    sellerSku: kind === movementKinds.return[0],
  }
  const wrong = Object.entries(needed).filter(([field, isNeeded]) => has(field) !== isNeeded)
  if (wrong.length === 0 && has('fromPlaceId') && input['fromPlaceId'] === input['toPlaceId'])
    return [{ field: 'toPlaceId', message: sentence`移出地点与移入地点不能相同` }]
  return wrong.map(([field, isNeeded]) => ({
    field,
    message: isNeeded ? sentence`这种移动类型需要填写` : sentence`这种移动类型不填写`,
  }))
}
