/** A month of the books that is opened again: what was published of it no longer stands on closed figures. */
import { firstOfMonth } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import type { Follower } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { performanceStates } from './states.ts'
import { performance } from './tables.ts'

export const markSuperseded: Follower = async (context, tx, changes) => {
  const months = changes
    .filter(({ before, after }) => before?.['state'] === 1 && after?.['state'] === 0)
    .map(({ after }) => asText(after?.['month']).slice(0, 7))
  if (months.length === 0) return
  const system = await inServersName(context, tx, 'results of a month that is opened again')
  const rows = await system.db
    .selectFrom('performance')
    .select('id')
    .where('month', 'in', months.map(firstOfMonth))
    .where('state', '=', performanceStates.published[0])
    .execute()
  await setDerived(
    system,
    performance,
    rows.map(({ id }) => ({ id, isSuperseded: true })),
  )
}
