/** Reading questions and answers: lists, auto-completion, products that have answers, what one has looked for. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Condition, ListAnswer } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { anyTable, tablesOf } from '#platform/server/database.ts'
import { listOf, searchPredicate } from '#platform/server/lists.ts'
import { oneRecord } from '#platform/server/records.ts'
import type { ProductNode, SearchedWords } from '../answers.ts'
import { subjects } from '../article-tables.ts'
import { countView, voteOf } from '../counts.ts'
import { noteSearched } from '../search/note-searched.ts'
import { belowType, typesOf } from '../types.ts'
import { qaType } from '../type-tables.ts'
import { qaItem } from './tables.ts'

const commonMax = 10
const completedMax = 10
const historyMax = 20
/** products and categories that are answered whole */
const productsMax = 20_000

const { published } = qaItem

interface Ask {
  readonly keyword?: string
  readonly typeId?: string
  readonly productId?: string
  readonly pageNum?: number
  readonly pageSize?: number
}

/** POST /qaList/docList. */
export async function docList(context: Context, { keyword = '', typeId, productId, pageNum = 1, pageSize = 20 }: Ask): Promise<ListAnswer> {
  const words = keyword.trim()
  const types = typeId === undefined ? null : [...belowType(await typesOf(context, qaType), typeId)]
  const conditionList: Condition[] = [
    { field: 'isArchived', condition: 'EQ', value: '0' },
    ...(words === '' ? [] : [{ field: 'allText', condition: 'LIKE' as const, value: words }]),
    ...(types === null ? [] : [{ field: 'typeId', condition: 'IN' as const, condList: types }]),
    ...(productId === undefined ? [] : [{ field: 'productIds', condition: 'IN' as const, condList: [productId] }]),
  ]
  return listOf(context, published, { pageNum, pageSize, conditionList })
}

/** GET /qaList/getCommonDocList: the ten that are opened most. */
export async function commonDocs({ db, caller }: Context): Promise<readonly { id: string; question: string; views: number }[]> {
  const rows = await anyTable(db)
    .selectFrom('qa_item_published as p')
    .leftJoin('help_count as c', join =>
      join.on(sql<boolean>`c.org_id = p.org_id and c.subject = ${sql.lit(subjects.qa)} and c.record_id = p.id`),
    )
    .select([sql<string>`p.id::text`.as('id'), sql<string>`p.question`.as('question'), sql<number>`coalesce(c.views, 0)`.as('views')])
    .where(sql<boolean>`p.org_id = ${caller.orgId} and not p.is_archived`)
    .orderBy(sql`coalesce(c.views, 0)`, 'desc')
    .orderBy(sql`p.id`)
    .limit(commonMax)
    .execute()
  return rows
}

/** POST /qaList/autoComplate: questions with the words, those that begin with them first. */
export async function complete({ db, caller }: Context, keyword: string): Promise<readonly { id: string; question: string }[]> {
  const words = keyword.trim()
  if (words === '') return []
  const rows = await anyTable(db)
    .selectFrom('qa_item_published as p')
    .select([sql<string>`p.id::text`.as('id'), sql<string>`p.question`.as('question')])
    .where(sql<boolean>`p.org_id = ${caller.orgId} and not p.is_archived`)
    .where(searchPredicate(published, 'p', words))
    .orderBy(sql`position(lower(${words}) in lower(p.question)) = 0, position(lower(${words}) in lower(p.question))`)
    .orderBy(sql`p.id`)
    .limit(completedMax)
    .execute()
  return rows
}

/** Opens one; counts a view. */
export async function openDoc(context: Context, id: unknown): Promise<object> {
  const row = await oneRecord(context, published, id)
  await countView(context, subjects.qa, row.id)
  return { ...row, isHelpful: await voteOf(context, subjects.qa, row.id) }
}

/** POST /qaProdcut/list: products that have answers, and the categories they stand in; a category counts what is below it. */
export async function productTree({ db, caller }: Context): Promise<readonly ProductNode[]> {
  const links = anyTable(db)
    .selectFrom('qa_item_published as p')
    .select([sql<string>`unnest(p.product_ids)::bigint`.as('product_id')])
    .where(sql<boolean>`p.org_id = ${caller.orgId} and not p.is_archived`)
  const products = await tablesOf<'product'>(db)
    .selectFrom(links.as('l'))
    .innerJoin('product as d', join => join.on(sql<boolean>`d.id = l.product_id`))
    .select([
      sql<string>`d.id::text`.as('id'),
      sql<string>`d.name`.as('name'),
      sql<string | null>`d.category_id::text`.as('category'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy(sql`d.id, d.name, d.category_id`)
    .orderBy(sql`d.name`)
    .limit(productsMax)
    .execute()
  const categories = new Map(
    (
      await db
        .selectFrom('product_category')
        .select([sql<string>`id::text`.as('id'), sql<string>`name`.as('name'), sql<string | null>`parent_id::text`.as('parentId')])
        .limit(productsMax)
        .execute()
    ).map(row => [asText(row['id']), row]),
  )
  const counts = new Map<string, number>()
  for (const row of products)
    for (let at = categories.get(asText(row['category'] ?? '')); at !== undefined; at = categories.get(at.parentId ?? ''))
      counts.set(at.id, (counts.get(at.id) ?? 0) + Number(row['count']))
  const nodeOf = (id: string): string => `c${id}`
  return [
    ...[...counts].flatMap(([id, count]) => {
      const one = categories.get(id)
      return one === undefined
        ? []
        : [{ id: nodeOf(id), name: one.name, parentId: one.parentId === null ? null : nodeOf(one.parentId), count }]
    }),
    ...products.map(row => ({
      id: asText(row['id']),
      name: asText(row['name']),
      parentId: row['category'] === null ? null : nodeOf(asText(row['category'])),
      count: Number(row['count']),
    })),
  ]
}

/** POST /qaSearchHistory/insert: adds the words, or counts them up. */
export async function noteOwnSearch(
  context: Context,
  { keywords, results }: { keywords: string; results: number },
): Promise<{ id: string }> {
  const words = keywords.trim()
  if (words === '') throw refuse.invalid([{ field: 'keywords', message: sentence`请填写搜索内容` }])
  const { caller, now } = context
  const lastAt = now().toISOString()
  const { id } = await context.write(tx =>
    tx
      .insertInto('qa_search')
      .values({ org_id: caller.orgId, account_id: caller.accountId, keywords: words, results, last_at: lastAt })
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'account_id', 'keywords'])
          .doUpdateSet({ times: sql<number>`qa_search.times + 1`, results, last_at: lastAt, is_hidden: false }),
      )
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await noteSearched(context, subjects.qa, words, results)
  return { id }
}

/** POST /qaSearchHistory/list: the newest of one's own. */
export async function ownSearches({ db, caller }: Context): Promise<readonly SearchedWords[]> {
  const rows = await db
    .selectFrom('qa_search')
    .select(['id', 'keywords', 'times', 'results', 'last_at'])
    .where('account_id', '=', caller.accountId)
    .where('is_hidden', '=', false)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(historyMax)
    .execute()
  return rows.map(({ last_at: lastAt, ...row }) => ({ ...row, lastAt }))
}

export interface OwnSearchChange {
  readonly keywords: string
  readonly docId?: string
  readonly isHelpful?: boolean
  readonly hidden?: boolean
}

/** POST /qaSearchHistory/updateByKeywords: what was opened, whether it helped, or that it shall not be offered any more. */
export async function changeOwnSearch(context: Context, { keywords, docId, isHelpful, hidden }: OwnSearchChange): Promise<{ id: string }> {
  if (docId !== undefined) await oneRecord(context, published, docId)
  const set = {
    ...(docId === undefined ? {} : { doc_id: docId }),
    ...(isHelpful === undefined ? {} : { is_helpful: isHelpful }),
    ...(hidden === undefined ? {} : { is_hidden: hidden }),
  }
  if (Object.keys(set).length === 0) throw refuse.invalid([{ field: 'docId', message: sentence`没有要修改的内容` }])
  const row = await context.write(tx =>
    tx
      .updateTable('qa_search')
      .set(set)
      .where('account_id', '=', context.caller.accountId)
      .where('keywords', '=', keywords.trim())
      .returning('id')
      .executeTakeFirst(),
  )
  if (row === undefined) throw refuse.unknown(['搜索记录', 'Search'])
  return row
}
