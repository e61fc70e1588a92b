/**
 * A range from the clipboard in cells of a list: each row goes the way of an edit (version, locks, rights, references, checks), all in one
 * transaction and one batch. A cell that must stay as it is has a name and a reason; whoever pastes sees them before anything is written.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { PasteAsk, PasteResult } from '#platform/declare/wire-paste.ts'
import type { Row } from '#platform/declare/wire.ts'

import { satisfies } from '../calls/may.ts'
import { refuse, Refusal } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Hooks, Values } from '../contract/record-hooks.ts'
import type { FieldError } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { cleanHtml } from '../html/clean-html.ts'
import { comparable } from '../imports/resource-cells.ts'
import { importFields, type ImportField } from '../imports/resource-fields.ts'
import { References } from '../imports/resource-references.ts'
import { rowReader, type ImportRow } from '../imports/resource-rows.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { hasVersion } from '../lists/query.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { maskRows } from '../lists/sensitive.ts'
import { change } from '../records/change.ts'
import { closeBatch, isUndoable, openBatch } from '../records/open-batch.ts'

/** Rows of one range: each goes the way of a form, one after another. */
export const pasteRowsMax = 200

interface Cell {
  readonly id: string
  readonly field: string
  readonly reason: Wording
}

interface Work {
  readonly context: Context
  readonly tx: Tx
  readonly r: Resource
  readonly hooks: Hooks
  readonly batchId: string | null
}

interface RowToPaste {
  readonly id: string
  readonly version: number | undefined
  readonly values: Values
}

/** Thrown to give up what a preview has written. */
class Previewed extends Error {
  readonly result: Done
  constructor(result: Done) {
    super('a preview')
    this.result = result
  }
}

interface Done {
  readonly changed: { id: string; field: string }[]
  readonly refused: Cell[]
  readonly rows: Row[]
  readonly batchId: string | null
}

export async function pasteCells(context: Context, ask: PasteAsk): Promise<PasteResult> {
  const route = context.house.registry.routes.find(one => one.verb === 'update' && one.resource?.type === ask.type)
  if (!route?.resource) throw refuse.unknown(['可编辑的列表', 'List that can be edited'])
  if (!satisfies(context.caller, route.demand)) throw refuse.forbidden()
  const r = visibleResource(context.caller, route.resource)
  const hooks = route.hooks ?? {}
  const columns = columnsOf(r, ask)
  const { rows, refused } = await read(context, r, columns, ask)
  const write = async (): Promise<Done> =>
    context.write(async (tx, inside) => {
      const batchId = isUndoable(r, hooks) ? await openBatch(inside, tx, r, 'edit') : null
      const done = await pasteRows({ context: inside, tx, r, hooks, batchId }, rows)
      const all = { ...done, refused: [...refused, ...done.refused] }
      if (ask.preview === true) throw new Previewed(all)
      const [first] = all.refused
      if (first !== undefined) throw refuse.conflict(sentence`有 ${all.refused.length} 个单元格不能粘贴：${first.reason}`)
      if (batchId !== null) await closeBatch(tx, r, batchId, { rows: done.rows.length, undoable: done.rows.length > 0 })
      return { ...all, batchId: done.rows.length === 0 ? null : batchId }
    })
  const done = await write().catch((error: unknown) => {
    if (error instanceof Previewed) return { ...error.result, batchId: null }
    throw error
  })
  maskRows(r, done.rows)
  const say = (reason: Wording): string => context.house.registry.inWords(reason, context.language)
  return { ...done, refused: done.refused.map(one => ({ ...one, reason: say(one.reason) })) }
}

/** Only cells that may be edited in the list itself. */
function columnsOf(r: Resource, { fields }: PasteAsk): readonly ImportField[] {
  const open = importFields(r).filter(
    ({ name, field }) => field.options.inline === true && !field.options.editDisabled && name !== r.states?.field,
  )
  return fields.map(name => {
    const found = open.find(one => one.name === name)
    if (found === undefined)
      throw refuse.invalid([{ field: 'fields', message: sentence`${ownValue(r.fields, name)?.title ?? name}不能在表格中修改` }])
    return found
  })
}

/** Texts as values: what means nothing, and names that nobody knows, are faults of their cells. */
async function read(
  context: Context,
  r: Resource,
  columns: readonly ImportField[],
  { rows }: PasteAsk,
): Promise<{ readonly rows: readonly RowToPaste[]; readonly refused: Cell[] }> {
  const reader = rowReader(columns, { clean: cleanHtml, zone: context.caller.zone })
  const named = new Map(columns.map(one => [one.field.title[0], one.name]))
  const refused: Cell[] = []
  const refuseCell = (line: number, column: string | null, reason: Wording): void => {
    const [id, field] = [rows[line]?.id, named.get(column ?? '')]
    if (id !== undefined && field !== undefined) refused.push({ id, field, reason })
  }
  const lines = rows.map(({ cells }, line): ImportRow => {
    const { values, refusals } = reader({ line, cells: columns.map((_, at) => cells[at] ?? '') })
    const isGiven = (at: number): boolean => typeof cells[at] === 'string'
    const faulty = new Set<string | null>()
    for (const one of refusals) {
      const at = columns.findIndex(column => column.field.title[0] === one.column)
      faulty.add(one.column)
      if (isGiven(at)) refuseCell(line, one.column, one.reason)
    }
    const taken = columns.flatMap(({ name, field }, at) =>
      isGiven(at) && !faulty.has(field.title[0]) && values[at] !== undefined ? [[name, values[at]] as const] : [],
    )
    return { line, values: Object.fromEntries(taken) }
  })
  const found = await new References(context, columns).replaced(lines)
  for (const one of found.refusals) refuseCell(one.line ?? -1, one.column, one.reason)
  const unknown = new Set(found.refusals.map(one => `${one.line} ${named.get(one.column ?? '')}`))
  return {
    refused,
    rows: found.rows.flatMap(({ line, values }) => {
      const row = rows[line]
      if (row === undefined) return []
      if (hasVersion(r) && row.version === undefined)
        throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再保存（缺少版本号）` }])
      const known = Object.entries(values).filter(([name]) => !unknown.has(`${line} ${name}`))
      return [{ id: row.id, version: row.version, values: Object.fromEntries(known) }]
    }),
  }
}

async function pasteRows(work: Work, rows: readonly RowToPaste[]): Promise<Omit<Done, 'batchId'> & { batchId: string | null }> {
  const { context, tx, r, batchId } = work
  const keys = rows.flatMap(({ id }) => {
    const key = keyOfRowId(r, id)
    return key === null ? [] : [key]
  })
  const there = new Map(keys.length === 0 ? [] : (await rowsByKeys(context, anyTable(tx), r, keys)).map(row => [row.id, row] as const))
  const done: Done = { changed: [], refused: [], rows: [], batchId }
  for (const row of rows) {
    const before = there.get(row.id)
    // what it has already is no change
    const values = Object.fromEntries(
      Object.entries(row.values).filter(([name, value]) => {
        const field = ownValue(r.fields, name)
        return field === undefined || comparable(field, value) !== comparable(field, before?.[name])
      }),
    )
    await pasteRow(work, { ...row, values }, done)
  }
  return done
}

/** One row as an edit; where that is refused without naming a cell, each cell is tried alone, so that the others still can be pasted. */
async function pasteRow(work: Work, row: RowToPaste, done: Done): Promise<void> {
  const names = Object.keys(row.values)
  if (names.length === 0) return
  const refusal = await tried(work, row, done)
  if (refusal === null) return
  const faults = faultsOf(refusal, names)
  // a row that is locked is refused without a change as well: its cells need not be tried one by one
  if (faults.length === 0 && names.length > 1 && refusal.code !== conflictCode && (await tried(work, only(row, []), null)) === null) {
    const open: string[] = []
    for (const name of names) {
      const alone = await tried(work, { ...row, values: { [name]: row.values[name] } }, null)
      if (alone === null) open.push(name)
      else done.refused.push({ id: row.id, field: name, reason: alone.wording })
    }
    if (open.length < names.length) return pasteRow(work, only(row, open), done)
  }
  const named = faults.length > 0 ? faults : names.map(field => ({ field, message: refusal.wording }))
  for (const { field, message } of named) done.refused.push({ id: row.id, field, reason: message })
  const bad = new Set(named.map(one => one.field))
  await pasteRow(
    work,
    only(
      row,
      names.filter(name => !bad.has(name)),
    ),
    done,
  )
}

const conflictCode = 1009
const only = (row: RowToPaste, names: readonly string[]): RowToPaste => ({
  ...row,
  values: Object.fromEntries(names.map(name => [name, row.values[name]])),
})

/** Faults of these cells; one of another field is nobody's cell. */
function faultsOf({ data }: Refusal, names: readonly string[]): readonly FieldError[] {
  const errors = typeof data === 'object' && data !== null && 'errors' in data ? (data.errors as readonly FieldError[]) : []
  return errors.filter(one => names.includes(one.field))
}

/** Writes the row, or gives back what it has written and answers why. `done` null: it is only tried. */
async function tried({ context, tx, r, hooks, batchId }: Work, row: RowToPaste, done: Done | null): Promise<Refusal | null> {
  await sql`savepoint pasted_row`.execute(tx)
  try {
    const seen = row.version === undefined ? {} : { version: row.version }
    const after = await change(context, r, row.id, { ...row.values, ...hooks.besides }, { hooks, batchId, verb: 'batchUpdate', ...seen })
    await sql.raw(done === null ? 'rollback to savepoint pasted_row' : 'release savepoint pasted_row').execute(tx)
    done?.rows.push(after)
    done?.changed.push(...Object.keys(row.values).map(field => ({ id: row.id, field })))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint pasted_row`.execute(tx)
    return error
  }
}
