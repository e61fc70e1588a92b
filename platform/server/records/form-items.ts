/** What a form asks for, as the browser is told: of a record, of an action, of a step. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { Field } from '#platform/declare/fields.ts'
import { isChosenAsTree, type Resource } from '#platform/declare/resource.ts'
import { lineNo } from '#platform/declare/document.ts'
import type { LinesDefinition } from '#platform/declare/wire-form.ts'
import type { FormItem, FormItemType } from '#platform/declare/wire.ts'
import type { Language } from '../contract/context.ts'
import { fieldDefinition, valueKind, wireFields } from '../lists/columns.ts'
import { eventsOfList, hasEvents } from '../events/note.ts'
import { editableFields } from '../lists/editable-fields.ts'

const itemTypes: Readonly<Record<Field['kind'], FormItemType>> = {
  text: 'text',
  longText: 'textarea',
  integer: 'number',
  bigInteger: 'text',
  decimal: 'number',
  money: 'number',
  date: 'date',
  month: 'month',
  dateTime: 'dateTime',
  choice: 'select',
  choices: 'checkbox',
  flag: 'switch',
  reference: 'select',
  links: 'select',
  json: 'textarea',
  items: 'items',
  hash: 'text',
  texts: 'select',
  files: 'file',
  lines: 'lines',
}

export type Resources = ReadonlyMap<string, Resource>
/** More than these are chosen from a searchable list, not from boxes side by side. */
const boxesMax = 8

function itemType(f: Field, target: Resource | undefined): FormItemType {
  if (f.options.rangeTo !== undefined) return 'dateRange'
  if (f.options.as !== undefined) return f.options.as
  if (f.kind === 'choices') return Object.keys(f.choices ?? {}).length > boxesMax ? 'select' : 'checkbox'
  return isChosenAsTree(target) ? 'treeSelect' : itemTypes[f.kind]
}

/** Items of a form; the field that ends a period stands in the item of the one that begins it. */
export function formItems(fields: readonly (readonly [string, Field])[], language: Language, resources: Resources): FormItem[] {
  const ends = new Set(fields.map(([, f]) => f.options.rangeTo))
  const optional = new Set(fields.flatMap(([name, f]) => (f.options.optional ? [name] : [])))
  return fields
    .filter(([name]) => !ends.has(name))
    .map(([name, f]) => {
      const item = formItem(name, f, language, resources)
      return item.required && item.until !== undefined && optional.has(item.until) ? { ...item, isOpenEnded: true } : item
    })
}

export function formItem(name: string, f: Field, language: Language, resources: Resources): FormItem {
  const at = language === 'en' ? 1 : 0
  const { options } = f
  const target = f.to === undefined ? undefined : resources.get(f.to)
  return {
    field: name,
    title: (options.rangeTitle ?? f.title)[at],
    type: itemType(f, target),
    kind: valueKind(f),
    required: !options.optional && options.default === undefined,
    editDisabled: options.editDisabled === true,
    multiple: f.kind === 'texts' || f.kind === 'choices' || f.kind === 'links',
    searchable: f.kind === 'reference' || f.kind === 'choices' || f.kind === 'links',
    min: options.min ?? null,
    max: options.max ?? null,
    decimals: f.kind === 'integer' ? 0 : (f.scale ?? null),
    options: optionsOf(f, at, resources),
    target: target?.type ?? null,
    ...(f.by === undefined ? {} : { targetBy: f.by }),
    ...(target?.tree === name && ownValue(target.fields, name) === f ? { isOwnTree: true as const } : {}),
    ...(options.rangeTo === undefined ? {} : { until: options.rangeTo }),
    ...(options.narrowedBy === undefined ? {} : { narrowedBy: options.narrowedBy }),
    ...(options.scan === undefined ? {} : { scan: options.scan }),
    ...(options.targetWhere === undefined && options.choosableWhere === undefined
      ? {}
      : { among: { ...options.targetWhere, ...options.choosableWhere } }),
    ...(options.itemsOf === undefined
      ? {}
      : { itemsOf: { by: options.itemsOf.by, type: resources.get(options.itemsOf.from)?.type ?? options.itemsOf.from } }),
    ...(f.kind === 'files' ? { accept: options.accept ?? ('any' as const) } : {}),
    ...(options.crop === undefined ? {} : { crop: options.crop }),
    ...(options.sensitive === true ? { sensitive: true as const } : {}),
    ...(options.encrypted === true ? { encrypted: true as const } : {}),
    ...(options.secret === true ? { secret: true as const } : {}),
    ...(f.kind === 'lines' && target !== undefined ? { lines: linesDefinition(target, language, resources) } : {}),
    help: options.help?.[at] ?? null,
    initial: options.opens ?? options.default ?? null,
  }
}

function optionsOf({ choices, options }: Field, at: 0 | 1, resources: Resources): FormItem['options'] {
  if (options.offers === 'events')
    return [...resources.values()].flatMap(r => {
      const named = eventsOfList(r).filter(([name]) => r.states !== undefined || !name.endsWith('.step'))
      const events = named.map(event => ({ value: event[0], label: event[at + 1] ?? event[0] }))
      const whole = { value: `${r.type}.*`, label: `${r.title[at]} · ${at === 0 ? '全部' : 'all'}` }
      return hasEvents(r) ? [whole, ...events] : events
    })
  return choices ? Object.values(choices).map(c => ({ value: c[0], label: c[1 + at] as string })) : []
}

/** Columns of the lines of a document, and which of them a person fills in: the document is known, the number is given. */
export function linesDefinition(r: Resource, language: Language, resources: Resources): LinesDefinition {
  const { linesOf } = r
  if (linesOf === undefined) throw new Error(`${r.table} has no lines`)
  // what each line keeps of its document stands in the header
  const isOfHeader = ({ options }: Field): boolean => options.atCreation?.startsWith(`${linesOf.field}.`) === true
  const isOfLine = ([name, field]: readonly [string, Field]): boolean =>
    name !== lineNo && name !== linesOf.field && Object.hasOwn(r.fields, name) && !isOfHeader(field)
  return {
    type: r.type ?? r.table,
    of: resources.get(ownValue(r.fields, linesOf.field)?.to ?? '')?.type ?? '',
    title: r.title[language === 'en' ? 1 : 0],
    by: linesOf.field,
    max: linesOf.max,
    ...(linesOf.editedSeparately === undefined ? {} : { apart: true as const }),
    fields: wireFields(r)
      .filter(isOfLine)
      .map(([name, field]) => fieldDefinition(r, name, field, language, resources)),
    form: editableFields(r)
      .filter(isOfLine)
      .map(([name, field]) => formItem(name, asCell(field), language, resources)),
  }
}

/** Each end of a period has a cell of its own. */
const asCell = (field: Field): Field => {
  const { rangeTo: _, rangeTitle: __, ...options } = field.options
  return { ...field, options }
}
