/** Who takes part in an entry, and what each of them is told. */
import { givenAccounts, notice } from '#platform/declare/notice.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { dateTimeInZone, dayInZone } from '#platform/format/zones.ts'
import { instantMs } from '#platform/format/instants.ts'
import { removeRecords, changeEach, createEach } from '#platform/server/records.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { tellAccounts } from '#platform/server/notices.ts'
import { answers, participantsMax, scheduleParticipant } from './tables.ts'

const told = (code: string, name: readonly [string, string], title: readonly [string, string]) =>
  notice(`schedule.${code}`, name, { title, text: ['{when} {place}', '{when} {place}'], kind: 'work', to: [givenAccounts] })

export const scheduleNotices = {
  invited: told('invited', ['日程邀请', 'Invitations'], ['{by}邀请您参加“{title}”', '{by} invites you to “{title}”']),
  changed: told('changed', ['日程变更', 'Changed entries'], ['{by}修改了“{title}”的时间或地点', '{by} changed time or place of “{title}”']),
  removed: told(
    'removed',
    ['不再邀请', 'Invitations taken back'],
    ['{by}不再邀请您参加“{title}”', '{by} no longer invites you to “{title}”'],
  ),
  cancelled: told('cancelled', ['日程取消', 'Cancelled entries'], ['{by}取消了“{title}”', '{by} cancelled “{title}”']),
  accepted: told('accepted', ['接受邀请', 'Accepted invitations'], ['{by}接受了“{title}”', '{by} accepted “{title}”']),
  declined: told('declined', ['拒绝邀请', 'Declined invitations'], ['{by}拒绝了“{title}”', '{by} declined “{title}”']),
  remind: told('remind', ['日程提醒', 'Reminders of entries'], ['“{title}”即将开始', '“{title}” begins soon']),
} as const
export type ScheduleNotice = keyof typeof scheduleNotices

/** Rows of the participants made what they should be. `isNews`: whoever answered is asked again. */
export async function keepParticipants(
  context: Context,
  entries: string | readonly string[],
  people: readonly string[],
  isNews: boolean,
): Promise<void> {
  if (people.length > participantsMax)
    throw refuse.invalid([{ field: 'participants', message: sentence`参与人最多 ${participantsMax} 人` }])
  const ids = [entries].flat()
  const rows = await context.db
    .selectFrom('schedule_participant')
    .select(['id', 'employee_id', 'answer'])
    .where('entry_id', 'in', ids)
    .execute()
  const gone = rows.filter(row => !people.includes(row.employee_id)).map(row => row.id)
  if (gone.length > 0) await removeRecords(context, scheduleParticipant, gone)
  const asked = rows.filter(row => isNews && people.includes(row.employee_id) && row.employee_id !== context.caller.employeeId)
  const open = asked.filter(row => row.answer !== answers.open[0]).map(row => row.id)
  if (open.length > 0)
    await changeEach(context, scheduleParticipant, open, { answer: answers.open[0], answeredAt: null }, { verb: 'update' })
  const fresh = people.filter(id => !rows.some(row => row.employee_id === id))
  const [entryId] = ids
  await createEach(
    context,
    scheduleParticipant,
    fresh.map(employeeId => ({
      entryId,
      employeeId,
      answer: employeeId === context.caller.employeeId ? answers.accepted[0] : answers.open[0],
    })),
  )
}

interface Telling {
  /** employees; absent: everybody who takes part but whoever does it */
  readonly to?: readonly string[]
  /** of a series the time that is meant, in ms; absent: the first */
  readonly beginsMs?: number
  /** that time and those after it */
  readonly isOnwards?: true
  /** what the entry is read by */
  readonly db?: Pick<Tx, 'selectFrom'>
}

/** Tells those whom it concerns: the owner of an answer, the others of everything else. */
export async function tellParticipants(
  context: Context,
  tx: Tx,
  id: string,
  what: ScheduleNotice,
  { to: named, beginsMs, isOnwards, db = tx }: Telling = {},
): Promise<void> {
  const { caller, house } = context
  const entry = await db.selectFrom('schedule_entry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const rows = await db.selectFrom('schedule_participant').select(['employee_id', 'answer']).where('entry_id', '=', id).execute()
  const isAnswer = what === 'accepted' || what === 'declined'
  const to = isAnswer
    ? [entry.owner_id]
    : rows
        .filter(row => what === 'remind' || row.employee_id !== caller.employeeId)
        .filter(row => named === undefined || named.includes(row.employee_id))
        .filter(row => row.answer !== answers.refused[0])
        .map(row => row.employee_id)
  if (to.length === 0) return
  const accounts = [...(await house.rights.accountsOfEmployees(caller.orgId, to, tx)).values()].flat()
  const start = beginsMs ?? instantMs(entry.start_at)
  const at = entry.all_day ? dayInZone(start, entry.zone) : dateTimeInZone(start, entry.zone).slice(0, 16)
  const when: Title = isOnwards ? [`${at} 起`, `from ${at}`] : [at, at]
  const values = { by: caller.name, title: entry.title, when, place: entry.place ?? '' }
  await tellAccounts(context, tx, scheduleNotices[what], accounts, values, { page: `/schedule?day=${dayInZone(start, entry.zone)}` })
}
