/**
 * The articles that come with the product: of pages that no article of the organisation stands for yet. Readers see them at once; a change
 * of one is audited as any.
 */
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { createEach } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { sql } from 'kysely'
import { builtIn, htmlOf, typeOfArticle } from './articles/index.ts'
import { helpArticle } from './article-tables.ts'
import { helpType } from './type-tables.ts'
import { typesOf } from './types.ts'

/** Answers how many came. */
export const addBuiltIn = (context: Context): Promise<number> =>
  context.write(async (_, inside) => {
    const rows = await anyTable(inside.db)
      .selectFrom('help_article')
      .select(sql<string>`distinct unnest(page_keys)`.as('key'))
      .where(sql<boolean>`org_id = ${inside.caller.orgId} and page_keys is not null`)
      .execute()
    const known = new Set(rows.map(row => String(row['key'])))
    const wanted = builtIn.filter(({ pageKeys }) => pageKeys.every(key => !known.has(key)))
    if (wanted.length === 0) return 0
    const types = await addTypes(inside)
    const { employeeId } = inside.caller
    const made = await createEach(
      inside,
      helpArticle.draft,
      wanted.map(one => ({
        title: one.title[0],
        titleEn: one.title[1],
        typeId: types.get(one.type) ?? null,
        content: htmlOf(one),
        keywords: one.keywords,
        pageKeys: one.pageKeys,
        ownerId: employeeId,
      })),
    )
    const found = await anyTable(inside.db)
      .selectFrom('help_article')
      .select(sql<string>`id::text`.as('id'))
      .where(sql<boolean>`org_id = ${inside.caller.orgId} and page_keys && ${wanted.flatMap(one => one.pageKeys)}`)
      .execute()
    const ids = found.map(row => ({ id: String(row['id']) }))
    await takeSteps(inside, helpArticle.draft, { ids, pick: { step: 'comes' }, input: {}, byProgram: true })
    return made
  })

/** The types of built-in articles; those of the same name are taken as they are. Answers their ids by name. */
async function addTypes(context: Context): Promise<ReadonlyMap<string, string>> {
  const known = new Set((await typesOf(context)).map(row => String(row['name'])))
  await createEach(
    context,
    helpType,
    Object.entries(typeOfArticle)
      .filter(([name]) => !known.has(name))
      .map(([name, [nameEn, icon]], sort) => ({ name, nameEn, icon, sort: (sort + 1) * 10 })),
  )
  return new Map((await typesOf(context)).map(row => [String(row['name']), row.id]))
}
