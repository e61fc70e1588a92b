/**
 * Items that a record asks for by what it refers to (declare/items-of.ts): as a form asks for them, and the values given held against them.
 */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { date, decimal, text, type Field } from '#platform/declare/fields.ts'
import { itemKinds } from '#platform/declare/items-of.ts'
import type { ItemValue } from '#platform/declare/wire-values.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { FormItem } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '../calls/refusal.ts'
import { mayView } from '../calls/view-demands.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Values } from '../contract/record-hooks.ts'
import type { FieldError } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { fieldValue, ofField } from './field-value.ts'
import { formItem } from './form-items.ts'
import { byKey } from '../lists/keys.ts'

/** of one record: a form, not a table */
const itemsMax = 100
const figureScale = 6

interface Item {
  readonly name: string
  readonly title: string
  readonly kind: number
  readonly required: boolean
  readonly options: readonly string[] | null
}

const itemFieldsOf = (r: Resource): (readonly [name: string, field: Field])[] =>
  Object.entries(r.fields).filter(([, { options }]) => options.itemsOf !== undefined)

const askedBy = async (db: AnyDb, table: string, of: string, id: string): Promise<readonly Item[]> =>
  (await db
    .selectFrom(table)
    .select(['name', 'title', 'kind', 'required', 'options'])
    .where(columnOf(of), '=', id)
    .orderBy('sort')
    .orderBy(sql.ref(`${table}.id`))
    .limit(itemsMax)
    .execute()) as readonly Item[]

function fieldOfItem({ title, kind, required }: Item): Field {
  const options = { optional: !required }
  if (kind === itemKinds.number[0]) return decimal(title, title, figureScale, options)
  return kind === itemKinds.date[0] ? date(title, title, options) : text(title, title, options)
}

/** What the record asks for. Whoever may look at records that hold such values may ask, for what his own door shows. */
export async function itemForm(context: Context, from: Resource, of: string): Promise<readonly FormItem[]> {
  const { registry } = context.house
  const asking = [...registry.resources.values()].flatMap(r => itemFieldsOf(r).map(([, field]) => ({ r, field })))
  const used = asking.find(({ r, field }) => field.options.itemsOf?.from === from.table && mayView(context, r))
  if (used?.field.options.itemsOf === undefined) throw refuse.forbidden()
  const items = await askedBy(anyTable(context.db), from.table, used.field.options.itemsOf.of, of)
  return items.map(item => {
    const asked = formItem(item.name, fieldOfItem(item), context.language, registry.resources)
    if (item.kind !== itemKinds.choice[0]) return asked
    return { ...asked, type: 'select', options: (item.options ?? []).map(value => ({ value, label: value })) }
  })
}

/**
 * The columns of a record about to be written, with values of items as they are stored. `key`: of the record that is changed; null: a new
 * one.
 */
export async function withItems(db: AnyDb, r: Resource, columns: Readonly<Values>, key: readonly string[] | null): Promise<Values> {
  let out: Values = columns
  for (const [name, field] of itemFieldsOf(r)) {
    const column = columnOf(name)
    const { itemsOf } = field.options
    if (itemsOf === undefined || (key !== null && !Object.hasOwn(columns, column))) continue
    const by = columnOf(itemsOf.by)
    const before = key === null ? undefined : await db.selectFrom(r.table).select([by, column]).where(byKey(r, key)).executeTakeFirst()
    const id = columns[by] ?? before?.[by]
    if (id === undefined || id === null) continue
    const items = await askedBy(db, itemsOf.from, itemsOf.of, asText(id))
    const held = (before?.[column] ?? []) as readonly ItemValue[]
    const values = checked(name, items, (columns[column] ?? {}) as Readonly<Record<string, unknown>>, held)
    out = { ...out, [column]: values.length === 0 ? null : JSON.stringify(values) }
  }
  return out
}

/** In the order of the items; what was given for one that is asked for no more stays behind them. */
function checked(
  name: string,
  items: readonly Item[],
  given: Readonly<Record<string, unknown>>,
  held: readonly ItemValue[],
): readonly ItemValue[] {
  const known = new Set(items.map(item => item.name))
  const kept = held.filter(value => !known.has(value.name))
  const errors: FieldError[] = Object.keys(given)
    .filter(one => !known.has(one) && !kept.some(value => value.name === one))
    .map(one => ({ field: `${name}.${one}`, message: sentence`没有字段 ${one}` }))
  const values = items.flatMap((item): ItemValue[] => {
    const [value, fault] = valueOf(item, Object.hasOwn(given, item.name) ? given[item.name] : null)
    if (fault !== null) errors.push({ field: `${name}.${item.name}`, message: ofField(item.title, fault) })
    return value === null ? [] : [{ name: item.name, title: item.title, value }]
  })
  if (errors.length > 0) throw refuse.invalid(errors)
  return [...values, ...kept]
}

function valueOf(item: Item, given: unknown): readonly [value: string | null, fault: Wording | null] {
  const [value, fault] = fieldValue(fieldOfItem(item), given, html => html)
  if (fault !== null) return [null, fault]
  const written = value === null || value === undefined ? null : asText(value)
  const options = item.kind === itemKinds.choice[0] ? (item.options ?? []) : null
  if (written !== null && options !== null && !options.includes(written)) return [null, sentence`应为：${listed(options)}`]
  return [written, null]
}
