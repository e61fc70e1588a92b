/**
 * Columns that need a right of their own (`see` of a field). Whoever lacks it meets the resource as if it had none of them: they are in no
 * row, form, template, export or history, and a filter, an order or a value that names one is refused as an unknown field.
 */
import type { Fields } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { neededBy } from '../db/computed.ts'
import { may } from '../calls/may.ts'
import type { Caller, Context } from '../contract/context.ts'
import { withLines } from './with-lines.ts'

/** One view per resource and set of columns left out: what is worked out once per resource stays so. */
const views = new WeakMap<Resource, Map<string, Resource>>()

/** The resource with what the caller may see of it. */
export function visibleResource(caller: Caller, r: Resource): Resource {
  const unseen = Object.entries(r.fields).flatMap(([name, { options }]) =>
    options.see !== undefined && !may(caller, permissionOf(r), options.see.operation) ? [name] : [],
  )
  if (unseen.length === 0) return r
  const known = views.get(r) ?? new Map<string, Resource>()
  views.set(r, known)
  const key = unseen.join()
  const view = known.get(key) ?? without(r, unseen)
  known.set(key, view)
  return view
}

/**
 * The resource as lists and single records show it: what the person of a row sees of himself (`orSelf`) is a column, and empty in the rows
 * of others (`maskRows`). Nobody filters, orders, adds up or writes it who lacks the right; records that nobody but the person himself
 * makes and edits are written whole.
 */
export function shownResource(caller: Caller, r: Resource): Resource {
  const strict = visibleResource(caller, r)
  if (strict === r || caller.employeeId === null) return strict
  const known = shown.get(strict)
  if (known !== undefined) return known
  const opened = Object.entries(r.fields).map(([name, field]) => {
    const { see, filter: _filter, sort: _sort, total: _total, inline: _inline, ...options } = field.options
    if (see?.orSelf === undefined || ownValue(strict.fields, name)?.options.hidden !== true || field.options.hidden === true)
      return [name, ownValue(strict.fields, name)]
    const isAlwaysOwn = r.states?.editBy?.by === 'author' && ownValue(r.fields, see.orSelf)?.options.set?.onAdd === 'employee'
    return [name, { ...field, options: { ...options, ...(isAlwaysOwn ? {} : { computed: true }), own: see.orSelf } }]
  })
  const view = { ...strict, fields: Object.fromEntries(opened) as Fields }
  shown.set(strict, view)
  return view
}
const shown = new WeakMap<Resource, Resource>()

/**
 * Fields of files whose bytes are not the caller's (files/file-use.ts): he may not see them, or they are closed to him. `shown`: those
 * alone that he may not see.
 */
export const closedFiles = (caller: Caller, r: Resource, shown = false): string[] =>
  Object.entries(r.fields).flatMap(([name, { kind, options }]) => {
    const right = options.see ?? (shown ? undefined : options.closed)
    return kind === 'files' && right !== undefined && !may(caller, permissionOf(r), right.operation) ? [name] : []
  })

function without(r: Resource, unseen: readonly string[]): Resource {
  const hidden = Object.entries(r.fields).map(([name, field]) =>
    unseen.includes(name) ? [name, { ...field, options: { ...field.options, hidden: true } }] : [name, field],
  )
  return { ...r, fields: Object.fromEntries(hidden) as Fields }
}

/** The same with the fields of its lines beside its own, where the form of these records has lines: what workbooks hold. */
export function visibleDocument({ caller, house }: Pick<Context, 'caller' | 'house'>, r: Resource): Resource {
  const header = visibleResource(caller, r)
  const lines = house.registry.lines.get(r.table)
  return withLines(header, lines && visibleResource(caller, lines)) ?? header
}

/** A computed column tells of what it is made of: it has the same right of its own, or whoever sees the rest sees the field. */
const isShownBeyond = (r: Resource, name: string, operation: number): boolean =>
  Object.values(r.fields).some(field => field.options.see?.operation !== operation && neededBy(r, field).includes(name))

/** Fields that other things hang on can't be kept from those who see the rest. `facts`: tables that roll-ups add up. */
export function columnRightFaults(r: Resource, facts: ReadonlySet<string>): string[] {
  const needed = new Set([
    ...(r.primary ?? []),
    ...(r.key ?? []),
    ...(r.unique ?? []).flat(),
    ...(r.option?.search ?? []),
    ...(r.option?.detail ?? []),
    ...Object.values(r.batchDelete ?? {}),
    ...[r.label, r.tree, r.byMonth, r.bound?.field, r.sort?.field, r.option?.group].filter(name => name !== undefined),
    ...Object.values(r.fields).flatMap(({ options }) => [options.currency, options.rangeTo].filter(name => name !== undefined)),
    ...Object.values(r.fields).flatMap(({ options }) => Object.keys(options.narrowedBy ?? {})),
  ])
  return Object.entries(r.fields).flatMap(([name, { options }]) => {
    if (options.reads === true && Object.values(r.fields).some(field => field.kind === 'files' && field.options.see !== undefined))
      return [`${r.table}.${name}: reads beside files that not everybody sees; say closed in place of see`]
    if (options.see === undefined) return []
    const where = `${r.table}.${name}`
    const { orSelf } = options.see
    const self = orSelf === undefined ? undefined : ownValue(r.fields, orSelf)
    return [
      ...(orSelf === undefined || (self?.to === 'employee' && self.kind === 'reference' && self.options.see === undefined)
        ? []
        : [`${where}: ${orSelf} names no employee to everybody who sees the list`]),
      ...(options.own === undefined ? [] : [`${where}: own is never declared`]),
      ...(options.see.operation < 100 ? [`${where}: its own right is an operation from 100 on`] : []),
      ...(needed.has(name) || isShownBeyond(r, name, options.see.operation)
        ? [`${where}: can't be kept from who sees the list, other words of it need the field`]
        : []),
      ...(options.optional || options.default !== undefined
        ? []
        : [`${where}: whoever can't see it can't fill it in, it must be optional`]),
      ...(facts.has(r.table) ? [`${where}: reports read facts past the list, a column of them can't be kept back`] : []),
      ...(options.as === 'richText' ? [`${where}: files go by the right to the record, not by that to a column`] : []),
    ]
  })
}
