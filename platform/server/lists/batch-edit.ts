/** The same values for many records at once: those chosen, or all that match a filter, with a preview, one transaction and a result per row. */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { BatchResult, ListQuery, Row } from '#platform/declare/wire.ts'
import { writeAudits } from '../audit/write-audit.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { anyTable, keyOfRowId, primaryColumns, rowId, type AnyDb } from './columns.ts'
import type { Predicate } from './conditions.ts'
import { byKeys } from './keys.ts'
import { hasVersion, planOf } from './query.ts'
import { asDuplicate, checkReferences, follow, rowsByKeys, type Hooks } from './record.ts'
import { totalsOf } from './totals.ts'
import { batchFields, columnValues, type Values } from './validate-record.ts'

/** Rows of one batch: each is audited with its values before and after. */
export const batchEditMax = 10_000

export interface BatchAsk {
  /** the rows chosen, with the versions that were seen */
  readonly ids?: readonly { readonly id: string; readonly version?: number }[]
  /** or all rows that match this list query */
  readonly query?: ListQuery
  readonly changes: Readonly<Values>
  /** says what would happen and writes nothing */
  readonly preview?: boolean
  /** over a filter: the number of rows that the preview counted */
  readonly expected?: number
}

/** Changes the rows, or with `preview` tells what would change. Stale, audited and vanished rows are refused one by one, the others are changed. */
export async function batchEdit(context: Context, r: Resource, ask: BatchAsk, hooks: Hooks = {}): Promise<BatchResult> {
  const values = changedColumns(r, ask.changes)
  if ((ask.ids === undefined) === (ask.query === undefined))
    throw refuse.invalid([{ field: 'ids', message: '请选择要修改的数据，或给出筛选条件' }])
  if (ask.query !== undefined && ask.preview !== true && ask.expected === undefined)
    throw refuse.invalid([{ field: 'expected', message: '请先预览符合条件的行数' }])
  if (ask.preview === true) return (await judge(context, anyTable(context.db), r, ask, values, false)).result
  return context.write(async tx => {
    const db = anyTable(tx)
    await checkReferences(context, db, r, values)
    const { result, keys } = await judge(context, db, r, ask, values, true)
    if (keys.length === 0) return result
    const before = await rowsByKeys(context, db, r, keys)
    const stamp = {
      ...(hasVersion(r) ? { version: sql`${sql.ref('version')} + 1` } : {}),
      ...(r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }),
    }
    const done = await db
      .updateTable(r.table)
      .set({ ...values, ...stamp })
      .where(byKeys(r, keys))
      .executeTakeFirst()
      .catch((e: unknown) => asDuplicate(r, e))
    if (done.numUpdatedRows !== BigInt(keys.length)) throw refuse.unknown(r.title[0])
    const after = new Map((await rowsByKeys(context, db, r, keys)).map(row => [row.id, row]))
    const changes = before.map(row => ({ id: row.id, before: row, after: after.get(row.id) as Row }))
    await writeAudits(
      context,
      tx,
      changes.map(c => ({ subject: r.table, recordId: c.id, verb: 'batchUpdate', before: c.before, after: c.after })),
    )
    for (const change of changes) await follow(context, tx, r, hooks, change)
    return result
  })
}

/** Checked like a form's input; what a batch may not set, and what would empty a field that has a default, is refused by name. */
function changedColumns(r: Resource, changes: Readonly<Values>): Values {
  const fields = new Map(batchFields(r))
  const names = Object.keys(changes)
  if (names.length === 0) throw refuse.invalid([{ field: 'changes', message: '请至少选择一个要修改的字段' }])
  const fixed = names.filter(name => !fields.has(name))
  if (fixed.length > 0)
    throw refuse.invalid(fixed.map(name => ({ field: name, message: `${r.fields[name]?.title[0] ?? name}不能批量修改` })))
  const values = columnValues(r, changes, 'edit')
  const emptied = names.filter(name => !(columnOf(name) in values))
  if (emptied.length > 0)
    throw refuse.invalid(emptied.map(name => ({ field: name, message: `${r.fields[name]?.title[0] ?? name}不能为空` })))
  return values
}

interface Judged {
  readonly result: BatchResult
  /** keys of the rows that change */
  readonly keys: readonly (readonly string[])[]
}

async function judge(context: Context, db: AnyDb, r: Resource, ask: BatchAsk, values: Values, lock: boolean): Promise<Judged> {
  const asked = new Map(ask.ids?.map(one => [one.id, one.version]))
  const where = ask.query === undefined ? [byKeys(r, keysOf(r, [...asked.keys()]))] : planOf(r, ask.query, clockOf(context)).where
  const found = await candidates(db, r, where, values, lock)
  if (found.length > batchEditMax) throw tooMany((await totalsOf(context, db, r, where)).total)
  if (ask.query !== undefined && ask.preview !== true && found.length !== ask.expected)
    throw refuse.conflict(`符合条件的数据已变为 ${found.length} 行，请核对后再提交`, { total: found.length })
  const refused: { id: string; reason: string }[] = []
  const keys: (readonly string[])[] = []
  let unchanged = 0
  for (const { id, key, version, isAudited, differs } of found) {
    const seen = asked.get(id)
    asked.delete(id)
    if (ask.ids !== undefined && version !== undefined && seen !== version) refused.push({ id, reason: '已被修改，请刷新后再改' })
    else if (isAudited) refused.push({ id, reason: '已审核的数据不能修改，请先反审核' })
    else if (differs) keys.push(key)
    else unchanged += 1
  }
  for (const id of asked.keys()) refused.push({ id, reason: `${r.title[0]}不存在或已删除` })
  return { keys, result: { total: keys.length + unchanged + refused.length, changed: keys.length, unchanged, refused } }
}

const clockOf = (context: Context) => ({ nowMs: context.now().getTime(), zone: context.caller.zone })
const tooMany = (count: number) =>
  refuse.invalid([{ field: 'ids', message: `一次最多批量修改 ${batchEditMax} 行，现有 ${count} 行，请缩小范围` }])

function keysOf(r: Resource, ids: readonly string[]): (readonly string[])[] {
  if (ids.length === 0) throw refuse.invalid([{ field: 'ids', message: '请先选择要修改的数据' }])
  if (ids.length > batchEditMax) throw tooMany(ids.length)
  return ids.flatMap(id => {
    const key = keyOfRowId(r, id)
    return key ? [key] : []
  })
}

interface Candidate {
  readonly id: string
  readonly key: readonly string[]
  readonly version: number | undefined
  readonly isAudited: boolean
  readonly differs: boolean
}

/** Rows in the order of their key, so that two batches lock in the same order and none waits for the other in a circle. One row more than allowed tells that there are too many. */
async function candidates(db: AnyDb, r: Resource, where: readonly Predicate[], values: Values, lock: boolean): Promise<Candidate[]> {
  const columns = primaryColumns(r)
  const column = (name: string) => sql.ref(`${r.table}.${name}`)
  const differs = Object.entries(values).map(([name, value]) => sql`${column(name)} is distinct from ${value}`)
  let query = db
    .selectFrom(r.table)
    .select(columns.map((c, i) => sql<unknown>`${column(c)}`.as(`key_${i}`)))
    .select(sql<boolean>`(${sql.join(differs, sql` or `)})`.as('differs'))
    .select((hasVersion(r) ? sql<number | null>`${column('version')}` : sql<number | null>`null::integer`).as('version'))
    .select(('auditState' in r.fields ? sql<boolean>`${column('audit_state')} = 1` : sql<boolean>`false`).as('is_audited'))
    .limit(batchEditMax + 1)
  for (const p of where) query = query.where(p)
  for (const c of columns) query = query.orderBy(column(c))
  const rows = (await (lock ? query.forUpdate() : query).execute()) as Record<string, unknown>[]
  return rows.map(row => {
    const key = columns.map((_, i) => row[`key_${i}`])
    return {
      id: rowId(r, key),
      key: key.map(String),
      version: (row['version'] as number | null) ?? undefined,
      isAudited: row['is_audited'] === true,
      differs: row['differs'] === true,
    }
  })
}
