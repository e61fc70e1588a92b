/**
 * Which lists can have a record under a keyword at all. Most have none, and to plan a part of a statement for each of them takes ten times
 * as long as to look into their indexes. So one statement looks, whose text is the same for everybody: its plan is made once a connection,
 * on those that keep plans. It answers names of lists to the server alone, which asks these lists through the caller's own door.
 */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { searchOf, wordsOf } from '#platform/declare/search.ts'
import { gramsOfWord } from '#platform/format/grams.ts'
import type { Context } from '../contract/context.ts'
import type { Registry } from '../contract/registry.ts'
import { isReadFor } from '../lists/file-words.ts'

/** What is asked of one list. */
interface Asked {
  readonly r: Resource
  /** of facts that are read within their days alone */
  readonly days: readonly [string, string] | null
}

/** an index of words of more rows is not gathered twice: its list is asked at once */
const lookedIntoMax = 20_000
/** numbers are typed as they come; an index tells capitals from small letters */
const spellingsMax = 3
/** behind every text that begins with the same letters, in the order of code points */
export const behindAll = '\u{10FFFF}'
export const spellingsOf = (wanted: string): string[] => [...new Set([wanted, wanted.toUpperCase(), wanted.toLowerCase()])]

/** Lists that every search is about, in an order that never changes: the place of a list is its name in the statement. */
interface Look {
  readonly text: string
  readonly places: ReadonlyMap<string, number>
}
interface Answer {
  /** their places */
  readonly lists: readonly number[]
  /** tables of records with a file that may have one of the words */
  readonly files: readonly string[]
}
const looks = new WeakMap<Registry, Look>()

export const isSearched = (r: Resource): boolean => r.type !== undefined && (r.find !== undefined || searchOf(r).length > 0)

/** Those of the asked lists that may have something; more, never less. */
export async function listsWith({ house, caller }: Context, asked: readonly Asked[], wanted: string): Promise<readonly Asked[]> {
  // a coordinator hands each part of such a statement to its machines
  if (house.settings.severalMachines === true) return asked
  const look = looks.get(house.registry) ?? lookOf(house.registry)
  looks.set(house.registry, look)
  const of = new Map(asked.map(one => [look.places.get(one.r.table) ?? -1, one]))
  const each = <T>(value: (one: Asked | undefined) => T): T[] => Array.from(look.places, (_list, place) => value(of.get(place)))
  const spellings = spellingsOf(wanted)
  const grams = wordsOf(wanted).flatMap(word => gramsOfWord(word).grams.join(' ') || [])
  const values = [
    caller.orgId,
    caller.shops,
    wanted,
    each(one => one !== undefined),
    each(one => one?.days?.[0] ?? '-infinity'),
    each(one => one?.days?.[1] ?? 'infinity'),
    grams,
    ...Array.from({ length: spellingsMax }, (_one, at) => spellings[at] ?? wanted).flatMap(one => [one, one + behindAll]),
  ]
  const { rows } = await house.pools.rights.query<Answer>({ name: 'lists-with', text: look.text, values })
  const [lists, files] = [new Set(rows.flatMap(row => row.lists)), new Set(rows[0]?.files)]
  return asked.filter(({ r }) => {
    const place = look.places.get(r.table)
    return place === undefined || lists.has(place) || (isReadFor(r) && files.has(r.filesOf?.table ?? r.table))
  })
}

function lookOf({ resources }: Registry): Look {
  // a view is a query of its own; words of facts of shops stand in one list
  const lists = [...resources.values()].filter(r => isSearched(r) && r.isView !== true && (r.kind !== 'shop' || searchOf(r).length === 0))
  const [ofShops, others] = [true, false].map(is => [...lists.entries()].filter(([, r]) => (r.kind === 'shop') === is))
  const found = others?.map(([place, r]) => {
    const ways = [...(r.find === undefined ? [] : [`exists (select from ${numbersIn(r, place)})`]), ...wordsIn(r)]
    return `case when ${isAsked(place)} and (${ways.join(' or ')}) then ${place} end`
  })
  const ofNumbers = ofShops?.map(
    ([place, r]) => ` union all select array[p.place], '{}' from (select ${place} as place from ${numbersIn(r, place)} limit 1) as p`,
  )
  const files = lists.some(isReadFor) ? filesWith : `'{}'::text[]`
  const text = `select array_remove(array[${found?.join(', ')}]::integer[], null) as lists, ${files} as files
    from (select $1::bigint as org, $2::bigint[] as shops, search_query($3) as words, $5::text[] as since, $6::text[] as until,
      $7::text[] as grams, array[$8, $9, $10, $11, $12, $13]::text[] as spellings,
      (select array_agg(relname) from pg_class where reltuples > ${lookedIntoMax}) as large offset 0) as asked${ofNumbers?.join('')}`
  return { places: new Map(lists.map(({ table }, place) => [table, place])), text }
}

const isAsked = (place: number): string => `($4::boolean[])[${place + 1}]`

/** Tables of records with a file that may have one of the words. */
const filesWith = `array(select distinct u.table_name::text from unnest($7::text[]) as g (grams)
  join file_text f on f.org_id = $1 and f.grams @> string_to_array(g.grams, ' ') and along_index(f.file_id)
  join file_use u on u.file_id = f.file_id)`

/** Rows of the organisation, or of the caller's shops: the door narrows further. */
const reachOf = ({ standard, scope }: Resource): string =>
  standard === 'organisation'
    ? ' and t.org_id = $1'
    : scope.all?.some(({ column, grant, orEmpty }) => column === 'shop_id' && grant === 'shops' && orEmpty !== true) === true
      ? ' and t.shop_id = any($2)'
      : ''

function numbersIn(r: Resource, place: number): string {
  const number = `t.${columnOf(r.find ?? '')}`
  const spelled = Array.from({ length: spellingsMax }, (_one, at) => `${number} >= $${8 + 2 * at} and ${number} < $${9 + 2 * at}`)
  const field = r.bound?.field
  const type = ownValue(r.fields, field ?? '')?.kind === 'date' ? 'date' : 'timestamptz'
  const end = (parameter: number): string => `($${parameter}::text[])[${place + 1}]::${type}`
  const days = field === undefined ? '' : ` and t.${columnOf(field)} between ${end(5)} and ${end(6)}`
  return `${r.table} t where ${isAsked(place)} and (${spelled.join(' or ')})${reachOf(r)}${days}`
}

function wordsIn(r: Resource): string[] {
  const columns = searchOf(r).map(field => `t.${columnOf(field)}`)
  if (columns.length === 0) return []
  // a plan that is kept must not be that of a table as it was when there was next to nothing in it
  const led = r.primary === undefined ? ' and along_index(t.id)' : ''
  const has = `exists (select from ${r.table} t where search_grams(${columns.join(', ')}) @@ asked.words${reachOf(r)}${led})`
  return [`'${r.table}' = any(asked.large)`, has]
}
