/** Schemes of a list: whose they are, who sees them, which one is the default, and the way back to what stood before. */
import type { Title } from '#platform/declare/title.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { mayView } from '../calls/view-demands.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { KeptReport } from '#platform/declare/wire-pivot.ts'
import type { FieldDefinition, Scheme, SchemeContent } from '#platform/declare/wire.ts'
import { writeAudit } from '../trail/write-audit.ts'
import type { Context } from '../contract/context.ts'
import type { Db, Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { anyTable } from '../db/any-table.ts'
import { askingOf } from '../lists/conditions.ts'
import { listDefinition } from '../records/definition.ts'
import { isId } from '../lists/value-range.ts'
import { staleVersion } from '../records/change.ts'
import { checkedContent, historyMax, presentContent } from './content.ts'
import { checkedReport, ownReports, presentReport } from './own-report.ts'
import { listProfile } from './tables.ts'
import { tellReceivers } from './tell-receivers.ts'
import { jsonText } from '../db/json-text.ts'

/** schemes and tabs one person may keep of one list */
const profilesMax = 200

type Said = Parameters<typeof checkedContent>[2] & {
  readonly report?: KeptReport
  readonly type: string
  readonly profileId?: string
  readonly version?: number
  readonly kind?: number
  readonly isDefault?: number
}
type Kind = Scheme['kind']

/** A list the caller may look at. */
export function listOfType(context: Context, type: string): { r: Resource; fields: readonly FieldDefinition[] } {
  const r = context.house.registry.types.get(type)
  if (!r) throw refuse.unknown(['列表', 'List'])
  if (!mayView(context, r)) throw refuse.forbidden()
  return { r, fields: listDefinition(context, r).result }
}

/** What schemes of a type keep: the caller's, held against what it is of. */
interface Source {
  check(said: Said, kind: Kind): SchemeContent
  /** what still holds, and what has been removed since; null: nothing that the reader may see */
  present(kept: SchemeContent): { readonly content: SchemeContent; readonly removed: readonly string[] } | null
}
function sourceOf(context: Context, type: string): Source {
  if (type === ownReports) return { check: said => checkedReport(context, said), present: kept => presentReport(context, kept) }
  const { r, fields } = listOfType(context, type)
  return {
    check: (said, kind) => checkedContent(r, fields, said, askingOf(context), kind),
    present: kept => presentContent(r, fields, kept),
  }
}

const ownMark = (context: Context): string => `a${context.caller.accountId}`
const query = (db: Db) =>
  db.selectFrom('list_profile').select(['id', 'version', 'account_id', 'type', 'kind', 'audience', 'default_of', 'content', 'history'])
type Kept = Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirstOrThrow']>>

const empty: SchemeContent = { name: '', columnList: [], conditionList: [], orderByList: [] }

async function ownersOf(context: Context, rows: readonly Kept[]): Promise<ReadonlyMap<string, string>> {
  const foreign = [...new Set(rows.map(row => row.account_id))].filter(id => id !== context.caller.accountId)
  if (foreign.length === 0) return new Map()
  const found = await context.db
    .selectFrom('audit_entry')
    .select(['account_id', 'account_name'])
    .distinct()
    .where(sql<boolean>`account_id = any(${foreign}::bigint[])`)
    .where('subject', '=', listProfile.table)
    .execute()
  return new Map(found.map(one => [String(one.account_id), one.account_name]))
}

function toScheme(context: Context, source: Source, row: Kept, owners: ReadonlyMap<string, string>): Scheme[] {
  const present = source.present(row.content ?? empty)
  if (present === null) return []
  const { content, removed } = present
  const isOwn = row.account_id === context.caller.accountId
  const marked = (letter: string, marks = row.audience): string[] =>
    marks.filter(mark => mark.startsWith(letter)).map(mark => mark.slice(1))
  const scheme: Scheme = {
    ...content,
    profileId: row.id,
    type: row.type,
    kind: row.kind as Kind,
    isDefault: row.default_of.includes(ownMark(context)) ? 1 : 0,
    isOwn,
    ownerName: isOwn ? '' : (owners.get(row.account_id) ?? ''),
    version: row.version,
    canUndo: isOwn && (row.history ?? []).length > 0,
    removed,
    sharedWith: isOwn ? { employeeIds: marked('e'), deptIds: marked('d') } : { employeeIds: [], deptIds: [] },
    defaultOf: isOwn
      ? { roleIds: marked('r', row.default_of), isOrganisation: row.default_of.includes('o') }
      : { roleIds: [], isOrganisation: false },
  }
  return [scheme]
}

/** Own ones and those shared with the caller: the door shows no others. */
export async function schemesOf(context: Context, type: string, kinds: readonly Kind[]): Promise<readonly Scheme[]> {
  const source = sourceOf(context, type)
  const rows = await query(context.db).where('type', '=', type).where('kind', 'in', kinds).orderBy('id').execute()
  const owners = await ownersOf(context, rows)
  return rows.flatMap(row => toScheme(context, source, row, owners))
}

/** What applies when the list is opened: one's own default, else that of a role, else of the organisation. */
export async function defaultScheme(context: Context, type: string): Promise<Scheme | null> {
  const source = sourceOf(context, type)
  const rows = await query(context.db)
    .where('type', '=', type)
    .where('kind', '=', 1)
    .where(sql<boolean>`default_of && ${context.caller.audience}::text[]`)
    .orderBy('id')
    .execute()
  const isRole = (mark: string): boolean => mark.startsWith('r') && context.caller.audience.includes(mark)
  const chosen = rows.find(row => row.default_of.includes(ownMark(context))) ?? rows.find(row => row.default_of.some(isRole)) ?? rows[0]
  return (chosen && toScheme(context, source, chosen, await ownersOf(context, [chosen]))[0]) ?? null
}

async function locked(tx: Tx, id: unknown): Promise<Kept> {
  const row = typeof id === 'string' && isId(id) ? await query(tx).where('id', '=', id).forUpdate().executeTakeFirst() : undefined
  if (!row) throw refuse.unknown(['方案', 'Scheme'])
  return row
}

async function ownLocked(context: Context, tx: Tx, id: unknown): Promise<Kept> {
  const row = await locked(tx, id)
  if (row.account_id !== context.caller.accountId) throw refuse.rule(sentence`这是别人共享的方案，请先复制再修改`)
  return row
}

type Set = Partial<{ name: string; audience: string[]; default_of: string[]; content: string; history: string }>
async function change(context: Context, tx: Tx, row: Kept, verb: string, set: Set, after: unknown): Promise<void> {
  const stamp = { version: row.version + 1, updated_at: context.now().toISOString(), updated_by: context.caller.accountId }
  await anyTable(tx)
    .updateTable('list_profile')
    .set({ ...set, ...stamp })
    .where('id', '=', row.id)
    .execute()
  await writeAudit(context, tx, { subject: listProfile.table, recordId: row.id, verb, before: row.content, after })
}

/** At most one default for a mark in a list: takes the mark from every other scheme. */
async function onlyDefault(context: Context, tx: Tx, type: string, mark: string): Promise<void> {
  await tx
    .updateTable('list_profile')
    .set({ default_of: sql<string[]>`array_remove(default_of, ${mark})`, updated_at: context.now().toISOString() })
    .where('type', '=', type)
    .where(sql<boolean>`default_of && ${[mark]}::text[]`)
    .execute()
}

export async function saveScheme(context: Context, said: Said, kind: Kind): Promise<{ profileId: string; version: number }> {
  const { caller } = context
  const content = sourceOf(context, said.type).check(said, kind)
  return context.write(async tx => {
    const mark = ownMark(context)
    if (said.isDefault === 1) await onlyDefault(context, tx, said.type, mark)
    if (said.profileId !== undefined && said.profileId !== '') {
      const row = await ownLocked(context, tx, said.profileId)
      if (row.type !== said.type) throw refuse.invalid([{ field: 'type', message: sentence`方案不属于这个列表，请刷新后再保存` }])
      if (said.version === undefined) throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再保存（缺少版本号）` }])
      if (row.version !== said.version)
        throw await staleVersion(context, tx, listProfile, { id: row.id, version: row.version, ...row.content })
      const kept = row.default_of.filter(one => one !== mark)
      await change(
        context,
        tx,
        row,
        'update',
        {
          name: content.name,
          content: JSON.stringify(content),
          history: JSON.stringify([...(row.history ?? []), row.content ?? empty].slice(-historyMax)),
          default_of: said.isDefault === undefined ? row.default_of : said.isDefault === 1 ? [...kept, mark] : kept,
        },
        content,
      )
      return { profileId: row.id, version: row.version + 1 }
    }
    const { n } = await tx
      .selectFrom('list_profile')
      .select(sql<string>`count(*)`.as('n'))
      .where('type', '=', said.type)
      .where('account_id', '=', caller.accountId)
      .executeTakeFirstOrThrow()
    if (Number(n) >= profilesMax) throw refuse.rule(sentence`每个列表最多保存 ${profilesMax} 个方案，请先删除不用的`)
    const { id } = await tx
      .insertInto('list_profile')
      .values({
        org_id: caller.orgId,
        account_id: caller.accountId,
        type: said.type,
        kind,
        name: content.name,
        audience: [mark],
        default_of: said.isDefault === 1 ? [mark] : [],
        content: jsonText(content),
        history: jsonText([]),
        created_by: caller.accountId,
        updated_by: caller.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(context, tx, { subject: listProfile.table, recordId: id, verb: 'add', before: null, after: content })
    return { profileId: id, version: 1 }
  })
}

export const removeScheme = (context: Context, id: unknown): Promise<{ deleted: number }> =>
  context.write(async tx => {
    const row = await ownLocked(context, tx, id)
    await tx.deleteFrom('list_profile').where('id', '=', row.id).execute()
    await writeAudit(context, tx, { subject: listProfile.table, recordId: row.id, verb: 'remove', before: row.content, after: null })
    return { deleted: 1 }
  })

/** The content before the last save stands again. */
export const undoScheme = (context: Context, id: unknown): Promise<{ profileId: string; version: number }> =>
  context.write(async tx => {
    const row = await ownLocked(context, tx, id)
    const history = row.history ?? []
    const before = history.at(-1)
    if (!before) throw refuse.rule(sentence`没有可以撤销的修改`)
    await change(
      context,
      tx,
      row,
      'undo',
      { name: before.name, content: JSON.stringify(before), history: JSON.stringify(history.slice(0, -1)) },
      before,
    )
    return { profileId: row.id, version: row.version + 1 }
  })

/** `mark`: for whom. A default of a role or of the organisation is seen by them, or it could not apply. `isDefault` 0: no longer. */
export async function setDefault(
  context: Context,
  said: { id: string; listType: string; isDefault?: 0 | 1 },
  mark = ownMark(context),
): Promise<{ id: string }> {
  sourceOf(context, said.listType)
  const isOwn = mark === ownMark(context)
  // the former default of a role is not always shared with whoever names the next
  const opener = isOwn ? context : await context.house.asSystem(context.caller.orgId, 'one default scheme for a role or the organisation')
  return opener.write(async tx => {
    const row = await locked(tx, said.id)
    if (row.type !== said.listType || row.kind !== 1) throw refuse.unknown(['方案', 'Scheme'])
    if (!isOwn && row.account_id !== context.caller.accountId)
      throw refuse.rule(sentence`只能把自己的方案设为角色或组织的默认方案，请先复制`)
    const isSet = said.isDefault !== 0
    if (isSet) await onlyDefault(context, tx, said.listType, mark)
    const others = (marks: readonly string[]): string[] => marks.filter(one => one !== mark)
    const audience = isSet ? [...others(row.audience), mark] : others(row.audience)
    // whose default it is changes nothing of what it says: neither version nor history
    await tx
      .updateTable('list_profile')
      .set({ default_of: [...others(row.default_of), ...(isSet ? [mark] : [])], audience: isOwn ? row.audience : audience })
      .where('id', '=', row.id)
      .execute()
    await writeAudit(context, tx, { subject: listProfile.table, recordId: row.id, verb: 'default', before: null, after: { mark, isSet } })
    return { id: row.id }
  })
}

/** Every one of the ids is a record of this table that the caller sees. */
async function allThere(tx: Tx, table: string, ids: readonly string[], title: Title): Promise<void> {
  if (ids.length === 0) return
  const found = ids.every(isId)
    ? await anyTable(tx)
        .selectFrom(table)
        .select('id')
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .execute()
    : []
  if (found.length !== new Set(ids).size) throw refuse.unknown(title)
}

/** Gives the scheme to exactly these people and departments of the organisation. */
export const shareScheme = (
  context: Context,
  said: { profileId: string; employeeIds?: readonly string[]; deptIds?: readonly string[] },
): Promise<{ profileId: string; version: number }> =>
  context.write(async tx => {
    const row = await ownLocked(context, tx, said.profileId)
    const { employeeIds = [], deptIds = [] } = said
    await allThere(tx, 'employee', employeeIds, ['员工', 'Employee'])
    await allThere(tx, 'department', deptIds, ['部门', 'Department'])
    const kept = row.audience.filter(mark => !/^[ed]/.test(mark))
    const audience = [...new Set([...kept, ...employeeIds.map(id => `e${id}`), ...deptIds.map(id => `d${id}`)])]
    // who sees it changes nothing of what it says: the version stays, and work on it in another tab goes on
    await tx.updateTable('list_profile').set({ audience }).where('id', '=', row.id).execute()
    await writeAudit(context, tx, { subject: listProfile.table, recordId: row.id, verb: 'share', before: row.audience, after: audience })
    await tellReceivers(context, tx, row, audience)
    return { profileId: row.id, version: row.version }
  })
