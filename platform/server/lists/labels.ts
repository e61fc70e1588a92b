/** Labels of references: one query per reference field of a page, under the scope of the target. */
import { fromStored, sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { columnOf, labelIn, labelOf, type Resource } from '#platform/declare/resource.ts'
import type { RecordOption, Row, TreeOption } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import type { Context } from '../contract/context.ts'
import { fileRefs } from './file-refs.ts'
import { refuse } from '../calls/refusal.ts'
import { mayView } from '../calls/view-demands.ts'
import { closedFiles } from './column-rights.ts'
import { fieldOf, labelSql, pictureOf, wireFields } from './columns.ts'
import { anyTable } from '../db/any-table.ts'
import { besideLabel, called } from './line-names.ts'
import { isWide, namedRows, wideField } from './named-rows.ts'
import { ownWords } from '../db/own-words.ts'
import { expiryStates } from '#platform/declare/expiry.ts'
import { expiryCode } from '#platform/format/contract-expiry.ts'
import { isDate } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { validOn } from '#platform/declare/validity.ts'
import { holdsOn } from '../db/validity.ts'
import { fitsColumn, fitsKind } from './value-range.ts'

/**
 * Adds `<field>Label` for each reference, a list for several, to the rows themselves (copying rows of forty fields costs more than the
 * query); a target outside the caller's scope has no label.
 */
export async function withLabels(context: Context, r: Resource, rows: readonly Row[]): Promise<readonly Row[]> {
  await labelled(context, r, () => rows)
  sayExpiry(context, r, rows)
  await nameFiles(context, r, rows)
  return rows
}

/** How soon a day comes: by today of the organisation, so no column says it. */
function sayExpiry(context: Context, r: Resource, rows: readonly Row[]): void {
  const fields = wireFields(r).flatMap(([name, { options }]) => (options.expiry === undefined ? [] : [[name, options.expiry] as const]))
  if (fields.length === 0) return
  const today = todayOf(context)
  for (const row of rows as readonly Record<string, unknown>[])
    for (const [name, of] of fields) {
      const day = row[of]
      if (Object.hasOwn(row, of)) row[name] = typeof day === 'string' ? expiryCode(day, today) : expiryStates.later[0]
    }
}

type Given = readonly Readonly<Record<string, unknown>>[]

/**
 * Entries of the trail that a batch wrote hold references as the database does: they get the labels of today, where they are not written
 * down.
 */
export const withMissingLabels = (context: Context, r: Resource, rows: Given): Promise<void> =>
  labelled(context, r, name => rows.filter(row => Object.hasOwn(row, name) && !Object.hasOwn(row, `${name}Label`)))

/** One query per field of references, all at once; labels stand in the order of the fields. `given`: the rows concerned by a field. */
async function labelled(context: Context, r: Resource, given: (field: string) => Given): Promise<void> {
  const references = wireFields(r).filter(([, f]) => (f.kind === 'reference' || f.kind === 'links') && f.to !== undefined)
  const found = await Promise.all(
    references.map(async ([name, field]) => {
      const rows = given(name)
      return {
        name,
        field,
        rows,
        labels: await namesOf(context, field.to as string, field.by ?? 'id', valuesOf(rows, name), isWide(field)),
      }
    }),
  )
  for (const { name, field, rows, labels } of found) {
    const label = `${name}Label`
    const picture = field.kind === 'reference' && picturesOf(context, field.to as string) !== undefined ? pictureOf(name) : null
    for (const row of rows as Record<string, unknown>[]) {
      row[label] = labelOfValue(row[name], labels)
      if (picture !== null) row[picture] = labels.get(String(row[name]))?.picture ?? null
    }
  }
}

/** What the rows refer to, each once. */
function valuesOf(rows: Given, name: string): string[] {
  const found = new Set<string>()
  const note = (value: unknown): void => {
    if (value !== null && value !== undefined && value !== '') found.add(asText(value))
  }
  for (const row of rows) {
    const value = row[name]
    if (Array.isArray(value)) value.forEach(note)
    else note(value)
  }
  return [...found]
}

/** Of several, those that the caller may not see or that are gone keep their place by their number. */
const labelOfValue = (value: unknown, labels: ReadonlyMap<string, Named>): string | readonly string[] | null =>
  Array.isArray(value) ? value.map(one => labels.get(String(one))?.label ?? String(one)) : (labels.get(String(value))?.label ?? null)

/** Ids of files become what a person sees of them, in their order; those that were deleted are left out. */
async function nameFiles(context: Context, r: Resource, rows: readonly Record<string, unknown>[]): Promise<void> {
  const fields = wireFields(r).flatMap(([name, f]) => (f.kind === 'files' ? [name] : []))
  if (fields.length === 0) return
  const ids = rows.flatMap(row => fields.flatMap(name => (row[name] ?? []) as string[]))
  const refs = await fileRefs(context, [...new Set(ids)])
  const closed = new Set(closedFiles(context.caller, r))
  const shownIn = (name: string, file: UploadedFile): UploadedFile => (closed.has(name) ? { ...file, closed: true } : file)
  for (const row of rows)
    for (const name of fields) row[name] = ((row[name] ?? []) as string[]).flatMap(id => refs.get(id) ?? []).map(one => shownIn(name, one))
  if (r.picture === undefined) return
  const own = pictureOf(labelIn(r, context.language))
  for (const row of rows) row[own] = (row[r.picture] as UploadedFile[])[0]?.id ?? null
}

/** Labels of a table's rows by id or natural key. */
export async function labelsOf(
  context: Context,
  table: string,
  by: string,
  values: readonly string[],
  wide = false,
): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await namesOf(context, table, by, values, wide))].map(([value, { label }]) => [value, label]))
}

interface Named {
  readonly label: string
  readonly picture: string | null
}

/** The column with the pictures of a table's records; absent: they have none, or the caller may not look at them. */
function picturesOf(context: Context, table: string): string | undefined {
  const target = context.house.registry.resources.get(table)
  return target?.picture === undefined || !mayView(context, target) ? undefined : columnOf(target.picture)
}

/** Labels with the first pictures. */
async function namesOf(
  context: Context,
  table: string,
  by: string,
  values: readonly string[],
  wide: boolean,
): Promise<ReadonlyMap<string, Named>> {
  const target = context.house.registry.resources.get(table)
  if (!target || values.length === 0 || (target.labelForViewers && !mayView(context, target))) return new Map()
  // A reference by the very column that is its label (a currency by its code) says it already.
  const pictures = picturesOf(context, table)
  if (by === columnOf(labelIn(target, context.language)) && pictures === undefined)
    return new Map(values.map(value => [value, { label: value, picture: null }]))
  const rows = await namedRows(anyTable(context.db), table, context.caller.orgId, wide)
    .select([
      sql.ref<string>(`${table}.${by}`).as('value'),
      labelSql(target, context.language).as('label'),
      firstOf(table, pictures).as('picture'),
      ...besideLabel(target),
    ])
    .where(sql<boolean>`${sql.ref(`${table}.${by}`)} = any(${values})`)
    .execute()
  const read = await called(target, rows, (to, ids) => namesOf(context, to, 'id', ids, wide))
  return new Map(read.map(({ value, label, picture }) => [String(value), { label: worded(context, target, label), picture }]))
}

/** The first of the files in a column. */
const firstOf = (table: string, column: string | undefined) =>
  column === undefined ? sql<null>`null` : sql<string | null>`${sql.ref(`${table}.${column}`)}[1]::text`

/** A label that keeps a sentence, a title (the name of a notice) or a code with words, in the language of whoever asks. */
function worded<Label extends string | null>({ house, language }: Context, r: Resource, label: Label): Label {
  if (label === null) return label
  const codes = fieldOf(r, labelIn(r, language))?.options.codes ?? {}
  return (ownValue(codes, label)?.[language === 'en' ? 1 : 0] ?? house.registry.inWords(fromStored(label), language)) as Label
}

/** Records a select shows at once; further ones are found by keyword. */
const optionsMax = 50
/** As tags below their groups more of them can be overlooked. */
const groupedMax = 200

export interface OptionsAsk {
  readonly keyword?: string
  readonly ids?: readonly string[]
  readonly by?: string
  /** with what each belongs to, and in that order */
  readonly grouped?: boolean
  /** only those whose fields have these values: what another field of the form leaves of them */
  readonly where?: Readonly<Record<string, string>>
}

/** Ids of the records of the installation that the caller's organisation does not offer; null: it offers all. */
export function hiddenOnes(context: Context, r: Resource) {
  const { caller, db, house } = context
  const own = caller.installationAdmin === true ? undefined : ownWords(house.registry.resources).get(r.table)
  if (own?.ownWordsOf === undefined) return null
  return anyTable(db)
    .selectFrom(`${own.table} as own`)
    .select(sql.ref<string>(`own.${columnOf(own.ownWordsOf)}`).as('id'))
    .where(sql<boolean>`own.hidden`)
}

function checkAsk(r: Resource, by: string, ask: OptionsAsk): void {
  if (ask.ids?.some(id => !fitsColumn(r, by, id))) throw refuse.invalid([{ field: 'ids', message: sentence`选项的编号不正确` }])
  if (ask.keyword !== undefined && !fitsKind('text', ask.keyword))
    throw refuse.invalid([{ field: 'keyword', message: sentence`关键字含有无法查找的字符` }])
  for (const [name, value] of Object.entries(ask.where ?? {}))
    if (name === validOn && r.validity !== undefined ? !isDate(value) : !fitsColumn(r, columnOf(name), value))
      throw refuse.invalid([{ field: 'where', message: sentence`不能按 ${name} 缩小选项` }])
}

/** Options of a searchable select: by keyword in the label and in what the resource declares beside it, or the labels of given values. */
export async function optionsOf(context: Context, r: Resource, ask: OptionsAsk): Promise<readonly RecordOption[]> {
  const by = columnOf(ask.by ?? 'id')
  checkAsk(r, by, ask)
  const { search = [], group, ...words } = r.option ?? {}
  const detail = (context.language === 'en' ? words.detailEn : undefined) ?? words.detail ?? []
  const column = (name: string) => sql.ref(`${r.table}.${columnOf(name)}`)
  const label = labelSql(r, context.language)
  const isGrouped = ask.grouped === true && group !== undefined
  const wide = wideField(context, r)?.ofOrganisation
  const beside = wide === undefined ? sql`null` : sql`nullif((${sql.raw(wide)}), '')`
  let query = namedRows(anyTable(context.db), r.table, context.caller.orgId, wide !== undefined).select([
    sql<string>`${sql.ref(`${r.table}.${by}`)}::text`.as('value'),
    label.as('label'),
    sql<string>`concat_ws(' · ', ${sql.join([beside, ...detail.map(name => sql`nullif(${column(name)}::text, '')`)])})`.as('detail'),
    firstOf(r.table, picturesOf(context, r.table)).as('picture'),
    (isGrouped ? sql<string | null>`${column(group)}::text` : sql<null>`null`).as('group'),
    ...besideLabel(r),
  ])
  if (ask.ids && ask.ids.length > 0) query = query.where(sql<boolean>`${sql.ref(`${r.table}.${by}`)} = any(${ask.ids})`)
  if (ask.keyword) {
    const like = `%${ask.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const found = [label, column(labelOf(r)), ...search.map(column), beside].map(one => sql<boolean>`${one}::text ilike ${like}`)
    query = query.where(sql<boolean>`(${sql.join(found, sql` or `)})`)
  }
  for (const [name, wanted] of Object.entries(ask.where ?? {}))
    query = query.where(name === validOn && r.validity !== undefined ? holdsOn(r, wanted) : sql<boolean>`${column(name)} = ${wanted}`)
  // those asked for by their value are offered: a record that holds one shows it
  const unoffered = ask.ids && ask.ids.length > 0 ? null : hiddenOnes(context, r)
  if (unoffered !== null) query = query.where(sql<boolean>`${sql.ref(`${r.table}.id`)} not in (${unoffered})`)
  if (isGrouped) query = query.orderBy(column(group))
  const found = await query
    .orderBy(label)
    .limit(isGrouped ? groupedMax : optionsMax)
    .execute()
  const rows = await called(r, found, (to, ids) => namesOf(context, to, 'id', ids, wide !== undefined))
  const groups = isGrouped ? await groupLabels(context, r, group, rows) : null
  return rows.map(row => ({
    value: row.value,
    label: worded(context, r, row.label),
    ...(row.detail === '' ? {} : { detail: row.detail }),
    ...(row.picture === null ? {} : { picture: row.picture }),
    ...(groups === null ? {} : { group: { value: row.group, label: groups.get(row.group ?? '') ?? '' } }),
  }))
}

/** A tree larger than this is no longer chosen from at a glance. */
const treeMax = 5_000

/** Every record of a tree with the one above it; a record whose parent the caller may not see stands at the top. */
export async function treeOptionsOf(context: Context, r: Resource): Promise<readonly TreeOption[]> {
  const { tree } = r
  if (tree === undefined) throw refuse.invalid([{ field: 'tree', message: sentence`${r.title}没有上下级` }])
  const label = labelSql(r, context.language)
  const rows = await anyTable(context.db)
    .selectFrom(r.table)
    .select([
      sql<string>`${sql.ref(`${r.table}.id`)}::text`.as('value'),
      label.as('label'),
      sql<string | null>`${sql.ref(`${r.table}.${columnOf(tree)}`)}::text`.as('parent'),
    ])
    .orderBy(label)
    .limit(treeMax)
    .execute()
  const there = new Set(rows.map(row => row.value))
  return rows.map(row => (row.parent === null || there.has(row.parent) ? row : { ...row, parent: null }))
}

/** What the groups are called: a record by its label, a text as it is. A group outside the caller's scope has no name. */
async function groupLabels(
  context: Context,
  r: Resource,
  name: string,
  rows: readonly { readonly group: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const values = [...new Set(rows.flatMap(row => row.group ?? []))]
  const field = fieldOf(r, name)
  return field?.to === undefined ? new Map(values.map(value => [value, value])) : labelsOf(context, field.to, field.by ?? 'id', values)
}
