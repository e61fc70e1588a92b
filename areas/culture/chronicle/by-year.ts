/** What employees see of the chronicle: the events by year, newest first. */
import type { Condition } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { allOf } from '#platform/server/lists/list.ts'
import type { ChronicleYear } from './answers.ts'
import { chronicle } from './tables.ts'

/** `year`: of this year alone. */
export async function chronicleByYear(context: Context, year?: string): Promise<readonly ChronicleYear[]> {
  const ofYear: Condition = { field: 'eventDate', condition: 'BETWEEN', condList: [`${year}-01-01`, `${year}-12-31`] }
  const list = await allOf(context, chronicle.published, [
    { field: 'isArchived', condition: 'EQ', value: '0' },
    ...(year === undefined ? [] : [ofYear]),
  ])
  return [...Map.groupBy(list, row => String(row['eventDate']).slice(0, 4))].map(([one, rows]) => ({ year: one, list: rows }))
}
