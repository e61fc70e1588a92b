/**
 * The search over everything: records by the beginning of their number, code or SKU. Each list is asked along an index and for five records
 * at most, through the caller's own door and within the days that the list itself begins with; nothing is ever passed over row by row.
 */
import { sql } from 'kysely'
import { mayView } from '../calls/view-demands.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import type { FoundRecord } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { columnRef, unionAll, type UntypedQuery } from '../db/untyped-query.ts'
import { anyTable } from '../db/any-table.ts'
import { askingOf } from './conditions.ts'
import { boundDays } from './query.ts'
import { visibleResource } from './column-rights.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** records of one list */
const foundMax = 5
/** behind every text that begins with the same letters, in the order of code points */
const behindAll = '\u{10FFFF}'

/** What each list that the caller may see has under numbers that begin with the keyword, in the order of the declarations. */
export async function findRecords(context: Context, keyword: string): Promise<FoundRecord[]> {
  const wanted = keyword.trim()
  const searched = [...context.house.registry.resources.values()].flatMap(r => {
    const isSeen = r.find !== undefined && r.type !== undefined && mayView(context, r)
    return isSeen && ownValue(visibleResource(context.caller, r).fields, r.find ?? '')?.options.hidden !== true ? [r] : []
  })
  if (searched.length === 0) return []
  // one statement: somebody who types must not take a connection for each list
  const rows = (await unionAll(searched.flatMap((r, list) => partsOf(context, r, list, wanted))).execute()) as unknown as FoundRow[]
  return searched.flatMap((r, list) =>
    firstOf(rows.filter(row => row.list === list)).map(({ value, name, id }) => ({
      type: r.type ?? '',
      title: r.title[context.language === 'en' ? 1 : 0],
      field: r.find ?? '',
      value,
      name,
      id,
    })),
  )
}

interface FoundRow {
  /** which of the searched lists */
  readonly list: number
  readonly value: string
  readonly name: string | null
  readonly id: string | null
}

/** The first of a list's records, each number and name once: several records of one number are shown by their list. */
function firstOf(rows: readonly FoundRow[]): FoundRow[] {
  const ofValue = Map.groupBy(rows, row => row.value)
  const isOne = ({ value, id }: FoundRow): boolean => (ofValue.get(value) ?? []).every(row => row.id === id)
  const once = new Map(rows.map(row => [`${row.value} ${row.name ?? ''}`, isOne(row) ? row : { ...row, id: null }]))
  return [...once.values()].toSorted((a, b) => (a.value < b.value ? -1 : 1)).slice(0, foundMax)
}

/** What a list is asked: once for each spelling of the number. */
function partsOf(context: Context, r: Resource, list: number, wanted: string): UntypedQuery[] {
  const named = nameOf(r)
  // numbers are typed as they come; an index tells capitals from small letters
  const spellings = [...new Set([wanted, wanted.toUpperCase(), wanted.toLowerCase()])]
  const days = boundDays(r, {}, askingOf(context))
  const db = anyTable(context.db)
  return spellings.map(spelling => {
    const column = columnRef('t', r.find ?? '')
    const first = db
      .selectFrom(`${r.table} as t`)
      .select([
        sql.lit(list).as('list'),
        sql<string>`${column}::text`.as('value'),
        (named === null ? sql`null::text` : sql`${columnRef('t', named)}::text`).as('name'),
        (r.primary === undefined ? sql<string | null>`t.id::text` : sql<string | null>`null::text`).as('id'),
      ])
      .where(sql<boolean>`${column} >= ${spelling} and ${column} < ${spelling + behindAll}`)
      .where(sql<boolean>`starts_with(${column}, ${spelling})`)
      .$if(r.standard === 'organisation', q => q.where(sql<boolean>`t.org_id = ${context.caller.orgId}`))
      .$if(days !== null && r.bound !== undefined, q =>
        q.where(sql<boolean>`${columnRef('t', r.bound?.field ?? '')} between ${days?.[0] ?? ''} and ${days?.[1] ?? ''}`),
      )
      .orderBy(column)
      .limit(foundMax)
    return db.selectFrom(first.as('p')).selectAll() as unknown as UntypedQuery
  })
}

/** What a record is called beside its number. */
function nameOf(r: Resource): string | null {
  const name = [labelOf(r), ...(r.option?.detail ?? [])].find(one => one !== r.find && Object.hasOwn(r.fields, one))
  return name ?? null
}

/** A number that is looked for by its beginning has an index for it, a filter on its page, and is no secret. */
export function findFaults(r: Resource): string[] {
  if (r.find === undefined) return []
  const field = ownValue(r.fields, r.find)
  const orders = [r.key, r.primary, ...(r.unique ?? []), ...(r.index ?? []).map(one => ('on' in one ? [] : one))]
  const isLed = orders.some(fields => fields?.find(one => one !== 'shopId') === r.find)
  if (field?.kind !== 'text' || field.options.filter === undefined) return [`${r.table}: find names a text field that its list filters by`]
  if (field.options.sensitive === true || field.options.see !== undefined)
    return [`${r.table}: find names a field that not everybody may see`]
  return isLed ? [] : [`${r.table}: no index leads to ${r.find}`]
}
