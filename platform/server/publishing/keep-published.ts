/**
 * What readers see follows the draft in the transaction of its step: publishing copies the fields that are shown, withdrawing takes them
 * away, archiving marks them. One statement each for a whole set. It is a copy, not a record that people change: the trail has the step of
 * the draft.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { copiedFields, publishStates } from '#platform/declare/publishable.ts'
import type { Publishing } from '#platform/declare/publishing.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Tx } from '../contract/database.ts'
import { heldBy, setUsesOf } from '../files/file-use.ts'
import { refuse } from '../calls/refusal.ts'
import type { Follower, RecordChange } from '../contract/record-hooks.ts'
import { notify } from '../notices/tell.ts'
import { asText } from '#platform/format/text.ts'
import { announceChanges } from '../realtime/announce.ts'

const { published, archived, withdrawn } = publishStates

/** Follows the drafts of a publishable record. */
export const keepPublished =
  (draft: Resource & { readonly publishing: Publishing }, shown: Resource): Follower =>
  async (context, tx, changes) => {
    // the codes of audited records are the same
    const field = draft.states?.field ?? 'status'
    const stateOf = (row: Row | null): unknown => row?.[field]
    const entered =
      (code: number) =>
      (change: RecordChange): boolean =>
        stateOf(change.after) === code && stateOf(change.before) !== code
    const isNew = ({ before, after }: RecordChange): boolean =>
      stateOf(after) === published[0] && (before?.['revision'] ?? 0) !== after?.['revision']
    const copied = changes.filter(isNew)
    const gone = changes.filter(entered(withdrawn[0]))
    const old = changes.filter(entered(archived[0]))
    if (copied.length + gone.length + old.length === 0) return
    const system = await context.house.asSystem(context.caller.orgId, 'what readers see follows its draft', tx)
    const db = anyTable(system.db)
    const ids = (some: readonly RecordChange[]): string[] => some.map(({ id }) => id)
    if (copied.length > 0) {
      if (draft.publishing.audience) await refuseClosed(context, db, copied)
      await copyRows(db, draft, shown, copied)
    }
    if (gone.length > 0)
      await db
        .deleteFrom(shown.table)
        .where(amongIds(shown, ids(gone)))
        .execute()
    if (old.length > 0)
      await db
        .updateTable(shown.table)
        .set({ is_archived: true })
        .where(amongIds(shown, ids(old)))
        .execute()
    await keepFiles(context, tx, draft, shown, copied, gone)
    await countReached(system, draft, copied)
    await tellReaders(context, tx, draft, shown, copied)
    await announceChanges(context, tx, shown, ids([...copied, ...gone, ...old]))
  }

const amongIds = (r: Resource, ids: readonly string[]) => sql<boolean>`${sql.ref(`${r.table}.id`)} = any(${ids}::bigint[])`

/** Columns that are the same in both. */
const sharedColumns = ({ publishing }: Resource & { readonly publishing: Publishing }): string[] =>
  [...copiedFields(publishing), 'publishedAt', 'revision'].map(columnOf)

/** Rows that readers have already are changed, the others are added: two statements, as nobody may change on a conflict who sees a row. */
async function copyRows(
  db: AnyDb,
  draft: Resource & { readonly publishing: Publishing },
  shown: Resource,
  copied: readonly RecordChange[],
): Promise<void> {
  const marks = JSON.stringify(copied.map(({ id, after }) => ({ id, audience: after === null ? [] : marksOf(after) })))
  const columns = sharedColumns(draft)
  const isFor = draft.publishing.audience === true
  const source = db
    .selectFrom(draft.table)
    .innerJoin(sql<{ id: string }>`jsonb_to_recordset(${marks}::jsonb)`.as(sql`m(id bigint, audience text[])`), join =>
      join.on(sql<boolean>`m.id = ${sql.ref(`${draft.table}.id`)}`),
    )
    .select([
      ...['id', 'org_id', 'created_by', 'updated_by', ...columns].map(column => sql.ref(`${draft.table}.${column}`).as(column)),
      sql<boolean>`false`.as('is_archived'),
      ...(isFor ? [sql`m.audience`.as('audience')] : []),
    ])
  const set = ['updated_by', ...columns, 'is_archived', ...(isFor ? ['audience'] : [])]
  const changed = await db
    .updateTable(shown.table)
    .from(source.as('d'))
    .set({
      ...Object.fromEntries(set.map(column => [column, sql.ref(`d.${column}`)])),
      version: sql`${sql.ref(`${shown.table}.version`)} + 1`,
    })
    .where(sql<boolean>`${sql.ref(`${shown.table}.id`)} = d.id`)
    .returning(sql<string>`${sql.ref(`${shown.table}.id`)}::text`.as('id'))
    .execute()
  const known = changed.map(row => String(row['id']))
  await db
    .insertInto(shown.table)
    .columns(['id', 'org_id', 'created_by', ...set])
    .expression(source.where(sql<boolean>`m.id <> all(${known}::bigint[])`))
    .execute()
}

/** Whom a draft is for, as marks of an audience: see `sharedWithMe`. `D3`: department 3 and those below it. */
export function marksOf(row: Row): string[] {
  if (row['forAll'] === true) return ['o']
  const marks = (letter: string, ids: unknown): string[] => (Array.isArray(ids) ? ids.map(id => `${letter}${String(id)}`) : [])
  return [...marks('D', row['forDepts']), ...marks('r', row['forRoles']), ...marks('e', row['forPeople'])]
}

const marksIn = (draft: Resource & { readonly publishing: Publishing }, row: Row | null): string[] =>
  draft.publishing.audience ? marksOf(row ?? { id: '' }) : ['o']

/** How many people it is for when it is published: what rates of reading are measured by. One question for each audience. */
async function countReached(
  { caller, house, db }: Context,
  draft: Resource & { readonly publishing: Publishing },
  copied: readonly RecordChange[],
): Promise<void> {
  if (copied.length === 0) return
  const rows: { record_id: string; audience: number }[] = []
  for (const [marks, some] of Map.groupBy(copied, ({ after }) => marksIn(draft, after).join(' '))) {
    const { length } = await house.rights.accountsOf(caller.orgId, marks.split(' '), db as Tx)
    rows.push(...some.map(({ id }) => ({ record_id: id, audience: length })))
  }
  await db
    .insertInto('publication_count')
    .values(rows.map(row => ({ ...row, org_id: caller.orgId, subject: draft.table })))
    .onConflict(conflict =>
      conflict.columns(['org_id', 'subject', 'record_id']).doUpdateSet(eb => ({ audience: eb.ref('excluded.audience') })),
    )
    .execute()
}

/** Each revision is told once, to whoever it is for but the person who published it. */
async function tellReaders(
  context: Context,
  tx: Tx,
  draft: Resource & { readonly publishing: Publishing },
  shown: Resource,
  copied: readonly RecordChange[],
): Promise<void> {
  const { tells } = draft.publishing
  if (tells === undefined) return
  for (const { id, after } of copied)
    await notify(context, tx, tells, {
      of: { resource: shown, rows: [{ ...after, id, audience: marksIn(draft, after) }] },
      once: `${draft.table} ${id} ${asText(after?.['revision'] ?? '')}`,
      but: context.caller.accountId,
    })
}

/** A department that was closed since it was chosen would have no readers, or the wrong ones. */
async function refuseClosed(context: Context, db: AnyDb, changes: readonly RecordChange[]): Promise<void> {
  const chosen = [...new Set(changes.flatMap(({ after }) => (Array.isArray(after?.['forDepts']) ? (after['forDepts'] as string[]) : [])))]
  if (chosen.length === 0) return
  const open = ownValue(context.house.registry.resources.get('department')?.fields, 'status')?.options.default
  if (open === undefined) throw new Error('departments have no status that they begin with')
  const closed = await db
    .selectFrom('department')
    .select(sql<string>`name`.as('name'))
    .where(sql<boolean>`id = any(${chosen}::bigint[])`)
    .where(sql<boolean>`status <> ${open}`)
    .limit(1)
    .executeTakeFirst()
  if (closed !== undefined) throw refuse.rule(sentence`可见部门“${String(closed['name'])}”已停用，请重新选择可见范围`)
}

/** Readers may have the files of what they see, and of nothing else of the draft. */
async function keepFiles(
  context: Context,
  tx: Tx,
  draft: Resource & { readonly publishing: Publishing },
  shown: Resource,
  copied: readonly RecordChange[],
  gone: readonly RecordChange[],
): Promise<void> {
  const fields = Object.fromEntries(draft.publishing.shown.map(name => [name, ownValue(draft.fields, name)]))
  const part = { ...draft, fields } as Resource
  const wanted = new Map<string, readonly string[]>([
    ...copied.map(({ id, after }) => [id, heldBy(part, after)] as const),
    ...gone.map(({ id }) => [id, []] as const),
  ])
  await setUsesOf(context, tx, { table: shown.table, isOpen: false }, wanted)
}
