/** A month of a group, which is locked and reopened by whoever keeps somebody of it. */
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { refuse, type Tx } from '#platform/server/area.ts'

export interface OfGroup {
  readonly groupId: string
  readonly month: string
}

/** Whoever sees a group without one of its people keeps another. */
export async function refuseUnseen(tx: Tx, { groupId, month: of }: OfGroup): Promise<void> {
  const months = tx.selectFrom('attendance_month').select('id').where('group_id', '=', groupId).where('month', '=', firstOfMonth(of))
  const group = await tx.selectFrom('attendance_group').select('name').where('id', '=', groupId).executeTakeFirstOrThrow()
  if ((await months.limit(1).executeTakeFirst()) === undefined)
    throw refuse.rule(sentence`“${group.name}”没有您看得到的 ${of} 月报，请由它的考勤员锁定或重开`)
}
