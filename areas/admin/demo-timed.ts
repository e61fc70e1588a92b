/**
 * The working calendar of the demo company, products that soon are no longer sold, and some days of timed work, one run of which failed.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone, instantInZone } from '#platform/format/zones.ts'
import type { Tx } from '#platform/server/area.ts'

const days = [
  [20, 2, '公司年会'],
  [27, 1, '年终盘点'],
] as const
const daysShown = 6
/** state codes of timed_run */
const [done, dead] = [2, 4] as const

export async function makeTimed(tx: Tx, organisationIds: readonly string[], now: Date): Promise<void> {
  const today = dayInZone(now.getTime(), homeZone)
  for (const orgId of organisationIds) {
    await tx
      .insertInto('work_day')
      .values(days.map(([ahead, kind, name]) => ({ org_id: orgId, day: addDays(today, ahead), kind, name })))
      .execute()
    await tx
      .insertInto('work_hours')
      .values({ org_id: orgId, from_on: `${today.slice(0, 4)}-01-01` })
      .execute()
    const some = tx.selectFrom('product').select('id').where('org_id', '=', orgId).orderBy('sku').limit(3)
    await tx
      .updateTable('product')
      .set({ sold_until: addDays(today, 9) })
      .where('id', 'in', some)
      .execute()
    await tx
      .insertInto('timed_run')
      .values(
        Array.from({ length: daysShown }, (_, at) => {
          const plannedMs = instantInZone(addDays(today, at - daysShown), '09:00:00', homeZone)
          const ended = new Date(plannedMs + 180 + at * 35).toISOString()
          const failed = at === 2
          return {
            organisation_id: orgId,
            name: 'product.soldUntil',
            planned_at: new Date(plannedMs).toISOString(),
            started_at: new Date(plannedMs + 40).toISOString(),
            ended_at: ended,
            state: failed ? dead : done,
            tries: failed ? 5 : 1,
            said: failed ? toStored(sentence`等待数据库锁超时，可能有其他程序长时间占用数据`) : null,
          }
        }),
      )
      .execute()
  }
}
