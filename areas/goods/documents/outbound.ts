/**
 * What leaves a warehouse in steps: held (配货), picked into the staging area (拣货), shipped. 出库单 and 调拨单 share it. A hold follows its
 * goods; cancelling frees them. What was picked then lies in the staging area until it is put back (退回库位).
 */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { add, compare, isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { tasksFollow } from '../floor/follow-tasks.ts'
import { makePick, makePutting, refuseByHand, worksByTask, type Units } from '../floor/make-tasks.ts'
import { holdGoods, openPostings, releaseGoods, type GoodsLine, type Place } from '../post.ts'
import { taskKinds } from '../floor/task-tables.ts'
import { locationKinds } from '../location-tables.ts'
import { enter, keyOf, noLines, takeBack } from './entry.ts'
import { isPart, lockDocument, ofColumn } from './lines.ts'
import { areaOf, behind, refuseElsewhere, refuseForeign } from './places.ts'
import { outboundStates as states, priorities } from './words.ts'

export interface Outbound {
  readonly document: Resource
  readonly lines: Resource
  /** field of the document */
  readonly warehouse: string
  /** its lines name the bin that goods are taken from */
  readonly byBin?: boolean
  /** its goods are thrown away: they are gathered in the area of defective goods, also frozen or expired ones */
  readonly scraps?: (row: Row) => boolean
  /** bundles of its lines are put together of parts, which are lines too (`sets` and `ofLineId`) */
  readonly bundles?: {
    readonly plan: (context: Context, tx: Tx, row: Row) => Promise<void>
    readonly forget: (context: Context, tx: Tx, id: string) => Promise<void>
  }
  /** refuses what lacks something that its kind asks for */
  readonly complete?: (row: Row) => void
}

interface Line {
  readonly id: string
  readonly productId: string
  readonly quantity: string
  readonly held: string
  readonly labelId: string | null
  readonly batchId: string | null
  readonly locationId: string | null
  readonly isPart: boolean
}
interface Moved {
  readonly id: string
  readonly before: Row | null
  readonly after: Row | null
}

/** What a document that has reached a state makes of the goods. */
export async function followOutbound(context: Context, tx: Tx, o: Outbound, changes: readonly Moved[]): Promise<void> {
  for (const { id, before, after } of changes) {
    if (before === null || before['state'] === after?.['state']) continue
    const from = Number(before['state'])
    const inside = within(context, tx)
    // until it has gone it is the affair of the warehouse that it leaves; who decides on an approval needs no grant
    if (from < states.shipped[0] && from !== states.asked[0]) await refuseForeign(inside, tx, asText(before[o.warehouse]))
    if (after === null) continue
    const to = after['state']
    if (to === states.asked[0]) await refuseIncomplete(tx, o, id, after)
    else if (to === states.held[0]) await allocate(inside, tx, o, id, after)
    else if (to === states.picking[0]) await releaseToPick(inside, tx, o, after)
    else if (to === states.picked[0]) await pick(inside, tx, o, id, after)
    else if (to === states.draft[0] && from !== states.asked[0]) await cancel(inside, tx, o, after, false)
    else if (to === states.voided[0]) await cancel(inside, tx, o, after, from === states.picked[0])
  }
}

async function refuseIncomplete(tx: Tx, o: Outbound, id: string, row: Row): Promise<void> {
  o.complete?.(row)
  const lines = await linesOf(tx, o, id)
  if (lines.length === 0) throw refuse.rule(noLines)
  await refuseElsewhere(
    tx,
    asText(row[o.warehouse]),
    lines.flatMap(line => line.locationId ?? []),
  )
}

async function linesOf(tx: Tx, o: Outbound, id: string): Promise<readonly Line[]> {
  const { lines, byBin } = o
  const bin = byBin === true ? sql`location_id::text` : sql`null`
  const { rows } = await sql<Line>`select id::text, product_id::text as "productId", quantity::text, held::text,
      label_id::text as "labelId", batch_id::text as "batchId", ${bin} as "locationId", ${isPart(o)} as "isPart"
    from ${sql.table(lines.table)} where ${sql.ref(ofColumn(lines))} = ${id} order by line_no`.execute(behind(tx))
  return rows
}
/** What is free is held; where some is short, the document waits, unless it may go in part. */
async function allocate(context: Context, tx: Tx, o: Outbound, id: string, row: Row): Promise<void> {
  const warehouseId = asText(row[o.warehouse])
  await o.bundles?.plan(context, tx, row)
  const lines = await linesOf(tx, o, id)
  const open = lines.filter(line => !isZero(subtract(line.quantity, line.held)))
  const takings = await holdGoods(
    context,
    tx,
    open.map(({ id: lineId, productId, labelId, batchId, locationId, quantity, held }) => ({
      docType: o.document.table,
      docId: id,
      lineId,
      productId,
      warehouseId,
      labelId,
      batchId,
      locationId,
      scrap: o.scraps?.(row) ?? false,
      quantity: subtract(quantity, held),
      part: true,
      ...(row['priority'] == null ? {} : { priority: Number(row['priority']) }),
    })),
  )
  const now = open.map((line, at) => ({ id: line.id, held: add(line.held, takings[at]?.taken ?? '0') }))
  const short = open.filter((line, at) => compare(now[at]?.held ?? '0', line.quantity) < 0)
  const isLack = short.length > 0
  const mayGo = row['allowPart'] === true && !short.some(one => one.isPart)
  const isAny = lines.some(one => !isZero(one.held)) || now.some(one => !isZero(one.held))
  await setDerived(context, o.lines, now)
  await setDerived(context, o.document, [{ id, isLack }])
  if (isLack && (!mayGo || !isAny))
    await takeSteps(context, o.document, { ids: [{ id }], pick: { step: 'lack' }, input: {}, byProgram: true })
}

interface HeldUnits {
  readonly holdId: string
  readonly lineId: string
  readonly productId: string
  readonly from: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly quantity: string
}

/** What is held now goes there, each hold a line: it follows goods that stay in the warehouse, else it is used. */
export async function heldLines(
  tx: Tx,
  { document }: Outbound,
  id: string,
  to: Place,
  reason: GoodsLine['reason'],
): Promise<readonly GoodsLine[]> {
  const { rows } = await sql<HeldUnits>`select h.id::text as "holdId", h.line_id as "lineId", c.product_id::text as "productId",
      c.location_id::text as "from", nullif(c.batch_id, 0)::text as "batchId", nullif(c.label_id, 0)::text as "labelId", h.quantity::text
    from goods_hold h join goods_cell c on c.id = h.cell_id
    where h.doc_type = ${document.table} and h.doc_id = ${id} and h.state = 1 order by h.line_id::bigint, h.id`.execute(behind(tx))
  return rows.map(({ holdId, ...line }) => ({ ...line, to, reason, holds: [{ id: holdId, quantity: line.quantity }] }))
}

const pickKey = ({ document }: Outbound, id: string): string => `${document.table}:${id}:pick`

const sourceOf = (o: Outbound, row: Row) => ({
  docType: o.document.table,
  docId: row.id,
  docNo: asText(row['no']),
  warehouseId: asText(row[o.warehouse]),
})
const stageOf = (context: Context, tx: Tx, o: Outbound, row: Row): Promise<string> =>
  areaOf(context, tx, asText(row[o.warehouse]), o.scraps?.(row) === true ? 'defective' : 'staging')

/** Where the warehouse works by tasks, somebody is told what to pick; documents of a wave are picked together. */
async function releaseToPick(context: Context, tx: Tx, o: Outbound, row: Row): Promise<void> {
  if ((row['waveId'] ?? null) !== null || !(await worksByTask(tx, asText(row[o.warehouse])))) return
  const dueOn = row['dueOn'] ?? null
  await makePick(context, tx, sourceOf(o, row), await stageOf(context, tx, o, row), {
    dueOn: dueOn === null ? null : asText(dueOn),
    priority: Number(row['priority'] ?? priorities.middle[0]),
  })
}

async function pick(context: Context, tx: Tx, o: Outbound, id: string, row: Row): Promise<void> {
  await refuseByHand(tx, o.document.table, id)
  await refuseShort(tx, o, id, row)
  const stage = await stageOf(context, tx, o, row)
  const entering = { docType: o.document.table, id, row, day: todayOf(context), key: pickKey(o, id) }
  const lines = await heldLines(tx, o, id, stage, 'picked')
  const toGather = lines.filter(({ from }) => from !== stage)
  if (toGather.length > 0 || lines.length === 0) await enter(context, tx, entering, toGather)
}

/** A count has released what was held: the rest goes where it may go in part, else nothing does. */
export async function refuseShort(tx: Tx, o: Outbound, id: string, row: Row): Promise<void> {
  if (row['allowPart'] === true && o.bundles === undefined) return
  const { rows } = await sql<{ sku: string; quantity: string; held: string }>`select p.sku, trim_scale(l.quantity)::text as quantity,
      trim_scale(l.held)::text as held
    from ${sql.table(o.lines.table)} l join product p on p.id = l.product_id
    where ${sql.ref(`l.${ofColumn(o.lines)}`)} = ${id} and l.held < l.quantity
      and (${row['allowPart'] !== true} or ${isPart(o)}) order by l.line_no limit 1`.execute(behind(tx))
  const [short] = rows
  if (short !== undefined)
    throw refuse.rule(sentence`${short.sku} 需要 ${short.quantity}，盘点后只占用 ${short.held}，请取消单据后重新出库`)
}

async function cancel(context: Context, tx: Tx, o: Outbound, row: Row, isPicked: boolean): Promise<void> {
  const { id } = row
  const byTask = await worksByTask(tx, asText(row[o.warehouse]))
  const picked = byTask ? await heldInStaging(tx, o, id) : []
  const held = (await linesOf(tx, o, id)).filter(line => !isZero(line.held))
  // a document that is short and waits keeps what it could have
  if (held.length > 0) await releaseGoods(context, tx, [{ docType: o.document.table, docId: id }])
  await setDerived(
    context,
    o.lines,
    held.map(line => ({ id: line.id, held: '0' })),
  )
  const lying = o.scraps?.(row) === true ? await stillThere(tx, await pickTasks(context, tx, o, id), todayOf(context)) : []
  if (row['state'] === states.draft[0]) await o.bundles?.forget(context, tx, id)
  const toPutBack = lying.some(one => !isZero(one.quantity)) || (isPicked && picked.length === 0)
  await setDerived(context, o.document, [{ id, isLack: false, toPutBack }])
  await tasksFollow(context, tx, o.document.table, id)
  await makePutting(context, tx, 'putBack', sourceOf(o, row), picked)
}

/** What was picked of a document that goes no further. */
async function heldInStaging(tx: Tx, o: Outbound, id: string): Promise<readonly Units[]> {
  const { rows } = await sql<Units>`select c.product_id::text as "productId", nullif(c.batch_id, 0)::text as "batchId",
      nullif(c.label_id, 0)::text as "labelId", c.location_id::text as "from", trim_scale(sum(h.quantity))::text as quantity
    from goods_hold h join goods_cell c on c.id = h.cell_id join goods_location l on l.id = c.location_id
    where h.doc_type = ${o.document.table} and h.doc_id = ${id} and h.state = 1 and l.kind = ${locationKinds.staging[0]}
    group by c.id order by c.id`.execute(behind(tx))
  return rows
}

/** What was shipped lies in the staging area again: a task brings it back, or somebody says that he has. */
export async function lyingAgain(context: Context, tx: Tx, o: Outbound, row: Row): Promise<void> {
  const { id } = row
  const { rows } = await sql<Units>`select m.product_id::text as "productId", m.batch_id::text as "batchId", m.label_id::text as "labelId",
      l.id::text as "from", trim_scale(sum(case when m.from_id = l.id then m.quantity else -m.quantity end))::text as quantity
    from goods_posting g join goods_move m on m.posting_id = g.id join goods_location l on l.id in (m.from_id, m.to_id)
    where g.org_id = ${context.caller.orgId} and g.key = ${keyOf(o.document.table, id)} and l.kind = ${locationKinds.staging[0]}
    group by 1, 2, 3, 4 having sum(case when m.from_id = l.id then m.quantity else -m.quantity end) > 0 order by min(m.id)`.execute(
    behind(tx),
  )
  const byTask = rows.length > 0 && (await worksByTask(tx, asText(row[o.warehouse])))
  await setDerived(context, o.document, [{ id, toPutBack: !byTask }])
  if (byTask) await makePutting(context, tx, 'putBack', sourceOf(o, row), rows)
}

/** 退回库位: what was picked and did not go lies again where it was. */
export const putBack = (context: Context, o: Outbound, id: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    await lockDocument(tx, o.document, id)
    const row = await oneRecord(inside, o.document, id)
    if (row['toPutBack'] !== true) throw refuse.rule(sentence`没有要退回库位的货物`)
    await refuseForeign(inside, tx, asText(row[o.warehouse]))
    const key = pickKey(o, id)
    const entering = { docType: o.document.table, id, row, day: todayOf(inside), key }
    // what was scrapped where it lay was never picked
    const picked = (await openPostings(inside, o.document.table, id)).find(one => one.key === key)
    const back = await stillThere(tx, picked === undefined ? await pickTasks(inside, tx, o, id) : [picked.id], entering.day)
    if (picked !== undefined && back.length > 0 && back.every(one => isZero(subtract(one.whole, one.quantity))))
      await takeBack(inside, tx, entering)
    else {
      const lines = back.filter(one => !isZero(one.quantity) && (picked !== undefined || one.mayGo))
      if (lines.length > 0) await enter(inside, tx, { ...entering, key: `${key}:back` }, lines)
    }
    await setDerived(inside, o.document, [{ id, toPutBack: false }])
    return { id }
  })

/** Postings by which a task brought goods of one document to the area where they are gathered. */
async function pickTasks(context: Context, tx: Tx, { document }: Outbound, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select g.id::text from goods_task t
      join goods_posting g on g.org_id = t.org_id and g.doc_type = 'goods_task' and g.doc_id = t.id::text
    where t.org_id = ${context.caller.orgId} and t.doc_type = ${document.table} and t.doc_id = ${id}
      and t.kind = ${taskKinds.pick[0]} order by g.id`.execute(behind(tx))
  return rows.map(one => one.id)
}

/** `mayGo`: a batch that is frozen or expired stays in the area of defective goods. */
type Back = GoodsLine & { readonly whole: string; readonly mayGo: boolean }
/** What was picked, as far as it still lies there and nobody holds it: a count may have found less. */
async function stillThere(tx: Tx, postingIds: readonly string[], day: string): Promise<readonly Back[]> {
  const { rows } = await sql<Back>`select m.line_id as "lineId", m.product_id::text as "productId", m.to_id::text as "from",
      m.from_id::text as "to", m.batch_id::text as "batchId", m.label_id::text as "labelId", trim_scale(x.quantity)::text as quantity,
      trim_scale(m.quantity)::text as whole, 'moved' as reason,
      b.id is null or f.kind in (${locationKinds.inspection[0]}, ${locationKinds.defective[0]})
        or (b.status in (1, 2) and coalesce(b.expires_on >= ${day}::date, true)) as "mayGo"
    from (select m.*, sum(m.quantity) over (partition by m.product_id, m.to_id, m.batch_id, m.label_id order by m.id) - m.quantity as before
        from goods_move m where m.posting_id = any(${postingIds}::bigint[])) m
      join goods_cell c on (c.product_id, c.location_id, c.batch_id, c.label_id)
        = (m.product_id, m.to_id, coalesce(m.batch_id, 0), coalesce(m.label_id, 0))
      join goods_location f on f.id = m.from_id left join goods_batch b on b.id = m.batch_id
      cross join lateral (select least(m.quantity, greatest(c.quantity - c.reserved - m.before, 0)) as quantity) x
    order by m.id`.execute(behind(tx))
  return rows
}
