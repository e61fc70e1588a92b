/** 采购退货 in the ledger of goods, and the receipt of what a supplier sends for it. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Poster, type RouteMap, type Tx } from '#platform/server/area.ts'
import { addDocument } from '#platform/server/documents.ts'
import { oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { operations } from '#platform/declare/operations.ts'
import { inServersName } from '#platform/server/database.ts'
import { enter, keyOf, takeBack } from './entry.ts'
import { goodsIn, goodsInLine, inKinds } from './in-tables.ts'
import { followOutbound, heldLines, refuseShort, type Outbound } from './outbound.ts'
import { behind, refuseForeign } from './places.ts'
import { purchaseReturn, purchaseReturnLine, returnWays } from './return-tables.ts'
import { outboundStates } from './words.ts'

export const returnOf: Outbound = {
  document: purchaseReturn,
  lines: purchaseReturnLine,
  warehouse: 'warehouseId',
  byBin: true,
  scraps: () => true,
}

export const followReturn = followerOf(purchaseReturn, async (context, tx, changes) => {
  const asked = changes.flatMap(({ id, before, after }) =>
    after?.state === outboundStates.asked[0] && before?.state !== after.state ? [id] : [],
  )
  for (const id of asked) await findBins(context, tx, id)
  await followOutbound(context, tx, returnOf, changes)
})

/** Goods that no bin is named for lie where they were received, else where so many are free, defective ones first. */
async function findBins(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; locationId: string }>`select l.id::text as id, c.location_id::text as "locationId"
    from purchase_return_line l cross join lateral (
      select c.location_id from goods_cell c join goods_location p on p.id = c.location_id
      where c.product_id = l.product_id and c.warehouse_id = l.warehouse_id and c.batch_id = coalesce(l.batch_id, 0)
        and c.label_id in (coalesce(l.label_id, 0), 0) and c.quantity - c.reserved >= l.quantity and p.kind between 1 and 6 and p.status = 1
      order by exists (select from goods_move m where m.doc_type = 'goods_in' and m.line_id = l.in_line_id::text
        and m.to_id = c.location_id) desc, p.kind desc, c.location_id limit 1) c
    where l.return_id = ${id} and l.location_id is null`.execute(behind(tx))
  if (rows.length > 0) await setDerived(await inServersName(context, tx, 'where goods that go back lie'), purchaseReturnLine, rows)
}

export const postReturn: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType: 'purchase_return', id, row, day, key: keyOf('purchase_return', id) }
  await refuseForeign(context, tx, asText(row['warehouseId']))
  if (reverses) {
    const { rows } = await sql`select 1 from purchase_return_line where return_id = ${id} and exchanged > 0 limit 1`.execute(behind(tx))
    if (rows.length > 0) throw refuse.rule(sentence`供应商已换货入库，请先冲销换货的入库单`)
    await takeBack(context, tx, entering)
    await setDerived(context, purchaseReturn, [{ id, toPutBack: true }])
    return
  }
  await refuseShort(tx, returnOf, id, row)
  await enter(context, tx, entering, await heldLines(tx, returnOf, id, { outside: 'supplier' }, 'returnedToSupplier'))
}

/** What comes in exchange is at most what went back for it: counted under the lock of its lines. */
export async function countExchanged(context: Context, tx: Tx, receiptId: string): Promise<void> {
  const { rows: lines } = await sql<{ id: string }>`select r.id::text as id from purchase_return_line r
    where r.id in (select return_line_id from goods_in_line where in_id = ${receiptId} and return_line_id is not null)
    order by r.id for update`.execute(behind(tx))
  if (lines.length === 0) return
  const { rows } = await sql<{ id: string; no: string; there: string; exchanged: string; wrong: boolean }>`select r.id::text as id, d.no,
      trim_scale(r.quantity)::text as there, x.exchanged::text as exchanged,
      x.other or d.way <> ${returnWays.exchange[0]} or d.state <> ${outboundStates.shipped[0]} as wrong
    from purchase_return_line r join purchase_return d on d.id = r.return_id
    cross join lateral (select coalesce(sum(i.quantity) filter (where h.state = 4), 0) as exchanged,
        bool_or(i.in_id = ${receiptId} and (i.product_id <> r.product_id or h.supplier_id is distinct from d.supplier_id)) as other
      from goods_in_line i join goods_in h on h.id = i.in_id where i.return_line_id = r.id) x
    where r.id = any(${lines.map(one => one.id)}::bigint[])`.execute(behind(tx))
  for (const one of rows) {
    if (one.wrong) throw refuse.rule(sentence`采购退货 ${one.no} 不是已发运的换货，或商品、供应商不同`)
  }
  const { rows: over } = await sql<{ no: string }>`select d.no from purchase_return_line r join purchase_return d on d.id = r.return_id
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id bigint, exchanged numeric) on x.id = r.id
    where x.exchanged > r.quantity limit 1`.execute(behind(tx))
  if (over[0]) throw refuse.rule(sentence`换货入库的数量超过采购退货 ${over[0].no} 退回的数量`)
  await setDerived(
    await inServersName(context, tx, 'what came in exchange'),
    purchaseReturnLine,
    rows.map(({ id, exchanged }) => ({ id, exchanged })),
  )
}

export const returnRoutes: RouteMap = {
  'POST /purchaseReturn/exchange': act(
    purchaseReturn,
    {
      name: 'exchange',
      title: ['生成换货入库单', 'Receive the exchange'],
      over: 'row',
      operation: operations.edit,
      when: { state: [outboundStates.shipped[0]], way: [returnWays.exchange[0]] },
      reason: ['只有已发运的换货可以生成', 'Only an exchange that was shipped has one'],
      result: 'page',
    },
    (context, { input }) =>
      context.write(async (tx, inside) => {
        const row = await oneRecord(inside, purchaseReturn, input['id'])
        const { rows } = await sql<Record<string, unknown>>`select l.id::text as "returnLineId", l.product_id::text as "productId",
            (l.quantity - l.exchanged)::text as quantity, l.label_id::text as "labelId", l.batch_id::text as "batchId"
          from purchase_return_line l where l.return_id = ${row.id} and l.quantity > l.exchanged order by l.line_no`.execute(behind(tx))
        if (rows.length === 0) throw refuse.rule(sentence`退回的货物已全部换回`)
        const { supplierId, warehouseId } = row
        const made = await addDocument(
          inside,
          [goodsIn, goodsInLine],
          { businessOn: todayOf(inside), kind: inKinds.exchanged[0], supplierId, warehouseId },
          { added: rows.map((line, at) => ({ id: `n${at}`, ...line })), changed: [], removed: [] },
          {},
        )
        return { page: { list: 'goodsIn', id: made.id } }
      }),
  ),
}
