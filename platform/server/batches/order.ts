/** Batches that are too large to wait for become tasks: ordered here, done in job.ts. */
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { BatchTask } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { refuseKeys } from '../calls/may.ts'

export const batchJob = 'list.batch'
export type OrderedKind = 'edit' | 'remove' | 'undo'
const titleOf: Readonly<Record<OrderedKind, (list: Title) => Wording>> = {
  edit: list => sentence`批量修改${list}`,
  remove: list => sentence`批量删除${list}`,
  undo: list => sentence`撤销${list}`,
}

export interface BatchOrder {
  readonly taskId: string
  readonly type: string
  readonly kind: OrderedKind
  readonly ask: object
  readonly accountId: string
  readonly orgId: string
}

/** Orders the work; rights, scope and the number of rows are looked at anew when it runs. */
export async function orderBatch(context: Context, r: Resource, kind: OrderedKind, ask: object): Promise<BatchTask> {
  const { caller } = context
  refuseKeys(caller)
  return context.write(async tx => {
    const { id: taskId } = await tx
      .insertInto('task')
      .values({ org_id: caller.orgId, account_id: caller.accountId, kind: 'batch', title: toStored(titleOf[kind](r.title)) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const order: BatchOrder = { taskId, type: r.type ?? '', kind, ask, accountId: caller.accountId, orgId: caller.orgId }
    await context.house.jobs.add(tx, batchJob, { ...order }, { queue: `${batchJob} ${r.table}` })
    return { taskId }
  })
}
