/**
 * Which records hold which files. Who may see a record may have its files, whoever uploaded them; a file that no record holds is its uploader's.
 * Kept in the transaction that writes the record.
 */
import { sql } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RecordChange } from '../area.ts'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { satisfies } from '../http/authenticate.ts'
import { anyTable, keyOfRowId } from '../lists/columns.ts'
import { byKey } from '../lists/keys.ts'
import { viewDemands } from './view-demands.ts'

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

/** Whether the caller may have this file of his organisation: it is his, or a record that he may see holds it. */
export async function mayHave(context: Context, db: Db, file: File): Promise<boolean> {
  if (file.account_id === context.caller.accountId) return true
  const uses = await db
    .selectFrom('file_use')
    .select(['table_name', 'record_id', 'is_open'])
    .where('file_id', '=', file.id)
    .orderBy('is_open', 'desc')
    .limit(usesMax)
    .execute()
  for (const use of uses) if (use.is_open || (await maySee(context, db, use.table_name, use.record_id))) return true
  return false
}

/** By right to the list and, through the door, to the row. */
async function maySee(context: Context, db: Db, table: string, recordId: string): Promise<boolean> {
  const { resources } = context.house.registry
  const r = resources.get(table)
  const key = r === undefined ? null : keyOfRowId(r, recordId)
  if (r === undefined || key === null) return false
  if (!viewDemands(context.house.registry, r).some(demand => satisfies(context.caller, demand))) return false
  const found = await anyTable(db)
    .selectFrom(table)
    .select(sql<number>`1`.as('one'))
    .where(byKey(r, key))
    .executeTakeFirst()
  return found !== undefined
}

/** These files, and no others, are the holder's from now on. One that the writer may not have himself is left out: naming it gives no right to it. */
export async function setFileUses(context: Context, tx: Tx, holder: Holder, ids: readonly string[]): Promise<void> {
  const { table, recordId, isOpen = false } = holder
  const before = await tx
    .selectFrom('file_use')
    .select(['id', 'file_id'])
    .where('table_name', '=', table)
    .where('record_id', '=', recordId)
    .where('is_open', '=', isOpen)
    .execute()
  const gone = before.filter(use => !ids.includes(use.file_id)).map(use => use.id)
  if (gone.length > 0) await tx.deleteFrom('file_use').where('id', 'in', gone).execute()
  const held = new Set(before.map(use => use.file_id))
  const wanted = [...new Set(ids)].filter(id => !held.has(id))
  if (wanted.length === 0) return
  const files = await tx
    .selectFrom('stored_file')
    .select(['id', 'account_id'])
    .where('id', 'in', wanted)
    .where('deleted_at', 'is', null)
    .execute()
  const mine: File[] = []
  for (const file of files) if (await mayHave(context, tx, file)) mine.push(file)
  if (mine.length === 0) return
  await tx
    .insertInto('file_use')
    .values(
      mine.map(file => ({
        org_id: context.caller.orgId,
        created_by: context.caller.accountId,
        file_id: file.id,
        table_name: table,
        record_id: recordId,
        is_open: isOpen,
      })),
    )
    .execute()
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

const heldBy = (r: Resource, row: RecordChange['after']): string[] =>
  row === null ? [] : Object.entries(r.fields).flatMap(([name, field]) => idsIn(field, row[name]) ?? [])

/** After a record was written by a generic verb: its files and the pictures in its texts are those it shows now. */
export async function followFiles(context: Context, tx: Tx, r: Resource, { id, before, after }: RecordChange): Promise<void> {
  if (!Object.values(r.fields).some(field => idsIn(field, null) !== null)) return
  const [held, wanted] = [heldBy(r, before), heldBy(r, after)]
  if (held.toSorted().join() === wanted.toSorted().join()) return
  await setFileUses(context, tx, { table: r.table, recordId: id }, wanted)
}
