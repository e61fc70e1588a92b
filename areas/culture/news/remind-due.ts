/** Who has not confirmed a notice a working day before its time is told of it once, by the server. */
import { sql } from 'kysely'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { givenAccounts, notice as noticeText } from '#platform/declare/notice.ts'
import { instantMs } from '#platform/format/instants.ts'
import { workClockOf, dueOf, timed } from '#platform/server/jobs.ts'
import type { Context, Tx, Timed } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { notify, missingAccounts } from '#platform/server/notices.ts'
import { notice } from './tables.ts'

/** longer than any row of days off: what is later is not due yet */
const aheadMs = 20 * 86_400_000
/** notices of one run; the next one takes the others */
const portion = 100

export const noticeDue = noticeText('culture.noticeDue', ['公告确认截止提醒', 'Notices to be confirmed soon'], {
  title: ['公告即将截止确认：{label}', 'The notice must be confirmed soon: {label}'],
  to: [givenAccounts],
})

interface Waiting {
  readonly id: string
  /** notice and time, as told */
  readonly event: string
  readonly title: string
  readonly confirmBy: string
  readonly publishedAt: string
}

/** Of a notice that is to be confirmed at once the middle of the time that is given, so that its readers are not told twice in a row. */
export const remindAt = (publishedMs: number, confirmByMs: number, workingDayBeforeMs: number): number =>
  Math.max(workingDayBeforeMs, (publishedMs + confirmByMs) / 2)

const event = sql<string>`concat(n.id, ' ', n.confirm_by)`

/** Notices that wait to be confirmed and that nobody was reminded of. */
async function waiting({ caller, now }: Context, tx: Tx): Promise<readonly Waiting[]> {
  const nowMs = now().getTime()
  return (await anyTable(tx)
    .selectFrom(`${notice.published.table} as n`)
    .select(['n.id', 'n.title', 'n.confirm_by as confirmBy', 'n.published_at as publishedAt'])
    .select(event.as('event'))
    .where('n.must_read', '=', true)
    .where('n.is_archived', '=', false)
    .where('n.confirm_by', '>', new Date(nowMs).toISOString())
    .where('n.confirm_by', '<=', new Date(nowMs + aheadMs).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notice_event as e')
            .select('e.code')
            .where('e.org_id', '=', caller.orgId)
            .where('e.code', '=', noticeDue.code)
            .where('e.event', '=', event),
        ),
      ),
    )
    .orderBy('n.confirm_by')
    .limit(portion)
    .execute()) as Waiting[]
}

export async function remindDue(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const clock = await workClockOf(inside)
  const now = inside.now().getTime()
  let told = 0
  for (const { id, title, event: once, confirmBy, publishedAt } of await waiting(inside, tx)) {
    if (remindAt(instantMs(publishedAt), instantMs(confirmBy), dueOf(confirmBy, { days: -1 }, clock)) > now) continue
    const accounts = await missingAccounts(inside, notice, id, tx)
    const target = { list: notice.published.type ?? '', id }
    told += await notify(inside, tx, noticeDue, { values: { label: title }, once, accounts, target })
  }
  return told === 0 ? undefined : sentence`提醒 ${told} 人确认公告`
}

export const noticeTimed: readonly Timed[] = [
  timed('culture.noticeDue', ['公告确认截止提醒', 'Reminder of notices to be confirmed'], { every: 10, work: remindDue }),
]
