/** 访问分析: what was published in twelve months, and how far it was read. Counts alone: no one's reading is named. */
import { sql } from 'kysely'
import { addMonths, monthsFromTo } from '#platform/format/dates.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Publishable } from '#platform/declare/publishable.ts'
import type { Context, AnyDb } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { countsOf } from '#platform/server/notices.ts'
import type { Analysis, ArticleFigures } from './answers.ts'
import { news, notice } from './tables.ts'

/** months that are shown, the present one included */
const monthsShown = 12
/** articles of one kind that are looked at */
const articlesMax = 200

export async function analysisOf(context: Context): Promise<Analysis> {
  const { zone } = context.caller
  const last = dayInZone(context.now().getTime(), zone).slice(0, 7)
  const first = addMonths(last, 1 - monthsShown)
  const since = new Date(instantInZone(`${first}-01`, '00:00', zone)).toISOString()
  const list = (await Promise.all([figuresOf(context, 'news', news, since), figuresOf(context, 'notice', notice, since)]))
    .flat()
    .toSorted((a, b) => instantMs(b.publishAt) - instantMs(a.publishAt))
  const byMonth = Map.groupBy(list, one => dayInZone(instantMs(one.publishAt), zone).slice(0, 7))
  const months = monthsFromTo(first, last).map(month => {
    const some = byMonth.get(month) ?? []
    const of = (kind: ArticleFigures['kind']): number => some.filter(one => one.kind === kind).length
    return { month, news: of('news'), notice: of('notice'), readings: some.reduce((sum, one) => sum + one.readers, 0) }
  })
  return { months, list }
}

/** Of all that the organisation has published: whoever may see the analysis need not be among the readers of each. */
export async function figuresOf(
  context: Context,
  kind: ArticleFigures['kind'],
  { draft, published }: Publishable,
  since: string,
  /** false: those that readers still find */
  archived = true,
): Promise<readonly ArticleFigures[]> {
  const system = await context.house.asSystem(context.caller.orgId, 'figures of what was published')
  const mustRead = Object.hasOwn(published.fields, 'mustRead') ? sql<boolean>`t.must_read` : sql<boolean>`false`
  const rows = await (anyTable(system.db) as AnyDb)
    .selectFrom(`${published.table} as t`)
    .select([
      sql<string>`t.id::text`.as('id'),
      sql<string>`t.title`.as('title'),
      sql<string>`t.published_at`.as('publish_at'),
      mustRead.as('must_read'),
    ])
    .where(archived ? sql<boolean>`t.published_at >= ${since}` : sql<boolean>`t.published_at >= ${since} and not t.is_archived`)
    .orderBy(sql`t.published_at desc, t.id desc`)
    .limit(articlesMax)
    .execute()
  const counts = await countsOf(
    context,
    draft,
    rows.map(row => String(row['id'])),
  )
  return rows.map(row => {
    const { audience = 0, readers = 0, confirmed = 0, likes = 0 } = counts.get(String(row['id'])) ?? {}
    return {
      id: String(row['id']),
      kind,
      title: String(row['title']),
      publishAt: String(row['publish_at']),
      mustRead: row['must_read'] === true,
      audience,
      readers,
      confirmed,
      likes,
    }
  })
}
