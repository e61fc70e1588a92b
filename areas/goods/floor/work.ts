/** A task as the phone shows it, and the tasks that somebody may take. Of a count nothing is told that the books say. */
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { oneRecord } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { priorities } from '../documents/words.ts'
import type { FloorLine, FloorTask, FloorWork } from './wire.ts'
import { goodsTask, shortReasons, taskKinds, taskStates, type goodsWave } from './task-tables.ts'

/** minutes after which a task that nobody touches is free again */
export const freeAfterMinutes = 30
const tasksMax = 200

const idleSince = (context: Context): string => new Date(context.now().getTime() - freeAfterMinutes * 60_000).toISOString()

/** His own first, then those that are free, the urgent ones before the others. */
export async function tasksFor(context: Context): Promise<readonly FloorTask[]> {
  const me = context.caller.employeeId
  const rows = await tablesOf<typeof goodsTask | typeof goodsWave | 'warehouse'>(context.db)
    .selectFrom('goods_task as t')
    .innerJoin('warehouse as w', 'w.id', 't.warehouse_id')
    .leftJoin('goods_wave as v', 'v.id', 't.wave_id')
    .where(sql<boolean>`t.org_id = ${context.caller.orgId} and (t.state = ${taskStates.open[0]} or t.state = ${taskStates.underWay[0]}
      and (t.assignee_id = ${me} or t.touched_at < ${idleSince(context)}::timestamptz))`)
    .select([
      sql<string>`t.id::text`.as('id'),
      't.no',
      't.kind',
      't.priority',
      sql<string>`w.name`.as('warehouse'),
      sql<string | null>`coalesce(v.no, t.doc_no)`.as('docNo'),
      't.line_count as lines',
      't.done_count as done',
      sql<string | null>`t.due_at`.as('dueAt'),
      sql<boolean>`(t.state = ${taskStates.underWay[0]} and t.assignee_id is not distinct from ${me})`.as('isMine'),
    ])
    .orderBy(sql`10`, 'desc')
    .orderBy('t.priority', 'desc')
    .orderBy(sql`t.due_at asc nulls last`)
    .orderBy('t.id')
    .limit(tasksMax)
    .execute()
  return (rows as unknown as readonly (FloorTask & { readonly kind: number; readonly priority: number })[]).map(
    ({ kind, priority, ...task }) => ({
      ...task,
      isPacking: kind === taskKinds.pack[0],
      title: wordOf(context, taskKinds, kind),
      urgency: priority > priorities.middle[0] ? wordOf(context, priorities, priority) : null,
    }),
  )
}

type Words = Readonly<Record<string, readonly [code: number, zh: string, en: string, tone: string]>>
const inLanguage = ({ language }: Context, [, zh, en]: Words[string]): string => (language === 'en' ? en : zh)
const wordOf = (context: Context, words: Words, code: number): string => {
  const word = Object.values(words).find(([one]) => one === code)
  return word === undefined ? '' : inLanguage(context, word)
}
const modes = { [taskKinds.pick[0]]: 'pick', [taskKinds.count[0]]: 'count', [taskKinds.receive[0]]: 'receive' } as const satisfies Readonly<
  Record<number, FloorWork['mode']>
>

export interface Task {
  readonly id: string
  readonly no: string
  readonly kind: number
  readonly state: number
  readonly assigneeId: string | null
  readonly waveId: string | null
  readonly docType: string
  readonly docId: string
  readonly docNo: string
  readonly warehouseId: string
  readonly isIdle: boolean
}
const tables: ReadonlySet<string> = new Set([
  'goods_in',
  'goods_out',
  'goods_transfer',
  'purchase_return',
  'shipping_order',
  'goods_count',
  'production_order',
])

/** The task of who may see it; documents that it moves on are locked before it, in the order of their ids. */
export async function lockTask(context: Context, tx: Tx, id: unknown): Promise<Task> {
  const seen = await oneRecord(context, goodsTask, id)
  const db = behind(tx)
  const [docType, docId, waveId] = [String(seen['docType']), String(seen['docId']), seen['waveId'] === null ? null : asText(seen['waveId'])]
  if (waveId !== null) await sql`select 1 from goods_out where wave_id = ${waveId} order by id for update`.execute(db)
  else if (tables.has(docType)) await sql`select 1 from ${sql.table(docType)} where id = ${docId} for update`.execute(db)
  const { rows } = await sql<Task>`select t.id::text, t.no, t.kind, t.state, t.assignee_id::text as "assigneeId",
      t.wave_id::text as "waveId", t.doc_type as "docType", t.doc_id as "docId", coalesce(v.no, t.doc_no) as "docNo",
      t.warehouse_id::text as "warehouseId", t.touched_at < ${idleSince(context)}::timestamptz as "isIdle"
    from goods_task t left join goods_wave v on v.id = t.wave_id where t.id = ${seen.id} for update of t`.execute(db)
  return rows[0] as Task
}

type Head = Pick<FloorWork, 'id' | 'no' | 'warehouse' | 'docNo'> & { readonly kind: number; readonly state: number }

export async function workOf(context: Context, tx: Tx, id: string): Promise<FloorWork> {
  const db = behind(tx)
  const { rows } = await sql<Head>`select t.id::text, t.no, t.kind, t.state, w.name as warehouse, coalesce(v.no, t.doc_no) as "docNo"
    from goods_task t join warehouse w on w.id = t.warehouse_id left join goods_wave v on v.id = t.wave_id where t.id = ${id}`.execute(db)
  const { rows: lines } =
    await sql<FloorLine>`select n.id::text, n.product_id::text as "productId", p.sku, p.name, p.pictures[1]::text as picture,
      n.batch_id::text as "batchId", b.batch_no as batch, b.expires_on::text as "expiresOn", goods_label(n.label_id) as label,
      (select min(f.code) from goods_barcode f where f.label_id = n.label_id and f.kind = 2) as fnsku,
      n.from_id::text as "fromId", f.code as "from", n.to_id::text as "toId", g.code as "to",
      trim_scale(n.quantity)::text as quantity, trim_scale(n.done_qty)::text as "doneQty",
      case when n.quantity is null then n.scanned_at is not null else n.done_qty >= n.quantity end as "isDone", n.reason
    from goods_task_line n join product p on p.id = n.product_id left join goods_batch b on b.id = n.batch_id
      left join goods_location f on f.id = n.from_id left join goods_location g on g.id = n.to_id
    where n.task_id = ${id} order by n.line_no`.execute(db)
  const { kind, state, ...head } = rows[0] as Head
  return {
    ...head,
    title: wordOf(context, taskKinds, kind),
    mode: ownValue(modes, String(kind)) ?? 'put',
    mayEnd: kind === taskKinds.move[0],
    isOver: state !== taskStates.underWay[0],
    reasons: Object.values(shortReasons).map(one => ({ value: String(one[0]), label: inLanguage(context, one) })),
    lines,
  }
}

export interface Line {
  readonly id: string
  readonly productId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly fromId: string
  readonly toId: string | null
  readonly quantity: string | null
  readonly doneQty: string
  readonly lineId: string | null
  readonly reason: number | null
}
