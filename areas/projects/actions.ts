/** What is done beyond fields: tasks that a filter finds are given to another, a work order becomes a requirement. */
import { reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import type { RecordTarget } from '#platform/declare/wire.ts'
import { orderCodes, workOrder } from '#areas/work-orders/index.ts'
import { type Context, type Ask, act } from '#platform/server/area.ts'
import { setEach, namedId, create, oneRecord } from '#platform/server/records.ts'
import { projectRequirement } from './requirements.ts'
import { projectTask, taskCodes } from './tasks.ts'

const { todo, working, testing, blocked } = taskCodes

/** Whoever does what the filter finds and is not finished; what the asker may not change stays, and the file of results says why. */
export const reassign = act(
  projectTask,
  {
    name: 'reassign',
    title: ['改派负责人', 'Reassign'],
    over: 'filter',
    operation: operations.edit,
    when: { state: [todo, working, testing, blocked] },
    input: { assigneeId: reference('新负责人', 'New assignee', 'employee') },
    job: true,
  },
  (context, { input, task }) =>
    setEach(context, projectTask, input['ids'] as string[], { assigneeId: input['assigneeId'] }, { verb: 'reassign', task }),
)

/** priorities of orders and of requirements have the same codes */
export async function requirementOf(context: Context, { input }: Ask): Promise<{ page: RecordTarget }> {
  const order = await oneRecord(context, workOrder, namedId(input['id'], workOrder.title))
  const made = await create(context, projectRequirement, {
    projectId: input['projectId'],
    title: order['title'],
    content: order['requirement'],
    priority: order['priority'],
    workOrderId: order.id,
  })
  return { page: { list: 'projectRequire', id: made.id } }
}

/** A requirement of a project with the words of the order, which stays as it is; the requirement's page is opened. */
export const intoRequirement = act(
  workOrder,
  {
    name: 'intoRequirement',
    title: ['转为需求', 'Into a requirement'],
    over: 'row',
    operation: operations.view,
    sameRightAsEdit: true,
    when: { state: [orderCodes.accepted, orderCodes.working, orderCodes.waiting] },
    reason: ['工单受理之后、解决之前才能转为项目需求', 'An order becomes a requirement after it was accepted and before it is solved'],
    input: { projectId: reference('项目', 'Project', 'project') },
    result: 'page',
  },
  requirementOf,
)
