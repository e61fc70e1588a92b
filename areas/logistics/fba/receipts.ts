/**
 * Receipts as the inventory ledger of the marketplace tells them, entered by day and SKU out of the leaf of their order: as much as was
 * told and is under way, once, whatever files came in whatever order. What a file that is taken back told goes. Units that a person has
 * received by hand count as the first that were told. A day of an order is one posting, each in a transaction of its own.
 */
import { sql } from 'kysely'
import type { Wording } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { Refusal, type Context, type FilesFollower, type Tx } from '#platform/server/area.ts'
import { merged } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { oneRecord } from '#platform/server/records.ts'
import { behind, lockDocument, underWay, type UnderWay } from '#areas/goods/index.ts'
import { arrive, moveOn, toldKey, undo } from '../arrive.ts'
import { shippingOrder, shippingStates as orderStates } from '../order-tables.ts'
import { earlyDays, keepShipments } from './keep.ts'
import { orderReceipts, receiptsJob } from './receipts-job.ts'

const docType = 'shipping_order'
/** receipts of one order come on so many days at most */
const postingsMax = 400
/** status of what a rule refuses */
const ruled = 200

/** A file of the ledger came or was taken back. */
const afterLedger: FilesFollower = {
  monthTables: [],
  follow: async ({ house, tx, orgId, shopId }) => {
    const { rows } = await sql`select 1 from fba_shipment where shop_id = ${shopId} and confirmation_id is not null limit 1`.execute(
      behind(tx),
    )
    if (rows.length > 0) await orderReceipts(tx, house, orgId, shopId)
    return []
  },
}
export const receiptFiles = { amazonLedgerDetail: afterLedger }

export const receiptsRefused = notice('logistics.receiptsRefused', ['平台收货没有入账', 'Receipts of a marketplace not entered'], {
  title: ['{n} 张发货单的平台收货没有入账：{why}', 'Receipts of {n} shipping orders were not entered: {why}'],
  to: [holdersOf('shippingOrder', operations.edit)],
})

export const receiptsJobs = {
  [receiptsJob]: merged('figures', async (house, { orgId, shopId }) => {
    const server = await house.asSystem(asText(orgId), 'receipts follow the ledger of the marketplace')
    const failed = await keepReceipts(server, asText(shopId))
    const [first] = failed
    if (first === undefined) return
    const why = house.registry.inWords(first, 'zh')
    await server.write((tx, inside) =>
      notify(inside, tx, receiptsRefused, {
        values: { n: String(failed.length), why },
        once: `${todayOf(server)} ${asText(shopId)} ${why}`.slice(0, 200),
        target: { list: 'fbaShipment' },
      }),
    )
  }),
}

/** Brings what was entered of a shop to what its ledger says. Answers why orders could not be. */
export async function keepReceipts(server: Context, shopId: string): Promise<readonly Wording[]> {
  await server.write(async (tx, inside) => {
    // whoever receives holds the order and then its shipments: here too the order comes first
    await sql`select 1 from shipping_order where id in (select order_id from fba_shipment where shop_id = ${shopId}
      and status in (4, 6, 8, 9)) order by id for key share`.execute(behind(tx))
    const { rows } = await sql<{ id: string }>`select id::text as id from fba_shipment where shop_id = ${shopId}
      and status in (4, 6, 8, 9) order by id`.execute(behind(tx))
    await keepShipments(
      inside,
      tx,
      rows.map(one => one.id),
    )
  })
  const orders = await server.write(tx => differing(tx, server.caller.orgId, shopId))
  const failed: Wording[] = []
  for (const id of orders)
    try {
      for (let n = 0; n < postingsMax && (await server.write((tx, inside) => postNext(inside, tx, id))); n += 1);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== ruled) throw error
      failed.push(error.wording)
    }
  return failed
}

/** Orders of which the ledger tells another number for a day and label than was entered. */
async function differing(tx: Tx, orgId: string, shopId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`with s as (select s.order_id, s.confirmation_id, o.posted_on from fba_shipment s
      join shipping_order o on o.id = s.order_id
      where s.shop_id = ${shopId} and s.status in (4, 6, 8, 9) and s.confirmation_id is not null),
    told as (select s.order_id, f.happened_on as day, sum(f.quantity) as units from s join fba_ledger_line f on f.shop_id = ${shopId}
        and f.event = 'Receipts' and f.reference = s.confirmation_id and f.happened_on >= s.posted_on - ${earlyDays}::int
      group by 1, 2 having sum(f.quantity) > 0),
    entered as (select p.doc_id::bigint as order_id, split_part(p.key, ':', 5)::date as day, sum(m.quantity) as units
      from goods_posting p join goods_move m on m.posting_id = p.id
      where p.org_id = ${orgId} and p.doc_type = ${docType} and p.doc_id in (select order_id::text from s)
        and p.key like '%:arrive:ledger:%' and p.reverses_id is null and not exists (select from goods_posting r where r.reverses_id = p.id)
      group by 1, 2)
    select distinct coalesce(t.order_id, e.order_id)::text as id from told t
      full join entered e on e.order_id = t.order_id and e.day = t.day
    where t.units is distinct from e.units order by 1`.execute(behind(tx))
  return rows.map(one => one.id)
}

export interface DayUnits {
  readonly day: string
  readonly labelId: string
  readonly units: number
}
interface Entered extends DayUnits {
  readonly id: string
  readonly key: string
}

/**
 * The next thing to do: a posting whose day tells less now is taken back, else the first day with units that are told, not entered and
 * under way. `byHand`: units of a label that a person received. Pure.
 */
export function nextOf(
  told: readonly DayUnits[],
  entered: readonly Entered[],
  open: ReadonlyMap<string, number>,
  byHand: ReadonlyMap<string, number>,
): { readonly undo: Entered } | { readonly day: string; readonly units: ReadonlyMap<string, number> } | null {
  const key = ({ day, labelId }: DayUnits): string => `${day} ${labelId}`
  const sumOf = (all: readonly DayUnits[]) => {
    const sums = new Map<string, number>()
    for (const one of all) sums.set(key(one), (sums.get(key(one)) ?? 0) + one.units)
    return sums
  }
  const [of, was] = [sumOf(told), sumOf(entered)]
  const tooMuch = entered.findLast(one => (was.get(key(one)) ?? 0) > (of.get(key(one)) ?? 0))
  if (tooMuch !== undefined) return { undo: tooMuch }
  const skip = new Map(byHand)
  const left = new Map(open)
  for (const [day, ofDay] of Map.groupBy(
    told.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    one => one.day,
  )) {
    const units = new Map<string, number>()
    for (const one of ofDay) {
      const fresh = one.units - (was.get(key(one)) ?? 0)
      const skipped = Math.min(Math.max(fresh, 0), skip.get(one.labelId) ?? 0)
      skip.set(one.labelId, (skip.get(one.labelId) ?? 0) - skipped)
      const taken = Math.min(fresh - skipped, left.get(one.labelId) ?? 0)
      if (taken > 0) units.set(one.labelId, taken)
    }
    if (units.size > 0) return { day, units }
  }
  return null
}

async function postNext(context: Context, tx: Tx, orderId: string): Promise<boolean> {
  await lockDocument(tx, shippingOrder, orderId)
  const row = await oneRecord(context, shippingOrder, orderId)
  const underway: readonly number[] = [orderStates.shipped[0], orderStates.part[0], orderStates.done[0]]
  if (!underway.includes(Number(row['state']))) return false
  const { rows: lines } = await sql<{ id: string; labelId: string; received: number }>`select id::text as id,
      label_id::text as "labelId", received::int as received from shipping_order_line where order_id = ${orderId}
      and label_id is not null`.execute(behind(tx))
  const labelOf = new Map(lines.map(one => [one.id, one.labelId]))
  const sumBy = (all: readonly { readonly labelId: string; readonly units: number }[]) => {
    const sums = new Map<string, number>()
    for (const one of all) sums.set(one.labelId, (sums.get(one.labelId) ?? 0) + one.units)
    return sums
  }
  const told = await toldOf(tx, row)
  const entered = await enteredOf(tx, context.caller.orgId, orderId)
  const leaf = await underWay(tx, docType, orderId)
  const open = sumBy(leaf.map(one => ({ labelId: labelOf.get(one.lineId) ?? '', units: Math.floor(Number(one.quantity)) })))
  const ofLedger = sumBy(entered)
  const byHand = new Map(
    [...sumBy(lines.map(one => ({ labelId: one.labelId, units: one.received })))].map(([labelId, units]) => [
      labelId,
      Math.max(0, units - (ofLedger.get(labelId) ?? 0)),
    ]),
  )
  const next = nextOf(told, entered, open, byHand)
  if (next === null) return false
  if ('undo' in next) {
    await undo(context, tx, row, next.undo)
    return true
  }
  const key = `${toldKey(orderId)}${next.day}:${await postingsOf(tx, context.caller.orgId, orderId)}`
  await arrive(context, tx, row, partsOf(leaf, labelOf, next.units), { key, day: await bookedOn(context, tx, row, next.day) })
  await moveOn(context, tx, orderId)
  return true
}

/** So many units of each label, in the order in which they were shipped. Pure. */
function partsOf(leaf: readonly UnderWay[], labelOf: ReadonlyMap<string, string>, units: ReadonlyMap<string, number>): UnderWay[] {
  const left = new Map(units)
  return leaf.flatMap(one => {
    const labelId = labelOf.get(one.lineId) ?? ''
    const part = Math.min(Math.floor(Number(one.quantity)), left.get(labelId) ?? 0)
    left.set(labelId, (left.get(labelId) ?? 0) - part)
    return part > 0 ? [{ ...one, quantity: String(part) }] : []
  })
}

/**
 * The day told, but not before it was shipped, not in a closed month, not in the future; nor before what was taken back later: those units
 * were away until then.
 */
async function bookedOn(context: Context, tx: Tx, row: Row, day: string): Promise<string> {
  const closed = (await context.house.registry.closedUntil?.(context, tx)) ?? null
  const { rows } = await sql<{ day: string | null }>`select max(r.booked_on)::text as day from goods_posting r
    where r.org_id = ${context.caller.orgId} and r.doc_type = ${docType} and r.doc_id = ${row.id} and r.reverses_id is not null`.execute(
    behind(tx),
  )
  const days = [day, asText(row['postedOn']), ...(closed === null ? [] : [addDays(closed, 1)]), ...rows.flatMap(one => one.day ?? [])]
  const booked = days.reduce((last, one) => (one > last ? one : last), '')
  const today = todayOf(context)
  return booked > today ? today : booked
}

async function toldOf(tx: Tx, row: Row): Promise<readonly DayUnits[]> {
  const { rows } = await sql<DayUnits>`select f.happened_on::text as day, m.id::text as "labelId", sum(f.quantity)::int as units
    from fba_ledger_line f join sku_map m on m.shop_id = ${row['shopId']} and m.seller_sku = f.sku
    where f.shop_id = ${row['shopId']} and f.event = 'Receipts' and f.happened_on >= ${row['postedOn']}::date - ${earlyDays}::int
      and f.reference = any(array(select confirmation_id from fba_shipment where order_id = ${row.id} and status in (4, 6, 8, 9)))
    group by 1, 2 having sum(f.quantity) > 0 order by 1, 2`.execute(behind(tx))
  return rows
}

async function enteredOf(tx: Tx, orgId: string, orderId: string): Promise<readonly Entered[]> {
  const { rows } = await sql<Entered>`select p.id::text as id, p.key, split_part(p.key, ':', 5) as day, l.label_id::text as "labelId",
      sum(m.quantity)::int as units
    from goods_posting p join goods_move m on m.posting_id = p.id join shipping_order_line l
      on l.id = case when m.doc_type = 'shipping_order' then m.line_id::bigint end
    where p.org_id = ${orgId} and p.doc_type = ${docType} and p.doc_id = ${orderId} and p.key like ${`${toldKey(orderId)}%`}
      and p.reverses_id is null and not exists (select from goods_posting r where r.reverses_id = p.id)
    group by p.id, p.key, l.label_id order by p.id`.execute(behind(tx))
  return rows
}

async function postingsOf(tx: Tx, orgId: string, orderId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_posting
    where org_id = ${orgId} and doc_type = ${docType} and doc_id = ${orderId}`.execute(behind(tx))
  return rows[0]?.n ?? 0
}
