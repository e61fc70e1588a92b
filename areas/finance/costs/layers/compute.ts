/**
 * Layers of stale products worked out anew: closed days are folded first and stay as they were written, what came after them is folded
 * from there and replaces what is stored. Days whose cost changed become stale in the roll-up of costs.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { merged, timed } from '#platform/server/jobs.ts'
import type { Context, Tx, House } from '#platform/server/area.ts'
import { enqueueRefresh, markStale } from '#platform/server/reports.ts'
import { todayOf } from '#platform/format/zones.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { costs } from '../costs.ts'
import { foldProduct, frontierOf, lacksSales, type ProductFold } from './frontier.ts'
import { keepStates, startsOf } from './states.ts'
import { loadFacts, type ProductFacts } from './load.ts'
import type { Method } from './moves.ts'
import { writeConversions } from './conversions.ts'
import { ageRows, conversionRows, costRows, layerRows, ledgerRows, shortageRows, takeRows, valueRows } from './rows.ts'
import { classify } from './abc.ts'
import { costMethods } from './words.ts'

export const layersJob = 'stock.layers'
/** products worked out in one transaction */
const productsMax = 50

/** Documents and sales of products whoever changed them may see: the fold is the organisation's. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

/** Marks products, if any, and orders the job that works them out, in the transaction that changed them. */
export async function layersStale(tx: Tx, context: Context, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return
  await markProducts(tx, context, productIds)
  await orderLayers(tx, context.house, context.caller.orgId)
}

export async function markProducts(tx: Tx, { caller, now }: Context, productIds: readonly string[]): Promise<void> {
  await sql`insert into stock_stale (org_id, product_id, mark, since)
    select ${caller.orgId}::bigint, p.id, pg_current_xact_id()::text::bigint, ${now()}::timestamptz
    from unnest(${[...new Set(productIds)]}::bigint[]) as p(id) on conflict (org_id, product_id, mark) do nothing`.execute(behind(tx))
}

const orderLayers = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, layersJob, { orgId })

/** The method of the organisation; null: receipts are kept and cost goes by the unit cost of the month. */
export async function methodOf(tx: Tx, orgId: string): Promise<Method | null> {
  const row = await tx.selectFrom('organisation').select('cost_method').where('id', '=', orgId).executeTakeFirst()
  if (row?.cost_method === costMethods.average) return 'average'
  return row?.cost_method === costMethods.month ? null : 'fifo'
}

export const layersHandler = merged('figures', async (house, payload, signal) => {
  const context = await house.asSystem(String(payload['orgId']), 'layers of products whose documents or sales changed')
  while (!signal.aborted && (await context.write((tx, inside) => computeStale(tx, inside))) > 0);
})

type Tell = (context: Context, tx: Tx, productIds: readonly string[], postingIds: readonly string[]) => Promise<void>
const told: Tell[] = []
/** What an area does in the transaction that has worked out layers of products, and other costs of what postings used for something. */
export const whenFolded = (tell: Tell): void => void told.push(tell)

/** Works out some of the stale products; answers how many. */
export async function computeStale(tx: Tx, context: Context): Promise<number> {
  const { orgId } = context.caller
  const db = behind(tx)
  const closed = (await closedUntil(tx, orgId)) ?? ''
  const { rows: stale } = await sql<{ id: string; mark: string }>`select product_id::text as id, mark::text as mark from stock_stale
    where org_id = ${orgId} and product_id in (
      select distinct product_id from stock_stale where org_id = ${orgId} order by product_id limit ${productsMax})
    order by product_id, mark for update skip locked`.execute(db)
  const ids = [...new Set(stale.map(row => row.id))]
  if (ids.length === 0) return 0
  const method = await methodOf(tx, orgId)
  const today = todayOf(context)
  const folds = method === null ? [] : await foldStale(db, { orgId, ids, closed }, method)
  await writeLayers(
    db,
    orgId,
    ids,
    folds.flatMap(one => layerRows(one.fold)),
  )
  await writeTakes(
    db,
    { orgId, ids, closed },
    folds.flatMap(one => takeRows(one.fold, closed)),
  )
  await writeValues(
    db,
    { orgId, ids, closed },
    folds.flatMap(one => valueRows(one.fold, closed, today)),
  )
  await writeLedger(
    db,
    { orgId, ids, closed },
    folds.flatMap(one => ledgerRows(one.fold, one.facts)),
  )
  await writeAges(
    db,
    { orgId, ids, closed },
    folds.flatMap(one => ageRows(one.fold, one.facts, closed, today)),
  )
  await writeShortages(
    db,
    { orgId, ids, closed },
    folds.flatMap(one => shortageRows(one.fold, one.facts, closed)),
  )
  const became = await writeConversions(
    db,
    { orgId, ids, since: openSince({ orgId, ids, closed }) },
    folds.flatMap(one => conversionRows(one.fold)),
  )
  if (became.products.length > 0) await markProducts(tx, context, became.products)
  const days = await writeCosts(
    db,
    { orgId, ids, closed },
    folds.flatMap(one => costRows(one.fold, one.facts, closed)),
  )
  for (const [shopId, all] of [...Map.groupBy(days, day => day.shop)].sort(([a], [b]) => (a < b ? -1 : 1)))
    await markStale(
      tx,
      costs,
      shopId,
      all.map(one => one.day),
      context.now(),
    )
  for (const tell of told) await tell(context, tx, ids, became.postings)
  // last: whoever orders the same meanwhile waits for this transaction
  if (days.length > 0) await enqueueRefresh(tx, context)
  await sql`delete from stock_stale s using jsonb_to_recordset(${JSON.stringify(stale)}::jsonb) as m(id bigint, mark bigint)
    where s.org_id = ${orgId} and s.product_id = m.id and s.mark = m.mark`.execute(db)
  return ids.length
}

interface Part {
  readonly orgId: string
  readonly ids: readonly string[]
  /** last closed day; '': none */
  readonly closed: string
}
const openSince = ({ closed }: Part): string => (closed === '' ? '0001-01-01' : addDays(closed, 1))

interface Worked {
  readonly facts: ProductFacts
  readonly fold: ProductFold
}
/** Each product from the last stored state that holds, else from nothing; keeps the states of the last closed day. */
async function foldStale(db: Tx, part: Part, method: Method): Promise<readonly Worked[]> {
  const { orgId, ids, closed } = part
  const starts = await startsOf(db, part, method)
  const worked: Worked[] = []
  for (const [day, all] of Map.groupBy(starts, one => one.day)) {
    const facts = await loadFacts(
      db,
      orgId,
      all.map(one => one.product),
      day,
    )
    for (const { product, state } of all) {
      const of = facts.get(product)
      const folded = of && foldProduct(product, of, method, closed, frontierOf(state))
      if (of && folded && !lacksSales(folded, of.moves)) worked.push({ facts: of, fold: folded })
    }
  }
  const done = new Set(worked.map(one => one.fold.productId))
  const whole = ids.filter(id => !done.has(id))
  if (whole.length > 0)
    for (const [id, of] of await loadFacts(db, orgId, whole)) worked.push({ facts: of, fold: foldProduct(id, of, method, closed) })
  const isKept = new Set(starts.flatMap(one => (one.day === closed ? [one.product] : [])))
  await keepStates(
    db,
    part,
    method,
    worked.flatMap(one => (isKept.has(one.fold.productId) ? [] : [one.fold])),
  )
  return worked
}

async function writeLayers(db: Tx, orgId: string, ids: readonly string[], rows: ReturnType<typeof layerRows>): Promise<void> {
  await sql`delete from stock_layer where org_id = ${orgId} and product_id = any(${ids}::bigint[])`.execute(db)
  await sql`insert into stock_layer (org_id, product_id, place_id, day, kind, whole, quantity, purchase, first_leg, duty, other, move)
    select ${orgId}::bigint, r.product, r.place, r.day, r.kind, r.whole, r.quantity, r.purchase, r."firstLeg", r.duty, r.other, r.move
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product bigint, place bigint, day date, kind int, whole numeric,
      quantity numeric, purchase numeric, "firstLeg" numeric, duty numeric, other numeric, move text)`.execute(db)
}

async function writeTakes(db: Tx, part: Part, rows: ReturnType<typeof takeRows>): Promise<void> {
  await sql`delete from stock_take where org_id = ${part.orgId} and product_id = any(${part.ids}::bigint[])
    and day >= ${openSince(part)}::date`.execute(db)
  await sql`insert into stock_take (org_id, product_id, day, kind, place_id, quantity, amount, from_move, starts_at, into_move)
    select ${part.orgId}::bigint, r.product, r.day, r.kind, r.place, r.quantity, r.amount, r."from", r.at, r."into"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product bigint, day date, kind int, place bigint, quantity numeric,
      amount numeric, "from" text, at numeric, "into" text)`.execute(db)
}

async function writeValues(db: Tx, part: Part, rows: ReturnType<typeof valueRows>): Promise<void> {
  await sql`delete from stock_value where org_id = ${part.orgId} and product_id = any(${part.ids}::bigint[])
    and month >= ${openSince(part)}::date`.execute(db)
  await sql`insert into stock_value (org_id, month, place_id, product_id, quantity, purchase, first_leg, duty, other, in_layers)
    select ${part.orgId}::bigint, r.month, r.place, r.product, r.quantity, r.purchase, r."firstLeg", r.duty, r.other, r."inLayers"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product bigint, place bigint, month date, quantity numeric,
      purchase numeric, "firstLeg" numeric, duty numeric, other numeric, "inLayers" numeric)`.execute(db)
}

/** Closed months keep what they have. */
async function writeLedger(db: Tx, part: Part, rows: ReturnType<typeof ledgerRows>): Promise<void> {
  await sql`delete from stock_ledger where org_id = ${part.orgId} and product_id = any(${part.ids}::bigint[])
    and month >= ${openSince(part)}::date`.execute(db)
  await sql`insert into stock_ledger (org_id, product_id, month, kind, quantity, amount)
    select ${part.orgId}::bigint, r.product, r.month, r.kind, r.quantity, r.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product bigint, month date, kind int, quantity numeric, amount numeric)
    on conflict (org_id, product_id, month, kind) do nothing`.execute(db)
}

async function writeAges(db: Tx, part: Part, rows: ReturnType<typeof ageRows>): Promise<void> {
  await sql`delete from stock_age where org_id = ${part.orgId} and product_id = any(${part.ids}::bigint[])
    and month >= ${openSince(part)}::date`.execute(db)
  await sql`insert into stock_age (org_id, product_id, month, since, quantity, amount)
    select ${part.orgId}::bigint, r.product, r.month, r.since, r.quantity, r.value
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(product bigint, month date, since date, quantity numeric,
      value numeric)`.execute(db)
}

async function writeShortages(db: Tx, part: Part, rows: ReturnType<typeof shortageRows>): Promise<void> {
  await sql`delete from stock_shortage where org_id = ${part.orgId} and product_id = any(${part.ids}::bigint[])
    and day >= ${openSince(part)}::date`.execute(db)
  await sql`insert into stock_shortage (org_id, product_id, day, place_id, kind, quantity)
    select ${part.orgId}::bigint, r.product, r.day, r.place, r.kind, r.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(product bigint, day date, place bigint, kind int, quantity numeric)`.execute(db)
}

/** Answers the days on which something is not as it was. */
async function writeCosts(db: Tx, part: Part, rows: ReturnType<typeof costRows>): Promise<{ shop: string; day: string }[]> {
  const fresh = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(shop bigint, day date, sku text, item int, product bigint, quantity numeric, amount numeric)`
  const { rows: gone } = await sql<{ shop: string; day: string }>`delete from stock_cost c
    where c.product_id = any(${part.ids}::bigint[]) and c.day >= ${openSince(part)}::date
      and (c.shop_id, c.day, c.sku, c.item) not in (select r.shop, r.day, r.sku, r.item from ${fresh})
    returning shop_id as shop, day as day`.execute(db)
  const { rows: set } = await sql<{ shop: string; day: string }>`insert into stock_cost as c
      (shop_id, day, sku, item, product_id, quantity, amount)
    select r.shop, r.day, r.sku, r.item, r.product, r.quantity, r.amount from ${fresh}
    on conflict (shop_id, day, sku, item) do update
      set product_id = excluded.product_id, quantity = excluded.quantity, amount = excluded.amount
      where (c.product_id, c.quantity, c.amount) is distinct from (excluded.product_id, excluded.quantity, excluded.amount)
    returning shop_id as shop, day as day`.execute(db)
  return [...gone, ...set]
}

/** With a new month every product in stock has one more month's end. Marks whose job was lost are taken up again. Then the classes. */
export const layersTimed = [
  timed('finance.stock', ['每月库存价值', 'Value of stock by month'], {
    at: '04:30',
    work: async inside => {
      const month = firstOfMonth(monthOf(todayOf(inside)))
      const { rows } = await inside.write(async (tx, own) => {
        const found = await sql<{ id: string }>`select product_id::text as id from stock_layer where org_id = ${own.caller.orgId}
          except select product_id::text from stock_value where org_id = ${own.caller.orgId} and month = ${month}::date
          union select product_id::text from stock_stale where org_id = ${own.caller.orgId}`.execute(behind(tx))
        await layersStale(
          tx,
          own,
          found.rows.map(row => row.id),
        )
        return found
      })
      await classify(inside)
      return sentence`${rows.length} 个商品进入新的月份`
    },
  }),
]
