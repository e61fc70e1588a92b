/** The history of one record, for whoever may see it, and the whole trail for whom it was granted. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Selectable } from 'kysely'
import type { HistoryEntry } from '#platform/declare/history.ts'
import type { Context, Language } from '../contract/context.ts'
import type { Database } from '../contract/database.ts'
import { viewDemands } from '../calls/view-demands.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { personIn } from '../trail/server-name.ts'
import { withMissingLabels } from '../lists/labels.ts'
import { oneRecord } from '../verbs/record.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { changesOf } from './changes.ts'
import { lineChanges } from './line-changes.ts'
import { fieldsOfSubject, subjectTitle, viaTitle } from './trail-list.ts'
import { editCallOf, isVersion } from './restore.ts'
import { stepTitle, verbTitle } from './verbs.ts'

const pageSize = 30

export interface HistoryAnswer {
  readonly list: readonly HistoryEntry[]
  /** whether older entries follow */
  readonly more: boolean
}

/** Rows as entries hold them. */
const isRow = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/** What entries refer to, by name: those of the form hold the names of then, those of batches get today's. */
async function nameReferences(
  context: Context,
  entries: readonly { readonly subject: string; before: unknown; after: unknown }[],
): Promise<void> {
  for (const [subject, of] of Map.groupBy(entries, entry => entry.subject)) {
    const r = context.house.registry.resources.get(subject)
    if (r !== undefined)
      await withMissingLabels(
        context,
        r,
        of.flatMap(({ before, after }) => [before, after].filter(isRow)),
      )
  }
}

/** Who did it, and for whom. */
const whoDid = (row: Selectable<Database['audit_entry']>, language: Language): string => {
  if (row.acting_for === null) return personIn(row.account_name, language)
  return language === 'en' ? `${row.account_name} for ${row.acting_for}` : `${row.account_name}（代${row.acting_for}）`
}

/** What became of the lines of a document, as far as this person sees their columns. */
function lineChangesOf({ house, caller, language }: Context, { subject, before, after }: Selectable<Database['audit_entry']>) {
  const lines = house.registry.lines.get(subject)
  return lines === undefined ? [] : lineChanges(visibleResource(caller, lines), before, after, language)
}

function entryOf(context: Context, row: Selectable<Database['audit_entry']>): HistoryEntry {
  const { language } = context
  const subject = fieldsOfSubject(context, row.subject)
  return {
    id: row.id,
    at: row.at,
    by: whoDid(row, language),
    verb: row.verb,
    verbTitle: stepTitle(subject, row.verb, language) ?? verbTitle(row.verb, language),
    note: row.note,
    subjectTitle: subjectTitle(context, row.subject),
    address: row.address,
    via: row.via === null ? null : viaTitle(context, row.via),
    requestId: row.request_id,
    changes: [
      ...changesOf(subject && visibleResource(context.caller, subject), row.before, row.after, language),
      ...lineChangesOf(context, row),
    ],
  }
}

/** Newest first; `pageNum` from 1. A record outside the caller's scope is unknown, as everywhere. */
export async function historyOf(
  context: Context,
  { type, id, pageNum = 1 }: { readonly type: string; readonly id: string; readonly pageNum?: number },
): Promise<HistoryAnswer> {
  const r = context.house.registry.types.get(type)
  if (r === undefined) throw refuse.invalid([{ field: 'type', message: sentence`未知的列表类型 ${type}` }])
  if (!viewDemands(context.house.registry, r).some(demand => satisfies(context.caller, demand))) throw refuse.forbidden()
  await oneRecord(context, r, id)
  const rows = await context.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', 'in', [r.table, ...(r.relatedAuditSubjects ?? [])])
    .where('record_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset((pageNum - 1) * pageSize)
    .limit(pageSize + 1)
    .execute()
  await nameReferences(context, rows)
  const mayEdit = editCallOf(context, r) !== undefined
  const versions = rows.slice(0, pageSize).filter(row => row.subject === r.table && isVersion(row.after))
  // the newest is what the record is now
  const earlier = new Set(pageNum === 1 ? versions.slice(1) : versions)
  const list = rows.slice(0, pageSize).map(row => {
    const entry = entryOf(context, row)
    return mayEdit && earlier.has(row) ? { ...entry, canRestore: true as const } : entry
  })
  return { list, more: rows.length > pageSize }
}

/** One entry of the trail. */
export async function trailEntry(context: Context, id: string): Promise<HistoryEntry> {
  const row = await context.db.selectFrom('audit_entry').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw refuse.unknown(['操作记录', 'Entry of the trail'])
  await nameReferences(context, [row])
  return entryOf(context, row)
}
