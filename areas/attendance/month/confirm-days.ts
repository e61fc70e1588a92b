/** Within how many days a month is confirmed: by the rule of its group that holds today. */
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'

/** where a group has no rule */
export const usualConfirmDays = 3

/** The last day to confirm, by group: those whose rule says otherwise than is usual, and the usual one. */
export async function confirmDues(context: Context): Promise<{ readonly usual: string; readonly ofGroup: ReadonlyMap<string, string> }> {
  const today = todayOf(context)
  const rows = await context.db
    .selectFrom('attendance_rule')
    .select(['group_id', 'confirm_days'])
    .where('valid_from', '<=', today)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', today)]))
    .where('confirm_days', '<>', usualConfirmDays)
    .execute()
  return {
    usual: addDays(today, usualConfirmDays),
    ofGroup: new Map(rows.map(row => [asText(row.group_id), addDays(today, row.confirm_days)])),
  }
}
