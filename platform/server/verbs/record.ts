/** What a person does to one record by a form: read, add, edit. Checked here, written by the one writer (records/). */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Machine } from '#platform/declare/states.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { within } from '../db/within.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../calls/refusal.ts'
import { change, create } from '../records/change.ts'
import { closeBatch, openBatch } from '../records/open-batch.ts'
import { changeOrHold, createOrHold, linesName } from '../records/hold-change.ts'
import { addDocument, changeDocument, linesInForm } from '../documents/save-document.ts'
import { codeGiven } from '../states/machine.ts'
import { takeSteps } from '../steps/take-steps.ts'
import { openedTo } from '../lists/approval-of.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { byKey } from '../lists/keys.ts'
import { hasVersion } from '../lists/query.ts'
import { rowWithMay } from '../lists/read-rows.ts'
import { byField } from '../records/record-checks.ts'
import type { Hooks, Values } from '../contract/record-hooks.ts'
import { maskRows } from '../lists/sensitive.ts'
import { columnValues } from '../records/validate-record.ts'

export async function oneRecord(context: Context, r: Resource, id: unknown): Promise<Row> {
  const isNamed = typeof id === 'string' || typeof id === 'number'
  const row = isNamed ? await rowFor(context, r, String(id)) : null
  if (!row) throw refuse.unknown(r.title)
  maskRows(r, [row], context.caller)
  return row
}

/** Through the caller's own door, or as an approver of this one record. */
async function rowFor(context: Context, r: Resource, id: string): Promise<Row | null> {
  const row = await rowWithMay(context, anyTable(context.db), r, id)
  const opened = row === null ? await openedTo(context, r, id) : null
  return opened === null ? row : rowWithMay(opened, anyTable(opened.db), r, id)
}

/** What a form is told that saved; `batchId`: for a day `undo` takes it back; `approval`: it waits for that one. */
interface Saved {
  readonly id: string
  readonly batchId?: string
  readonly approval?: string
}

/** `keeps`: as a batch of its own, by which it can be taken back; neither a document with lines nor what is approved is one. */
export async function addRecord(context: Context, r: Resource, input: Readonly<Values>, hooks: Hooks = {}, keeps = false): Promise<Saved> {
  const lines = linesInForm(context, r)
  const { [linesName]: given, ...header } = input
  const values = { ...byField(r, columnValues(r, lines === undefined ? input : header, 'add')), ...hooks.besides }
  if (lines !== undefined && given !== undefined) {
    const write = (own: Context, some: Readonly<Values>) => addDocument(own, [r, lines], some, given, hooks)
    if (r.approval === undefined) return { id: (await write(context, values)).id }
    const { row, approval } = await createOrHold(context, r, values, hooks, { lines: given, write })
    return { id: row.id, ...(approval === null ? {} : { approval }) }
  }
  if (r.approval !== undefined) {
    const { row, approval } = await createOrHold(context, r, values, hooks)
    return { id: row.id, ...(approval === null ? {} : { approval }) }
  }
  if (!keeps) return { id: (await create(context, r, values, { hooks })).id }
  return context.write(async (tx, inside) => {
    const batchId = await openBatch(inside, tx, r, 'add')
    const row = await create(inside, r, values, { hooks, batchId })
    await closeBatch(tx, r, batchId, { rows: 1, undoable: true, label: nameIn(r, row) })
    return { id: row.id, batchId }
  })
}

/** What a record is called, where it has a name. */
const nameIn = (r: Resource, row: Row): string => asText(row[`${labelOf(r)}Label`] ?? row[labelOf(r)] ?? '')

export async function updateRecord(
  context: Context,
  r: Resource,
  input: Readonly<Values>,
  hooks: Hooks = {},
  keeps = false,
): Promise<Saved & { version: number }> {
  const lines = linesInForm(context, r)
  if (lines !== undefined && input[linesName] !== undefined) return updateDocument(context, [r, lines], input, hooks)
  const { version } = input
  const moved = r.states && input[r.states.field]
  if (hasVersion(r) && !isVersion(version)) throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再保存（缺少版本号）` }])
  if (r.states !== undefined && moved !== undefined) return updateState(context, r, r.states, input, { hooks, keeps })
  const values = { ...byField(r, columnValues(r, input, 'edit')), ...hooks.besides }
  const seen = isVersion(version) ? { version } : {}
  const id = asText(input['id'] ?? '')
  if (r.approval !== undefined) {
    const { row, approval } = await changeOrHold(context, r, id, values, { hooks, ...seen })
    return { ...versionOf(row), ...(approval === null ? {} : { approval }) }
  }
  if (!keeps) {
    return versionOf(await change(context, r, id, values, { hooks, ...seen }))
  }
  return context.write(
    async (tx, inside) => {
      const batchId = await openBatch(inside, tx, r, 'change')
      const row = await change(inside, r, id, values, { hooks, ...seen, batchId })
      await closeBatch(tx, r, batchId, { rows: 1, undoable: true })
      return { ...versionOf(row), batchId }
    },
    { line: `${r.table} ${id}` },
  )
}

const versionOf = (row: Row): { id: string; version: number } => ({ id: row.id, version: row.version ?? 1 })

/** An edit with lines; a state is set by its own call, or by an edit without lines. */
async function updateDocument(
  context: Context,
  [r, lines]: readonly [document: Resource, lines: Resource],
  { [linesName]: given, version, ...input }: Readonly<Values>,
  hooks: Hooks,
): Promise<Saved & { version: number }> {
  const values = { ...byField(r, columnValues(r, input, 'edit')), ...hooks.besides }
  const id = asText(input['id'] ?? '')
  const seen = isVersion(version) ? { version } : {}
  const write = (own: Context, some: Readonly<Values>): Promise<Row> =>
    changeDocument(own, [r, lines], { id, version: seen.version, values: some }, given, hooks)
  if (r.approval === undefined) return versionOf(await write(context, values))
  const { row, approval } = await changeOrHold(context, r, id, values, { hooks, ...seen }, { lines: given, write })
  return { ...versionOf(row), ...(approval === null ? {} : { approval }) }
}

/**
 * An edit that names a state: another one than the record has is the step that leads there, with the fields that are open in the state
 * left.
 */
async function updateState(
  context: Context,
  r: Resource,
  { field }: Machine,
  { id, version, [field]: to, ...input }: Readonly<Values>,
  { hooks, keeps }: { readonly hooks: Hooks; readonly keeps: boolean },
): Promise<Saved & { version: number }> {
  const key = keyOfRowId(r, asText(id ?? ''))
  if (!key) throw refuse.unknown(r.title)
  return context.write(async tx => {
    const inside = within(context, tx)
    const state = sql.ref(`${r.table}.${columnOf(field)}`)
    const columns = [state.as('state'), sql.ref(`${r.table}.version`).as('version')]
    const held = await anyTable(tx).selectFrom(r.table).select(columns).where(byKey(r, key)).forUpdate().executeTakeFirst()
    // whoever meant to move what another has moved there meanwhile is told so, as by a step
    if (held?.state === codeGiven(to) && held['version'] === version)
      return updateRecord(inside, r, { id, version, ...input }, hooks, keeps)
    const one = { id: asText(id), ...(isVersion(version) ? { version } : {}) }
    const [row] = await takeSteps(inside, r, { ids: [one], pick: { to }, input, isEdit: true, hooks })
    return { id: one.id, version: row?.version ?? 1 }
  })
}

const isVersion = (given: unknown): given is number => Number.isInteger(given)
