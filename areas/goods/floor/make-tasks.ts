/**
 * Tasks that documents make, in their transaction, in warehouses that work by tasks: what came in is put away, what is released is picked,
 * what is counted is counted line by line, what was picked and does not go is put back. The document is locked by whoever calls.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, createEach, setDerived } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { locationKinds } from '../location-tables.ts'
import { propose, type Leaf, type Unit } from './propose.ts'
import { goodsTask, goodsTaskLine, taskKinds, taskStates } from './task-tables.ts'

/** What a task is made by. */
export interface Source {
  readonly docType: string
  readonly docId: string
  readonly docNo: string
  readonly warehouseId: string
}
export interface Units {
  readonly productId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly from: string
  readonly quantity: string
}
export interface NewLine {
  readonly productId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly fromId: string | null
  readonly toId: string | null
  readonly quantity: string | null
  readonly lineId: string | null
}
type Kind = keyof typeof taskKinds

export const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'tasks that documents make')
export const activeStates = [taskStates.open[0], taskStates.underWay[0]]
const active = sql`t.state = any(${[...activeStates]}::int[])`

/** Whether the warehouse works by tasks; elsewhere documents are moved on by hand. */
export async function worksByTask(tx: Tx, warehouseId: string): Promise<boolean> {
  const { rows } = await sql<{ by: boolean }>`select by_task as by from warehouse where id = ${warehouseId}`.execute(behind(tx))
  return rows[0]?.by === true
}

interface Words {
  readonly waveId?: string
  /** last day on which it shall be done */
  readonly dueOn?: string | null
  readonly priority?: number
}
export async function makeTask(
  context: Context,
  tx: Tx,
  kind: Kind,
  source: Source,
  lines: readonly NewLine[],
  words: Words = {},
): Promise<string | null> {
  if (lines.length === 0) return null
  const inside = await server(context, tx)
  const dueOn = words.dueOn ?? null
  const { id } = await create(inside, goodsTask, {
    kind: taskKinds[kind][0],
    state: taskStates.open[0],
    ...source,
    waveId: words.waveId ?? null,
    lineCount: lines.length,
    ...(words.priority === undefined ? {} : { priority: words.priority }),
    dueAt: dueOn === null ? null : new Date(instantInZone(dueOn, '18:00:00', context.caller.zone)).toISOString(),
  })
  await createEach(
    inside,
    goodsTaskLine,
    lines.map(line => ({ taskId: id, ...line })),
  )
  return id
}

/** What came in, or comes back from the staging area, with the bins that the program proposes. */
export async function makePutting(
  context: Context,
  tx: Tx,
  kind: 'putAway' | 'putBack',
  source: Source,
  units: readonly Units[],
): Promise<void> {
  if (units.length === 0) return
  const places = await placesOf(context, tx, source.warehouseId, units)
  const lines = units.flatMap((unit, at) =>
    (places[at] ?? []).map(({ toId, quantity }) => ({
      productId: unit.productId,
      batchId: unit.batchId,
      labelId: unit.labelId,
      fromId: unit.from,
      toId,
      quantity,
      lineId: null,
    })),
  )
  await makeTask(context, tx, kind, source, lines)
}

interface LeafRow extends Omit<Leaf, 'zones' | 'holds'> {
  readonly zones: readonly string[]
  readonly holds: readonly string[] | null
}

/** Proposals are made one after the other in a warehouse: two tasks do not fill one bin. */
async function placesOf(context: Context, tx: Tx, warehouseId: string, units: readonly Units[]) {
  const db = behind(tx)
  const { orgId } = context.caller
  await sql`select 1 from goods_location where org_id = ${orgId} and warehouse_id = ${warehouseId} and kind = ${locationKinds.zone[0]}
    and parent_id is null order by id for no key update`.execute(db)
  const { rows: leaves } = await sql<LeafRow>`
    with recursive up as (
      select id, parent_id, array[]::text[] as zones from goods_location
        where org_id = ${orgId} and warehouse_id = ${warehouseId} and parent_id is null
      union all
      select l.id, l.parent_id, u.zones || u.id::text from goods_location l join up u on l.parent_id = u.id),
    lying as (
      select location_id, product_id, batch_id, quantity from goods_cell
        where org_id = ${orgId} and warehouse_id = ${warehouseId} and quantity > 0
      union all
      select n.to_id, n.product_id, coalesce(n.batch_id, 0), n.quantity - n.done_qty
        from goods_task_line n join goods_task t on t.id = n.task_id
        where t.org_id = ${orgId} and t.warehouse_id = ${warehouseId} and ${active} and t.kind = any(${putting}::int[])
          and n.to_id is not null and n.quantity > n.done_qty),
    used as (
      select y.location_id, array_agg(distinct y.product_id || ' ' || y.batch_id) as holds,
          sum(y.quantity * p.packed_length * p.packed_width * p.packed_height / 1000) as litres
        from lying y join product p on p.id = y.product_id group by 1)
    select l.id::text, l.code, l.pick_order as "pickOrder", l.mix, l.product_id::text as "productId", up.zones, used.holds,
      (l.max_volume - coalesce(used.litres, 0))::float8 as room
    from goods_location l join up on up.id = l.id left join used on used.location_id = l.id
    where l.kind = ${locationKinds.bin[0]} and l.status = 1`.execute(db)
  const { rows: items } = await sql<{ id: string; zoneId: string | null; litres: number | null }>`select p.id::text,
      coalesce((select z.id from goods_location z where z.id = s.zone_id and z.warehouse_id = ${warehouseId}),
        (select min(z.id) from goods_location z where z.org_id = ${orgId} and z.warehouse_id = ${warehouseId} and z.put_away
          and z.kind = 0))::text as "zoneId",
      (p.packed_length * p.packed_width * p.packed_height / 1000)::float8 as litres
    from product p left join product_supply s on s.product_id = p.id
    where p.id = any(${[...new Set(units.map(one => one.productId))]}::bigint[])`.execute(db)
  const byId = new Map(items.map(one => [one.id, one]))
  const asked: readonly Unit[] = units.map(({ productId, batchId, quantity }) => ({
    productId,
    batchId,
    quantity,
    litres: byId.get(productId)?.litres ?? null,
    zoneId: byId.get(productId)?.zoneId ?? null,
  }))
  return propose(
    asked,
    leaves.map(leaf => ({ ...leaf, holds: leaf.holds ?? [] })),
  )
}
const putting = [taskKinds.putAway[0], taskKinds.putBack[0]]

/** Which documents a task is for: those of its wave, or the one. */
export const documentsOf = ({ waveId, docType, docId }: { waveId: string | null; docType: string; docId: string }): RawBuilder<unknown> =>
  waveId === null
    ? sql`h.doc_type = ${docType} and h.doc_id = ${docId}`
    : sql`h.doc_type = 'goods_out' and h.doc_id in (select d.id::text from goods_out d where d.wave_id = ${waveId})`

interface HeldCell {
  readonly productId: string
  readonly fromId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly quantity: string
}
/** What these documents hold, joined by cell in the order of the way; what lies in the area where it is gathered is there already. */
async function heldCells(tx: Tx, documents: RawBuilder<unknown>, stage: string): Promise<readonly HeldCell[]> {
  const { rows } = await sql<HeldCell>`select c.product_id::text as "productId", c.location_id::text as "fromId",
      nullif(c.batch_id, 0)::text as "batchId", nullif(c.label_id, 0)::text as "labelId", trim_scale(sum(h.quantity))::text as quantity
    from goods_hold h join goods_cell c on c.id = h.cell_id join goods_location l on l.id = c.location_id
    where ${documents} and h.state = 1 and c.location_id <> ${stage} group by c.id, l.id order by l.pick_order, l.code, c.id`.execute(
    behind(tx),
  )
  return rows
}

/** Bins that are held, to the staging area; of a wave the same cell is one line. */
export async function makePick(context: Context, tx: Tx, source: Source, stage: string, words: Words = {}): Promise<void> {
  const cells = await heldCells(tx, documentsOf({ ...source, waveId: words.waveId ?? null }), stage)
  await makeTask(
    context,
    tx,
    'pick',
    source,
    cells.map(cell => ({ ...cell, toId: stage, lineId: null })),
    words,
  )
}

/** Lines that are to be counted, or counted again. */
export async function makeCount(context: Context, tx: Tx, source: Source, again: boolean): Promise<void> {
  const { rows } =
    await sql<NewLine>`select n.product_id::text as "productId", n.batch_id::text as "batchId", n.label_id::text as "labelId",
      n.location_id::text as "fromId", null as "toId", null as quantity, n.id::text as "lineId"
    from goods_count_line n join goods_location l on l.id = n.location_id
    where n.count_id = ${source.docId} and ${again ? sql`n.again and n.counted2 is null` : sql`n.counted1 is null`}
    order by l.pick_order, l.code, n.line_no`.execute(behind(tx))
  await makeTask(context, tx, 'count', source, rows)
}

export interface OpenTask {
  readonly id: string
  readonly kind: number
  readonly state: number
  readonly no: string
  readonly waveId: string | null
  readonly docType: string
  readonly docId: string
}
/** Tasks of a document, or of its wave, that are not at their end. */
export async function openTasks(tx: Tx, docType: string, docId: string): Promise<readonly OpenTask[]> {
  const { rows } = await sql<OpenTask>`select t.id::text, t.kind, t.state, t.no, t.wave_id::text as "waveId", t.doc_type as "docType",
      t.doc_id as "docId"
    from goods_task t where ${active} and (t.doc_type = ${docType} and t.doc_id = ${docId}
      or ${docType === 'goods_out' ? sql`t.wave_id = (select d.wave_id from goods_out d where d.id = ${docId})` : sql`false`})
    order by t.id`.execute(behind(tx))
  return rows
}

/** Of each of these documents its open task of a kind; of waves none. */
export async function openTaskOfEach(
  tx: Tx,
  docType: string,
  ids: readonly string[],
  kind: number,
): Promise<ReadonlyMap<string, OpenTask>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<OpenTask>`select t.id::text, t.kind, t.state, t.no, t.wave_id::text as "waveId", t.doc_type as "docType",
      t.doc_id as "docId"
    from goods_task t where ${active} and t.doc_type = ${docType} and t.doc_id = any(${[...ids]}::text[]) and t.kind = ${kind}
    order by t.id desc`.execute(behind(tx))
  return new Map(rows.map(task => [task.docId, task]))
}

/** Whoever works by tasks says there that goods are picked. */
export async function refuseByHand(tx: Tx, docType: string, docId: string): Promise<void> {
  const [task] = (await openTasks(tx, docType, docId)).filter(one => one.kind === taskKinds.pick[0])
  if (task !== undefined) throw refuse.rule(sentence`作业 ${task.no} 还没有拣完，请在“扫码作业”里拣货`)
}

/** A line is done when nothing of it is left. */
export async function countDone(context: Context, tx: Tx, id: string): Promise<{ readonly lines: number; readonly done: number }> {
  const { rows } = await sql<{ lines: number; done: number }>`select count(*)::int as lines,
      (count(*) filter (where case when quantity is null then scanned_at is not null else done_qty >= quantity end))::int as done
    from goods_task_line where task_id = ${id}`.execute(behind(tx))
  const counted = rows[0] ?? { lines: 0, done: 0 }
  await setDerived(await server(context, tx), goodsTask, [{ id, lineCount: counted.lines, doneCount: counted.done }])
  return counted
}

export const endTask = async (context: Context, tx: Tx, id: string): Promise<void> =>
  setDerived(await server(context, tx), goodsTask, [{ id, state: taskStates.cancelled[0], doneAt: context.now().toISOString() }])
