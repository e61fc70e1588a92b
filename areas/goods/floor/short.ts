/**
 * Less lies there than a line says. What is missing is held elsewhere where it can be, in lines of the same task; else the document is
 * short. The bin is counted, and what is missing is kept from others until that count knows.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare, isZero, subtract, sum } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { create, createEach, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { countKinds, goodsCount } from '../documents/count-tables.ts'
import { behind, refuseForeign } from '../documents/places.ts'
import { cutOf, outbounds } from '../documents/cut-holds.ts'
import { type Outbound } from '../documents/outbound.ts'
import { ofColumn } from '../documents/lines.ts'
import { locationKinds } from '../location-tables.ts'
import { holdGoods, type Demand } from '../post.ts'
import { byStation, end, holdsOfLine, lineInHand, refuseNotInHand, type CellHold } from './do-task.ts'
import { countDone, server } from './make-tasks.ts'
import { goodsTask, goodsTaskLine, taskKinds } from './task-tables.ts'
import type { FloorWork } from './wire.ts'
import { workOf, type Line, type Task } from './work.ts'

interface Short {
  readonly lineId: string
  /** of what is left of the line, so many are there */
  readonly found: string
  readonly reason: number
}
/** the least urgent: a count that finds less takes from it first */
const least = 1

export const short = (context: Context, { lineId, found, reason }: Short): Promise<FloorWork> =>
  context.write(async (tx, inside) => {
    const { task, line } = await lineInHand(inside, tx, lineId)
    refuseNotInHand(inside, task)
    await refuseForeign(inside, tx, task.warehouseId)
    if (task.kind === taskKinds.pack[0]) throw refuse.rule(byStation)
    if (line.quantity === null) throw refuse.rule(sentence`盘点请直接填写实盘数`)
    const left = subtract(line.quantity, line.doneQty)
    const missing = subtract(left, found)
    // sent again: the line says it already
    if (isZero(left) || (line.reason !== null && compare(left, found) === 0)) return workOf(inside, tx, task.id)
    if (compare(found, '0') < 0 || compare(missing, '0') <= 0)
      throw refuse.invalid([{ field: 'found', message: sentence`实有数应小于还要的 ${left}` }])
    const at = inside.now().toISOString()
    const boss = await server(inside, tx)
    const countId = await countBin(boss, tx, task, line)
    await setDerived(boss, goodsTaskLine, [{ id: line.id, quantity: add(line.doneQty, found), reason, scannedAt: at }])
    await setDerived(boss, goodsTask, [{ id: task.id, touchedAt: at }])
    if (task.kind === taskKinds.pick[0]) await holdElsewhere(boss, tx, task, line, missing, countId)
    const { lines, done } = await countDone(inside, tx, task.id)
    if (lines === done) await end(inside, tx, task)
    return workOf(inside, tx, task.id)
  })

/** The count of the bin and item: one is made unless it is under way. */
async function countBin(context: Context, tx: Tx, task: Task, line: Line): Promise<string> {
  const { rows } = await sql<{ id: string }>`select d.id::text from goods_count_line n join goods_count d on d.id = n.count_id
    where n.location_id = ${line.fromId} and n.product_id = ${line.productId} and d.state in (2, 3, 4) limit 1`.execute(behind(tx))
  const [under] = rows
  if (under !== undefined) return under.id
  const { id } = await create(context, goodsCount, {
    businessOn: todayOf(context),
    warehouseId: task.warehouseId,
    kind: countKinds.some[0],
    zoneId: line.fromId,
    productIds: [line.productId],
    remark: `${task.no}`,
  })
  await takeSteps(context, goodsCount, { ids: [{ id }], pick: { step: 'start' }, input: {}, byProgram: true })
  return id
}

interface DocumentLine {
  readonly id: string
  readonly labelId: string | null
  readonly batchId: string | null
  readonly locationId: string | null
}

interface Lost {
  readonly hold: CellHold
  readonly quantity: string
}
/** Whose units are missing: documents that go first keep what is there. */
function lostOf(holds: readonly CellHold[], missing: string): readonly Lost[] {
  const lost: Lost[] = []
  let left = missing
  for (const hold of holds.toReversed()) {
    if (isZero(left)) break
    const quantity = compare(hold.quantity, left) < 0 ? hold.quantity : left
    lost.push({ hold, quantity })
    left = subtract(left, quantity)
  }
  return lost
}

/** Nobody is sent to a bin for what is not there. */
const blockedFor = (countId: string, task: Task, line: Line, quantity: string, scrap: boolean): Demand => ({
  docType: goodsCount.table,
  docId: countId,
  // each short of the bin blocks its own
  lineId: line.id,
  productId: line.productId,
  warehouseId: task.warehouseId,
  labelId: line.labelId,
  batchId: line.batchId,
  locationId: line.fromId,
  quantity,
  part: true,
  scrap,
  priority: least,
})

/** What is taken out of an area was rejected there: good units in bins do not take its place. */
async function isOfArea(tx: Tx, line: Line): Promise<boolean> {
  const { rows } = await sql`select 1 from goods_location where id = ${line.fromId} and kind <> ${locationKinds.bin[0]}`.execute(behind(tx))
  return rows.length > 0
}

async function holdElsewhere(context: Context, tx: Tx, task: Task, line: Line, missing: string, countId: string): Promise<void> {
  const lost = lostOf(await holdsOfLine(context, tx, task, line), missing)
  const [first] = lost
  if (first === undefined) return
  const { docType } = first.hold
  const o = outbounds.find(one => one.document.table === docType)
  const told = cutOf(docType)
  if (o === undefined && told === null) return
  const lineOf = await linesAsked(tx, o, lost)
  const scrap = await isOfArea(tx, line)
  const demandOf = (hold: CellHold, quantity: string): Demand => ({
    docType: hold.docType,
    docId: hold.docId,
    docNo: hold.docNo,
    lineId: hold.lineId,
    productId: line.productId,
    warehouseId: task.warehouseId,
    labelId: lineOf.get(hold.lineId)?.labelId ?? null,
    batchId: lineOf.get(hold.lineId)?.batchId ?? null,
    quantity,
    part: true,
    scrap,
    priority: hold.priority,
  })
  const kept = lost.flatMap(({ hold, quantity }) => {
    const rest = subtract(hold.quantity, quantity)
    return isZero(rest) ? [] : [{ ...demandOf(hold, rest), locationId: line.fromId, batchId: line.batchId }]
  })
  const elsewhere: Demand[] = []
  for (const { hold, quantity } of lost) {
    if (scrap || lineOf.get(hold.lineId)?.locationId != null) continue
    elsewhere.push(...(await elsewhereOf(tx, context.caller.orgId, task, line, demandOf(hold, quantity), elsewhere)))
  }
  const blocked = [blockedFor(countId, task, line, missing, scrap)]
  const taken = await holdGoods(
    context,
    tx,
    [...kept, ...elsewhere, ...blocked],
    lost.map(({ hold }) => ({ id: hold.id })),
  )
  await addLines(
    context,
    tx,
    task,
    line,
    taken.slice(kept.length, kept.length + elsewhere.length).flatMap(one => one.holds),
  )
  const holds = lost.map(({ hold }) => hold)
  if (o !== undefined) return tellDocuments(context, tx, o, holds)
  for (const docId of new Set(holds.map(one => one.docId))) await told?.(context, tx, docId)
}
/** What lines of documents that leave ask for; others ask for the item alone. */
async function linesAsked(tx: Tx, o: Outbound | undefined, lost: readonly Lost[]): Promise<ReadonlyMap<string, DocumentLine>> {
  if (o === undefined) return new Map()
  const bin = o.byBin === true ? sql`location_id::text` : sql`null`
  const { rows } = await sql<DocumentLine>`select id::text, label_id::text as "labelId", batch_id::text as "batchId", ${bin} as "locationId"
    from ${sql.table(o.lines.table)} where id = any(${lost.map(one => one.hold.lineId)}::bigint[])`.execute(behind(tx))
  return new Map(rows.map(row => [row.id, row]))
}

/** Bins in which there is some of it free, in their order, for as much as is asked for. */
async function elsewhereOf(
  tx: Tx,
  orgId: string,
  task: Task,
  line: Line,
  demand: Demand,
  asked: readonly Demand[],
): Promise<readonly Demand[]> {
  const { rows } = await sql<{ locationId: string; free: string }>`select c.location_id::text as "locationId",
      trim_scale(sum(c.quantity - c.reserved))::text as free
    from goods_cell c join goods_location l on l.id = c.location_id
    where c.org_id = ${orgId} and c.product_id = ${line.productId} and c.warehouse_id = ${task.warehouseId} and c.quantity > c.reserved
      and l.kind = 1 and l.status = 1 and l.id <> ${line.fromId} and c.label_id in (${demand.labelId ?? '0'}, 0)
      and (${demand.batchId ?? null}::bigint is null or c.batch_id = ${demand.batchId ?? null}::bigint)
    group by c.location_id order by min(c.since), min(l.pick_order), min(l.code)`.execute(behind(tx))
  const found: Demand[] = []
  let left = demand.quantity
  for (const { locationId, free } of rows) {
    if (isZero(left)) break
    const spoken = sum(asked.filter(one => one.locationId === locationId).map(one => one.quantity))
    const is = subtract(free, spoken)
    if (compare(is, '0') <= 0) continue
    const quantity = compare(is, left) < 0 ? is : left
    found.push({ ...demand, locationId, quantity })
    left = subtract(left, quantity)
  }
  return found
}

type Cell = Readonly<Record<'locationId' | 'quantity', string> & Record<'batchId' | 'labelId', string | null>>
/** What is held elsewhere is picked there: in a line that is there, or a new one. */
async function addLines(context: Context, tx: Tx, task: Task, line: Line, cells: readonly Cell[]): Promise<void> {
  const { rows: there } =
    await sql<Line>`select id::text, from_id::text as "fromId", batch_id::text as "batchId", label_id::text as "labelId",
      trim_scale(quantity)::text as quantity from goods_task_line
    where task_id = ${task.id} and product_id = ${line.productId} order by line_no`.execute(behind(tx))
  const added = new Map<string, Cell>()
  const nameOf = (cell: Cell): string => `${cell.locationId} ${cell.batchId ?? ''} ${cell.labelId ?? ''}`
  for (const cell of cells) {
    const before = added.get(nameOf(cell))
    added.set(nameOf(cell), before === undefined ? cell : { ...before, quantity: add(before.quantity, cell.quantity) })
  }
  const fresh: Cell[] = []
  const more: { id: string; quantity: string }[] = []
  for (const cell of added.values()) {
    const known = there.find(one => one.fromId === cell.locationId && one.batchId === cell.batchId && one.labelId === cell.labelId)
    if (known === undefined) fresh.push(cell)
    else more.push({ id: known.id, quantity: add(known.quantity ?? '0', cell.quantity) })
  }
  await setDerived(context, goodsTaskLine, more)
  await createEach(
    context,
    goodsTaskLine,
    fresh.map(({ locationId, batchId, labelId, quantity }) => ({
      taskId: task.id,
      productId: line.productId,
      batchId,
      labelId,
      fromId: locationId,
      toId: line.toId,
      quantity,
    })),
  )
}

/** What is held now of these lines; a document of which some is held nowhere is short. */
async function tellDocuments(context: Context, tx: Tx, o: Outbound, holds: readonly CellHold[]): Promise<void> {
  const of = sql.ref(`l.${ofColumn(o.lines)}`)
  const { rows } = await sql<{ id: string; docId: string; held: string; isShort: boolean }>`
    select x.id, x."docId", x.held::text, x.held < x.quantity as "isShort" from (
      select l.id::text, ${of}::text as "docId", l.quantity,
          ${o.bundles === undefined ? sql`0` : sql`l.sets`} + (select coalesce(sum(h.quantity), 0) from goods_hold h
            where h.doc_type = ${o.document.table} and h.line_id = l.id::text and h.doc_id = ${of}::text and h.state = 1) as held
        from ${sql.table(o.lines.table)} l where l.id = any(${holds.map(one => one.lineId)}::bigint[])) x`.execute(behind(tx))
  await setDerived(
    context,
    o.lines,
    rows.map(({ id, held }) => ({ id, held })),
  )
  const lacking = [...new Set(rows.filter(one => one.isShort).map(one => one.docId))]
  await setDerived(
    context,
    o.document,
    lacking.map(id => ({ id, isLack: true })),
  )
}
