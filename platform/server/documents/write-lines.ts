/**
 * Lines of one document, written as changes by line: what is added, changed and removed, set by set. Who sends a line that was changed
 * meanwhile is told; lines that nobody else touched are kept.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { isWide, namedRows } from '../lists/named-rows.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb, Tx } from '../contract/database.ts'
import type { FieldError } from '../contract/route.ts'
import type { Values } from '../contract/record-hooks.ts'
import { anyTable } from '../db/any-table.ts'
import { within } from '../db/within.ts'
import { byField, relationFaults } from '../records/record-checks.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { maskRows } from '../lists/sensitive.ts'
import { lockOf, locksOf } from '../records/locks.ts'
import { LineLog, refuseTooMany } from '../records/line-log.ts'
import { withOnAdd } from '../records/on-add.ts'
import { keepApart, overlapsOf } from '../records/refuse-overlaps.ts'
import { typesOf } from '../records/row-source.ts'
import { addRows } from '../records/add-rows.ts'
import type { Write } from '../records/write.ts'
import { changeRows, removeRows } from '../records/writer.ts'
import { personIn, personPart } from '../trail/server-name.ts'
import { cellOf, readChanges, type SentLine, type SentLines } from './read-changes.ts'

interface Work {
  readonly context: Context
  readonly tx: Tx
  readonly r: Resource
  readonly documentId: string
}

/**
 * Writes them inside the transaction of their document. `given`: as a person sent it, with columns that the caller may see; the others keep
 * what they hold. What is answered goes to `change` or `create` of the document: it tells what changed, and only then who follows the
 * lines hears of it.
 */
export async function writeLines(
  context: Context,
  tx: Tx,
  r: Resource,
  documentId: string,
  given: unknown,
  { verb = 'update' }: { readonly verb?: string } = {},
): Promise<LineLog> {
  const sent = readChanges(visibleResource(context.caller, r), given)
  const inside = within(context, tx)
  const work: Work = { context: inside, tx, r, documentId }
  const db = anyTable(tx)
  await holdDocument(work, db)
  const locks = await locksOf(inside, db, r, {}, { isRemoval: false })
  const known = await knownLines(work, db, sent, locks)
  await refuseFaults(work, db, sent, known)
  const log = new LineLog(r)
  const overlaps: string[][] = []
  const write: Write = { context: inside, tx, r, hooks: {}, verb, locks, batchId: null, trail: 'record', lines: log, overlaps }
  if (sent.removed.length > 0)
    await removeRows(
      write,
      sent.removed.map(({ id }) => [id]),
    )
  for (const same of Map.groupBy(sent.changed, ({ values }) => Object.keys(values).join()).values()) {
    const set = Object.keys(same[0]?.values ?? {})
    const records = same.map(({ id, values }) => ({ id, ...values }))
    const source = { json: JSON.stringify(records), columns: typesOf(r, ['id', ...set]) }
    if (set.length > 0)
      await changeRows(
        write,
        same.map(({ id }) => [id]),
        { from: source, set },
      )
  }
  const numbers = await addLines(work, write, sent.added)
  await refuseMeeting(work, db, { overlaps, sent, numbers })
  await refuseTooMany(db, log)
  return log
}

/** Writers of one document go one after the other: numbers, the most lines and what is told hold for all of it. */
async function holdDocument({ r, documentId }: Work, db: AnyDb): Promise<void> {
  const header = ownValue(r.fields, r.linesOf?.field ?? '')
  const held = await db
    .selectFrom(header?.to ?? '')
    .select('id')
    .where(sql<boolean>`id = ${documentId}`)
    .forUpdate()
    .executeTakeFirst()
  if (held === undefined) throw refuse.unknown(header?.title ?? r.title)
}

type Known = ReadonlyMap<string, Values>

/** The lines that are changed or removed as they are, kept until the transaction ends; others' lines, stale and locked ones are refused. */
async function knownLines(work: Work, db: AnyDb, sent: SentLines, locks: Write['locks']): Promise<Known> {
  const { context, r, documentId } = work
  const wanted = [...sent.changed, ...sent.removed]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom(r.table)
    .selectAll()
    .select(lockOf(locks).as('lock_no'))
    .where(sql<boolean>`${sql.ref(`${r.table}.${columnOf(r.linesOf?.field ?? '')}`)} = ${documentId}`)
    .where(sql<boolean>`${sql.ref(`${r.table}.id`)} = any(${wanted.map(({ id }) => id)})`)
    .forUpdate()
    .execute()
  const known = new Map(rows.map(row => [asText(row['id']), row as Values]))
  const faults = wanted.flatMap(({ id }): FieldError[] =>
    known.has(id) ? [] : [{ field: cellOf(id), message: sentence`这一行不属于这张单据，或刚被其他人删除，请刷新后再保存` }],
  )
  if (faults.length > 0) throw refuse.invalid(faults)
  for (const row of rows) {
    const reason = locks[(row['lock_no'] as number | null) ?? -1]?.reason
    if (reason !== undefined) throw refuse.rule(reason)
  }
  const stale = wanted.filter(({ id, version }) => version !== undefined && Number(known.get(id)?.['version']) !== version)
  if (stale.length > 0)
    throw await staleLines(
      context,
      db,
      r,
      documentId,
      stale.map(({ id }) => id),
    )
  return known
}

/** Somebody else changed these lines since they were read: they are told as they are now, and by whom. */
async function staleLines(context: Context, db: AnyDb, declared: Resource, documentId: string, ids: readonly string[]) {
  const r = visibleResource(context.caller, declared)
  const rows = await rowsByKeys(
    context,
    db,
    r,
    ids.map(id => [id]),
  )
  maskRows(r, rows)
  const last = await db
    .selectFrom('audit_entry')
    .select('account_name')
    .where('subject', '=', ownValue(r.fields, r.linesOf?.field ?? '')?.to ?? '')
    .where('record_id', '=', documentId)
    .where(sql<boolean>`jsonb_exists_any(coalesce(after, before) -> 'lines', ${[...ids]}::text[])`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const by = last === undefined ? null : asText(last['account_name'])
  const who = by === null ? sentence`其他人` : personPart(by)
  const changedBy = by === null ? null : personIn(by, context.language)
  return refuse.conflict(sentence`${who}刚修改了其中 ${ids.length} 行${r.title}，请核对后再保存`, { lines: rows, changedBy })
}

/** What no cell can say alone: periods that end before they begin, records that are not there. */
async function refuseFaults({ context, r }: Work, db: AnyDb, sent: SentLines, known: Known): Promise<void> {
  const changed = sent.changed.map(({ at, id, values }) => ({ at, values: byField(r, values), before: byField(r, known.get(id) ?? {}) }))
  const lines = [...sent.added.map(({ at, values }) => ({ at, values: byField(r, values), before: null })), ...changed]
  const faults = (await relationFaults(db, r, lines, context.house.registry.resources)).flatMap((found, i) =>
    found.map(({ field, message }) => ({ field: cellOf(lines[i]?.at ?? '', field), message })),
  )
  for (const [name, field] of Object.entries(r.fields)) {
    if (field.to === undefined || name === r.linesOf?.field) continue
    const given = lines.flatMap(({ at, values }) => [values[name] ?? []].flat().map(value => ({ at, value: asText(value) })))
    const values = [...new Set(given.map(({ value }) => value))]
    if (values.length === 0) continue
    const key = sql.ref(`${field.to}.${field.by ?? 'id'}`)
    const found = await namedRows(db, field.to, context.caller.orgId, isWide(field))
      .select(sql<string>`${key}::text`.as('key'))
      .where(sql<boolean>`${key} = any(${values})`)
      .execute()
    const there = new Set(found.map(one => one.key))
    for (const { at, value } of given)
      if (!there.has(value))
        faults.push({ field: cellOf(at, name), message: sentence`${field.title}“${value}”不存在或无权使用，请重新选择` })
  }
  if (faults.length > 0) throw refuse.invalid(faults)
}

interface Meeting {
  readonly overlaps: readonly (readonly string[])[]
  readonly sent: SentLines
  /** of the added lines, in their order */
  readonly numbers: readonly number[]
}

/** Of lines with a validity, asked once for all that was written: each cell whose days meet those of another line or document. */
async function refuseMeeting({ context, r, documentId }: Work, db: AnyDb, { overlaps, sent, numbers }: Meeting): Promise<void> {
  if (r.validity === undefined || overlaps.length === 0) return
  const found = await overlapsOf(context, db, r, overlaps)
  if (found.length === 0) {
    await keepApart(db, r, name => `lines.${name}`)
    return
  }
  const rows = await db
    .selectFrom(r.table)
    .select([sql<string>`id::text`.as('id'), sql<number>`line_no`.as('no')])
    .where(sql<boolean>`${sql.ref(columnOf(r.linesOf?.field ?? ''))} = ${documentId}`)
    .where(sql<boolean>`id = any(${found.map(({ id }) => id)})`)
    .execute()
  const numberOf = new Map(rows.map(({ id, no }) => [id, no]))
  const placeOf = new Map(numbers.map((no, at) => [no, sent.added[at]?.at]))
  const changed = new Set(sent.changed.map(({ id }) => id))
  throw refuse.invalid(
    found.map(({ id, field, message }) => ({
      field: cellOf((changed.has(id) ? id : placeOf.get(numberOf.get(id) ?? 0)) ?? id, field),
      message,
    })),
  )
}

/** Answers their numbers. */
async function addLines({ context, tx, r, documentId }: Work, write: Write, added: readonly SentLine[]): Promise<readonly number[]> {
  if (added.length === 0) return []
  const names = Object.entries(r.fields).filter(([, { options }]) => options.computed !== true && options.hidden !== true)
  const given = added.map(({ values }) => ({
    ...Object.fromEntries(names.map(([name, { options }]) => [columnOf(name), values[columnOf(name)] ?? options.default ?? null])),
    [columnOf(r.linesOf?.field ?? '')]: documentId,
    line_no: undefined,
  }))
  const rows = await withOnAdd(context, tx, r, given)
  await addRows(write, { json: JSON.stringify(rows), columns: typesOf(r, Object.keys(rows[0] ?? {})) })
  return rows.map(row => Number(row['line_no']))
}
