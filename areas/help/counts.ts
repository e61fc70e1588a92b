/** Views and votes: raised row by row in a table of their own, shown beside the drafts. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { helpArticle, subjects } from './article-tables.ts'
import { qaItem } from './qa/tables.ts'

/** days of which views count for what is popular */
export const recentDays = 90

type Subject = (typeof subjects)[keyof typeof subjects]
type Counts = Readonly<Record<'views' | 'recentViews' | 'helpful' | 'unhelpful', number>>

/** A view by whoever asks; who looks at the product as somebody else reads nothing in his name. */
export async function countView(context: Context, subject: Subject, id: string): Promise<void> {
  if (context.caller.viewer !== undefined) return
  await context.write(async (tx, inside) => {
    const system = await inside.house.asSystem(inside.caller.orgId, 'views of help are counted', tx)
    const isArticle = subject === subjects.article
    if (isArticle)
      await system.db
        .insertInto('help_view')
        .values({ org_id: inside.caller.orgId, day: todayOf(inside), article_id: id, views: 1 })
        .onConflict(conflict => conflict.columns(['org_id', 'day', 'article_id']).doUpdateSet({ views: sql<number>`help_view.views + 1` }))
        .execute()
    await raise(system, subject, id, { views: 1, recentViews: isArticle ? 1 : 0, helpful: 0, unhelpful: 0 })
  })
}

/** The last word of each account counts. */
export async function countVote(context: Context, subject: Subject, id: string, isHelpful: boolean): Promise<{ id: string }> {
  const { orgId, accountId } = context.caller
  await context.write(async (tx, inside) => {
    const own = { org_id: orgId, subject, record_id: id, account_id: accountId }
    const system = await inside.house.asSystem(orgId, 'votes on help are counted', tx)
    // two votes of one account at once: the second waits for the first here
    await raise(system, subject, id, { views: 0, recentViews: 0, helpful: 0, unhelpful: 0 })
    const before = await voteOf(inside, subject, id)
    if (before === isHelpful) return
    await tx
      .insertInto('help_vote')
      .values({ ...own, is_helpful: isHelpful })
      .onConflict(conflict => conflict.columns(['org_id', 'subject', 'record_id', 'account_id']).doUpdateSet({ is_helpful: isHelpful }))
      .execute()
    const by = (word: boolean): number => (isHelpful === word ? 1 : before === word ? -1 : 0)
    await raise(system, subject, id, { views: 0, recentViews: 0, helpful: by(true), unhelpful: by(false) })
  })
  return { id }
}

/** What the caller has said; null: nothing. */
export async function voteOf({ db, caller }: Context, subject: Subject, id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('help_vote')
    .select('is_helpful')
    .where('subject', '=', subject)
    .where('record_id', '=', id)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst()
  return row?.is_helpful ?? null
}

async function raise(system: Context, subject: Subject, id: string, by: Counts): Promise<void> {
  const row = await system.db
    .insertInto('help_count')
    .values({
      org_id: system.caller.orgId,
      subject,
      record_id: id,
      views: by.views,
      recent_views: by.recentViews,
      helpful: by.helpful,
      unhelpful: by.unhelpful,
    })
    .onConflict(conflict =>
      conflict.columns(['org_id', 'subject', 'record_id']).doUpdateSet({
        views: sql<number>`help_count.views + excluded.views`,
        recent_views: sql<number>`help_count.recent_views + excluded.recent_views`,
        helpful: sql<number>`help_count.helpful + excluded.helpful`,
        unhelpful: sql<number>`help_count.unhelpful + excluded.unhelpful`,
      }),
    )
    .returning(['views', 'recent_views', 'helpful', 'unhelpful'])
    .executeTakeFirstOrThrow()
  const [r, values]: [Resource, object] =
    subject === subjects.article
      ? [helpArticle.draft, { views: row.views, recentViews: row.recent_views, helpful: row.helpful, unhelpful: row.unhelpful }]
      : [qaItem.draft, { views: row.views, helpful: row.helpful }]
  await setDerived(system, r, [{ id, ...values }])
}

/** Daily: views of a day that is older than 90 days count no more. Answers how many articles that concerned. */
export async function forgetOldViews(inside: Context, tx: Tx): Promise<number> {
  const before = addDays(todayOf(inside), -recentDays)
  const old = await tx.deleteFrom('help_view').where('day', '<', before).returning(['article_id', 'views']).execute()
  const lost = [...Map.groupBy(old, row => row.article_id)].map(([id, rows]) => ({
    id,
    views: rows.reduce((sum, row) => sum + row.views, 0),
  }))
  for (const { id, views } of lost) await raise(inside, subjects.article, id, { views: 0, recentViews: -views, helpful: 0, unhelpful: 0 })
  return lost.length
}
