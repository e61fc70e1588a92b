/** Reminders of entries, each minute: whoever takes part is told once for each time. */
import { timed } from '#platform/server/jobs.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Timed } from '#platform/server/area.ts'
import { nextReminder, seriesOf } from './entries.ts'
import { tellParticipants } from './participants.ts'

const portion = 200
/** what is later than this is told no more: the program did not run */
const lateMs = 30 * 60_000

export const scheduleTimed: readonly Timed[] = [
  timed('schedule.remind', ['日程提醒', 'Reminders of the schedule'], {
    every: 1,
    missed: 'skip',
    again: [1, 2],
    work: async (inside, tx) => {
      const now = inside.now().getTime()
      // past the door: an entry is seen by those who take part, of whom the server is none
      const db = tx.withoutPlugins()
      const due = await db
        .selectFrom('schedule_entry')
        .selectAll()
        .where('org_id', '=', inside.caller.orgId)
        .where('remind_at', '<=', new Date(now).toISOString())
        .orderBy('remind_at')
        .limit(portion)
        .forUpdate()
        .execute()
      let told = 0
      for (const row of due) {
        const at = row.remind_at === null ? now : instantMs(row.remind_at)
        if (now - at <= lateMs) {
          // the time of the series that is reminded of
          await tellParticipants(inside, tx, row.id, 'remind', { beginsMs: at + (row.remind ?? 0) * 60_000, db })
          told += 1
        }
        const nextMs = nextReminder(seriesOf(row), row.remind, now + 1)
        const remindAt = nextMs === null ? null : new Date(nextMs).toISOString()
        await db.updateTable('schedule_entry').set({ remind_at: remindAt }).where('id', '=', row.id).execute()
      }
      return told === 0 ? undefined : sentence`提醒 ${told} 条`
    },
  }),
]
