/**
 * The search of the help centre: candidates by grams of titles and keywords and by words inside the text, then ordered by how much of what
 * was asked they hold.
 */
import { sql } from 'kysely'
import { foundAt } from '#platform/format/found-at.ts'
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { searchPredicate } from '#platform/server/lists.ts'
import type { FoundArticle, FoundArticles } from '../answers.ts'
import { helpArticle, subjects } from '../article-tables.ts'
import { belowType, pathsOf, typesOf } from '../types.ts'
import { marksOf } from './grams.ts'
import { isMissed, noteSearched } from './note-searched.ts'
import { scoreOf, tells, type Variant } from './score.ts'
import { variantsOf } from './variants.ts'

export interface SearchAsk {
  readonly keyword: string
  readonly typeId?: string
  readonly pageNum?: number
  readonly pageSize?: number
}

/** places of grams that one search reads: the rarest grams of what was asked first */
const placesMax = 20_000
/** candidates of either way */
const [byGramsMax, byWordsMax] = [60, 40]
/** groups of synonyms that are read */
const synonymsMax = 5_000
const excerptLength = 120
const excerptLead = 30

interface Candidate {
  readonly id: string
  readonly title: string
  readonly title_en: string | null
  readonly keywords: string | null
  readonly content_text: string | null
  readonly type_id: string
  readonly views: number
}

export async function searchArticles(context: Context, { keyword, typeId, pageNum = 1, pageSize = 10 }: SearchAsk): Promise<FoundArticles> {
  const isNoted = pageNum === 1 && typeId === undefined
  const [found, types, wasMissed] = await Promise.all([
    rankedArticles(context, keyword.trim()),
    typesOf(context),
    isNoted && isMissed(context, subjects.article, keyword),
  ])
  const wanted = typeId === undefined ? null : belowType(types, typeId)
  const list = found.articles.filter(({ type_id }) => wanted === null || wanted.has(type_id))
  // a search that finds something writes nothing, unless the editors have its words among those that find nothing
  if (isNoted && (list.length === 0 || wasMissed)) await noteSearched(context, subjects.article, keyword, list.length)
  const paths = pathsOf(types, context.language)
  const shown = list.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  return {
    list: shown.map(one => asFound(context, one, found.variants, paths)),
    total: list.length,
    pageNum,
    pageSize,
  }
}

/** Articles that are meant, the best first. */
export async function rankedArticles(
  context: Context,
  keyword: string,
): Promise<{ readonly variants: readonly Variant[]; readonly articles: readonly Candidate[] }> {
  const variants = variantsOf(keyword, await synonymGroups(context))
  const having = await placesOf(context, variants)
  const most = Math.max(0, ...having.values())
  const telling = new Map(
    [...new Set(variants.flatMap(({ grams }) => [...grams]))].map(gram => [gram, tells(2 * most + 100, having.get(gram) ?? 0)]),
  )
  const ids = await Promise.all([byGrams(context, variants, having, telling), byWords(context, variants)])
  const rows = await articlesOf(context, [...new Set(ids.flat())])
  const articles = rows
    .map(row => ({
      row,
      score: scoreOf({ title: row.title, keywords: row.keywords, body: row.content_text ?? '', views: row.views }, variants, telling),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || Number(a.row.id) - Number(b.row.id))
    .map(({ row }) => row)
  return { variants, articles }
}

async function synonymGroups({ db }: Context): Promise<readonly (readonly string[])[]> {
  const rows = await db.selectFrom('help_synonym').select(['name', 'words']).limit(synonymsMax).execute()
  return rows.map(({ name, words }) => [name, ...(words ?? [])])
}

/** In how many articles each gram stands. */
async function placesOf({ db, caller }: Context, variants: readonly Variant[]): Promise<ReadonlyMap<string, number>> {
  const grams = [...new Set(variants.flatMap(one => [...one.grams]))]
  if (grams.length === 0) return new Map()
  const rows = await db
    .selectFrom('help_gram')
    .select(['gram', sql<number>`count(*)::int`.as('articles')])
    .where('org_id', '=', caller.orgId)
    .where('gram', 'in', grams)
    .groupBy('gram')
    .execute()
  return new Map(rows.map(row => [row.gram, row.articles]))
}

async function byGrams(
  { db, caller }: Context,
  variants: readonly Variant[],
  having: ReadonlyMap<string, number>,
  telling: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const rarest = [...having].toSorted((a, b) => a[1] - b[1])
  let places = 0
  const read = rarest.filter(([, articles], i) => i < 2 || (places += articles) <= placesMax).map(([gram]) => gram)
  const asked = variants.flatMap(({ grams }, v) =>
    read.filter(gram => grams.has(gram)).map(gram => ({ v, gram, tells: telling.get(gram) ?? 0 })),
  )
  if (asked.length === 0) return []
  const rows = await db
    .selectFrom('help_gram as g')
    .innerJoin(sql<object>`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)`.as(sql`q(v int, gram text, tells float8)`), join =>
      join.on(sql<boolean>`q.gram = g.gram`),
    )
    .select(sql<string>`g.article_id::text`.as('id'))
    .where(sql<boolean>`g.org_id = ${caller.orgId} and g.gram = any(${read})`)
    .groupBy([sql`g.article_id`, sql`q.v`])
    .orderBy(sql`sum(q.tells * (1 + least(g.weight, 5)))`, 'desc')
    .limit(byGramsMax)
    .execute()
  return rows.map(row => String(row['id']))
}

/** Articles that have all the words in their text. */
async function byWords({ db, caller }: Context, variants: readonly Variant[]): Promise<readonly string[]> {
  const said = [...new Set(variants.map(({ pieces }) => pieces.join(' ')))].filter(words => words !== '')
  if (said.length === 0) return []
  const rows = await anyTable(db)
    .selectFrom('help_article_published as p')
    .select(sql<string>`p.id::text`.as('id'))
    .where(sql<boolean>`p.org_id = ${caller.orgId}`)
    .where(
      sql<boolean>`(${sql.join(
        said.map(words => searchPredicate(helpArticle.published, 'p', words)),
        sql` or `,
      )})`,
    )
    .limit(byWordsMax)
    .execute()
  return rows.map(row => String(row['id']))
}

async function articlesOf({ db, caller }: Context, ids: readonly string[]): Promise<readonly Candidate[]> {
  if (ids.length === 0) return []
  const rows = await anyTable(db)
    .selectFrom('help_article_published as p')
    .leftJoin('help_count as c', join =>
      join.on(sql<boolean>`c.org_id = p.org_id and c.subject = ${sql.lit(subjects.article)} and c.record_id = p.id`),
    )
    .select(sql<string>`p.id::text`.as('id'))
    .select(['p.title', 'p.title_en', 'p.keywords', 'p.content_text'])
    .select([sql<string>`p.type_id::text`.as('type_id'), sql<number>`coalesce(c.views, 0)`.as('views')])
    .where(sql<boolean>`p.org_id = ${caller.orgId}`)
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .where(sql<boolean>`not p.is_archived`)
    .execute()
  return rows as readonly Candidate[]
}

function asFound(
  { language }: Context,
  { id, title, title_en, content_text, type_id }: Candidate,
  variants: readonly Variant[],
  paths: ReadonlyMap<string, readonly string[]>,
): FoundArticle {
  const words = [...new Set(variants.flatMap(({ pieces }) => pieces))]
  const asked = new Set(variants.flatMap(({ grams }) => [...grams]))
  const body = content_text ?? ''
  const [first] = foundAt(body, words)
  const from = first === undefined ? 0 : Math.max(0, first[0] - excerptLead)
  const excerpt = body.slice(from, from + excerptLength)
  const shownTitle = language === 'en' && title_en ? title_en : title
  const exact = foundAt(shownTitle, words)
  return {
    id,
    title: shownTitle,
    titleMarks: exact.length > 0 ? exact : marksOf(shownTitle, asked),
    excerpt,
    marks: foundAt(excerpt, words),
    typePath: paths.get(type_id) ?? [],
  }
}
