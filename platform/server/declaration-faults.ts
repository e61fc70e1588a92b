/** What is wrong with the declaration of a resource, each fault named: the program does not start with one. */
import { lineNo } from '#platform/declare/document.ts'
import { identityOf, type Resource } from '#platform/declare/resource.ts'
import { ownWordsFaults } from './db/own-words.ts'
import { scopeFaults } from './db/scope-faults.ts'
import { validityFaults } from './db/validity.ts'
import { closesFaults } from './db/closed-ddl.ts'
import { computedFaults } from './db/computed.ts'
import { viewFaults } from './db/view.ts'
import { withLines } from './lists/with-lines.ts'
import { importFields } from './imports/resource-fields.ts'
import { pathOf } from './lists/creation-columns.ts'
import { approvalFaults } from './lists/approval-of.ts'
import { filterFaults } from './lists/filter-as.ts'
import { findFaults } from './search/find.ts'
import { scanFaults } from './search/resolve.ts'
import { filesOfFaults } from './lists/file-words.ts'
import { searchFaults } from './lists/search.ts'
import { columnRightFaults } from './lists/column-rights.ts'
import { sensitiveFaults } from './lists/sensitive.ts'
import { recordPageFaults } from './records/record-definition.ts'
import { shownAsFaults } from './lists/shown-as.ts'
import { fieldTo } from './records/keep-links.ts'
import { machineFaults } from './states/machine.ts'
import { drawFaults } from './documents/draw-faults.ts'
import { typedFaults } from './documents/typed-faults.ts'
import { threadFaults } from '#platform/declare/thread-tables.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { validOn } from '#platform/declare/validity.ts'
import { chapterOf, type Word } from '#platform/declare/chapters.ts'
import { strayOptions } from '#platform/declare/field-options.ts'

/** Missing scope, unknown references, columns and fields, words that do not go together. */
export function resourceFaults(r: Resource, resources: ReadonlyMap<string, Resource>, facts: ReadonlySet<string> = new Set()): string[] {
  const faults = scopeFaults(r, resources)
  for (const [name, field] of Object.entries(r.fields)) {
    if (field.to !== undefined && !resources.has(field.to)) faults.push(`${r.table}.${name}: refers to the unknown table ${field.to}`)
    faults.push(...filterFaults(`${r.table}.${name}`, field, field.to === undefined ? undefined : resources.get(field.to)))
    if (!field.title[0] || !field.title[1]) faults.push(`${r.table}.${name}: a title is missing`)
    faults.push(...strayOptions(field).map(word => `${r.table}.fields.${name}: ${word} is no option of a field`))
  }
  faults.push(...ownWordsFaults(r, resources), ...formFaults(r, resources), ...columnRightFaults(r, facts))
  faults.push(
    ...validityFaults(r),
    ...closesFaults(r),
    ...viewFaults(r, resources),
    ...computedFaults(r, resources),
    ...sealedFaults(r),
    ...sensitiveFaults(r),
    ...findFaults(r),
    ...scanFaults(r),
    ...searchFaults(r),
    ...filesOfFaults(r, resources),
    ...machineFaults(r),
    ...approvalFaults(r),
    ...threadFaults(r),
    ...recordPageFaults(r),
    ...shownAsFaults(r),
    ...lineFaults(r, resources),
    ...drawFaults(r, resources),
    ...typedFaults(r, resources),
  )
  const named: Readonly<Partial<Record<Word, readonly string[]>>> = {
    primary: r.primary ?? [],
    key: r.key ?? [],
    byMonth: r.byMonth === undefined ? [] : [r.byMonth],
    bound: r.bound === undefined ? [] : [r.bound.field],
    titleField: r.titleField === undefined ? [] : [r.titleField],
    batchDelete: Object.values(r.batchDelete ?? {}),
  }
  for (const [word, names] of Object.entries(named))
    for (const name of names)
      if (!Object.hasOwn(r.fields, name)) faults.push(`${r.table}.${chapterOf[word as Word]}.${word}: ${name} is no field`)
  for (const view of r.views ?? [])
    if ('expires' in view && ownValue(r.fields, view.expires)?.options.expiry === undefined)
      faults.push(`${r.table}.list: views: ${view.name}: ${view.expires} is no expiry`)
  if (r.picture !== undefined && ownValue(r.fields, r.picture)?.options.accept !== 'image')
    faults.push(`${r.table}.record: picture ${r.picture} is no field of pictures`)
  if (r.kind === 'shop' && !('shopId' in r.fields)) faults.push(`${r.table}.fields: a shop table needs shopId`)
  if (r.kind === 'shop' && !r.primary?.includes('shopId'))
    faults.push(`${r.table}.storage: shopId must be part of the primary key of a shop table`)
  if (r.kind === 'shop' && r.type !== undefined && !r.bound) faults.push(`${r.table}.list: a listed shop table needs a bound`)
  return faults
}
/** Lines belong to one document by its id, are seen through it, and nobody who writes them or it is sealed. */
function lineFaults(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  if (r.linesOf === undefined) return []
  const by = ownValue(r.fields, r.linesOf.field)
  const header = resources.get(by?.to ?? '')
  if (by === undefined || by.by !== undefined || header?.standard !== 'organisation' || r.standard !== 'organisation')
    return [`${r.table}.record: lines refer to records of the organisation, by their id`]
  const faults: string[] = []
  if (r.scope.any?.length !== 1 || r.scope.any[0]?.kind !== 'through')
    faults.push(`${r.table}.access: lines are seen through their document alone`)
  if (header.sealedAuthor !== undefined || r.sealedAuthor !== undefined)
    faults.push(`${r.table}.access: a document with lines has an author`)
  if (ownValue(r.fields, lineNo)?.kind !== 'integer') faults.push(`${r.table}.fields: lines have a number, ${lineNo}`)
  return faults
}

/** What a form could not do: words that name other fields must name fitting ones. */
function formFaults(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  const faults: string[] = []
  if (
    r.tree !== undefined &&
    (ownValue(r.fields, r.tree)?.to !== r.table || ownValue(r.fields, r.tree)?.by !== undefined || r.standard === 'none')
  )
    faults.push(`${r.table}.record: tree ${r.tree} must refer to ${r.table} by its id`)
  for (const [name, { kind, options, to }] of Object.entries(r.fields)) {
    const target = to === undefined ? undefined : resources.get(to)
    if (kind === 'links' && (target?.standard === 'none' || target?.kind === 'shop' || r.kind === 'shop'))
      faults.push(`${r.table}.${name}: links are between records that have an id of their own, and not of shop tables`)
    const rows = options.rowsIn === undefined ? undefined : resources.get(options.rowsIn)
    if (options.rowsIn !== undefined && (kind !== 'links' || rows === undefined || !fieldTo(rows, r.table) || !fieldTo(rows, to)))
      faults.push(`${r.table}.${name}: rowsIn names a table with one reference to ${r.table} and one to what is linked to`)
    const said = options.goes === true || target === undefined ? undefined : ownValue(target.fields, options.goes ?? '')
    if (options.goes !== undefined && (r.appendOnly === true || r.readOnly === true))
      faults.push(`${r.table}.${name}: goes deletes rows, which nobody may here`)
    if (options.goes !== undefined && options.goes !== true && fieldTo(r, said?.to) === undefined)
      faults.push(`${r.table}.${name}: goes names a reference of ${to ?? 'nothing'} to what ${r.table} refers to once`)
    if (options.narrowedBy !== undefined && kind !== 'reference')
      faults.push(`${r.table}.${name}: only one reference is narrowed by another`)
    if (options.rangeTo !== undefined && (kind !== 'date' || ownValue(r.fields, options.rangeTo)?.kind !== 'date'))
      faults.push(`${r.table}.${name}: rangeTo joins two date fields`)
    faults.push(...onAddFaults(r, name))
    if (options.atCreation !== undefined && !isKept(r, options.atCreation, resources))
      faults.push(`${r.table}.${name}: atCreation ${options.atCreation} names no reference of this resource, or no field of its target`)
    for (const theirs of Object.keys(options.targetWhere ?? {})) {
      if (
        kind === 'reference' &&
        ownValue(target?.fields, theirs)?.options.hidden !== true &&
        ownValue(target?.fields, theirs) !== undefined
      )
        continue
      faults.push(`${r.table}.${name}: ${to ?? 'nothing'} has no field ${theirs} to choose among`)
    }
    for (const [ours, theirs] of Object.entries(options.narrowedBy ?? {})) {
      if (!Object.hasOwn(r.fields, ours)) faults.push(`${r.table}.${name}: narrowed by ${ours}, which is no field`)
      if (theirs === validOn && target?.validity !== undefined && ownValue(r.fields, ours)?.kind === 'date') continue
      const by = to === undefined ? undefined : ownValue(resources.get(to)?.fields, theirs)
      if (by === undefined || by.options.hidden) faults.push(`${r.table}.${name}: ${to ?? 'nothing'} has no field ${theirs} to narrow by`)
    }
  }
  return faults
}

/** What `set: { onAdd }` fills in must be able to hold it, and to stay empty where nobody may know who added the record. */
function onAddFaults(r: Resource, name: string): string[] {
  const field = ownValue(r.fields, name)
  const onAdd = field?.options.set?.onAdd
  if (field === undefined || onAdd === undefined) return []
  const at = `${r.table}.${name}: set on adding`
  if (field.options.atCreation !== undefined) return [`${at} and kept from creation at once`]
  if (onAdd === 'employee') {
    if (field.kind !== 'reference' || field.to !== 'employee' || field.by !== undefined)
      return [`${at} to an employee, it refers to none by id`]
    return r.sealedAuthor !== undefined && field.options.optional !== true
      ? [`${at} to the author, who is sealed: it must be optional`]
      : []
  }
  if (onAdd === 'now') return ['date', 'dateTime'].includes(field.kind) ? [] : [`${at} to the present, it is no date`]
  if (typeof onAdd === 'object') return field.kind === 'text' ? [] : [`${at} to a running number, which is a text`]
  return []
}

/** A sealed author is behind single records alone: who orders a batch or an import is kept with it. */
function sealedFaults(r: Resource): string[] {
  if (r.sealedAuthor === undefined) return []
  const flag = r.sealedAuthor === true ? undefined : ownValue(r.fields, r.sealedAuthor)
  return [
    ...(r.standard === 'organisation' ? [] : [`${r.table}: authors are sealed of an organisation's records`]),
    ...(r.sealedAuthor !== true && (flag?.kind !== 'flag' || flag.options.editDisabled !== true)
      ? [`${r.table}: sealedAuthor ${r.sealedAuthor} is no flag that stays as it was set (editDisabled)`]
      : []),
  ]
}

function isKept(r: Resource, path: string, resources: ReadonlyMap<string, Resource>): boolean {
  const { reference, field } = pathOf(path)
  const target = resources.get(ownValue(r.fields, reference)?.to ?? '')
  return target !== undefined && (field === undefined || Object.hasOwn(target.fields, field))
}

/**
 * An import finds its records by the natural key, facts by their own primary key: without one every row would be new. A new document with
 * its lines has no number yet.
 */
export function importFaults(r: Resource, lines: Resource | undefined): string[] {
  const identity = identityOf(r)
  if (r.type === undefined || identity.length === 0)
    return [`imports ${r.table}, which has no ${identity.length === 0 ? 'natural key' : 'list type'}`]
  if (r.kind === 'shop' && r.byMonth !== undefined)
    return [`imports ${r.table}, which is kept by month: its lines come from files of their own kind`]
  if (withLines(r, lines) !== undefined) return []
  const filled = new Set(importFields(r).flatMap(f => (f.required ? [f.name] : [])))
  return identity.filter(name => !filled.has(name)).map(name => `imports ${r.table}, whose key field ${name} may be left empty`)
}
