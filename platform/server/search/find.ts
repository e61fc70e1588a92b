/**
 * The search over everything: records by words inside their searched fields (`search`), and by the beginning of their number, code or SKU
 * (`find`). Each list that may have any (`lists-with.ts`) is asked along an index and for a few records, through the caller's own door and
 * within the days that the list itself begins with; nothing is ever passed over row by row.
 */
import { sql } from 'kysely'
import { mayView } from '../calls/view-demands.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import { isSearchable, searchOf, wordsOf } from '#platform/declare/search.ts'
import type { FoundRecord } from '#platform/declare/wire.ts'
import { foundAt } from '#platform/format/found-at.ts'
import type { Context } from '../contract/context.ts'
import { columnRef, unionAll, type Sql, type UntypedQuery } from '../db/untyped-query.ts'
import { anyTable } from '../db/any-table.ts'
import { askingOf } from '../lists/conditions.ts'
import { boundDays } from '../lists/query.ts'
import { hasReadFiles } from '../lists/file-words.ts'
import { searchPredicate } from '../lists/search.ts'
import { excerptsOf } from './excerpts.ts'
import { behindAll, isSearched, listsWith, spellingsOf } from './lists-with.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { isId } from '../lists/value-range.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** records of one list */
const foundMax = 5
/** of which the best are shown: they come in the order in which they are stored */
const readMax = 30

/**
 * Colleagues, and what each list that the caller may see has under the keyword: first the lists of the record whose own number it is, then
 * as declared.
 */
export async function findRecords(context: Context, keyword: string): Promise<FoundRecord[]> {
  const wanted = keyword.trim()
  const words = wordsOf(wanted)
  if (words.length === 0) return []
  const searched = [...context.house.registry.resources.values()].filter(r => isFound(context, r))
  const colleagues = searched.some(({ type }) => type === 'employee') ? [] : await colleaguesOf(context, wanted, words)
  return [...colleagues, ...(searched.length === 0 ? [] : await recordsOf(context, searched, wanted, words))]
}

/** For whoever has no list of employees. */
async function colleaguesOf(context: Context, wanted: string, words: readonly string[]): Promise<FoundRecord[]> {
  const found = await context.house.rights.colleagues(context.caller.orgId, wanted, foundMax)
  return found.map(({ employeeId, name, department, position }) => {
    const beside = [department, position].filter(one => one !== null).join(' ')
    return {
      type: 'employee',
      title: context.language === 'en' ? 'Colleague' : '同事',
      field: 'name',
      value: name,
      name: beside === '' ? null : beside,
      hits: { value: foundAt(name, words), name: [] },
      id: employeeId,
      colleague: true,
    }
  })
}

async function recordsOf(context: Context, all: readonly Resource[], wanted: string, words: readonly string[]): Promise<FoundRecord[]> {
  const asked = all.map(r => ({ r, days: daysOfNumbers(context, r, wanted) }))
  const searched = (await listsWith(context, asked, wanted)).map(({ r }) => r)
  if (searched.length === 0) return []
  // one statement: somebody who types must not take a connection for each list
  const rows = (await unionAll(searched.flatMap((r, list) => partsOf(context, r, list, wanted))).execute()) as unknown as FoundRow[]
  const ofList = Map.groupBy(rows, row => row.list)
  const found = await withExcerpts(
    context,
    searched.map((r, list) => ({ r, rows: bestOf(ofList.get(list) ?? [], words) })),
    words,
  )
  return found
    .toSorted((a, b) => ownNumber(b, wanted) - ownNumber(a, wanted))
    .flatMap(({ r, rows: best }) => best.map(row => shown(context, r, row, words)))
}

interface FoundOf {
  readonly r: Resource
  readonly rows: readonly FoundRow[]
}

/** What was found in a file of a record stands among its texts: where the first word that is nowhere else begins, with its page. */
async function withExcerpts(context: Context, found: readonly FoundOf[], words: readonly string[]): Promise<readonly FoundOf[]> {
  const hidden = ({ value, name, texts }: FoundRow): string[] =>
    words.filter(word => [value, name, ...texts].every(text => text === null || foundAt(text, [word]).length === 0))
  const asked = found.filter(({ r }) => hasReadFiles(r)).flatMap(({ r, rows }) => rows.map(row => ({ r, row, word: hidden(row)[0] })))
  const sought = asked.flatMap(({ r, row: { id }, word }) => (word === undefined || id === null ? [] : [{ table: r.table, id, word }]))
  if (sought.length === 0) return found
  const excerpts = await excerptsOf(context, sought)
  return found.map(({ r, rows }) => ({
    r,
    rows: rows.map(row => {
      const excerpt = excerpts.get(`${r.table} ${row.id}`)
      return excerpt === undefined ? row : { ...row, name: excerpt, texts: [] }
    }),
  }))
}

/** 2: a record of the list has this number as its own, 1: one names it by its number, 0: others have it among their words. */
function ownNumber({ r, rows: [best] }: FoundOf, wanted: string): 0 | 1 | 2 {
  if (best?.begins !== true || best.value.toLowerCase() !== wanted.toLowerCase()) return 0
  return r.key?.length === 1 && r.key[0] === r.find ? 2 : 1
}

/** Records by their ids, as the search shows them; those that are gone, or that the caller may not see any more, are left out. */
export async function foundByIds(context: Context, ids: ReadonlyMap<string, readonly string[]>): Promise<FoundRecord[]> {
  const lists = [...ids].flatMap(([type, of]) => {
    const r = context.house.registry.types.get(type)
    const known = of.filter(isId)
    return r !== undefined && r.primary === undefined && known.length > 0 && isFound(context, r) ? [{ r, known }] : []
  })
  if (lists.length === 0) return []
  const parts = lists.map(({ r, known }, list) =>
    partOf(context, r, { list, begins: false, where: sql<boolean>`t.id = any(${known})`, max: known.length }),
  )
  const rows = (await unionAll(parts).execute()) as unknown as FoundRow[]
  return rows.flatMap(row => {
    const r = lists[row.list]?.r
    return r === undefined ? [] : [shown(context, r, row, [])]
  })
}

function isFound(context: Context, r: Resource): boolean {
  if (!isSearched(r) || !mayView(context, r)) return false
  return r.find === undefined || ownValue(visibleResource(context.caller, r).fields, r.find)?.options.hidden !== true
}

interface FoundRow {
  /** which of the searched lists */
  readonly list: number
  /** the beginning of its number is what was typed */
  readonly begins: boolean
  readonly value: string
  readonly name: string | null
  readonly texts: readonly (string | null)[]
  readonly id: string | null
}

const shownAs = ({ value, name }: FoundRow): string => `${value} ${name ?? ''}`

/** The best of a list's records, each number and name once: several records of one number are shown by their list. */
function bestOf(rows: readonly FoundRow[], words: readonly string[]): FoundRow[] {
  const ofValue = Map.groupBy(rows, row => row.value)
  const isOne = ({ value, id }: FoundRow): boolean => (ofValue.get(value) ?? []).every(row => row.id === id)
  // what was found by its number and by words counts as found by its number
  const perRecord = new Map(rows.toSorted((a, b) => Number(a.begins) - Number(b.begins)).map(row => [row.id ?? shownAs(row), row]))
  const once = new Map(
    [...perRecord.values()].map(row => (row.begins && !isOne(row) ? [shownAs(row), { ...row, id: null }] : [row.id ?? shownAs(row), row])),
  )
  return [...once.values()].toSorted(byRank(words)).slice(0, foundMax)
}

/** Beginnings of numbers first, then what begins with a word, then the shorter. */
function byRank(words: readonly string[]): (a: FoundRow, b: FoundRow) => number {
  const first = ({ value, name }: FoundRow): number =>
    Math.min(...[value, name ?? ''].map(text => foundAt(text, words)[0]?.[0] ?? Number.MAX_SAFE_INTEGER))
  return (a, b) =>
    Number(b.begins) - Number(a.begins) ||
    (a.begins ? 0 : first(a) - first(b) || a.value.length - b.value.length) ||
    (a.value < b.value ? -1 : a.value > b.value ? 1 : 0)
}

/** What was found in a field that is not shown stands beside the value instead of the name. */
function shown(context: Context, r: Resource, { value, name, texts, id }: FoundRow, words: readonly string[]): FoundRecord {
  const opens = ownValue(r.fields, valueOf(r))?.options.linkTo
  const isSeen = [value, name ?? ''].some(text => foundAt(text, words).length > 0)
  const beside = isSeen ? name : (texts.find(text => text !== null && foundAt(text, words).length > 0) ?? name)
  return {
    type: r.type ?? '',
    title: r.title[context.language === 'en' ? 1 : 0],
    field: valueOf(r),
    value,
    name: beside,
    hits: { value: foundAt(value, words), name: foundAt(beside ?? '', words) },
    id,
    ...(opens === undefined ? {} : { opens }),
  }
}

/** By which field its list shows a record: its number, else what it is called. */
const valueOf = (r: Resource): string => r.find ?? (isSearchable(r, labelOf(r)) ? labelOf(r) : (searchOf(r)[0] ?? labelOf(r)))

interface Part {
  /** which of the lists that are asked */
  readonly list: number
  /** by the beginning of the number: in its order */
  readonly begins: boolean
  /** what was typed, of a number */
  readonly wanted?: string
  readonly where: Sql<boolean>
  readonly max: number
}

/** as long a beginning of a number leads to few records, whatever their days */
const ownNumberMin = 8
const isNumberOfItsOwn = (r: Resource, wanted: string): boolean =>
  wanted.length >= ownNumberMin && ownValue(r.fields, valueOf(r))?.options.linkTo !== undefined
const daysOfNumbers = (context: Context, r: Resource, wanted: string): readonly [string, string] | null =>
  isNumberOfItsOwn(r, wanted) ? null : boundDays(r, {}, askingOf(context))

function partOf(context: Context, r: Resource, { list, begins, where, max, wanted = '' }: Part): UntypedQuery {
  const days = begins ? daysOfNumbers(context, r, wanted) : boundDays(r, {}, askingOf(context))
  const value = columnRef('t', valueOf(r))
  const name = nameOf(r)
  const texts = searchOf(r).map(field => sql`${columnRef('t', field)}::text`)
  const db = anyTable(context.db)
  const first = db
    .selectFrom(`${r.table} as t`)
    .select([
      sql.lit(list).as('list'),
      sql.lit(begins).as('begins'),
      sql<string>`coalesce(${value}::text, '')`.as('value'),
      (name === null ? sql`null::text` : sql`${columnRef('t', name)}::text`).as('name'),
      (texts.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join(texts)}]`).as('texts'),
      (r.primary === undefined ? sql<string | null>`t.id::text` : sql<string | null>`null::text`).as('id'),
    ])
    .where(where)
    .$if(r.standard === 'organisation', q => q.where(sql<boolean>`t.org_id = ${context.caller.orgId}`))
    .$if(days !== null && r.bound !== undefined, q =>
      q.where(sql<boolean>`${columnRef('t', r.bound?.field ?? '')} between ${days?.[0] ?? ''} and ${days?.[1] ?? ''}`),
    )
    .$if(begins, q => q.orderBy(value))
    .limit(max)
  return db.selectFrom(first.as('p')).selectAll()
}

/** What a list is asked: for words once, and for the beginning of a number once for each spelling. */
function partsOf(context: Context, r: Resource, list: number, wanted: string): UntypedQuery[] {
  const number = columnRef('t', r.find ?? '')
  const spellings = r.find === undefined ? [] : spellingsOf(wanted)
  const numbers = spellings.map(
    one => sql<boolean>`(${number} >= ${one} and ${number} < ${one + behindAll} and starts_with(${number}, ${one}))`,
  )
  return [
    ...numbers.map(where => partOf(context, r, { list, begins: true, where, max: foundMax, wanted })),
    ...(searchOf(r).length === 0
      ? []
      : [partOf(context, r, { list, begins: false, where: searchPredicate(r, 't', wanted), max: readMax })]),
  ]
}

/** What a record is called beside its number. */
function nameOf(r: Resource): string | null {
  const name = [labelOf(r), ...(r.option?.detail ?? [])].find(one => one !== valueOf(r) && isSearchable(r, one))
  return name ?? null
}

/** A number that is looked for by its beginning has an index for it, a filter on its page, and is no secret. */
export function findFaults(r: Resource): string[] {
  if (r.find === undefined) return []
  const field = ownValue(r.fields, r.find)
  const orders = [r.key, r.primary, ...(r.unique ?? []), ...(r.index ?? []).map(one => ('on' in one ? [] : one))]
  const isLed = orders.some(fields => fields?.find(one => one !== 'shopId') === r.find)
  if (field?.kind !== 'text' || field.options.filter === undefined)
    return [`${r.table}.list: find names a text field that its list filters by`]
  if (field.options.sensitive === true || field.options.see !== undefined)
    return [`${r.table}.list: find names a field that not everybody may see`]
  return isLed ? [] : [`${r.table}.list: find: no index leads to ${r.find}`]
}
