/**
 * Which records hold which files. Who may see a record may have its files, whoever uploaded them; a file that no record holds is its
 * uploader's. Kept in the transaction that writes the record.
 */
import { sql } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RecordChange } from '../contract/record-hooks.ts'
import type { Context } from '../contract/context.ts'
import type { Db, Tx } from '../contract/database.ts'
import { closedFiles } from '../lists/column-rights.ts'
import { columnRef } from '../db/untyped-query.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import { byKey } from '../lists/keys.ts'
import { idWithoutOrder } from '../db/sealed-author.ts'
import { orderReading } from './text-of-files.ts'
import { mayView } from '../calls/view-demands.ts'

export interface Holder {
  readonly table: string
  readonly recordId: string
  /** everybody of the organisation may have them, whatever the record's own right: faces, for example */
  readonly isOpen?: boolean
}

/** Records looked at to find one that the caller may see; who holds a file in more than that many is asked in vain. */
const usesMax = 100

interface File {
  readonly id: string
  readonly account_id: string
}

/**
 * Whether the caller may have this file of his organisation: it is his, or a record that he may see holds it. `shown`: whether he may look
 * at it, though its bytes may be closed to him.
 */
export async function mayHave(context: Context, db: Db, file: File, shown = false): Promise<boolean> {
  if (file.account_id === (context.author ?? context.caller).accountId) return true
  const uses = await db
    .selectFrom('file_use')
    .select(['table_name', 'record_id', 'is_open'])
    .where('file_id', '=', file.id)
    .orderBy('is_open', 'desc')
    .limit(usesMax)
    .execute()
  for (const use of uses) if (use.is_open || (await maySee(context, db, use, { fileId: file.id, shown }))) return true
  return false
}

/** By right to the list, to the column that holds it and, through the door, to the row. */
async function maySee(
  context: Context,
  db: Db,
  { table_name: table, record_id: recordId }: { readonly table_name: string; readonly record_id: string },
  { fileId, shown }: { readonly fileId: string; readonly shown: boolean },
): Promise<boolean> {
  const { resources, flows } = context.house.registry
  const ofApproval = await flows?.mayHaveFiles(context, table, recordId)
  if (ofApproval !== null && ofApproval !== undefined) return ofApproval
  const r = resources.get(table)
  const key = r === undefined ? null : keyOfRowId(r, recordId)
  if (r === undefined || key === null) return false
  const closed = closedFiles(context.caller, r, shown)
  if (closed.length === 0 && r.approval !== undefined && (await flows?.opened(context, r, recordId)) != null) return true
  if (!mayView(context, r)) return false
  let rows = anyTable(db)
    .selectFrom(table)
    .select(sql<number>`1`.as('one'))
    .where(byKey(r, key))
  for (const name of closed) rows = rows.where(sql<boolean>`not (${fileId}::bigint = any(coalesce(${columnRef(table, name)}, '{}')))`)
  const found = await rows.executeTakeFirst()
  return found !== undefined
}

/** A record that holds the file among its closed ones, whoever sees the record. */
export async function closedHolder({ house, caller }: Context, fileId: string) {
  const { db } = await house.asSystem(caller.orgId, 'which record holds a closed file that is opened')
  const uses = await db.selectFrom('file_use').select(['table_name', 'record_id']).where('file_id', '=', fileId).limit(usesMax).execute()
  for (const use of uses) {
    const r = house.registry.resources.get(use.table_name)
    const key = r === undefined ? null : keyOfRowId(r, use.record_id)
    const closed = Object.entries(r?.fields ?? {}).flatMap(([name, { options }]) => (options.closed === undefined ? [] : [name]))
    if (r === undefined || key === null || closed.length === 0) continue
    const holds = closed.map(name => sql<boolean>`${fileId}::bigint = any(${columnRef(r.table, name)})`)
    const rows = anyTable(db)
      .selectFrom(r.table)
      .select(sql<number>`1`.as('one'))
      .where(byKey(r, key))
    if ((await rows.where(sql<boolean>`(${sql.join(holds, sql` or `)})`).executeTakeFirst()) !== undefined) return use
  }
  return null
}

/**
 * These files, and no others, are the holder's from now on. One that the writer may not have himself is left out: naming it gives no right
 * to it.
 */
export const setFileUses = (context: Context, tx: Tx, { table, recordId, isOpen = false }: Holder, ids: readonly string[]): Promise<void> =>
  setUsesOf(context, tx, { table, isOpen }, new Map([[recordId, ids]]))

/** The same for many records of a table: `wanted` by record. */
export async function setUsesOf(
  context: Context,
  tx: Tx,
  { table, isOpen }: { readonly table: string; readonly isOpen: boolean },
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const before = await tx
    .selectFrom('file_use')
    .select(['id', 'file_id', 'record_id'])
    .where('table_name', '=', table)
    .where(sql<boolean>`record_id = any(${[...wanted.keys()]})`)
    .where('is_open', '=', isOpen)
    .execute()
  const gone = before.filter(use => wanted.get(use.record_id)?.includes(use.file_id) !== true).map(use => use.id)
  if (gone.length > 0)
    await tx
      .deleteFrom('file_use')
      .where(sql<boolean>`id = any(${gone})`)
      .execute()
  const held = new Set(before.map(use => `${use.record_id} ${use.file_id}`))
  const added = [...wanted].flatMap(([recordId, ids]) =>
    [...new Set(ids)].filter(id => !held.has(`${recordId} ${id}`)).map(fileId => ({ recordId, fileId })),
  )
  const mine = await allowedOf(
    context,
    tx,
    added.map(one => one.fileId),
  )
  const rows = added.filter(one => mine.has(one.fileId))
  if (rows.length === 0) return
  const day = context.now().toISOString()
  await tx
    .insertInto('file_use')
    .values(
      rows.map(({ recordId, fileId }) => ({
        org_id: context.caller.orgId,
        created_by: context.caller.accountId,
        ...(context.sealed === undefined ? {} : { id: idWithoutOrder(), created_at: day, updated_at: day }),
        file_id: fileId,
        table_name: table,
        record_id: recordId,
        is_open: isOpen,
      })),
    )
    .execute()
}

/** Those of the files that the caller may have. */
async function allowedOf(context: Context, tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const allowed = new Set<string>()
  if (ids.length === 0) return allowed
  const files = await tx
    .selectFrom('stored_file')
    .select(['id', 'account_id'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]})`)
    .where('deleted_at', 'is', null)
    .execute()
  for (const file of files) if (await mayHave(context, tx, file)) allowed.add(file.id)
  return allowed
}

const links = /\/api-2024\/fileUpload\/down2\?id=(\d{1,19})/g
const idOf = (one: unknown): string[] => {
  if (typeof one === 'string') return [one]
  return typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : []
}

/** Ids of the stored files that a link, or a text with links in it, names. */
export const linkedFiles = (text: string): string[] => [...text.matchAll(links)].flatMap(([, id]) => (id === undefined ? [] : [id]))

/** Ids of the files that a field's value holds; null for a field that holds none. */
function idsIn(field: Field, value: unknown): string[] | null {
  if (field.kind === 'files') return Array.isArray(value) ? value.flatMap(idOf) : []
  if (field.options.as === 'richText') return typeof value === 'string' ? linkedFiles(value) : []
  return null
}

/** Files that a record holds, in its fields and its texts. */
export const heldBy = (r: Resource, row: RecordChange['after']): string[] =>
  row === null ? [] : Object.entries(r.fields).flatMap(([name, field]) => idsIn(field, row[name]) ?? [])

function newIn(before: unknown, after: unknown): string[] {
  const [held, shown] = [before, after].map(value => (Array.isArray(value) ? value.flatMap(idOf) : [])) as [string[], string[]]
  return shown.filter(id => !held.includes(id))
}

/** After records were written by a generic verb: their files and the pictures in their texts are those they show now. */
export async function followFiles(context: Context, tx: Tx, r: Resource, changes: readonly RecordChange[]): Promise<void> {
  if (!Object.values(r.fields).some(field => idsIn(field, null) !== null)) return
  const wanted = new Map<string, readonly string[]>()
  const reading = Object.entries(r.fields).flatMap(([name, { options }]) => (options.reads === true ? [name] : []))
  await orderReading(
    context,
    tx,
    changes.flatMap(({ before, after }) => reading.flatMap(name => newIn(before?.[name], after?.[name]))),
  )
  for (const { id, before, after } of changes) {
    const [held, shown] = [heldBy(r, before), heldBy(r, after)]
    if (held.toSorted().join() !== shown.toSorted().join()) wanted.set(id, shown)
  }
  if (wanted.size > 0) await setUsesOf(context, tx, { table: r.table, isOpen: false }, wanted)
}
