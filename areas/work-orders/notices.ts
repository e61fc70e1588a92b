/** What people are told of work orders beside what steps tell: a new one, what is due soon, what is confirmed by itself. */
import { membersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Context, Tx, RecordChange, Timed } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { takeStepsEach } from '#platform/server/steps.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { orderCodes } from './order-codes.ts'
import { workOrder } from './tables.ts'

export const team = membersOf('work_catalog_employee', { record: 'catalogId', of: 'catalogId' })
/** orders that one run confirms; the next one takes the others */
const confirmedMax = 1_000

export const newOrder = notice('workOrder.new', ['新工单', 'New work order'], {
  title: ['{by} 提交了工单“{label}”', '{by} has submitted the work order “{label}”'],
  titleOfMany: ['{by} 提交了 {n} 张工单', '{by} has submitted {n} work orders'],
  text: ['{title}', '{title}'],
  to: [team],
})

/** Those who handle its type hear of a new order. */
export async function tellNew(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  for (const { before, after } of changes)
    if (before === null && after !== null)
      await notify(context, tx, newOrder, {
        of: { resource: workOrder, rows: [after] },
        values: { title: String(after['title']) },
        but: context.caller.accountId,
      })
}

export const orderTimed: readonly Timed[] = [
  reminder('workOrder.response', ['工单响应提醒', 'Reminder of orders to be answered'], {
    of: workOrder,
    on: 'responseDueAt',
    by: { hours: -1 },
    while: { field: 'state', is: [orderCodes.fresh] },
    notice: notice('workOrder.toAnswer', ['工单即将超过响应时限', 'A work order is to be answered soon'], {
      title: ['工单“{label}”即将超过响应时限，请受理', 'The work order “{label}” is to be answered soon'],
      titleOfMany: ['{n} 张工单即将超过响应时限，请受理', '{n} work orders are to be answered soon'],
      to: [team],
    }),
  }),
  reminder('workOrder.solution', ['工单解决提醒', 'Reminder of orders to be solved'], {
    of: workOrder,
    on: 'solutionDueAt',
    by: { hours: -2 },
    while: { field: 'state', is: [orderCodes.accepted, orderCodes.working] },
    notice: notice('workOrder.toSolve', ['工单即将超过解决时限', 'A work order is to be solved soon'], {
      title: ['工单“{label}”即将超过解决时限', 'The work order “{label}” is to be solved soon'],
      titleOfMany: ['{n} 张工单即将超过解决时限', '{n} work orders are to be solved soon'],
      to: [namedBy('handlerId')],
    }),
  }),
  timed('workOrder.confirm', ['工单到期自动确认', 'Confirmation of orders when due'], {
    every: 10,
    work: async (inside, tx) => {
      const due = await tx
        .selectFrom('work_order')
        .select('id')
        .where('state', '=', orderCodes.solved)
        .where('confirm_due_at', '<=', inside.now().toISOString())
        .orderBy('confirm_due_at')
        .limit(confirmedMax)
        .execute()
      if (due.length === 0) return
      await takeStepsEach(inside, workOrder, { ids: due, pick: { step: 'confirmDue' }, input: {}, byProgram: true })
      return sentence`确认 ${due.length} 张工单`
    },
  }),
]
