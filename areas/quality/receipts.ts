/** What a plan means for receipts, and what may leave the area of inspection. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { behind, conditions, goodsInLine, locationKinds } from '#areas/goods/index.ts'
import { forgetReceipt } from './keep.ts'
import { inspectReceipt, stageOfReceipt } from './make.ts'
import { plansFor, type Lot } from './plans.ts'
import { samplings } from './plan-tables.ts'

/** Lines of a receipt for which a plan holds are to be inspected, unless they are bad already. */
export const keepConditions = followerOf(goodsInLine, async (context, tx, changes) => {
  const ids = changes.flatMap(({ id, after }) => (after !== null && after.condition === conditions.good[0] ? [id] : []))
  const found = await uninspected(tx, context.caller.orgId, sql`l.id = any(${ids}::bigint[]) and d.state = 0`, ids.length)
  if (found.length === 0) return
  const server = await inServersName(context, tx, 'a plan says what is inspected, whoever receives')
  await setDerived(
    server,
    goodsInLine,
    found.map(({ id }) => ({ id, condition: conditions.unseen[0] })),
  )
})

interface Line {
  readonly id: string
  readonly sku: string
}
type ReceiptLine = Line & Omit<Lot, 'no' | 'stage'> & { readonly kind: number }

async function uninspected(tx: Tx, orgId: string, where: ReturnType<typeof sql>, asked: number): Promise<readonly Line[]> {
  if (asked === 0) return []
  const { rows } = await sql<ReceiptLine>`select l.id::text, p.sku, l.product_id::text as "productId", d.supplier_id::text as "supplierId",
      d.business_on::text as day, case when l.order_line_id is null then d.kind else 1 end as kind
    from goods_in_line l join goods_in d on d.id = l.in_id join product p on p.id = l.product_id where ${where} order by l.id`.execute(
    behind(tx),
  )
  const lots = rows.flatMap((row, no) => {
    const stage = stageOfReceipt(row.kind)
    return stage === null ? [] : [{ no, productId: row.productId, supplierId: row.supplierId, day: row.day, stage }]
  })
  const plans = await plansFor(tx, orgId, lots)
  return rows.filter((_, no) => (plans.get(no)?.sampling ?? samplings.exempt[0]) !== samplings.exempt[0])
}

/** Every posting: a receipt brings lots to inspect; goods that wait for an inspection leave by it alone. */
export const followPostings: Follower = async (context, tx, changes) => {
  for (const { after } of changes) {
    if (after === null) continue
    if (after['docType'] === 'goods_in' && after['reversesId'] === null) await receive(context, tx, after)
    else if (after['docType'] === 'goods_in') await forgetReceipt(context, tx, after)
    else if (!own.has(asText(after['docType'])) && after['reversesId'] === null) await refuseLeaving(tx, after)
  }
}
/** a count finds what is there, whatever waits for it */
const own: ReadonlySet<string> = new Set(['inspection', 'nonconformity', 'goods_count'])

async function receive(context: Context, tx: Tx, posting: Row): Promise<void> {
  const missed = await uninspected(
    tx,
    context.caller.orgId,
    sql`d.id = ${posting['docId']}::bigint and l.id::text = any(array(select m.line_id from goods_move m
      join goods_location g on g.id = m.to_id where m.posting_id = ${posting.id}
        and g.kind not in (${locationKinds.inspection[0]}, ${locationKinds.defective[0]})))`,
    1,
  )
  const [first] = missed
  if (first !== undefined) throw refuse.rule(sentence`${first.sku} 有检验方案，品质请选“待检”，入到库位不填`)
  await inspectReceipt(context, tx, posting)
}

async function refuseLeaving(tx: Tx, posting: Row): Promise<void> {
  const { rows } = await sql<{ sku: string; code: string; no: string }>`select p.sku, f.code, i.no
    from (select product_id, from_id, coalesce(batch_id, 0) as batch_id, coalesce(label_id, 0) as label_id from goods_move
        where posting_id = ${posting.id} group by 1, 2, 3, 4) m
      join goods_location f on f.id = m.from_id and f.kind = ${locationKinds.inspection[0]}
      join goods_cell c on (c.product_id, c.location_id, c.batch_id, c.label_id) = (m.product_id, m.from_id, m.batch_id, m.label_id)
      join product p on p.id = m.product_id
      join lateral (select sum(x.lot_qty) as awaited, min(x.no) as no from inspection x where x.from_id = m.from_id
        and x.product_id = m.product_id and coalesce(x.batch_id, 0) = m.batch_id and coalesce(x.label_id, 0) = m.label_id
        and x.state in (1, 2, 3, 5)) i on i.awaited > c.quantity
    limit 1`.execute(behind(tx))
  const [one] = rows
  if (one !== undefined) throw refuse.rule(sentence`${one.sku} 在 ${one.code} 等待检验（${one.no}），检验完成后才能移出`)
}
