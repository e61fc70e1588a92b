/**
 * Everything known of one order: what each report and record says of its number as a timeline, and what is left of it. An order is one of a
 * shop; a number that several shops have is asked back.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { traces } from '../sheets/order-trace-kinds.ts'
import type { Trace } from '../sheets/order-trace-words.ts'
import { tracesOf, type Traced } from '../sheets/order-traces.ts'
import type { OrderAnswer, OrderEvent, OrderShop } from './answers.ts'
import { profitOf } from './order-sums.ts'

/** Kinds of rows by which a shop knows a number. */
const holders = traces.flatMap(({ table, number, known }) => (number === null || known === undefined ? [] : [{ table, number, known }]))
const [daysBefore, daysAfter] = [7, 60]

interface Held {
  readonly shopId: string
  readonly first: string
  readonly last: string
}

/** Shops of the caller that know the number, with the days between which they do. */
async function heldBy(context: Context, orderNo: string): Promise<Held[]> {
  const parts = holders
    .filter(({ table }) => context.house.registry.resources.has(table))
    .map(({ table, number, known }) =>
      anyTable(context.db)
        .selectFrom(`${table} as f`)
        .where(sql<boolean>`${sql.ref(number)} = ${orderNo}`)
        .groupBy('f.shop_id')
        .select([
          sql<string>`f.shop_id::text`.as('shopId'),
          sql<string>`min(${sql.raw(known)})::text`.as('first'),
          sql<string>`max(${sql.raw(known)})::text`.as('last'),
        ]),
    )
  const [first, ...others] = parts
  if (first === undefined) return []
  const rows: readonly Held[] = await others.reduce((all, one) => all.unionAll(one), first).execute()
  return [...Map.groupBy(rows, row => row.shopId)].map(([shopId, days]) => ({
    shopId,
    first: days.map(one => one.first).toSorted()[0] ?? '',
    last:
      days
        .map(one => one.last)
        .toSorted()
        .at(-1) ?? '',
  }))
}

async function named(context: Context, held: readonly Held[]): Promise<OrderShop[]> {
  const shops = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.id', 's.name', 's.currency', 'm.name as marketplace', 'm.name_en as marketplaceEn'])
    .where(
      's.id',
      'in',
      held.map(one => one.shopId),
    )
    .execute()
  return held.flatMap(one => {
    const shop = shops.find(({ id }) => id === one.shopId)
    if (shop === undefined) return []
    const marketplace = context.language === 'en' ? (shop.marketplaceEn ?? shop.marketplace) : shop.marketplace
    return [{ shopId: shop.id, name: shop.name, currency: shop.currency, marketplace, first: one.first, last: one.last }]
  })
}

export async function orderPage(context: Context, orderNo: string, shopId: string | undefined): Promise<OrderAnswer> {
  const number = orderNo.trim()
  if (number === '') throw refuse.invalid([{ field: 'orderNo', message: sentence`请填写订单号` }])
  const held = await heldBy(context, number)
  const shops = held.length === 0 ? [] : await named(context, held)
  if (shops.length === 0) throw refuse.unknown(['订单', 'Order'])
  const shop = shopId === undefined ? (shops.length === 1 ? shops[0] : undefined) : shops.find(one => one.shopId === shopId)
  if (shopId !== undefined && shop === undefined) throw refuse.unknown(['订单', 'Order'])
  if (shop === undefined)
    return {
      orderNo: number,
      shops,
      shop: null,
      timeline: [],
      parts: [],
      costs: [],
      sums: [],
      isProfit: false,
      cny: null,
      lacking: [],
      notFilled: [],
    }
  const days = { from: addDays(shop.first, -daysBefore), to: addDays(shop.last, daysAfter) }
  const traced = await tracesOf(context, number, { shopId: shop.shopId, days })
  const money = await profitOf(context, number, shop, days)
  return {
    orderNo: number,
    shops,
    shop,
    timeline: await timelineOf(context, traced),
    ...money,
    notFilled: [...traced.notFilled.map(one => one.reason), ...money.notFilled],
  }
}

/** Words of each kind's rows: when it was, and what it says. */
const atOf = (row: Readonly<Record<string, unknown>>): string =>
  asText(
    row['postedAt'] ??
      row['paidAt'] ??
      row['returnedAt'] ??
      row['orderedOn'] ??
      row['shippedOn'] ??
      row['approvedOn'] ??
      row['day'] ??
      row['happenedOn'] ??
      row['postedOn'] ??
      '',
  )

function kindWord(trace: Trace | undefined, code: unknown, at: 0 | 1): string | undefined {
  const kind = code == null ? undefined : Object.values(trace?.kinds ?? {}).find(one => String(one[0]) === asText(code))
  return kind?.[at === 1 ? 2 : 1]
}

async function timelineOf(context: Context, { found }: Traced): Promise<OrderEvent[]> {
  const at = context.language === 'en' ? 1 : 0
  const kindIds = [
    ...new Set(Object.values(found).flatMap(rows => rows.flatMap(row => (row['kindId'] == null ? [] : [asText(row['kindId'])])))),
  ]
  const kinds =
    kindIds.length === 0
      ? []
      : await context.db.selectFrom('amazon_kind').select(['id', 'title', 'title_en', 'type']).where('id', 'in', kindIds).execute()
  const kindTitle = new Map(kinds.map(kind => [kind.id, (at === 1 ? kind.title_en : kind.title) || kind.title || kind.type]))
  const events = Object.entries(found).flatMap(([name, rows]) => {
    const trace = traces.find(one => one.name === name)
    const title = trace?.title[at] ?? name
    return rows.map((row, place): OrderEvent => {
      const what =
        kindWord(trace, row['kind'], at) ??
        (row['kindId'] == null ? undefined : kindTitle.get(asText(row['kindId']))) ??
        asText(row['what'] ?? row['title'] ?? row['trackingNo'] ?? row['purpose'] ?? '')
      const amount = row['amount'] ?? row['net'] ?? row['sales'] ?? row['income'] ?? null
      return {
        id: `${name} ${place}`,
        at: atOf(row),
        source: name,
        title,
        what: asText(what),
        sku: asText(row['sku'] ?? ''),
        quantity: row['quantity'] == null ? null : asText(row['quantity']),
        amount: amount === null ? null : trace?.isCharge === true ? multiply(asText(amount), '-1') : asText(amount),
        currency: row['currency'] == null ? null : asText(row['currency']),
        reference: asText(row['settlementId'] ?? ''),
        isDeferred: row['deferred'] === true,
        recordId: row['id'] == null ? null : asText(row['id']),
      }
    })
  })
  return events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
