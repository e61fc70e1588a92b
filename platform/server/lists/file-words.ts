/** Words in the text of files that records hold (`reads` of a field), along the grams of the files. */
import { sql, type QueryCreator } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { folded } from '#platform/format/found-at.ts'
import { gramsOfWord } from '#platform/format/grams.ts'
import { columnRef, type Sql } from '../db/untyped-query.ts'
import { pieces } from './subtree.ts'

/**
 * Files whose pages are held against a word. Of more, those are taken that have all its grams: to read them takes seconds, and where so
 * many have all grams, nearly all have the word (measured at 20,000 files of 100,000 pages).
 */
const heldMax = 500

export const hasReadFiles = (r: Resource): boolean => Object.values(r.fields).some(({ options }) => options.reads === true)

/** Whether words of the record are looked for in files: its own, or those of records that name it (`filesOf`). */
export const isReadFor = (r: Resource): boolean => r.filesOf !== undefined || hasReadFiles(r)

export function filesOfFaults({ table, filesOf }: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  if (filesOf === undefined) return []
  const of = resources.get(filesOf.table)
  const isReference = of !== undefined && ownValue(of.fields, filesOf.by)?.to === table
  return isReference && hasReadFiles(of)
    ? []
    : [`${table}.list: filesOf: ${filesOf.table}.${filesOf.by} names no such record with files that are read`]
}

type Query = QueryCreator<Record<string, Record<string, unknown>>>
interface Found {
  readonly id: unknown
}

/** A word, and the condition that the record itself (`w`) has it. */
interface Word {
  readonly word: string
  readonly inRecord: Sql<boolean>
}

/**
 * The record has each of the words in its own texts or on a page of one of its files. Sets of ids, worked out once for the statement along
 * the indexes: "or" would hold every row found against its own texts. Pages are held against a word only of the records that may have all.
 * No joins: of sets whose size nobody knows beforehand they compare each with each.
 */
export function wordsInFiles(r: Resource, alias: string, words: readonly Word[]): Sql<boolean> {
  const of = (at: number): string => words[at]?.word ?? ''
  const every = (idsOf: (at: number) => Sql<unknown>) => {
    const each = words.map((_word, at) => sql`(${idsIn(`own${at}`)} union ${idsOf(at)})`)
    return sql<Found>`(${sql.join(each, sql` intersect `)})`
  }
  const parts: [string, Sql<Found>][] = words.flatMap(({ word, inRecord }, at) => [
    [`own${at}`, sql<Found>`(${pieces.selectFrom(`${r.table} as w`).select('w.id').where(inRecord)})`],
    [`led${at}`, sql<Found>`(${filesWith(r, gramsOfWord(word).grams)})`],
  ])
  parts.push(['may', every(at => sql`${idsIn(`led${at}`)}`)], ['found', every(at => sql`${heldOf(`led${at}`, of(at))}`)])
  const all = parts.reduce<Query>((query, [name, part]) => query.with(name, () => part) as Query, pieces)
  return sql<boolean>`${columnRef(alias, 'id')} = any(array(${all.selectFrom('found').select('found.id')}))`
}

const idsIn = (name: string) => pieces.selectFrom(`${name} as i`).select('i.id')

/**
 * Files with all these grams, and the records that hold them, or that are named by those. Along the index always: where there are few files
 * their rows look cheap to read, and the grams of 2,000 take seconds.
 */
function filesWith({ table, filesOf }: Resource, grams: readonly string[]) {
  const holder = sql`u.record_id::bigint`
  const named =
    filesOf &&
    pieces
      .selectFrom(`${filesOf.table} as v`)
      .select(`v.${columnOf(filesOf.by)}`)
      .where(sql<boolean>`v.id = ${holder}`)
  const files = pieces
    .selectFrom('file_text as f')
    .select('f.file_id')
    .where(grams.length === 0 ? sql<boolean>`false` : sql<boolean>`f.grams @> ${grams}::text[] and along_index(f.file_id)`)
  return pieces
    .selectFrom('file_use as u')
    .select(['u.file_id', (named === undefined ? holder : sql`(${named})`).as('id')])
    .where('u.table_name', '=', filesOf?.table ?? table)
    .where(sql<boolean>`u.file_id = any(array(${files}))`)
}

/** Ids of those of the records that may have all words that have this one on a page. */
function heldOf(led: string, word: string) {
  const rows = pieces.selectFrom(`${led} as l`)
  if (gramsOfWord(word).isWhole) return rows.select('l.id')
  const may = sql<boolean>`l.id in (${idsIn('may')})`
  const count = rows.select(sql`count(*)`.as('n')).where(sql<boolean>`${may} is true`)
  // a value and no `exists`, which is answered by reading the pages of all files for many of them
  const onPage = pieces
    .selectFrom('file_page as p')
    .select(sql<boolean>`true`.as('is'))
    .where(sql<boolean>`p.file_id = l.file_id and position(${folded(word)} in p.body) > 0`)
    .limit(1)
  return rows
    .select('l.id')
    .where(sql<boolean>`case when ${may} then (${count}) > ${sql.lit(heldMax)} or coalesce((${onPage}), false) else false end`)
}
