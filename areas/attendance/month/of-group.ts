/** A month of a group, which is locked and reopened by whoever keeps somebody of it. */
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { refuse, type Caller, type Tx } from '#platform/server/area.ts'
import { attendanceMonth } from './tables.ts'

export interface OfGroup {
  readonly groupId: string
  readonly month: string
}

/** Whoever sees a group without one of its people keeps another. His own row tells nothing, unless he sees everybody's. */
export async function refuseUnseen(tx: Tx, caller: Caller, { groupId, month: of }: OfGroup): Promise<void> {
  const seesAll = [caller.employees, caller.wider?.get(attendanceMonth.type ?? '')?.employees].includes('all')
  const months = tx
    .selectFrom('attendance_month')
    .select('id')
    .where('group_id', '=', groupId)
    .where('month', '=', firstOfMonth(of))
    .where('employee_id', '<>', seesAll ? '0' : (caller.employeeId ?? '0'))
  const group = await tx.selectFrom('attendance_group').select('name').where('id', '=', groupId).executeTakeFirstOrThrow()
  if ((await months.limit(1).executeTakeFirst()) === undefined)
    throw refuse.rule(sentence`“${group.name}”没有您看得到的 ${of} 月报，请由它的考勤员锁定或重开`)
}
