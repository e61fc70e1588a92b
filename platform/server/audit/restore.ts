/**
 * A record brought back to what it was after an entry of its history: an edit like any other, by the list's own call for it, so that
 * rights, checks, locks and versions are those of the form. Its state is moved by steps alone.
 */
import type { HistoryChange, Restoring } from '#platform/declare/history.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { isMasked } from '#platform/format/masked.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { BoundRoute } from '../contract/registry.ts'
import type { Ask } from '../contract/route.ts'
import { wireFields } from '../lists/columns.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { withMissingLabels } from '../lists/labels.ts'
import { isSensitive } from '../lists/sensitive.ts'
import { editableFields } from '../lists/editable-fields.ts'
import { hasVersion } from '../lists/query.ts'
import { oneRecord } from '../verbs/record.ts'
import { changesOf } from './changes.ts'

type Values = Readonly<Record<string, unknown>>

/** Entries that hold the whole record as it was then. */
export const isVersion = (after: unknown): after is Values =>
  typeof after === 'object' && after !== null && !Array.isArray(after) && 'id' in after

/** The call that edits these records; absent: there is none, or the caller may not. */
export const editCallOf = ({ house, caller }: Context, r: Resource): BoundRoute | undefined =>
  house.registry.routes.find(one => one.verb === 'update' && one.resource?.table === r.table && satisfies(caller, one.demand))

export interface RestoreAsk {
  readonly type: string
  readonly id: string
  readonly entryId: string
  /** of the record, as the preview named it */
  readonly version?: number
  /** says what would change and writes nothing */
  readonly preview?: boolean
}

export async function restoreVersion(context: Context, { type, id, entryId, version, preview }: RestoreAsk, ask: Ask): Promise<Restoring> {
  const { house, caller } = context
  const declared = house.registry.types.get(type)
  if (declared === undefined) throw refuse.invalid([{ field: 'type', message: sentence`未知的列表类型 ${type}` }])
  const route = editCallOf(context, declared)
  if (route === undefined)
    throw house.registry.routes.some(one => isEdit(one, declared)) ? refuse.forbidden() : refuse.rule(sentence`这条记录没有修改的功能`)
  const r = visibleResource(caller, declared)
  const now = await oneRecord(context, r, id)
  const entry = await context.db
    .selectFrom('audit_entry')
    .select('after')
    .where('id', '=', entryId)
    .where('subject', '=', r.table)
    .where('record_id', '=', now.id)
    .executeTakeFirst()
  if (entry === undefined) throw refuse.unknown(['操作记录', 'Entry of the trail'])
  if (!isVersion(entry.after)) throw refuse.rule(sentence`这条操作记录不是一个完整的版本`)
  const { input, kept } = wanted(r, entry.after, now)
  const told = { id: now.id, version: hasVersion(r) ? (now.version ?? null) : null, kept: kept.map(name => titleIn(context, r, name)) }
  if (Object.keys(input).length === 0) throw refuse.rule(sentence`与现在相同，没有要恢复的字段`)
  const changes = await inWords(context, r, now, entry.after, input)
  if (preview === true) return { ...told, changes }
  // the version that was seen counts, as in a form: a later change of somebody else is not written over
  const body = { ...input, id: now.id, ...(version === undefined ? {} : { version }) }
  const saved = (await route.handler(context, { ...ask, input: body, params: {} })) as { version?: number; batchId?: string }
  return { ...told, version: saved.version ?? null, changes, ...(saved.batchId === undefined ? {} : { batchId: saved.batchId }) }
}

const isEdit = ({ verb, resource }: BoundRoute, { table }: Resource): boolean => verb === 'update' && resource?.table === table

/** What an edit has to send so that the record becomes what it was; what differs and stays all the same. */
function wanted(r: Resource, then: Values, now: Row): { input: Values; kept: readonly string[] } {
  const input: Record<string, unknown> = {}
  const kept: string[] = []
  const open = new Map(editableFields(r))
  for (const [name, field] of wireFields(r)) {
    // a field that came later than the entry stays
    if (!Object.hasOwn(then, name) || name === 'id' || plain(then[name]) === plain(now[name])) continue
    const isShut = !open.has(name) || field.options.editDisabled === true || name === r.states?.field
    if (isShut || isSensitive(field) || isMasked(then[name])) {
      if (Object.hasOwn(r.fields, name) && (open.has(name) || name === r.states?.field)) kept.push(name)
    } else input[name] = sent(then[name])
  }
  return { input, kept }
}

/** As a form sends it: files by their ids, items of a type by their names. */
function sent(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (value.some(one => isObject(one) && 'name' in one && 'value' in one))
    return Object.fromEntries(value.map(one => [String((one as { name: unknown }).name), (one as { value: unknown }).value]))
  return value.map(one => (isObject(one) && 'id' in one ? one.id : one))
}
const isObject = (one: unknown): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null

/** However it is written: a figure as text or number, a file by its id. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value.map(plain))
  if (isObject(value)) return 'id' in value ? String(value['id']) : JSON.stringify(value)
  if (value === null || value === undefined) return ''
  const text = asText(value)
  return /^-?\d+\.\d*0*$/.test(text) ? text.replace(/\.?0+$/, '') : text
}

const titleIn = ({ language }: Context, r: Resource, name: string): string =>
  ownValue(r.fields, name)?.title[language === 'en' ? 1 : 0] ?? name

async function inWords(context: Context, r: Resource, now: Row, then: Values, input: Values): Promise<readonly HistoryChange[]> {
  const names = Object.keys(input)
  const some = (values: Values): Record<string, unknown> => ({
    id: now.id,
    ...Object.fromEntries(
      names.flatMap(name => [name, `${name}Label`].flatMap(key => (Object.hasOwn(values, key) ? [[key, values[key]]] : []))),
    ),
  })
  const [before, after] = [some(now), some(then)]
  await withMissingLabels(context, r, [before, after])
  return changesOf(r, before, after, context.language)
}
