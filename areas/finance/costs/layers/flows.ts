/**
 * Returns and shipments of a shop as moves. Returns by FBA returns reports: sellable units to the place that the shop ships from, others
 * to one for goods that cannot be sold. Shipments by the inventory ledger: to the place of shipped goods. A product without layers gets
 * its cost back by the unit cost of the month, of sellable units alone.
 */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import type { Context, FilesFollower, Tx } from '#platform/server/area.ts'
import { create } from '#platform/server/records.ts'
import { daysChanged, enqueueRefresh, markStale } from '#platform/server/reports.ts'
import { within } from '#platform/server/database.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { financeItems } from '../../base/finance-items.ts'
import { costs } from '../costs.ts'
import { layersStale } from './compute.ts'
import { flowKinds } from './derived-tables.ts'
import { placeNameMax, shippedKind, stockPlace, unsellableKind } from './tables.ts'
import { placeOf } from './sales.ts'
import { baseCurrency } from './words.ts'

/** Reports and stored returns of the shop that is refreshed, or whose file came. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

interface Flow {
  readonly happenedOn: string
  readonly sku: string
  readonly kind: number
  readonly day: string
  readonly product: string
  readonly place: string | null
  readonly quantity: string
  readonly unitCost: string | null
}
interface Told extends Omit<Flow, 'place'> {
  readonly hasLayers: boolean
}

/** What the files say of these days, less what came back by it in closed months. */
async function toldOn(db: Tx, ask: { shopId: string; days: readonly string[]; open: string; byLayers: boolean }): Promise<Told[]> {
  const { shopId, days, open, byLayers } = ask
  const { rows } = await sql<Omit<Told, 'hasLayers'>>`with told as (
      select r.reported_on as happened_on, r.sku, s.product_id, s.org_id, sum(r.quantity)::numeric as quantity,
        case when upper(r.disposition) = 'SELLABLE' then ${flowKinds.sellable}::int else ${flowKinds.unsellable}::int end as kind,
        greatest(r.reported_on, ${open}::date) as day
      from fba_return r join sku_map s on s.shop_id = r.shop_id and s.seller_sku = r.sku
      where r.shop_id = ${shopId} and r.reported_on = any(${days}::date[]) group by 1, 2, 3, 4, 6
      union all
      select l.happened_on, l.sku, s.product_id, s.org_id, -sum(l.quantity)::numeric, ${flowKinds.shipped}::int, l.happened_on
      from fba_ledger_line l join sku_map s on s.shop_id = l.shop_id and s.seller_sku = l.sku
      where l.shop_id = ${shopId} and l.happened_on = any(${days}::date[]) and l.happened_on >= ${open}::date and ${isShipment('l')}
      group by 1, 2, 3, 4)
    select t.happened_on::text as "happenedOn", t.sku, t.kind, t.day::text as day, t.product_id::text as product,
      (t.quantity - coalesce(k.quantity, 0))::numeric(24,6)::text as quantity,
      case when t.kind <> ${flowKinds.shipped} then round(c.cost, 8) end::text as "unitCost"
    from told t
    left join lateral (select sum(f.quantity) as quantity from stock_flow f where f.shop_id = ${shopId} and f.happened_on = t.happened_on
      and f.sku = t.sku and f.kind = t.kind and f.day < ${open}::date) k on true
    left join lateral (select p.unit_cost * case when p.currency = ${baseCurrency} then 1 else m.rate end as cost from product_cost p
      left join currency_rate m on m.org_id = t.org_id and m.currency = p.currency and m.month = date_trunc('month', t.day)
      where p.product_id = t.product_id and p.month <= t.day order by p.month desc limit 1) c on true
    where t.quantity > coalesce(k.quantity, 0)`.execute(db)
  if (!byLayers || rows.length === 0) return rows.map(row => ({ ...row, hasLayers: false }))
  // receipts stay on the coordinator: asked for by themselves
  const products = [...new Set(rows.map(row => row.product))]
  const { rows: first } = await sql<{ product: string; day: string }>`select product_id::text as product, min(day)::text as day
    from cost_receipt where product_id = any(${products}::bigint[]) group by 1`.execute(db)
  const since = new Map(first.map(one => [one.product, one.day]))
  return rows.map(row => ({ ...row, hasLayers: (since.get(row.product) ?? '9999') <= row.day }))
}

/** The place of the shop for what cannot be sold, else that of all shops; made where there is none. */
async function unsellablePlace(tx: Tx, context: Context, shopId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text as id from stock_place where org_id = ${context.caller.orgId}
      and (kind = ${unsellableKind} and (shop_id is null or shop_id = ${shopId}) or name = ${unsellableName})
    order by shop_id is not distinct from ${shopId}::bigint desc, kind = ${unsellableKind} desc, id limit 1`.execute(behind(tx))
  const [found] = rows
  if (found) return found.id
  const made = await create(within(context, tx), stockPlace, { name: unsellableName, kind: unsellableKind })
  return String(made.id)
}
const unsellableName = '退货不可售'

/** The place of what a shop shipped, whose sale is not told yet; made where there is none. */
export async function shippedPlace(tx: Tx, context: Context, shopId: string): Promise<string> {
  const { orgId } = context.caller
  const { rows } = await sql<{ id: string | null; name: string; taken: boolean }>`select s.name,
      (select min(p.id) from stock_place p where p.org_id = ${orgId} and p.kind = ${shippedKind} and p.shop_id = s.id)::text as id,
      exists (select from stock_place p where p.org_id = ${orgId} and p.name = ${shippedName} || s.name) as taken
    from shop s where s.id = ${shopId} and s.org_id = ${orgId}`.execute(behind(tx))
  const [shop] = rows
  if (!shop) throw new Error(`shop ${shopId} is not of organisation ${orgId}`)
  if (shop.id !== null) return shop.id
  const named = `${shippedName}${shop.name}`
  const name = shop.taken || named.length > placeNameMax ? `${shippedName}#${shopId}` : named
  const made = await create(within(context, tx), stockPlace, { name, kind: shippedKind, shopId })
  return String(made.id)
}
const shippedName = '发出商品 '

const isShipment = (alias: string) => sql<boolean>`lower(replace(${sql.ref(`${alias}.event`)}, ' ', '')) = 'shipments'`

/** Brings the stored returns and shipments of a shop to what its files say of these days. `byLayers`: the method has layers. */
export async function keepReturns(
  tx: Tx,
  context: Context,
  { shopId, days, byLayers }: { readonly shopId: string; readonly days: readonly string[]; readonly byLayers: boolean },
): Promise<void> {
  const db = behind(tx)
  const { orgId } = context.caller
  const closed = await closedUntil(tx, orgId)
  const open = closed === null ? '0001-01-01' : addDays(closed, 1)
  const told = await toldOn(db, { shopId, days, open, byLayers })
  const { rows: stored } = await sql<Flow>`select happened_on::text as "happenedOn", sku, kind, day::text as day,
      product_id::text as product, place_id::text as place, quantity::text as quantity, unit_cost::text as "unitCost"
    from stock_flow where shop_id = ${shopId} and happened_on = any(${days}::date[]) and day >= ${open}::date`.execute(db)
  if (told.length === 0 && stored.length === 0) return
  const ships = await placeOf(db, orgId, shopId)
  const aside = told.some(one => one.hasLayers && one.kind === flowKinds.unsellable) ? await unsellablePlace(tx, context, shopId) : null
  if (ships !== null && told.some(one => one.hasLayers && one.kind === flowKinds.shipped)) await shippedPlace(tx, context, shopId)
  const fresh = told.flatMap(({ hasLayers, ...one }): Flow[] => {
    const place = !hasLayers ? null : one.kind === flowKinds.unsellable ? aside : ships
    return place === null && (hasLayers || one.kind === flowKinds.shipped) ? [] : [{ ...one, place }]
  })
  const textOf = (row: Flow): string =>
    [row.happenedOn, row.sku, row.kind, row.day, row.product, row.place, row.quantity, row.unitCost].join('\n')
  const [was, is] = [new Set(stored.map(textOf)), new Set(fresh.map(textOf))]
  const gone = stored.filter(row => !is.has(textOf(row)))
  const set = fresh.filter(row => !was.has(textOf(row)))
  if (gone.length === 0 && set.length === 0) return
  await sql`delete from stock_flow f using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb)
      as r("happenedOn" date, sku text, kind int, day date)
    where f.shop_id = ${shopId} and f.happened_on = r."happenedOn" and f.sku = r.sku and f.kind = r.kind and f.day = r.day`.execute(db)
  await sql`insert into stock_flow (shop_id, happened_on, sku, kind, day, product_id, place_id, quantity, unit_cost)
    select ${shopId}::bigint, r."happenedOn", r.sku, r.kind, r.day, r.product, r.place, r.quantity, r."unitCost"
    from jsonb_to_recordset(${JSON.stringify(set)}::jsonb) as r("happenedOn" date, sku text, kind int, day date, product bigint,
      place bigint, quantity numeric, "unitCost" numeric)`.execute(db)
  const changed = [...gone, ...set]
  await layersStale(tx, context, changed.flatMap(row => (row.place === null ? [] : [row.product])).sort())
  // days in the books that are not among those that are being worked out
  const others = [...new Set(changed.map(row => row.day))].filter(day => !days.includes(day))
  if (others.length === 0) return
  await markStale(tx, costs, shopId, others, context.now())
  await enqueueRefresh(tx, context)
}

/** Cost of sellable returns of products without layers, by the unit cost of the month, beside what was sold on these days. */
export async function returnsByMonth(tx: Tx, shopId: string, days: readonly string[]): Promise<void> {
  await sql`insert into finance_cost_line as l (shop_id, booked_on, sku, item, currency, quantity, unit_cost, amount)
    select f.shop_id, f.day, f.sku, ${financeItems.productCost.id}, c.currency, -sum(f.quantity), c.unit_cost,
      round(sum(f.quantity) * c.unit_cost, 4)
    from stock_flow f join lateral (select p.currency, p.unit_cost from product_cost p where p.product_id = f.product_id
      and p.month <= f.day order by p.month desc limit 1) c on true
    where f.shop_id = ${shopId} and f.day = any(${days}::date[]) and f.kind = ${flowKinds.sellable} and f.place_id is null
    group by f.shop_id, f.day, f.sku, c.currency, c.unit_cost
    on conflict (shop_id, booked_on, sku, item, currency) do update
      set quantity = l.quantity + excluded.quantity, amount = l.amount + excluded.amount`.execute(behind(tx))
}

/** Days of a shop with returns or shipments that still move: open ones, and closed ones of returns whose file came late. */
export async function returnDays(
  tx: Tx,
  ask: { readonly shopId: string; readonly skus: readonly string[] | null; readonly from: string; readonly closed: string | null },
): Promise<string[]> {
  const { shopId, skus, from } = ask
  const since = ask.closed ?? '0001-01-01'
  const ofSkus = skus === null ? sql`` : sql`and x.sku = any(${skus})`
  const { rows } = await sql<{ day: string }>`select x.reported_on::text as day from fba_return x
      where x.shop_id = ${shopId} and x.reported_on >= ${from}::date and x.reported_on > ${since}::date ${ofSkus}
    union select x.happened_on::text from fba_ledger_line x
      where x.shop_id = ${shopId} and x.happened_on >= ${from}::date and x.happened_on > ${since}::date and ${isShipment('x')} ${ofSkus}
    union select x.happened_on::text from stock_flow x
      where x.shop_id = ${shopId} and x.day >= ${from}::date and x.day > ${since}::date ${ofSkus}`.execute(behind(tx))
  return rows.map(row => row.day)
}

/** A report came or was taken back: its days, of which lines that are gone left their moves. */
const flowsFollow = (table: string, day: string): FilesFollower => ({
  monthTables: [],
  follow: async ({ house, tx, orgId, shopId, importId, isRemoval, now }) => {
    const db = behind(tx)
    const { rows } = await sql<{ day: string }>`select distinct ${sql.ref(day)}::text as day from ${sql.table(table)}
      where shop_id = ${shopId} and import_id = ${importId}`.execute(db)
    const days = rows.map(row => row.day)
    if (isRemoval) days.push(...(await returnDays(tx, { shopId, skus: null, from: '0001-01-01', closed: await closedUntil(tx, orgId) })))
    await daysChanged({ tx, house, orgId, now }, costs, shopId, days)
    return []
  },
})
/** customer returns */
export const returnsFollow = flowsFollow('fba_return', 'reported_on')
/** the inventory ledger, which tells what left for buyers */
export const shipmentsFollow = flowsFollow('fba_ledger_line', 'happened_on')
