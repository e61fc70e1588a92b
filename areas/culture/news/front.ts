/** What employees see of news and notices: front pages, newest first behind what is on top, and what stands beside an article. */
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Publishable } from '#platform/declare/publishable.ts'
import type { AnyDb, Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { fileAddress } from '#platform/server/files.ts'
import { searchPredicate } from '#platform/server/lists.ts'
import { countsOf, ownReadings } from '#platform/server/notices.ts'
import { oneRecord } from '#platform/server/records.ts'
import type { Article, ArticleKind, ArticlePage, Neighbour, Neighbours, NoticeArticle } from './answers.ts'
import { notice } from './tables.ts'

/** articles on top of the list; more than that stand in their place by time */
const stickyMax = 5
const kindsMax = 100

export interface FrontAsk {
  readonly pageNum?: number
  readonly pageSize?: number
  readonly keyword?: string
  readonly typeId?: string
  /** notices that wait for the confirmation of the person, those first that must be confirmed first */
  readonly waiting?: boolean
}

interface Found {
  readonly id: string
  readonly title: string
  readonly summary: string | null
  readonly cover: readonly string[] | null
  readonly published_at: string
  readonly sticky: boolean
  readonly must_read: boolean
  readonly confirm_by: string | null
  readonly type_label: string | null
}

type Query = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>

/** A page of what is published for the person and not archived. What is on top stands on the first page alone. */
export async function frontPage<A extends Article>(context: Context, what: Publishable, ask: FrontAsk): Promise<ArticlePage<A>> {
  const { pageNum = 1, pageSize = 12 } = ask
  const now = context.now().toISOString()
  const isPlain = !ask.keyword && !ask.typeId && !ask.waiting
  const top = isPlain
    ? await columnsOf(context, what, publishedFor(context, what, ask))
        .where(sql<boolean>`t.sticky_until > ${now}`)
        .orderBy(sql`t.published_at desc, t.id desc`)
        .limit(stickyMax)
        .execute()
    : []
  const ids = top.map(row => String(row['id']))
  const others = publishedFor(context, what, ask).where(sql<boolean>`t.id <> all(${ids}::bigint[])`)
  const [rows, counted, kinds] = await Promise.all([
    columnsOf(context, what, others)
      .orderBy(ask.waiting === true ? sql`coalesce(t.confirm_by, t.published_at), t.id` : sql`t.published_at desc, t.id desc`)
      .offset((pageNum - 1) * pageSize)
      .limit(pageSize)
      .execute(),
    others.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
    kindsOf(context, what),
  ])
  const found = [...(pageNum === 1 ? top : []), ...rows] as unknown as readonly Found[]
  const list = (await shown(context, what, found)) as readonly A[]
  return { list, total: Number(counted['n']) + top.length, pageNum, pageSize, kinds }
}

/** Kinds of which the person sees anything, in the order of the dictionary. */
async function kindsOf(context: Context, what: Publishable): Promise<readonly ArticleKind[]> {
  const rows = await publishedFor(context, what, {})
    .innerJoin('dictionary_item as k', join => join.on(sql<boolean>`k.id = t.type_id`))
    .select([sql<string>`k.id::text`.as('id'), labelIn(context).as('label')])
    .groupBy(sql`k.id, k.label, k.label_en, k.sort`)
    .orderBy(sql`k.sort, k.id`)
    .limit(kindsMax)
    .execute()
  return rows
}

const labelIn = ({ language }: Context) =>
  language === 'en' ? sql<string>`coalesce(nullif(k.label_en, ''), k.label)` : sql<string>`k.label`

function publishedFor(context: Context, { draft, published }: Publishable, { keyword, typeId, waiting }: FrontAsk): Query {
  const words = keyword?.trim() ?? ''
  return (anyTable(context.db) as AnyDb)
    .selectFrom(`${published.table} as t`)
    .where(sql<boolean>`not t.is_archived`)
    .$if(words !== '', query => query.where(searchPredicate(published, 't', words)))
    .$if(typeId !== undefined, query => query.where(sql<boolean>`t.type_id = ${typeId}`))
    .$if(waiting === true, query =>
      query.where(sql<boolean>`t.must_read`).where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('publication_reader as r')
              .select(sql<number>`1`.as('one'))
              .where(sql<boolean>`r.subject = ${draft.table} and r.record_id = t.id`)
              .where(sql<boolean>`r.account_id = ${context.caller.accountId} and r.confirmed_at is not null`),
          ),
        ),
      ),
    )
}

function columnsOf(context: Context, { published }: Publishable, query: Query): Query {
  const { now } = context
  const has = (field: string): boolean => Object.hasOwn(published.fields, field)
  return query
    .leftJoin('dictionary_item as k', join => join.on(sql<boolean>`k.id = t.type_id`))
    .select([
      sql<string>`t.id::text`.as('id'),
      sql<string>`t.title`.as('title'),
      sql<string | null>`t.summary`.as('summary'),
      sql<string[] | null>`t.cover`.as('cover'),
      sql<string>`t.published_at`.as('published_at'),
      sql<boolean>`coalesce(t.sticky_until > ${now().toISOString()}, false)`.as('sticky'),
      (has('mustRead') ? sql<boolean>`t.must_read` : sql<boolean>`false`).as('must_read'),
      (has('confirmBy') ? sql<string | null>`t.confirm_by` : sql<string | null>`null::timestamptz`).as('confirm_by'),
      sql<string | null>`${labelIn(context)}`.as('type_label'),
    ])
}

/** Rows with what the person has done with them; a question each for all of them. */
async function shown(context: Context, { draft }: Publishable, rows: readonly Found[]): Promise<readonly (Article | NoticeArticle)[]> {
  const ids = rows.map(row => row.id)
  const [own, counts] = await Promise.all([ownReadings(context, draft, ids), countsOf(context, draft, ids)])
  return rows.map(row => {
    const mine = own.get(row.id)
    const cover = row.cover?.[0] ?? null
    const article: Article = {
      id: row.id,
      title: row.title,
      summary: row.summary ?? '',
      coverId: cover,
      coverLink: cover === null ? null : fileAddress(cover),
      typeLabel: row.type_label,
      publishAt: row.published_at,
      sticky: row.sticky,
      isRead: mine !== undefined,
      likes: counts.get(row.id)?.likes ?? 0,
      readers: counts.get(row.id)?.readers ?? 0,
    }
    if (draft.table !== notice.draft.table) return article
    return { ...article, mustRead: row.must_read, confirmBy: row.confirm_by, confirmed: (mine?.confirmedAt ?? null) !== null }
  })
}

/** Which articles stand before and after one by their time, among those that the person sees. */
export async function neighboursOf(context: Context, { published }: Publishable, id: unknown): Promise<Neighbours> {
  const { id: own } = await oneRecord(context, published, id)
  const db = anyTable(context.db) as AnyDb
  const here = await db
    .selectFrom(`${published.table} as t`)
    .select([sql<string>`t.id::text`.as('id'), sql<string>`t.published_at`.as('at')])
    .where('t.id', '=', own)
    .executeTakeFirstOrThrow()
  const beside = async (way: 'before' | 'after'): Promise<Neighbour | null> => {
    const [than, order] = way === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    const row = await db
      .selectFrom(`${published.table} as t`)
      .select([sql<string>`t.id::text`.as('id'), sql<string>`t.title`.as('title')])
      .where(sql<boolean>`not t.is_archived`)
      .where(sql<boolean>`(t.published_at, t.id) ${than} (${here['at']}, ${here['id']}::bigint)`)
      .orderBy(sql`t.published_at ${order}, t.id ${order}`)
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : { id: String(row['id']), title: String(row['title']) }
  }
  const [previous, next] = await Promise.all([beside('before'), beside('after')])
  return { previous, next }
}
