/** What was looked for, without who did: the editors see the words, and those that nothing was found for. */
import { sql } from 'kysely'
import { folded } from '#platform/format/found-at.ts'
import type { Context } from '#platform/server/area.ts'
import type { subjects } from '../article-tables.ts'

const wordsMax = 100

type Subject = (typeof subjects)[keyof typeof subjects]
const wordsOf = (keyword: string): string => [...folded(keyword).trim().replaceAll(/\s+/g, ' ')].slice(0, wordsMax).join('')

/** Whether the words stand among those that found nothing last time. */
export async function isMissed({ db, caller }: Context, subject: Subject, keyword: string): Promise<boolean> {
  const row = await db
    .selectFrom('help_searched')
    .select('results')
    .where('org_id', '=', caller.orgId)
    .where('keyword', '=', wordsOf(keyword))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.results === 0
}

export async function noteSearched(context: Context, subject: Subject, keyword: string, results: number): Promise<void> {
  const { caller, now, house } = context
  const words = wordsOf(keyword)
  if (words === '' || caller.viewer !== undefined) return
  const missed = results === 0 ? 1 : 0
  const lastAt = now().toISOString()
  await context.write(async tx => {
    const system = await house.asSystem(caller.orgId, 'what was looked for, without who did', tx)
    await system.db
      .insertInto('help_searched')
      .values({ org_id: caller.orgId, keyword: words, subject, times: 1, missed, results, last_at: lastAt })
      .onConflict(conflict =>
        conflict.columns(['org_id', 'keyword', 'subject']).doUpdateSet({
          times: sql<number>`help_searched.times + 1`,
          missed: sql<number>`help_searched.missed + excluded.missed`,
          results,
          last_at: lastAt,
        }),
      )
      .execute()
  })
}
