/** What a scanned code is to the line that somebody is at: its place, its item, a place to put it, or something else, which is named. */
import { sql } from 'kysely'
import { listed, sentence, type Sentence } from '#platform/declare/sentence.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { resolveCode } from '#platform/server/lists.ts'
import { setDerived } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { refuseNotInHand } from './do-task.ts'
import { goodsTask } from './task-tables.ts'
import type { FloorLine, FloorScan, FloorWork } from './wire.ts'
import { lockTask, workOf } from './work.ts'

interface Meant {
  readonly locationId: string | null
  readonly kind: number | null
  readonly productId: string | null
  readonly batchId: string | null
  readonly unitQty: string
  /** the seller SKU whose sticker it is */
  readonly label: string | null
  readonly code: string
}

/** `lineId`: the line that the person is at. */
export const scan = (context: Context, id: unknown, code: string, lineId: string | null): Promise<FloorScan> =>
  context.write(async (tx, inside) => {
    const task = await lockTask(inside, tx, id)
    refuseNotInHand(inside, task)
    const work = await workOf(inside, tx, task.id)
    await setDerived(inside, goodsTask, [{ id: task.id, touchedAt: inside.now().toISOString() }])
    const meant = await meantBy(tx, inside.caller.orgId, task.warehouseId, code.trim())
    const open = work.lines.filter(one => !one.isDone)
    const at = work.lines.find(one => one.id === lineId) ?? open[0]
    const ordered = at === undefined ? open : [at, ...open.filter(one => one !== at)]
    for (const one of meant) {
      const fit = fitOf(work, ordered, one)
      if (fit !== null) return answer(one, fit, '', [])
    }
    const found = await resolveCode(inside, code)
    const words = await wrongSaid(
      tx,
      inside.caller.orgId,
      work,
      at,
      meant,
      code.trim(),
      found.map(one => `${one.thing} ${one.code}`),
    )
    return answer(meant[0], { fits: 'wrong', lineId: null }, inside.house.registry.inWords(words, inside.language), found)
  })

interface Fit {
  readonly fits: FloorScan['fits']
  readonly lineId: string | null
}
const answer = (one: Meant | undefined, fit: Fit, said: string, found: FloorScan['found']): FloorScan => ({
  ...fit,
  unitQty: one?.unitQty ?? '1',
  locationId: one?.locationId ?? null,
  productId: one?.productId ?? null,
  batchId: one?.batchId ?? null,
  said,
  found,
})

const isItem = (one: Meant, line: FloorLine): boolean =>
  one.productId === line.productId &&
  (one.batchId === null || one.batchId === line.batchId) &&
  (one.label === null || one.label === line.label)

function fitOf({ mode }: FloorWork, open: readonly FloorLine[], one: Meant): Fit | null {
  if (one.locationId !== null) {
    const from = open.find(line => line.fromId === one.locationId)
    if (from !== undefined) return { fits: 'from', lineId: from.id }
    if (mode === 'receive') return null
    if (mode === 'put') return one.kind === 1 ? { fits: 'to', lineId: null } : null
    return null
  }
  const line = open.find(each => isItem(one, each))
  if (line !== undefined) return { fits: 'item', lineId: line.id }
  return mode === 'count' ? { fits: 'other', lineId: null } : null
}

/** Records that have the code, those of the warehouse first: a place, a barcode, a batch, an SKU. */
async function meantBy(tx: Tx, orgId: string, warehouseId: string, code: string): Promise<readonly Meant[]> {
  const spellings = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const { rows } = await sql<Meant>`
    select l.id::text as "locationId", l.kind, null as "productId", null as "batchId", '1' as "unitQty", null as label, l.code
      from goods_location l where l.org_id = ${orgId} and l.code = any(${spellings})
        and l.warehouse_id = ${warehouseId} and l.kind between 1 and 6
    union all select null, null, b.product_id::text, null, trim_scale(b.unit_qty)::text, goods_label(b.label_id), b.code
      from goods_barcode b where b.org_id = ${orgId} and b.code = any(${spellings})
    union all select null, null, p.id::text, null, '1', null, p.sku
      from product p where p.org_id = ${orgId} and p.sku = any(${spellings})
    union all select null, null, x.product_id::text, x.id::text, '1', null, x.batch_no
      from goods_batch x where x.org_id = ${orgId} and x.batch_no = any(${spellings})`.execute(behind(tx))
  return rows
}

const binsShown = 3
async function wrongSaid(
  tx: Tx,
  orgId: string,
  work: FloorWork,
  at: FloorLine | undefined,
  meant: readonly Meant[],
  code: string,
  known: readonly string[],
): Promise<Sentence> {
  const place = meant.find(one => one.locationId !== null)
  if (place !== undefined && at?.from != null) return sentence`这是库位 ${place.code}，应到 ${at.from}`
  const item = meant.find(one => one.productId !== null)
  if (item !== undefined) {
    const { rows } = await sql<{ sku: string; codes: readonly string[] }>`select p.sku, (select coalesce(array_agg(x.code), '{}') from (
          select distinct l.code from goods_cell c join goods_location l on l.id = c.location_id join goods_task t on t.id = ${work.id}
            where c.org_id = ${orgId} and c.product_id = p.id and c.warehouse_id = t.warehouse_id and c.quantity > 0 and l.kind = 1
            order by 1 limit ${binsShown}) x) as codes
      from product p where p.id = ${item.productId}`.execute(behind(tx))
    const sku = rows[0]?.sku ?? item.code
    const bins = rows[0]?.codes ?? []
    const other = work.lines.find(line => line.productId === item.productId && line.batch !== null)
    if (item.batchId !== null && other !== undefined)
      return sentence`这是 ${sku} 的批次 ${item.code}，这张作业要的是批次 ${other.batch ?? ''}`
    return bins.length === 0 ? sentence`这是 ${sku}，不在这张作业里` : sentence`这是 ${sku}，不在这张作业里，它放在 ${listed(bins)}`
  }
  if (known.length > 0) return sentence`这是 ${listed(known)}，不是这张作业要的`
  return sentence`没有找到 ${code}`
}
