/** Reading articles: what one opens, the index of the centre, what is popular, the help of a page, versions. */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { anyTable, type UntypedQuery } from '#platform/server/database.ts'
import { oneRecord } from '#platform/server/records.ts'
import type { ArticleLine, ArticleVersion, CentreIndex, CentreType, Neighbour, PageHelp, ReadArticle, TypeNode } from './answers.ts'
import { articleCodes, helpArticle, subjects } from './article-tables.ts'
import { countView, voteOf } from './counts.ts'
import { countsOf, pathsOf, treeOf, typesOf } from './types.ts'

const popularMax = 10
const newestMax = 10
const ofTypeMax = 5
/** pages that one article may stand for and articles of one page that are looked at */
const ofPageMax = 5
const versionsMax = 200

const { published, draft } = helpArticle

/** What readers see of the organisation and was not put away. */
const seen = ({ db, caller }: Context): UntypedQuery =>
  anyTable(db)
    .selectFrom('help_article_published as p')
    .leftJoin('help_count as c', join =>
      join.on(sql<boolean>`c.org_id = p.org_id and c.subject = ${sql.lit(subjects.article)} and c.record_id = p.id`),
    )
    .where(sql<boolean>`p.org_id = ${caller.orgId} and not p.is_archived`)

const lineColumns = ({ language }: Context) => [
  sql<string>`p.id::text`.as('id'),
  (language === 'en' ? sql<string>`coalesce(p.title_en, p.title)` : sql<string>`p.title`).as('title'),
  sql<number>`coalesce(c.views, 0)`.as('views'),
  sql<string>`to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('publishedAt'),
]

const lines = async (query: UntypedQuery): Promise<readonly ArticleLine[]> => (await query.execute()) as unknown as readonly ArticleLine[]

/** GET /HelpArticle/browseArticles: counts a view. */
export async function browse(context: Context, id: unknown): Promise<ReadArticle> {
  const row = await oneRecord(context, published, id)
  await countView(context, subjects.article, row.id)
  const types = await typesOf(context)
  const typeId = asText(row['typeId'])
  const beside = async (before: boolean): Promise<Neighbour | null> => {
    const found = await lines(
      seen(context)
        .select(lineColumns(context))
        .where(sql<boolean>`p.type_id = ${typeId} and ${before ? sql`p.id < ${row.id}` : sql`p.id > ${row.id}`}`)
        .orderBy(sql`p.id`, before ? 'desc' : 'asc')
        .limit(1),
    )
    return found[0] === undefined ? null : { id: found[0].id, title: found[0].title }
  }
  const count = await context.db
    .selectFrom('help_count')
    .select(['views', 'helpful'])
    .where('subject', '=', subjects.article)
    .where('record_id', '=', row.id)
    .executeTakeFirst()
  return {
    ...row,
    ...(context.language === 'en' && row['titleEn'] ? { title: row['titleEn'] } : {}),
    typePath: pathsOf(types, context.language).get(typeId) ?? [],
    previous: await beside(true),
    next: await beside(false),
    views: count?.views ?? 0,
    helpful: count?.helpful ?? 0,
    isHelpful: await voteOf(context, subjects.article, row.id),
  }
}

/** POST /HelpArticle/popularArticles. */
export const popular = (context: Context): Promise<readonly ArticleLine[]> =>
  lines(
    seen(context)
      .select(lineColumns(context))
      .where(sql<boolean>`c.recent_views > 0`)
      .orderBy(sql`c.recent_views`, 'desc')
      .orderBy(sql`p.id`)
      .limit(popularMax),
  )

/** POST /HelpArticle/helpCenterIndexPage. */
export async function centreIndex(context: Context): Promise<CentreIndex> {
  const types = await typesOf(context)
  const tree = treeOf(types, await countsOf(context, published), context.language)
  const topOf = new Map(tree.flatMap(top => idsBelow(top).map(id => [id, top.id] as const)))
  const ranked = seen(context)
    .select(lineColumns(context))
    .select([
      sql<string>`p.type_id::text`.as('type'),
      sql<number>`row_number() over (partition by p.type_id order by coalesce(c.recent_views, 0) desc, p.id)`.as('place'),
    ])
  const rows = (await context.db
    .selectFrom(ranked.as('r'))
    .selectAll()
    .where(sql<boolean>`r.place <= ${ofTypeMax}`)
    .orderBy(sql`r.place`)
    .execute()) as unknown as readonly (ArticleLine & { readonly type: string })[]
  const ofTop = Map.groupBy(rows, row => topOf.get(row.type))
  const newest = await lines(
    seen(context)
      .select(lineColumns(context))
      .orderBy(sql`p.published_at`, 'desc')
      .orderBy(sql`p.id`, 'desc')
      .limit(newestMax),
  )
  return {
    types: tree.map(({ id, name, icon, count }): CentreType => ({
      id,
      name,
      icon,
      count,
      articles: (ofTop.get(id) ?? [])
        .slice(0, ofTypeMax)
        .map(({ id: article, title, views, publishedAt }) => ({ id: article, title, views, publishedAt })),
    })),
    popular: await popular(context),
    newest,
  }
}

const idsBelow = ({ id, children }: TypeNode): string[] => [id, ...children.flatMap(idsBelow)]

/** The article that stands for a page, the longest known first; null: nobody has written one. */
export async function helpOfPage(context: Context, pageKey: string): Promise<PageHelp | null> {
  const [found] = (await seen(context)
    .innerJoin('help_page_key as k', join => join.on(sql<boolean>`k.article_id = p.id and k.org_id = p.org_id`))
    .select(lineColumns(context))
    .select('p.content')
    .where(sql<boolean>`k.page_key = ${pageKey}`)
    .orderBy(sql`p.id`)
    .limit(ofPageMax)
    .execute()) as readonly (ArticleLine & { readonly content: string | null })[]
  return found === undefined ? null : { id: found.id, title: found.title, content: found.content ?? '' }
}

/** For the editors: what was audited, and what readers do not see yet, the newest first. */
export async function versionsOf(context: Context, id: unknown): Promise<readonly ArticleVersion[]> {
  const row = await oneRecord(context, draft, id)
  const kept = await context.db
    .selectFrom('help_article_version')
    .select(['revision', 'title', 'keywords', 'content', 'audited_by', 'audited_at'])
    .where('article_id', '=', row.id)
    .orderBy('revision', 'desc')
    .limit(versionsMax)
    .execute()
  const versions = kept.map((one): ArticleVersion => ({
    revision: one.revision,
    title: one.title,
    keywords: one.keywords,
    content: one.content ?? '',
    by: one.audited_by,
    at: one.audited_at,
  }))
  const [last] = versions
  const now: ArticleVersion = {
    revision: null,
    title: asText(row['title']),
    keywords: (row['keywords'] as string | null) ?? null,
    content: asText(row['content'] ?? ''),
    by: ((row['writerIdsLabel'] as string[] | null) ?? []).join('、'),
    at: asText(row['updatedAt'] ?? row['createdAt'] ?? ''),
  }
  const isSame = last !== undefined && last.title === now.title && last.keywords === now.keywords && last.content === now.content
  return isSame && row['state'] === articleCodes.audited ? versions : [now, ...versions]
}
