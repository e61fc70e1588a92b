/** Urging: whoever asked reminds those who are to work on his orders, all that a filter finds, each at most once in four hours. */
import { sql } from 'kysely'
import { namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { setEach } from '#platform/server/records.ts'
import { act, type Follower, type RowLock } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { team } from './notices.ts'
import { orderCodes } from './order-codes.ts'
import { workOrder } from './tables.ts'

const { fresh, accepted, working } = orderCodes
const quietHours = 4

const words = {
  title: ['{by} 催办工单“{label}”', '{by} urges the work order “{label}”'],
  titleOfMany: ['{by} 催办 {n} 张工单', '{by} urges {n} work orders'],
} as const
const urgedHandler = notice('workOrder.urged', ['工单催办', 'Work order urged'], { ...words, to: [namedBy('handlerId')] })
/** of what nobody has accepted yet */
const urgedTeam = notice('workOrder.urgedNew', ['待受理工单催办', 'New work order urged'], { ...words, to: [team] })
export const urgeNotices = [urgedHandler, urgedTeam]

const mine: RowLock = async ({ caller, now }) => [
  { where: sql<boolean>`requester_id is distinct from ${caller.employeeId}::bigint`, reason: sentence`只有申请人可以催办工单` },
  {
    where: sql<boolean>`urged_at > ${new Date(now().getTime() - quietHours * 3_600_000).toISOString()}::timestamptz`,
    reason: sentence`${quietHours} 小时内已经催办过`,
    onlyAsItWas: true,
  },
]

const tellUrged: Follower = async (context, tx, changes) => {
  const rows = changes.flatMap(({ after }) => (after === null ? [] : [after]))
  const isNew = (row: Row): boolean => row['handlerId'] === null
  const told = { but: context.caller.accountId }
  await notify(context, tx, urgedHandler, { ...told, of: { resource: workOrder, rows: rows.filter(row => !isNew(row)) } })
  await notify(context, tx, urgedTeam, { ...told, of: { resource: workOrder, rows: rows.filter(isNew) } })
}

export const urge = act(
  workOrder,
  {
    name: 'urge',
    title: ['催办', 'Urge'],
    over: 'filter',
    operation: operations.view,
    when: { state: [fresh, accepted, working] },
    confirm: ['催办符合条件的 {n} 张工单？处理人会收到提醒', 'Urge {n} matching work orders? Their handlers are told'],
  },
  (context, { input }) =>
    setEach(
      context,
      workOrder,
      input['ids'] as string[],
      { urgedAt: context.now().toISOString() },
      { verb: 'urge', hooks: { rowLocks: mine, written: tellUrged } },
    ),
)
