/** A resource's fields as the list sees them: name on the wire, column, kind, and how its value is selected. */
import { sql, type RawBuilder } from 'kysely'
import { approvalFields } from '#platform/declare/approval.ts'
import { codesIn } from '#platform/declare/code-words.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Choices, Field, Pure } from '#platform/declare/fields.ts'
import { itemOf } from '#platform/declare/items.ts'
import { columnOf, labelIn, labelOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import { validOn, validOnField } from '#platform/declare/validity.ts'
import type { ConditionCode, FieldDefinition, Option, ValueKind } from '#platform/declare/wire.ts'
import { RELATIVE_CONDITIONS } from '#platform/format/date-ranges.ts'
import type { Language } from '../contract/context.ts'
import { filterAsOf } from './filter-as.ts'
import { fitsColumn, isId } from './value-range.ts'
import { treeOf } from './subtree.ts'

/** Standard fields every record has beside its own, in the words of the wire. */
const dateTimeField = (zh: string, en: string): Field => ({
  kind: 'dateTime',
  title: [zh, en],
  options: { computed: true, show: false, sort: true, width: 170 },
})
const standardFields: Readonly<Record<string, Field>> = {
  createdAt: dateTimeField('创建时间', 'Created at'),
  updatedAt: dateTimeField('修改时间', 'Updated at'),
}

interface Traveling {
  readonly byName: ReadonlyMap<string, Field>
  readonly all: readonly (readonly [name: string, field: Field])[]
  readonly pure: readonly (readonly [name: string, pure: Pure])[]
}

/** All fields that may travel, own and standard; hidden ones never do. A declaration never changes: worked out once. */
export const wireFields = (r: Resource): Traveling['all'] => traveling(r).all
export const fieldOf = (r: Resource, name: string): Field | undefined => traveling(r).byName.get(name)

/** Fields that the program works out of others once the row is there. */
export const pureFields = (r: Resource): Traveling['pure'] => traveling(r).pure

/** What a condition may name: the fields, of records with a validity the day on which they hold, of approved ones their approval. */
export function filterFieldOf(r: Resource, name: string): Field | undefined {
  if (name === validOn && r.validity !== undefined) return validOnField
  return r.approval === undefined ? fieldOf(r, name) : (ownValue(approvalFields, name) ?? fieldOf(r, name))
}
export const isOfApproval = (f: Field): boolean => f === approvalFields.approvalState || f === approvalFields.approvalStep
const approvalStepConditions: readonly ConditionCode[] = ['LIKE', 'NOT_LIKE', 'EMPTY', 'NOT_EMPTY']
/** of one day, not of a range of days */
const validOnConditions: readonly ConditionCode[] = ['EQ', 'TODAY']

const known = new WeakMap<Resource, Traveling>()
function traveling(r: Resource): Traveling {
  const there = known.get(r)
  if (there) return there
  const own = Object.entries(r.fields).filter(([, f]) => !f.options.hidden && f.kind !== 'json' && f.kind !== 'hash')
  const all = r.standard === 'none' ? own : [...own, ...Object.entries(standardFields).filter(([name]) => !Object.hasOwn(r.fields, name))]
  const pure = own.flatMap(([name, { options }]) => (options.pure === undefined ? [] : [[name, options.pure] as const]))
  const fields = { byName: new Map(all), all, pure }
  known.set(r, fields)
  return fields
}

const kinds: Readonly<Partial<Record<Field['kind'], ValueKind>>> = { bigInteger: 'text', texts: 'text', json: 'text', hash: 'text' }
export const valueKind = (f: Field): ValueKind => kinds[f.kind] ?? (f.kind as ValueKind)

const number: readonly ConditionCode[] = ['EQ', 'NE', 'GT', 'GE', 'LT', 'LE', 'BETWEEN', 'EMPTY', 'NOT_EMPTY']
const words: readonly ConditionCode[] = ['EQ', 'NE', 'LIKE', 'NOT_LIKE', 'START', 'IN', 'NOT_IN', 'EMPTY', 'NOT_EMPTY']
const among: readonly ConditionCode[] = ['EQ', 'NE', 'IN', 'NOT_IN', 'EMPTY', 'NOT_EMPTY']
/** Operators a field of this kind understands. */
export function conditionsOf(f: Field): readonly ConditionCode[] {
  if (f.options.pure !== undefined) return []
  if (f.options.expiry !== undefined) return ['EQ', 'NE', 'IN', 'NOT_IN']
  // whoever may ask whether it begins with 138 soon knows it whole
  if (f === validOnField) return validOnConditions
  if (f === approvalFields.approvalStep) return approvalStepConditions
  if (f.options.own !== undefined) return []
  if (f.options.sensitive === true) return [...(f.options.encrypted && f.options.filter ? (['EQ'] as const) : []), 'EMPTY', 'NOT_EMPTY']
  switch (f.kind) {
    case 'integer':
    case 'decimal':
    case 'money':
      return number
    case 'date':
    case 'dateTime':
      return [...number, ...RELATIVE_CONDITIONS]
    case 'month':
      return number
    case 'choice':
    case 'reference':
    case 'bigInteger':
      return among
    case 'choices':
    case 'links':
      return among
    case 'flag':
      return ['EQ', 'NE']
    case 'texts':
    case 'files':
    case 'items':
      return ['EMPTY', 'NOT_EMPTY']
    default:
      return words
  }
}

/** What the list selects for a field: exact values, months as `YYYY-MM`. */
export const selected = (f: Field, column: string): RawBuilder<unknown> =>
  f.kind === 'month' ? sql`to_char(${sql.ref(column)}, 'YYYY-MM')` : sql.ref(column)

const widths: Readonly<Partial<Record<ValueKind, number>>> = {
  money: 120,
  integer: 90,
  decimal: 120,
  date: 110,
  dateTime: 170,
  month: 90,
  flag: 70,
  choice: 100,
  choices: 160,
  links: 200,
  files: 120,
  items: 200,
  reference: 140,
}

const optionOf = ([value, zh, en, tone]: Choices[string], at: 0 | 1): Option => ({
  value,
  label: at === 1 ? en : zh,
  ...(tone === undefined ? {} : { tone }),
})

/** Of a name in both languages (`name`, `nameEn`) the one of the other language: there to be chosen, and not shown by itself. */
function isOtherLanguage(r: Resource, name: string, language: Language): boolean {
  const isPaired = (one: string): boolean => Object.hasOwn(r.fields, one)
  return language === 'en' ? isPaired(`${name}En`) : name.endsWith('En') && isPaired(name.slice(0, -'En'.length))
}

/** px of a product by picture and name */
const itemWidth = 260
/** How a column shows products, with the field that names the shop of an MSKU. */
function itemIn(r: Resource, f: Field): FieldDefinition['item'] {
  const by = itemOf(r, f)
  if (by === null) return undefined
  const shop = by === 'sellerSku' ? Object.entries(r.fields).find(([, { to }]) => to === 'shop')?.[0] : undefined
  return { by, ...(shop === undefined ? {} : { shop }) }
}

/** Where a row holds the file of the picture beside the value of a field. */
export const pictureOf = (name: string): string => `${name}Picture`

/** Records that have pictures show one beside their label; references to them too. */
const hasPicture = (r: Resource, name: string, f: Field, resources: ReadonlyMap<string, Resource>, language: Language): boolean =>
  f.kind === 'reference' && f.to !== undefined
    ? resources.get(f.to)?.picture !== undefined
    : r.picture !== undefined && name === labelIn(r, language)

export function fieldDefinition(
  r: Resource,
  name: string,
  f: Field,
  language: Language,
  resources: ReadonlyMap<string, Resource>,
): FieldDefinition {
  const at = language === 'en' ? 1 : 0
  const kind = valueKind(f)
  const target = f.to === undefined ? undefined : resources.get(f.to)
  const item = itemIn(r, f)
  const options =
    f.kind === 'flag'
      ? [
          { value: 1, label: at ? 'Yes' : '是' },
          { value: 0, label: at ? 'No' : '否' },
        ]
      : []
  return {
    id: `${r.type ?? r.table}.${name}`,
    field: name,
    title: f.title[at],
    entityField: null,
    keyValueList: f.choices ? Object.values(f.choices).map(choice => optionOf(choice, at)) : options,
    isFilter: f.options.filter !== undefined,
    isSort: f.options.sort === true,
    // who reads the names in one language has no column of the other
    isShow: f.options.show !== false && !isOtherLanguage(r, name, language),
    isDisabled: false,
    width: Math.max(f.options.width ?? widths[kind] ?? 150, item === undefined ? 0 : itemWidth),
    orderBy: r.sort?.field === name ? r.sort.way : null,
    kind,
    filterKind: f.options.filter ?? null,
    filterAs: filterAsOf(f),
    conditions: conditionsOf(f),
    target: target?.type ?? null,
    ...(f.by === undefined ? {} : { targetBy: f.by }),
    ...(f.options.linkTo === undefined ? {} : { opens: f.options.linkTo }),
    ...(f.options.targetWhere === undefined ? {} : { among: asTexts(f.options.targetWhere) }),
    ...(treeOf(f, resources) === null ? {} : { isTree: true as const }),
    isTotal: f.options.total === true,
    ...(f.options.typed === undefined ? {} : { typed: { formula: f.options.typed, scale: f.scale ?? 0 } }),
    currencyField: f.options.currency ?? null,
    decimals: f.kind === 'money' ? 2 : (f.options.decimals ?? null),
    ...(hasPicture(r, name, f, resources, language) ? { picture: pictureOf(name) } : {}),
    ...(f.options.due === true ? { late: at ? 'overdue' : '已超时' } : {}),
    ...(f.options.codes === undefined ? {} : { codes: codesIn(f.options.codes, at) }),
    ...(f.options.hover === undefined ? {} : { hover: f.options.hover }),
    ...(f.options.identifier === true ? { isName: true as const } : {}),
    ...(item === undefined ? {} : { item }),
    ...(f.options.as === 'richText' ? { isHtml: true } : {}),
    ...(f.options.inline === true ? { isInline: true } : {}),
    // nobody is told a key again: it has no call that would
    ...(f.options.sensitive === true && f.options.secret !== true ? { isSensitive: true } : {}),
    ...(f.options.encrypted === true && f.options.secret !== true ? { isEncrypted: true } : {}),
  }
}

const asTexts = (values: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/**
 * Ids of rows with a key of their own are opaque: base64url of the key's values. They name shop and month, so a look-up needs no index of
 * its own.
 */
export function rowId(r: Resource, values: readonly unknown[]): string {
  return r.primary ? Buffer.from(JSON.stringify(values)).toString('base64url') : String(values[0])
}

/** Key values of a row id; null when it is none of ours. */
export function keyOfRowId(r: Resource, id: string): readonly string[] | null {
  if (!r.primary) return isId(id) ? [id] : null
  const columns = primaryColumns(r)
  try {
    const values: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'))
    const ours =
      Array.isArray(values) &&
      values.length === columns.length &&
      values.every((v, i) => (typeof v === 'string' || typeof v === 'number') && fitsColumn(r, columns[i] ?? '', String(v)))
    return ours ? values.map(String) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export const primaryColumns = (r: Resource): readonly string[] => primaryOf(r).map(columnOf)
export const labelColumn = (r: Resource): string => columnOf(labelOf(r))
/** What a row of this table is called in a language, as text: its English name where it has one, else the one that all have. */
export function labelSql(r: Resource, language: Language, alias: string = r.table): RawBuilder<string> {
  const own = sql.ref(`${alias}.${labelColumn(r)}`)
  return language === 'en' && r.labelEn !== undefined
    ? sql<string>`coalesce(nullif(${sql.ref(`${alias}.${columnOf(r.labelEn)}`)}, ''), ${own}::text)`
    : sql<string>`${own}::text`
}
