/**
 * The word for one record: `create` and `change`. What a person typed is checked before (`addRecord`, `updateRecord` of verbs/record.ts);
 * what the server knows itself (the state an action sets, a hidden or computed field) comes straight here. Many records: `changeEach`,
 * `removeRecords`. One transaction each; inside an open one by `within(context, tx)`.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { Tx } from '../contract/database.ts'
import { refuse, type Refusal } from '../calls/refusal.ts'
import { personIn, personPart } from '../trail/server-name.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { withItems } from './items-of.ts'
import { byKey } from '../lists/keys.ts'
import { hasVersion } from '../lists/query.ts'
import { rowOf } from '../lists/read-rows.ts'
import { checkRecord } from './record-checks.ts'
import type { Hooks, Lock, Values } from '../contract/record-hooks.ts'
import { checkReferences } from '../lists/references.ts'
import { maskRows } from '../lists/sensitive.ts'
import { lockOf, locksOf } from './locks.ts'
import type { LineLog } from './line-log.ts'
import { isSealed, keepAuthor, sealedContext, writerOf } from '../db/sealed-author.ts'
import { addRow } from './add-rows.ts'
import type { TrailValues, Write } from './write.ts'
import { changeRows } from './writer.ts'

export interface Words {
  /** as the trail calls it (audit/verbs.ts); absent: add, update */
  readonly verb?: string
  readonly hooks?: Hooks
  /** the version that was seen: another one is refused (1009), naming who changed the record; absent: whatever it is now */
  readonly version?: number
  readonly told?: TrailValues
  /** the batch by which the change is taken back with others; absent: it is no part of one */
  readonly batchId?: string | null
  /** of a document: what its lines became with it */
  readonly lines?: LineLog
  /** of a new document: writes its lines */
  readonly within?: (id: string) => Promise<LineLog>
}

/** A new record from values by field. Answers it as the list shows it. */
export async function create(context: Context, r: Resource, values: Readonly<Values>, words: Words = {}): Promise<Row> {
  const given = columnsOf(r, values)
  const hooks = words.hooks ?? {}
  return context.write(async (tx, inside) => {
    const db = anyTable(tx)
    await checkReferences(inside, db, r, given)
    const columns = await withItems(db, r, given, null)
    await checkRecord(inside, db, r, columns, null)
    const locks = await locksOf(inside, db, r, hooks, { isRemoval: false, set: columns })
    const isAnonymous = isSealed(r, columns)
    const write = writeOf(isAnonymous ? sealedContext(inside) : inside, tx, r, words, 'add', locks)
    const row = await addRow(write, { ...columns, ...(hooks.id === undefined ? {} : { id: hooks.id }) })
    if (isAnonymous) await keepAuthor(inside, tx, r, row.id)
    return row
  })
}

/** Sets these fields of one record, by name. Answers it as the list shows it, with its new version. */
export async function change(context: Context, r: Resource, id: string, values: Readonly<Values>, words: Words = {}): Promise<Row> {
  const key = keyOfRowId(r, id)
  if (!key) throw refuse.unknown(r.title)
  const given = columnsOf(r, values)
  refuseRawState(r, given)
  return context.write(
    async (tx, inside) => {
      const db = anyTable(tx)
      const columns = await withItems(db, r, given, key)
      const locks = await locksOf(inside, db, r, words.hooks ?? {}, { isRemoval: false, set: columns })
      const held = await db.selectFrom(r.table).select(lockOf(locks).as('lock_no')).where(byKey(r, key)).forUpdate().executeTakeFirst()
      const before = held ? await rowOf(inside, db, r, id) : null
      if (!before) throw refuse.unknown(r.title)
      if (words.version !== undefined && hasVersion(r) && before.version !== words.version) throw await staleVersion(inside, tx, r, before)
      const reason = locks[(held?.['lock_no'] as number | null | undefined) ?? -1]?.reason
      if (reason !== undefined) throw refuse.rule(reason)
      await checkReferences(inside, db, r, columns, before)
      await checkRecord(inside, db, r, columns, before)
      const writer = await writerOf(inside, tx, r, [id])
      const [after] = await changeRows(writeOf(writer, tx, r, words, 'update', locks), [key], { values: columns }, [before])
      if (after === undefined) throw refuse.unknown(r.title)
      return after
    },
    { line: `${r.table} ${id}` },
  )
}

const writeOf = (
  context: Context,
  tx: Tx,
  r: Resource,
  { verb, hooks = {}, told, lines, batchId = null, within: writeLines }: Words,
  usual: string,
  locks: readonly Lock[],
): Write => ({
  context,
  tx,
  r,
  hooks,
  verb: verb ?? usual,
  locks,
  batchId,
  trail: 'record',
  ...(told === undefined ? {} : { told }),
  ...(lines === undefined ? {} : { lines }),
  ...(writeLines === undefined ? {} : { within: writeLines }),
})

/** A state is set by its steps (steps/take-steps.ts) and by nothing else. */
export function refuseRawState(r: Resource, columns: Readonly<Values>): void {
  if (r.states !== undefined && Object.hasOwn(columns, columnOf(r.states.field)))
    throw new Error(`${r.table}: ${r.states.field} is set by steps alone`)
}

/** Column values of values by field; a name that is no field is a mistake of the program. */
export function columnsOf(r: Resource, values: Readonly<Values>): Values {
  const columns: Values = {}
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(r.fields, name)) throw new Error(`${r.table} has no field ${name}`)
    columns[columnOf(name)] = value
  }
  return columns
}

/** Who changed what since the caller read the record. */
export async function staleVersion(context: Context, tx: Tx, r: Resource, current: Row): Promise<Refusal> {
  maskRows(r, [current])
  const last = await anyTable(tx)
    .selectFrom('audit_entry')
    .select(['account_name', 'at'])
    .where('subject', '=', r.table)
    .where('record_id', '=', current.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const name = last === undefined ? null : String(last['account_name'])
  const who = last && name !== null ? sentence`${personPart(name)}在 ${String(last['at']).slice(0, 16).replace('T', ' ')} ` : ''
  return refuse.conflict(sentence`${who}修改了这条${r.title}，请核对后再保存`, {
    current,
    changedBy: name === null ? null : personIn(name, context.language),
  })
}
