/** Lines that others have drawn from stay, and so do their documents: who has drawn is named. */
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { listed, sentence, type Part, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { refuse, type Refusal } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import { inServersName } from '../db/within.ts'
import { drawings, isIn, ofColumn } from '../lists/drawings.ts'

/** documents that a refusal names */
const namedMax = 3

interface Follower {
  readonly id: string
  readonly header: Resource
}

/** Documents that have drawn from these lines, whoever may see them; `counting`: those alone that count. */
async function followersOf(context: Context, tx: Tx, r: Resource, ids: readonly string[], counting: boolean): Promise<readonly Follower[]> {
  const all = drawings(context.house.registry).filter(one => one.source.table === r.table)
  if (all.length === 0 || ids.length === 0) return []
  const db = anyTable((await inServersName(context, tx, 'documents drawn from lines')).db)
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
export async function namesOf(tx: Tx, followers: readonly Follower[]): Promise<Part> {
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
