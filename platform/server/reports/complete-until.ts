/** How far the files of a shop tell of its days: the last one before the first gap between what they contain. */
import { sql } from 'kysely'
import { rollupsOfReport, type Report } from '#platform/declare/report.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { taskStates } from '#platform/server/db/house-tables.ts'

export async function completeUntil(
  context: Context,
  report: Report,
  shops: readonly string[],
): Promise<{ shopId: string; until: string | null }[]> {
  const families = rollupsOfReport(report).flatMap(of => of.from.flatMap(source => source.family ?? []))
  const runs = await context.db
    .selectFrom('import_run')
    .select([
      sql<string>`shop_id::text`.as('shop_id'),
      sql<string>`first_day::text`.as('first_day'),
      sql<string>`last_day::text`.as('last_day'),
      // the first day after all that begins before it
      sql<boolean>`coalesce(first_day > max(last_day) over (partition by shop_id order by first_day, id
        rows between unbounded preceding and 1 preceding) + 1, false)`.as('is_gap'),
    ])
    .where(sql<boolean>`shop_id = any(${[...shops]}) and family = any(${families}) and state = ${taskStates.done[0]}`)
    .where('first_day', 'is not', null)
    .orderBy('shop_id')
    .orderBy('first_day')
    .orderBy('id')
    .execute()
  return shops.map(shopId => {
    const mine = runs.filter(run => run.shop_id === shopId)
    const gap = mine.findIndex(run => run.is_gap)
    const whole = gap < 0 ? mine : mine.slice(0, gap)
    return { shopId, until: whole.reduce<string | null>((last, run) => (last === null || run.last_day > last ? run.last_day : last), null) }
  })
}
