/** What a look needs to know of a shop: its SKUs with their orders of 90 days and the days without stock, and the newest stock file. */
import { setImmediate as soon } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import type { Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { historyDays, type History } from './speed.ts'

export interface ShopOf {
  readonly id: string
  readonly platform: number
  readonly warehouseId: string | null
}
export interface Listing {
  readonly sku: string
  readonly labelId: string | null
  readonly productId: string | null
  readonly history: History
  readonly stock: Omit<Stock, 'sku'> | null
}
export interface ShopNow {
  readonly shop: ShopOf
  readonly listings: readonly Listing[]
  /** day of the newest stock file; null: there is none */
  readonly snapshotOn: string | null
}
/** a day without a file is as the file before it, so many days back */
const carried = 3
/** days of the window that files must tell before days that none tells are left out */
const toldLeast = 30

/** One shop after the other: the database sums up the orders of the next one while the server works on the last. */
export async function* readShops(tx: Tx, shops: readonly ShopOf[], today: string): AsyncGenerator<ShopNow> {
  let next = await begun(tx, shops[0], today)
  for (const [at, shop] of shops.entries()) {
    if (next === null) return
    const { ends, selling } = next
    const [sold, rest] = [await selling, await readRest(tx, shop, ends, today)]
    next = await begun(tx, shops[at + 1], today)
    yield { shop, snapshotOn: ends.snapshotOn, listings: listingsOf(sold.rows, rest, ends) }
  }
}

/** the days of a shop that are looked at, and which of them files tell */
interface Ends {
  readonly from: string
  readonly until: string
  readonly snapshotOn: string | null
  readonly seen: readonly boolean[]
}
async function begun(tx: Tx, shop: ShopOf | undefined, today: string) {
  if (shop === undefined) return null
  const ends = await endsOf(tx, shop, today)
  const selling = sql<Sold>`select sku, string_agg((day - ${ends.from}::date) || ':' || quantity, ',') as units
    from sales_order__shop_day_sku_country_currency_is_cancelled
    where shop_id = ${shop.id} and day between ${ends.from}::date and ${ends.until}::date and not is_cancelled and sku <> ''
    group by sku`.execute(behind(tx))
  selling.catch(() => undefined)
  // it is sent before the work on what is there begins
  await soon()
  return { ends, selling }
}

async function endsOf(tx: Tx, shop: ShopOf, today: string): Promise<Ends> {
  const { rows } = await sql<{
    until: string | null
    ledgerFrom: string | null
    ledgerTo: string | null
    snaps: string | null
  }>`select
      (select max(day) from sales_order__shop_day_country_currency_is_cancelled where shop_id = ${shop.id}
        and day <= ${today}::date and not is_cancelled)::text as until,
      (select min(day) from fba_stock__shop_day_sku_event_disposition_centre
        where shop_id = ${shop.id} and event <> '')::text as "ledgerFrom",
      (select max(day) from fba_stock__shop_day_sku_event_disposition_centre
        where shop_id = ${shop.id} and event <> '')::text as "ledgerTo",
      (select string_agg(distinct snapshot_on::text, ',') from fba_stock_age where shop_id = ${shop.id}
        and snapshot_on between ${today}::date - 100 and ${today}::date) as snaps`.execute(behind(tx))
  const end = rows[0]
  // the last day with an order may be told in part
  const until = addDays(end?.until ?? today, -1)
  const from = addDays(until, 1 - historyDays)
  const snaps = (end?.snaps ?? '').split(',').filter(one => one !== '')
  const told = toldDays(from, snaps, end?.ledgerFrom ?? null, end?.ledgerTo ?? null)
  const seen = told.filter(Boolean).length >= toldLeast ? told : told.map(() => true)
  return { from, until, snapshotOn: snaps.toSorted().at(-1) ?? null, seen }
}

async function readRest(tx: Tx, shop: ShopOf, { from, until, snapshotOn }: Ends, today: string) {
  const db = behind(tx)
  const { rows: lying } = await sql<Lying>`select sku, coalesce(sum(quantity) filter (where day < ${from}::date), 0)::int as base,
      string_agg((day - ${from}::date) || ':' || quantity, ',') filter (where day >= ${from}::date) as changes
    from fba_stock__shop_day_sku_event_disposition_centre
    where shop_id = ${shop.id} and day <= ${until}::date and lower(disposition) in ('sellable', '') group by sku`.execute(db)
  const { rows: stock } = await sql<Stock>`select sku, sum(available)::int as available, coalesce(sum(reserved), 0)::int as reserved,
      coalesce(sum(unfulfillable), 0)::int as unfulfillable, coalesce(sum(inbound), 0)::int as inbound
    from fba_stock_age
    where shop_id = ${shop.id} and snapshot_on = ${snapshotOn ?? today}::date and sku <> '' group by sku`.execute(db)
  const { rows: labels } = await sql<Label>`select seller_sku as sku, id::text as "labelId", product_id::text as "productId"
    from sku_map where shop_id = ${shop.id}`.execute(db)
  return { lying, stock, labels }
}

function listingsOf(sold: readonly Sold[], rest: Awaited<ReturnType<typeof readRest>>, { seen }: Ends): readonly Listing[] {
  const [soldOf, lyingOf, stockOf, labelOf] = [bySku(sold), bySku(rest.lying), bySku(rest.stock), bySku(rest.labels)]
  const skus = [...new Set([...labelOf.keys(), ...soldOf.keys(), ...stockOf.keys()])].toSorted()
  return skus.map(sku => ({
    sku,
    labelId: labelOf.get(sku)?.labelId ?? null,
    productId: labelOf.get(sku)?.productId ?? null,
    history: historyOf(soldOf.get(sku)?.units ?? null, lyingOf.get(sku), seen),
    stock: stockOf.get(sku) ?? null,
  }))
}
interface Sold {
  readonly sku: string
  readonly units: string
}
interface Lying {
  readonly sku: string
  readonly base: number
  readonly changes: string | null
}
interface Stock {
  readonly sku: string
  readonly available: number
  readonly reserved: number
  readonly unfulfillable: number
  readonly inbound: number
}
interface Label {
  readonly sku: string
  readonly labelId: string
  readonly productId: string
}
const bySku = <T extends { readonly sku: string }>(rows: readonly T[]): ReadonlyMap<string, T> => new Map(rows.map(row => [row.sku, row]))

/** Days of which some file tells the stock: those of the ledger, those of snapshots, and some days after each. */
function toldDays(from: string, snaps: readonly string[], ledgerFrom: string | null, ledgerTo: string | null): readonly boolean[] {
  const told = Array.from({ length: historyDays }, () => false)
  const mark = (first: string, last: string): void => {
    const [a, b] = [daysBetween(from, first), daysBetween(from, last) + carried]
    for (let at = Math.max(0, a); at <= Math.min(historyDays - 1, b); at++) told[at] = true
  }
  if (ledgerFrom !== null && ledgerTo !== null) mark(ledgerFrom, ledgerTo)
  for (const day of snaps) mark(day, day)
  return told
}

const [comma, colon, minus, zero] = [44, 58, 45, 48]
const byDay = (pairs: string | null): Float64Array => {
  const days = new Float64Array(historyDays)
  if (pairs === null) return days
  // `3:12,4:-1`, digit by digit: a look reads millions of them
  let [day, value, sign, isDay] = [0, 0, 1, true]
  for (let at = 0; at <= pairs.length; at++) {
    const code = at === pairs.length ? comma : pairs.charCodeAt(at)
    if (code === comma) {
      days[day] = (days[day] ?? 0) + sign * value
      ;[day, value, sign, isDay] = [0, 0, 1, true]
    } else if (code === colon) isDay = false
    else if (code === minus) sign = -1
    else if (isDay) day = day * 10 + code - zero
    else value = value * 10 + code - zero
  }
  return days
}

/** A SKU that the ledger names ends a day blind when nothing of it was left; of others only days that no file tells are left out. */
export function historyOf(units: string | null, lying: Lying | undefined, told: readonly boolean[]): History {
  const moved = lying === undefined ? null : byDay(lying.changes)
  let left = lying?.base ?? 0
  let [hadSome, outDays] = [left > 0, 0]
  const seen = told.map((isTold, at) => {
    if (moved === null) return isTold
    left += moved[at] ?? 0
    hadSome ||= left > 0
    if (isTold && hadSome && left <= 0) outDays += 1
    return isTold && left > 0
  })
  return {
    units: Array.from(byDay(units), quantity => Math.max(0, quantity)),
    seen,
    outDays: moved === null ? null : outDays,
  }
}
