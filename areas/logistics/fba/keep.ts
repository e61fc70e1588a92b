/** What the program keeps of FBA 货件: their sums, what the marketplace's ledger has received of them, what each line comes to. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type RowLock, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, type Rule, followerOf } from '#platform/server/records.ts'
import { notify } from '#platform/server/notices.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { packingBox } from '../box-tables.ts'
import { shippingStates, shippingOrder } from '../order-tables.ts'
import { isMarketplace } from '../words.ts'
import { fbaShort } from '../notices.ts'
import { orderReceipts } from './receipts-job.ts'
import { fbaShipment, fbaShipmentLine } from './tables.ts'
import { countedDays, lineStateOf, lineStates, shipmentNo } from './words.ts'

const states = codesOf(fbaShipment.fields.status.choices)

export const shipmentRule: Rule = ({ confirmationId }) =>
  typeof confirmationId !== 'string' || confirmationId === '' || shipmentNo.test(confirmationId)
    ? []
    : [{ field: 'confirmationId', message: sentence`货件号是 6 到 40 位大写字母和数字，如 FBA15XK2L9QD` }]

/** Lines of a shipment that has gone say what was sent. */
export const lockSent: RowLock = async (_context, db) => {
  const sent = db
    .selectFrom('fba_shipment')
    .select(sql<boolean>`fba_shipment.status <> ${states.preparing}`.as('held'))
    .where(sql<boolean>`fba_shipment.id = fba_shipment_line.shipment_id`)
  return [{ where: sql<boolean>`coalesce((${sent}), false)`, reason: sentence`货件已发货或已取消，不能修改明细` }]
}

/** A shipment is one of an order to a marketplace; its number is that of its shop. What goes lets its boxes free. */
export const followShipments = followerOf(fbaShipment, async (context, tx, changes) => {
  const gone = changes.flatMap(({ id, after }) => (after === null || after.status === states.cancelled ? [id] : []))
  if (gone.length > 0) await freeBoxes(context, tx, gone)
  const kept = changes.flatMap(({ id, before, after }) => (after === null ? [] : [{ id, before, after }]))
  for (const { before, after } of kept) {
    if (before === null) await refuseElsewhere(tx, asText(after.orderId))
    const no = after.confirmationId
    if (typeof no === 'string' && no !== (before?.confirmationId ?? null))
      await refuseForeignNumber(context, tx, asText(after.shopId ?? '0'), no)
  }
  await keepShipments(
    context,
    tx,
    kept.map(one => one.id),
  )
  const shops = new Set(
    kept.flatMap(({ before, after }) =>
      typeof after.confirmationId === 'string' && after.confirmationId !== (before?.confirmationId ?? null)
        ? [asText(after.shopId ?? '')]
        : [],
    ),
  )
  for (const shopId of [...shops].toSorted()) if (shopId !== '') await orderReceipts(tx, context.house, context.caller.orgId, shopId)
})
export const followShipmentLines = followerOf(fbaShipmentLine, async (context, tx, changes) => {
  const ids = [...new Set(changes.map(({ before, after }) => asText((after ?? before)?.['shipmentId'] ?? '0')))]
  const { rows } = await sql<{ sku: string }>`select p.sku from fba_shipment_line l join product p on p.id = l.product_id
      left join sku_map m on m.id = l.label_id join fba_shipment s on s.id = l.shipment_id
    where l.id = any(${changes.map(one => one.id)}::bigint[]) and m.shop_id is distinct from s.shop_id limit 1`.execute(behind(tx))
  if (rows[0]) throw refuse.rule(sentence`${rows[0].sku} 请选择这个店铺的标签（MSKU）`)
  await keepShipments(context, tx, ids)
})

async function freeBoxes(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text as id from packing_box where fba_shipment_id = any(${[...ids]}::bigint[])
    order by id`.execute(behind(tx))
  const server = await inServersName(context, tx, 'boxes of a shipment that is no more')
  await setDerived(
    server,
    packingBox,
    rows.map(({ id }) => ({ id, fbaShipmentId: null })),
  )
}

async function refuseElsewhere(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ target: number; shop: string | null; state: number; no: string }>`select target, shop_id::text as shop,
      state, no from shipping_order where id = ${orderId}`.execute(behind(tx))
  const [order] = rows
  if (order === undefined) return
  if (!isMarketplace(order.target) || order.shop === null) throw refuse.rule(sentence`发货单 ${order.no} 不是发往平台仓的，没有货件`)
  if (order.state >= shippingStates.shipped[0]) throw refuse.rule(sentence`发货单 ${order.no} 已发运或已结束，不能再增加货件`)
}

/** A number that the ledger of another shop has received is not this shop's. */
async function refuseForeignNumber({ caller }: Context, tx: Tx, shopId: string, no: string): Promise<void> {
  const { rows } = await sql`select 1 from fba_ledger_line
    where shop_id in (select id from shop where org_id = ${caller.orgId} and id <> ${shopId}) and reference = ${no}
      and event = 'Receipts' limit 1`.execute(behind(tx))
  if (rows.length > 0)
    throw refuse.invalid([{ field: 'confirmationId', message: sentence`货件号 ${no} 在另一个店铺的库存分类账里，请核对店铺和货件号` }])
}

interface Told {
  readonly id: string
  readonly shipmentId: string
  readonly status: number
  /** its state until now */
  readonly was: number
  readonly expected: number
  readonly received: number
  readonly early: number
  readonly writtenOff: number
  readonly reimbursed: number
  readonly isEnded: boolean
  readonly isClaimed: boolean
  readonly waitUntil: string | null
}

/** days before it was shipped on which its receipt is one all the same: clocks and files differ */
export const earlyDays = 2

/** Lines, sums and states of these shipments as files, claims and losses say now. Repeating it changes nothing. */
export async function keepShipments(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const server = await inServersName(context, tx, 'what the marketplace has received of its shipments')
  const today = todayOf(context)
  // a file that comes and whoever decides go one after the other
  await sql`select id from fba_shipment where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(behind(tx))
  const { rows: shops } = await sql<{ shop: string; ids: string[] }>`select coalesce(shop_id, 0)::text as shop,
      array_agg(id::text order by id) as ids from fba_shipment where id = any(${[...ids]}::bigint[]) group by 1 order by 1`.execute(
    behind(tx),
  )
  for (const { shop, ids: ofShop } of shops) {
    const rows = await toldOf(tx, shop, ofShop, today)
    await setDerived(
      server,
      fbaShipmentLine,
      rows.map(one => ({
        id: one.id,
        received: one.received,
        early: one.early,
        writtenOff: one.writtenOff,
        reimbursed: one.reimbursed,
        state: lineStateOf(one, today),
      })),
    )
    await sumShipments(server, tx, shop, ofShop)
    const short = rows.filter(one => one.was !== lineStates.short[0] && lineStateOf(one, today) === lineStates.short[0])
    if (short.length > 0)
      await notify(server, tx, fbaShort, {
        values: { n: String(short.length) },
        once: `${today} ${short.map(one => one.id).join(' ')}`.slice(0, 200),
        target: { list: 'fbaShipmentLine' },
      })
    const begun = [...new Set(rows.filter(one => one.received > 0 && isUnderWay(one.status)).map(one => one.shipmentId))]
    if (begun.length > 0)
      await takeSteps(server, fbaShipment, { ids: begun.map(id => ({ id })), pick: { step: 'receiveSome' }, input: {}, byProgram: true })
  }
}
const isUnderWay = (status: number): boolean => status === states.sent || status === states.delivered

async function toldOf(tx: Tx, shopId: string, ids: readonly string[], today: string): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`with s as (select s.*, o.posted_on, o.id as of from fba_shipment s
      join shipping_order o on o.id = s.order_id where s.id = any(${[...ids]}::bigint[])),
    f as (select f.reference, f.sku, f.happened_on, sum(f.quantity)::int as units from fba_ledger_line f
      where f.shop_id = ${shopId} and f.event = 'Receipts' and f.reference = any(array(select confirmation_id from s))
      group by 1, 2, 3)
    select l.id::text as id, s.id::text as "shipmentId", s.status, l.state as was, l.expected,
      greatest(coalesce(x.units, 0), 0)::int as received, greatest(coalesce(x.early, 0), 0)::int as early,
      coalesce(w.units, 0)::int as "writtenOff", coalesce(c.recovered, 0)::int as reimbursed,
      s.status = ${states.closed} or coalesce(s.status in (${states.delivered}, ${states.receiving})
        and s.delivered_on < ${today}::date - ${countedDays}::int, false) as "isEnded",
      c.id is not null as "isClaimed", l.wait_until::text as "waitUntil"
    from s join fba_shipment_line l on l.shipment_id = s.id join sku_map m on m.id = l.label_id
    left join amazon_claim c on c.shop_id = ${shopId} and c.id = l.claim_id
    left join lateral (select sum(f.units) filter (where f.happened_on >= s.posted_on - ${earlyDays}::int) as units,
        sum(f.units) filter (where f.happened_on < s.posted_on - ${earlyDays}::int) as early
      from f where f.reference = s.confirmation_id and f.sku = m.seller_sku) x on true
    left join lateral (select sum(v.quantity)::int as units from goods_posting p join goods_move v on v.posting_id = p.id
      where p.org_id = s.org_id and p.doc_type = 'shipping_order' and p.doc_id = s.of::text
        and p.key like 'shipping_order:' || s.of || ':arrive:short:' || l.id || ':%'
        and p.reverses_id is null and not exists (select from goods_posting r where r.reverses_id = p.id)) w on true
    order by l.id`.execute(behind(tx))
  return rows
}

async function sumShipments(server: Context, tx: Tx, shopId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; boxes: number; expected: number; received: number; unexpected: number }>`
    select s.id::text as id, (select count(*)::int from packing_box b where b.fba_shipment_id = s.id) as boxes,
      coalesce(l.expected, 0)::int as expected, coalesce(l.received, 0)::int as received,
      greatest(coalesce(t.units, 0) - coalesce(l.received + l.early, 0), 0)::int as unexpected
    from fba_shipment s left join lateral (select sum(x.expected) as expected, sum(x.received) as received, sum(x.early) as early
        from fba_shipment_line x where x.shipment_id = s.id) l on true
      left join (select reference, sum(quantity) as units from fba_ledger_line where shop_id = ${shopId} and event = 'Receipts'
        and reference = any(array(select confirmation_id from fba_shipment where id = any(${[...ids]}::bigint[]))) group by 1) t
        on t.reference = s.confirmation_id
    where s.id = any(${[...ids]}::bigint[]) order by s.id`.execute(behind(tx))
  await setDerived(server, fbaShipment, rows)
}

/** Shipments of an order go and come back with it. */
export const followShipped = followerOf(shippingOrder, async (context, tx, changes) => {
  const ofState = (state: number) =>
    changes.flatMap(({ id, before, after }) => (after?.state === state && before?.state !== state ? [id] : []))
  await move(context, tx, ofState(shippingStates.shipped[0]), 'send', [states.preparing])
  await move(context, tx, ofState(shippingStates.reversed[0]), 'unsend', [states.sent, states.delivered, states.receiving])
  await move(context, tx, ofState(shippingStates.voided[0]), 'cancel', [states.preparing])
})
async function move(context: Context, tx: Tx, orders: readonly string[], step: string, from: readonly number[]): Promise<void> {
  if (orders.length === 0) return
  const { rows } = await sql<{ id: string }>`select id::text as id from fba_shipment where order_id = any(${[...orders]}::bigint[])
    and status = any(${[...from]}::int[]) order by id`.execute(behind(tx))
  if (rows.length === 0) return
  const server = await inServersName(context, tx, 'shipments go with their order')
  await takeSteps(server, fbaShipment, { ids: rows, pick: { step }, input: {}, byProgram: true })
}

/** An order whose goods go under numbers of a marketplace: each has one, and together they hold what is in boxes. */
export async function refuseUnsplit(tx: Tx, orderId: string): Promise<void> {
  const { rows: bare } = await sql`select 1 from fba_shipment where order_id = ${orderId} and status = ${states.preparing}
    and confirmation_id is null limit 1`.execute(behind(tx))
  if (bare.length > 0) throw refuse.rule(sentence`有货件没有填写货件号，不能发运`)
  const { rows: twice } = await sql<{ sku: string }>`select min(p.sku) as sku from fba_shipment s
      join fba_shipment_line l on l.shipment_id = s.id join product p on p.id = l.product_id
    where s.order_id = ${orderId} and s.status = ${states.preparing} group by s.id, l.label_id having count(*) > 1 limit 1`.execute(
    behind(tx),
  )
  if (twice[0]) throw refuse.rule(sentence`${twice[0].sku} 在货件里有两行，请合并`)
  const { rows } = await sql<{
    sku: string
    packed: string
    split: string
  }>`select m.seller_sku as sku, trim_scale(x.packed)::text as packed,
      trim_scale(x.split)::text as split
    from (select label_id, sum(packed) as packed, sum(split) as split from (
        select l.label_id, l.quantity as packed, 0 as split from packing_box_line l join packing_box b on b.id = l.box_id
          where b.order_id = ${orderId}
        union all select l.label_id, 0, l.expected from fba_shipment_line l join fba_shipment s on s.id = l.shipment_id
          where s.order_id = ${orderId} and s.status = ${states.preparing}) u group by 1) x
      left join sku_map m on m.id = x.label_id
    where x.packed <> x.split and exists (select from fba_shipment where order_id = ${orderId} and status = ${states.preparing})
    order by 1 limit 1`.execute(behind(tx))
  const [one] = rows
  if (one) throw refuse.rule(sentence`${one.sku} 装箱 ${one.packed}，各货件合计 ${one.split}，两者要一致才能发运`)
}
