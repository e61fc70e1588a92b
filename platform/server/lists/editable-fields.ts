/** Which fields of a record people write. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { isSensitive } from './sensitive.ts'

/** Fields a person may set: not computed, not hidden, and where the resource names them, only those. */
export const editableFields = (r: Resource): [string, Field][] =>
  Object.entries(r.fields).filter(
    ([name, f]) => !f.options.computed && !f.options.hidden && (r.editable === undefined || r.editable.includes(name)),
  )

/**
 * Fields that many records may share a value of: not the key, not what is fixed after adding, and nothing whose rightness depends on each
 * record (files, the place in a tree, one end of a period, what narrows or is narrowed), and nothing sensitive.
 */
export const batchFields = (r: Resource): [string, Field][] => {
  const bound = new Set<string>([...(r.key ?? []), ...(r.tree === undefined ? [] : [r.tree])])
  for (const [name, { options, kind }] of Object.entries(r.fields)) {
    if (options.itemsOf !== undefined) bound.add(options.itemsOf.by)
    if (kind === 'files' || kind === 'items' || options.narrowedBy !== undefined || options.rangeTo !== undefined) bound.add(name)
    for (const other of [...Object.keys(options.narrowedBy ?? {}), ...(options.rangeTo === undefined ? [] : [options.rangeTo])])
      bound.add(other)
  }
  return editableFields(r).filter(([name, f]) => !f.options.editDisabled && !isSensitive(f) && !bound.has(name))
}
