/**
 * Fields declared sensitive: masked wherever rows leave the server. One value at a time is shown to whoever has the right, and each time is
 * recorded; so is such a person's export.
 */
import type { Field } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { maskedValue } from '../trail/masked.ts'
import { may } from '../calls/may.ts'
import type { Caller } from '../contract/context.ts'
import { wireFields } from './columns.ts'

export const isSensitive = ({ options }: Field): boolean => options.sensitive === true
export const sensitiveFields = (r: Resource): (readonly [string, Field])[] => wireFields(r).filter(([, field]) => isSensitive(field))

/** Whether the caller gets these values whole in an export, and one by one on the screen. */
export const mayReveal = (caller: Caller, r: Resource): boolean => may(caller, permissionOf(r), operations.reveal)

/** Fields that are shown in the caller's own records alone, with the field that tells whose a record is. */
const ownFields = (r: Resource): (readonly [string, string])[] =>
  Object.entries(r.fields).flatMap(([name, { options }]) => (options.own === undefined ? [] : [[name, options.own] as const]))

/** The rows themselves, as they may leave: copying rows of forty fields costs more than the query. */
export function maskRows<Rows extends readonly Readonly<Record<string, unknown>>[]>(r: Resource, rows: Rows, caller?: Caller): Rows {
  const own = ownFields(r)
  if (own.length > 0)
    for (const row of rows as readonly Record<string, unknown>[])
      for (const [name, of] of own) if (caller?.employeeId == null || row[of] !== caller.employeeId) row[name] = null
  const fields = sensitiveFields(r)
  if (fields.length > 0)
    for (const row of rows as readonly Record<string, unknown>[]) {
      for (const [name, field] of fields) if (Object.hasOwn(row, name)) row[name] = maskedValue(field, row[name])
    }
  return rows
}

/** Whether a value that somebody has typed is kept elsewhere until it is approved. */
const isHeld = (r: Resource, name: string): boolean =>
  Object.values(r.approval?.triggers ?? {}).some(({ onAdd, fields }) => onAdd !== undefined || Object.hasOwn(fields ?? {}, name))

const kinds: ReadonlySet<Field['kind']> = new Set(['text', 'longText', 'integer', 'decimal', 'money', 'date'])

/** What would tell a masked value by a way around, or could not keep it. */
export function sensitiveFaults(r: Resource): string[] {
  const shown = new Set([
    ...(r.primary ?? []),
    ...(r.key ?? []),
    ...(r.option?.search ?? []),
    ...(r.option?.detail ?? []),
    ...Object.values(r.batchDelete ?? {}),
    ...[r.label, r.tree, r.byMonth, r.bound?.field, r.sort?.field, r.option?.group].filter(name => name !== undefined),
  ])
  return Object.entries(r.fields).flatMap(([name, { kind, options }]) => {
    if (options.sensitive !== true) return []
    const where = `${r.table}.${name}`
    const { filter, sort, total, inline, editDisabled, encrypted } = options
    return [
      ...(kinds.has(kind) && options.as === undefined ? [] : [`${where}: a ${kind} can't be masked`]),
      ...((encrypted ? filter !== undefined && filter !== 'equals' : filter) || sort || total || inline || editDisabled
        ? [`${where}: filter, sort, total, inline and editDisabled would tell a sensitive value`]
        : []),
      ...(shown.has(name) ? [`${where}: other words of ${r.table} show it, it can't be sensitive`] : []),
      ...(options.optional ? [] : [`${where}: a sensitive field is optional, a masked value that comes back is none`]),
      ...(encrypted && isHeld(r, name)
        ? [`${where}: what waits for an approval is kept as it was typed, an encrypted field can't wait`]
        : []),
      ...(r.kind === 'shop' ? [`${where}: reports read facts past the list, a column of them can't be masked`] : []),
    ]
  })
}
