/** What was rejected: made by its inspection, decided on, and carried out by a document or by a move. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addDocument } from '#platform/server/documents.ts'
import { create, setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import {
  areaOf,
  behind,
  goodsOut,
  goodsOutLine,
  outboundStates,
  outKinds,
  postGoods,
  purchaseReturn,
  purchaseReturnLine,
  refuseForeign,
} from '#areas/goods/index.ts'
import { judgeBatch } from './batches.ts'
import { inspection } from './inspection-tables.ts'
import { nonconformity, ways } from './nonconformity-tables.ts'
import { tellRejected } from './notices.ts'
import { stages } from './words.ts'

const states = codesOf(nonconformity.fields.state.choices)
const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'what follows from an inspection')

/** until somebody is reminded, where nobody says another day */
const daysToDecide = 7

export async function openNonconformity(inside: Context, row: Row, day: string): Promise<void> {
  await create(inside, nonconformity, {
    businessOn: day,
    productId: row['productId'],
    warehouseId: row['warehouseId'],
    quantity: row['rejectedQty'],
    inspectionId: row.id,
    supplierId: row['supplierId'],
    batchId: row['batchId'],
    labelId: row['labelId'],
    ownerId: row['inspectorId'],
    dueOn: addDays(day, daysToDecide),
  })
}

/** An inspection is taken back while nothing was decided on what it rejected. */
export async function refuseDecided(inside: Context, tx: Tx, inspectionId: string): Promise<void> {
  const { rows } = await sql<{ id: string; no: string; state: number }>`select id::text, no, state from nonconformity
    where inspection_id = ${inspectionId} and state <> ${states.voided}`.execute(behind(tx))
  const decided = rows.find(one => one.state !== states.open)
  if (decided !== undefined) throw refuse.rule(sentence`不合格处理 ${decided.no} 已决定，检验单不能冲销`)
  if (rows.length > 0)
    await takeSteps(inside, nonconformity, {
      ids: rows.map(({ id }) => ({ id })),
      pick: { step: 'void' },
      input: { reason: '检验单已冲销' },
      byProgram: true,
    })
}

export const followNonconformities = followerOf(nonconformity, async (context, tx, changes) => {
  await tellRejected(context, tx, changes)
  for (const { before, after } of changes) {
    if (after === null) continue
    if (before === null || before.state === after.state) continue
    if (after.state === states.decided) await refuseNotThere(context, tx, after)
    if (after.state === states.decided && after.way === ways.scrap[0]) await makeScrap(context, tx, after)
    if (after.state === states.decided && after.way === ways.back[0]) await makeReturn(context, tx, after)
    if (after.state === states.done && after.docNo === null) await carry(context, tx, after)
    if (after.state === states.open) await setDerived(await server(context, tx), nonconformity, [{ id: after.id, ...nothing }])
  }
})
const nothing = { way: null, docType: null, docId: null, docNo: null } as const

/** Something is done with what lies among the defective goods, and of which no other one decides. */
async function refuseNotThere(context: Context, tx: Tx, row: Row): Promise<void> {
  await refuseForeign(context, tx, asText(row['warehouseId']))
  const { rows } = await sql<{ free: string; enough: boolean }>`select trim_scale(-x.free)::text as free, x.free >= 0 as enough from (
    select coalesce((select sum(c.quantity) from goods_cell c join goods_location l on l.id = c.location_id and l.kind = 4
        where c.warehouse_id = ${row['warehouseId']} and c.product_id = ${row['productId']}
          and c.batch_id = coalesce(${row['batchId']}::bigint, 0)), 0)
      - coalesce((select sum(n.quantity) from nonconformity n where n.warehouse_id = ${row['warehouseId']}
          and n.product_id = ${row['productId']} and n.batch_id is not distinct from ${row['batchId']}::bigint
          and n.state = ${states.decided}), 0) as free) x`.execute(behind(tx))
  const [one] = rows
  if (one?.enough === false) throw refuse.rule(sentence`不良品区没有这么多货物可以处理，还差 ${one.free}`)
}

/** 报废: an issue out of the area of defective goods, asked for at once. */
async function makeScrap(context: Context, tx: Tx, row: Row): Promise<void> {
  const inside = await server(context, tx)
  const defective = await areaOf(inside, tx, asText(row['warehouseId']), 'defective')
  const { productId, quantity, batchId, labelId } = row
  const made = await addDocument(
    inside,
    [goodsOut, goodsOutLine],
    { businessOn: todayOf(inside), kind: outKinds.scrapped[0], warehouseId: row['warehouseId'], remark: asText(row['no']) },
    { added: [{ id: 'n0', productId, quantity, batchId, labelId, locationId: defective }], changed: [], removed: [] },
    {},
  )
  await setDerived(inside, nonconformity, [{ id: row.id, docType: 'goods_out', docId: made.id, docNo: made['no'] }])
}

/** 退货: a return of the receipt that brought it, also where it was reworked or sorted since. */
async function makeReturn(context: Context, tx: Tx, row: Row): Promise<void> {
  const { rows } = await sql<{ inLineId: string; supplierId: string }>`
    with recursive way as (
      select i.source_type, i.source_id, i.source_line from inspection i where i.id = ${row['inspectionId']}
      union all select j.source_type, j.source_id, j.source_line from way w
        join nonconformity n on w.source_type = 'nonconformity' and n.id = w.source_id::bigint
        join inspection j on j.id = n.inspection_id)
    select l.id::text as "inLineId", d.supplier_id::text as "supplierId" from way w
      join goods_move m on w.source_type = 'goods_in' and m.id = split_part(w.source_line, ':', 2)::bigint
      join goods_in_line l on l.id = case when m.doc_type = 'goods_in' then m.line_id::bigint end join goods_in d on d.id = l.in_id
    where d.supplier_id is not null`.execute(behind(tx))
  const [receipt] = rows
  if (receipt === undefined) throw refuse.rule(sentence`不是采购入库检出的，不能退给供应商，请选择其他处理方式`)
  const inside = await server(context, tx)
  const warehouseId = asText(row['warehouseId'])
  const { productId, quantity, batchId, labelId } = row
  const locationId = await areaOf(inside, tx, warehouseId, 'defective')
  const made = await addDocument(
    inside,
    [purchaseReturn, purchaseReturnLine],
    { businessOn: todayOf(inside), supplierId: receipt.supplierId, warehouseId, remark: asText(row['no']) },
    { added: [{ id: 'n0', productId, quantity, batchId, labelId, locationId, inLineId: receipt.inLineId }], changed: [], removed: [] },
    {},
  )
  await setDerived(inside, nonconformity, [{ id: row.id, docType: 'purchase_return', docId: made.id, docNo: made['no'] }])
}

/** 返工 and 挑选 bring it back into the area of inspection, as a lot of its own; 让步 lets it go to be put away. */
async function carry(context: Context, tx: Tx, row: Row): Promise<void> {
  const inside = await server(context, tx)
  const warehouseId = asText(row['warehouseId'])
  await refuseForeign(context, tx, warehouseId)
  const isConceded = row['way'] === ways.concede[0]
  const from = await areaOf(inside, tx, warehouseId, 'defective')
  const to = await areaOf(inside, tx, warehouseId, isConceded ? 'receiving' : 'inspection')
  const of = { productId: asText(row['productId']), quantity: asText(row['quantity']) }
  const text = (name: string) => (row[name] === null ? null : asText(row[name]))
  if (isConceded) await judgeBatch(inside, text('batchId'), true)
  await postGoods(inside, tx, {
    docType: 'nonconformity',
    docId: row.id,
    docNo: asText(row['no']),
    key: `nonconformity:${row.id}:${asText(row['version'] ?? '')}`,
    lines: [{ ...of, batchId: text('batchId'), labelId: text('labelId'), from, to, reason: 'inspected' }],
  })
  if (isConceded) return
  const made = await create(inside, inspection, {
    businessOn: todayOf(inside),
    stage: stages.incoming[0],
    productId: row['productId'],
    warehouseId,
    supplierId: row['supplierId'],
    lotQty: row['quantity'],
    batchId: row['batchId'],
    labelId: row['labelId'],
    fromId: to,
    sourceType: 'nonconformity',
    sourceId: row.id,
    sourceNo: row['no'],
    sourceLine: `nonconformity:${row.id}:${asText(row['version'] ?? '')}`,
  })
  await setDerived(inside, nonconformity, [{ id: row.id, docType: 'inspection', docId: made.id, docNo: made['no'] }])
}

/** Its document has left, or was cancelled. */
export const followDocuments =
  (docType: string): Follower =>
  async (context, tx, changes) => {
    const { shipped, voided, reversed } = outboundStates
    const moved = (...codes: readonly number[]): readonly string[] =>
      changes.flatMap(({ id, before, after }) =>
        before !== null && after !== null && before['state'] !== after['state'] && codes.includes(Number(after['state'])) ? [id] : [],
      )
    for (const [step, ids, from] of [
      ['carried', moved(shipped[0]), [states.decided]],
      ['again', moved(voided[0], reversed[0]), [states.decided, states.done]],
    ] as const) {
      if (ids.length === 0) continue
      const { rows } = await sql<{ id: string }>`select id::text from nonconformity where doc_type = ${docType}
        and doc_id = any(${ids}::text[]) and state = any(${from}::smallint[])`.execute(behind(tx))
      if (rows.length > 0)
        await takeSteps(await server(context, tx), nonconformity, { ids: rows, pick: { step }, input: {}, byProgram: true })
    }
  }
