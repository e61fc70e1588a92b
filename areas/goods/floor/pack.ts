/**
 * 打包台: an item is scanned, the oldest document of the wave that lacks it is shown and counts it; a document that is complete takes its
 * waybill by scan, and is shipped. Only what lies in the staging area is packed.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { change, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { goodsOut, goodsOutLine } from '../documents/out-tables.ts'
import { behind, refuseForeign } from '../documents/places.ts'
import { outboundStates as states } from '../documents/words.ts'
import { packFollows } from './pack-task.ts'
import { goodsWave } from './task-tables.ts'
import type { PackDocument, PackScan, PackState } from './pack-wire.ts'

interface Bench {
  readonly waveId: string | null
  readonly outId: string | null
  readonly no: string
  readonly warehouseId: string
}

/** A wave or a document by its number, of a warehouse that whoever asks was granted. */
async function benchOf(context: Context, tx: Tx, no: string): Promise<Bench> {
  const { rows } = await sql<Bench>`select id::text as "waveId", null as "outId", no, warehouse_id::text as "warehouseId" from goods_wave
      where org_id = ${context.caller.orgId} and no = ${no}
    union all select d.wave_id::text, case when d.wave_id is null then d.id::text end, coalesce(v.no, d.no), d.warehouse_id::text
      from goods_out d left join goods_wave v on v.id = d.wave_id where d.org_id = ${context.caller.orgId} and d.no = ${no}`.execute(
    behind(tx),
  )
  const [bench] = rows
  if (bench === undefined) throw refuse.unknown(goodsWave.title)
  await refuseForeign(context, tx, bench.warehouseId)
  return bench
}
const isOf = ({ waveId, outId }: Bench): RawBuilder<unknown> => (waveId === null ? sql`d.id = ${outId}` : sql`d.wave_id = ${waveId}`)

const tasksOf = ({ waveId, outId }: Bench): RawBuilder<unknown> =>
  waveId === null ? sql`t.doc_type = 'goods_out' and t.doc_id = ${outId}` : sql`t.wave_id = ${waveId}`

async function documentsOf(tx: Tx, bench: Bench): Promise<readonly PackDocument[]> {
  const { rows } =
    await sql<PackDocument>`select d.id::text, d.no, d.order_no as "orderNo", d.state, d.tracking_no as "trackingNo", d.carrier,
      bool_and(l.packed >= l.held - l.sets) as "isComplete", bool_or(l.packed > 0) as "isBegun",
      json_agg(json_build_object('id', l.id::text, 'productId', l.product_id::text, 'sku', p.sku, 'name', p.name,
        'picture', p.pictures[1]::text, 'label', goods_label(l.label_id), 'quantity', trim_scale(l.held - l.sets)::text,
        'packed', trim_scale(l.packed)::text) order by l.line_no) as lines
    from goods_out d join goods_out_line l on l.out_id = d.id and l.held > l.sets join product p on p.id = l.product_id
    where ${isOf(bench)} and d.state = any(${[states.picking[0], states.picked[0], states.shipped[0]]}::int[])
    group by d.id order by d.priority desc, d.due_on nulls last, d.id`.execute(behind(tx))
  return rows
}

const stateOf = async (tx: Tx, bench: Bench): Promise<PackState> => ({ no: bench.no, documents: await documentsOf(tx, bench) })

export const openBench = (context: Context, no: string): Promise<PackState> =>
  context.write(async (tx, inside) => stateOf(tx, await benchOf(inside, tx, no)))

interface Item {
  readonly productId: string
  readonly label: string | null
  readonly unitQty: string
  readonly sku: string
}
async function itemsOf(tx: Tx, orgId: string, code: string): Promise<readonly Item[]> {
  const spellings = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const { rows } =
    await sql<Item>`select b.product_id::text as "productId", goods_label(b.label_id) as label, trim_scale(b.unit_qty)::text as "unitQty",
      p.sku
    from goods_barcode b join product p on p.id = b.product_id where b.org_id = ${orgId} and b.code = any(${spellings})
    union all select p.id::text, null, '1', p.sku from product p where p.org_id = ${orgId} and p.sku = any(${spellings})`.execute(
      behind(tx),
    )
  return rows
}

/** `outId`: the document that somebody has begun: it goes before older ones. */
export const packItem = (context: Context, no: string, code: string, outId: string | null): Promise<PackScan> =>
  context.write(async (tx, inside) => {
    const bench = await benchOf(inside, tx, no)
    // who packs the same wave at another table waits
    if (bench.waveId !== null) await sql`select 1 from goods_wave where id = ${bench.waveId} for update`.execute(behind(tx))
    const items = await itemsOf(tx, inside.caller.orgId, code.trim())
    if (items.length === 0) throw refuse.rule(sentence`没有商品有这个码：${code.trim()}`)
    const documents = (await documentsOf(tx, bench)).filter(one => one.state === states.picked[0])
    const ordered = [...documents.filter(one => one.id === outId), ...documents.filter(one => one.id !== outId)]
    for (const item of items)
      for (const document of ordered) {
        const line = document.lines.find(
          one =>
            one.productId === item.productId && (item.label === null || one.label === item.label) && compare(one.packed, one.quantity) < 0,
        )
        if (line === undefined) continue
        await sql`select 1 from goods_out where id = ${document.id} for update`.execute(behind(tx))
        const { rows } = await sql<{
          packed: string
        }>`select trim_scale(least(packed + ${item.unitQty}::numeric, held - sets))::text as packed
          from goods_out_line where id = ${line.id}`.execute(behind(tx))
        await setDerived(inside, goodsOutLine, [{ id: line.id, packed: rows[0]?.packed ?? line.packed }])
        await packFollows(inside, tx, tasksOf(bench))
        return { outId: document.id, lineId: line.id, ...(await stateOf(tx, bench)) }
      }
    throw refuse.rule(sentence`没有待打包的单据缺 ${items[0]?.sku ?? code}`)
  })

/** Complete, with its own waybill: it leaves. */
export const packShip = (context: Context, no: string, outId: string, waybill: string): Promise<PackState> =>
  context.write(async (tx, inside) => {
    const bench = await benchOf(inside, tx, no)
    await sql`select 1 from goods_out where id = ${outId} for update`.execute(behind(tx))
    const document = (await documentsOf(tx, bench)).find(one => one.id === outId)
    if (document === undefined) throw refuse.unknown(goodsOut.title)
    const code = waybill.trim()
    // sent again: it has left already
    if (document.state === states.shipped[0] && document.trackingNo === code) return stateOf(tx, bench)
    if (document.state !== states.picked[0]) throw refuse.rule(sentence`${document.no} 不是待发运，不能打包发出`)
    if (!document.isComplete) throw refuse.rule(sentence`${document.no} 还没有装齐`)
    if (document.trackingNo !== null && document.trackingNo !== code)
      throw refuse.rule(sentence`${document.no} 的运单号是 ${document.trackingNo}，扫到的是 ${code}`)
    const { rows } = await sql<{ no: string }>`select no from goods_out where org_id = ${inside.caller.orgId} and tracking_no = ${code}
      and id <> ${outId} and state not in (${states.reversed[0]}, ${states.voided[0]}) limit 1`.execute(behind(tx))
    const [other] = rows
    if (other !== undefined) throw refuse.rule(sentence`运单号 ${code} 已在出库单 ${other.no} 上，一个运单号只属于一个包裹`)
    if (document.trackingNo === null) await change(inside, goodsOut, outId, { trackingNo: code })
    await takeSteps(inside, goodsOut, { ids: [{ id: outId }], pick: { step: 'ship' }, input: {} })
    if (bench.waveId !== null) {
      const shipped = await sql<{ n: number }>`select count(*)::int as n from goods_out where wave_id = ${bench.waveId}
        and state = ${states.shipped[0]}`.execute(behind(tx))
      await setDerived(inside, goodsWave, [{ id: bench.waveId, shippedCount: shipped.rows[0]?.n ?? 0 }])
    }
    await packFollows(inside, tx, tasksOf(bench))
    return stateOf(tx, bench)
  })
