/** Types of articles and of questions: trees of three levels, with how much stands in each. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Language, type Follower } from '#platform/server/area.ts'
import { anyTable, within } from '#platform/server/database.ts'
import type { TypeNode } from './answers.ts'
import { helpType } from './type-tables.ts'

const levelsMax = 3
const active = 1

/** more than any organisation has: the tree is read whole */
const typesMax = 5_000

export async function typesOf({ db }: Context, r: Resource = helpType): Promise<readonly Row[]> {
  const rows = await anyTable(db)
    .selectFrom(r.table)
    .select([sql<string>`id::text`.as('id'), sql<string | null>`parent_id::text`.as('parentId'), 'name', 'name_en', 'status'])
    .$if('icon' in r.fields, query => query.select('icon'))
    .orderBy('sort')
    .orderBy(sql`id`)
    .limit(typesMax)
    .execute()
  return rows
}

const parentOf = (row: Row): string | null => (row['parentId'] as string | null) ?? null
const nameOf = (row: Row, language: Language): string => asText((language === 'en' && row['name_en']) || row['name'])

/** From the highest type down to each. */
export function pathsOf(types: readonly Row[], language: Language): ReadonlyMap<string, readonly string[]> {
  const byId = new Map(types.map(row => [row.id, row]))
  const pathOf = (row: Row): readonly string[] => {
    const parent = byId.get(parentOf(row) ?? '')
    return [...(parent === undefined ? [] : pathOf(parent)), nameOf(row, language)]
  }
  return new Map(types.map(row => [row.id, pathOf(row)]))
}

/** A type and all below it. */
export function belowType(types: readonly Row[], id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const one of found) for (const row of types) if (parentOf(row) === one) found.add(row.id)
  return found
}

/** The types in use as a tree; `count`: what readers see in it and below. A type below one that is out of use is out of use with it. */
export function treeOf(types: readonly Row[], counts: ReadonlyMap<string, number>, language: Language): readonly TypeNode[] {
  const below = (parentId: string | null): readonly TypeNode[] =>
    types
      .filter(row => parentOf(row) === parentId && row['status'] === active)
      .map(row => {
        const children = below(row.id)
        const count = (counts.get(row.id) ?? 0) + children.reduce((sum, one) => sum + one.count, 0)
        return { id: row.id, name: nameOf(row, language), icon: (row['icon'] as number | undefined) ?? null, count, children }
      })
  return below(null)
}

/** What readers see, by type. */
export async function countsOf({ db, caller }: Context, published: Resource): Promise<ReadonlyMap<string, number>> {
  const rows = await anyTable(db)
    .selectFrom(published.table)
    .select([sql<string | null>`type_id::text`.as('type'), sql<number>`count(*)::int`.as('n')])
    .where(sql<boolean>`org_id = ${caller.orgId} and not is_archived`)
    .groupBy('type_id')
    .execute()
  return new Map(rows.map(row => [asText(row['type'] ?? ''), Number(row['n'])]))
}

/** POST /HelpType/typeList, POST /qaType/treelist. */
export const typeTree = async (context: Context, types: Resource, published: Resource): Promise<readonly TypeNode[]> =>
  treeOf(await typesOf(context, types), await countsOf(context, published), context.language)

/** Holds the tree to three levels, whichever end of it was moved. */
export const keepLevels =
  (r: Resource): Follower =>
  async (context, tx, changes) => {
    if (!changes.some(({ before, after }) => after !== null && (before?.['parentId'] ?? null) !== (after['parentId'] ?? null))) return
    const system = await context.house.asSystem(context.caller.orgId, 'levels of types', tx)
    const paths = pathsOf(await typesOf(within(system, tx), r), 'zh')
    const tooDeep = [...paths.values()].find(path => path.length > levelsMax)
    if (tooDeep !== undefined)
      throw refuse.invalid([{ field: 'parentId', message: sentence`类型最多 ${levelsMax} 级，请选择更高的上级类型` }])
  }
