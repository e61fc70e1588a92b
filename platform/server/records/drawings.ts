/** Which lines are drawn from which, as the declarations say it; and who has drawn from lines that shall go. */
import type { Draw } from '#platform/declare/draws.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { listed, sentence, type Part, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { refuse, type Refusal } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Registry } from '../contract/registry.ts'
import { anyTable } from '../db/any-table.ts'
import { within } from '../db/within.ts'

/** documents that a refusal names */
const namedMax = 3

/** A draw with the tables on both sides. */
export interface Drawing {
  readonly draw: Draw
  readonly lines: Resource
  readonly header: Resource
  readonly source: Resource
  readonly sourceHeader: Resource
}

const found = new WeakMap<Pick<Registry, 'resources'>, readonly Drawing[]>()

export const headerOf = (lines: Resource, resources: Registry['resources']): Resource | undefined =>
  resources.get(ownValue(lines.fields, lines.linesOf?.field ?? '')?.to ?? '')

/** All of the house; a draw whose tables are not there is a fault that the start has named. */
export function drawings(registry: Pick<Registry, 'resources'>): readonly Drawing[] {
  const known = found.get(registry)
  if (known !== undefined) return known
  const { resources } = registry
  const all = [...resources.values()].flatMap(lines =>
    (lines.linesOf?.draws ?? []).flatMap((draw): Drawing[] => {
      const source = resources.get(draw.from)
      const [header, sourceHeader] = [headerOf(lines, resources), source && headerOf(source, resources)]
      return source && header && sourceHeader ? [{ draw, lines, header, source, sourceHeader }] : []
    }),
  )
  found.set(registry, all)
  return all
}

/** Codes of these states of a document, for a statement; null: it has no states. */
export function codesOf(r: Resource, names: readonly string[] | undefined): readonly number[] | null {
  const choices = ownValue(r.fields, r.states?.field ?? '')?.choices
  if (choices === undefined || names === undefined) return null
  return names.flatMap(name => {
    const one = ownValue(choices, name)
    return one === undefined ? [] : [one[0]]
  })
}

/** A document of this table is in one of these states. */
export function isIn(r: Resource, names: readonly string[] | undefined): RawBuilder<boolean> {
  const codes = codesOf(r, names)
  return codes === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${r.table}.${columnOf(r.states?.field ?? '')}`)} = any(${codes})`
}

/** The column of lines that refers to their document. */
export const ofColumn = ({ linesOf }: Resource): string => columnOf(linesOf?.field ?? '')

interface Follower {
  readonly id: string
  readonly header: Resource
}

/** Documents that have drawn from these lines, whoever may see them; `counting`: those alone that count. */
async function followersOf(context: Context, tx: Tx, r: Resource, ids: readonly string[], counting: boolean): Promise<readonly Follower[]> {
  const all = drawings(context.house.registry).filter(one => one.source.table === r.table)
  if (all.length === 0 || ids.length === 0) return []
  const db = anyTable(within(await context.house.asSystem(context.caller.orgId, 'documents drawn from lines', tx), tx).db)
  const followers: Follower[] = []
  for (const { draw, lines, header } of all) {
    const rows = await db
      .selectFrom(lines.table)
      .innerJoin(header.table, `${header.table}.id`, `${lines.table}.${ofColumn(lines)}`)
      .select(sql<string>`${sql.ref(`${header.table}.id`)}::text`.as('id'))
      .distinct()
      .where(sql<boolean>`${sql.ref(`${lines.table}.${columnOf(draw.by)}`)} = any(${[...ids]}::bigint[])`)
      .where(counting ? isIn(header, draw.counts) : sql<boolean>`true`)
      .execute()
    followers.push(...rows.map(({ id }) => ({ id, header })))
  }
  return followers
}

/** The numbers of those that the caller sees, and how many there are besides. */
async function namesOf(tx: Tx, followers: readonly Follower[]): Promise<Part> {
  const names: Part[] = []
  for (const [header, some] of Map.groupBy(followers, one => one.header)) {
    const rows = await anyTable(tx)
      .selectFrom(header.table)
      .select(sql<string>`${sql.ref(`${header.table}.${columnOf(labelOf(header))}`)}::text`.as('no'))
      .where(sql<boolean>`${sql.ref(`${header.table}.id`)} = any(${some.map(({ id }) => id)}::bigint[])`)
      .orderBy('id')
      .limit(namedMax)
      .execute()
    names.push(...rows.map(({ no }) => sentence`${header.title}“${no}”`))
  }
  const shown = names.slice(0, namedMax)
  const more = followers.length - shown.length
  return listed([...shown, ...(more > 0 ? [sentence`另 ${more} 张单据`] : [])])
}

/** Lines from which others were drawn stay: null where none was. */
export async function drawnRefusal(
  context: Context,
  tx: Tx,
  r: Resource,
  ids: readonly string[],
  { counting, say }: { readonly counting: boolean; readonly say: (by: Part) => Wording },
): Promise<Refusal | null> {
  const followers = await followersOf(context, tx, r, ids, counting)
  return followers.length === 0 ? null : refuse.rule(say(await namesOf(context.through(tx), followers)))
}

/** The same of all lines of one document, for a step that takes it back. */
export async function drawnDocument(context: Context, tx: Tx, header: Resource, id: string, say: (by: Part) => Wording) {
  const lines = context.house.registry.lines.get(header.table)
  if (lines === undefined) return null
  const rows = await anyTable(tx)
    .selectFrom(lines.table)
    .select(sql<string>`${sql.ref(`${lines.table}.id`)}::text`.as('id'))
    .where(sql<boolean>`${sql.ref(`${lines.table}.${ofColumn(lines)}`)} = ${id}`)
    .execute()
  return drawnRefusal(
    context,
    tx,
    lines,
    rows.map(one => one.id),
    { counting: true, say },
  )
}
