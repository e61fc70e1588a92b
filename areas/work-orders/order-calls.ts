/**
 * Calls of a work order that its fields and steps can't say: files that are handed in later, a changed requirement, all of one order at
 * once.
 */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { LineChanges } from '#platform/declare/wire-lines.ts'
import type { Row } from '#platform/declare/wire.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type RowLock } from '#platform/server/area.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import { listOf } from '#platform/server/lists.ts'
import { change, stepTitle, verbTitle, oneRecord } from '#platform/server/records.ts'
import { machineOf, movesOf, takeSteps } from '#platform/server/steps.ts'
import type { OrderView } from './answers.ts'
import { clockOf } from './clock.ts'
import { hoursOf, instant } from './keep-orders.ts'
import { orderCodes } from './order-codes.ts'
import { writePacking, type PackingLine } from './packing.ts'
import { workOrder, workOrderRequirement } from './tables.ts'

/** kinds of what is handed in later */
const [documents, pictures, packing] = [1, 2, 3] as const
const statusOf = { [documents]: 2, [pictures]: 3, [packing]: 4 } as const
const requirementsMax = 500
const { accepted, fresh, waiting, finished } = orderCodes

/** What was talked about stays. */
export const keepAnswered: RowLock = async (_, db, isRemoval) => {
  const replies = db.selectFrom('work_order_comment').select('id').whereRef('work_order_comment.record_id', '=', 'work_order.id')
  return isRemoval
    ? [{ where: sql<boolean>`exists (${replies})`, reason: sentence`已有回复的工单不能删除，请撤回`, onlyAsItWas: true }]
    : []
}

export interface Supplement {
  readonly id: string
  readonly kind: 1 | 2 | 3
  readonly fileIds?: readonly string[]
  readonly infoList?: readonly Partial<PackingLine>[]
  /** the same as changes of the list that is there */
  readonly packing?: LineChanges
}

interface Known {
  readonly row: Row
  readonly state: number
}

/** The order, locked, which the caller is to write: its requester or handler, as long as it is not finished. */
async function openOrder({ db, caller }: Context, id: string, inside: Context): Promise<Known> {
  await db.selectFrom('work_order').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await oneRecord(inside, workOrder, id)
  const mine = caller.employeeId !== null && [row['requesterId'], row['handlerId']].includes(caller.employeeId)
  if (!mine) throw refuse.forbidden(sentence`只有申请人或处理人可以操作这张工单`)
  const state = Number(row['state'])
  if (state >= finished) throw refuse.rule(sentence`工单已结束，不能再修改附件和需求`)
  return { row, state }
}
const filesOf = (row: Row, field: string): string[] => ((row[field] ?? []) as { readonly id: string }[]).map(file => file.id)

/** `kind` 1 documents, 2 packing pictures, 3 packing list: the data status rises, an order that waits goes on. */
export const supplement = (context: Context, { id, kind, fileIds = [], infoList = [], packing: changes }: Supplement): Promise<Row> =>
  context.write(async (tx, inside) => {
    const { row, state } = await openOrder(inside, id, inside)
    if (kind === packing && infoList.length === 0 && changes === undefined)
      throw refuse.invalid([{ field: 'infoList', message: sentence`请填写装箱信息` }])
    if (kind !== packing && fileIds.length === 0) throw refuse.invalid([{ field: 'fileIds', message: sentence`请上传附件` }])
    const field = kind === pictures ? 'packingPictures' : 'attchmentList'
    const held = filesOf(row, field)
    const lines = kind === packing ? await writePacking(inside, tx, id, { packing: changes, infoList }) : undefined
    const values = {
      dataStatus: Math.max(Number(row['dataStatus']), statusOf[kind]),
      ...(fileIds.length === 0 ? {} : { [field]: [...new Set([...held, ...fileIds])] }),
    }
    await change(inside, workOrder, id, values, lines === undefined ? {} : { lines })
    if (state === waiting) await takeSteps(inside, workOrder, { ids: [{ id }], pick: { step: 'supply' }, input: {} })
    return oneRecord(inside, workOrder, id)
  })

/** The caller's own file of an order. */
export const removeAttachment = (context: Context, fileId: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const use = await tx
      .selectFrom('file_use')
      .innerJoin('stored_file', 'stored_file.id', 'file_use.file_id')
      .select(['file_use.record_id as orderId'])
      .where('file_use.file_id', '=', fileId)
      .where('file_use.table_name', '=', workOrder.table)
      .where('stored_file.account_id', '=', context.caller.accountId)
      .executeTakeFirst()
    if (use === undefined) throw refuse.unknown(['附件', 'File'])
    const { row } = await openOrder(inside, use.orderId, inside)
    const left = (field: string): string[] => filesOf(row, field).filter(one => one !== fileId)
    await change(inside, workOrder, use.orderId, { attchmentList: left('attchmentList'), packingPictures: left('packingPictures') })
    return { id: use.orderId }
  })

export interface Revision {
  readonly id: string
  readonly version?: number
  readonly requirement: string
  readonly reason: string
}

/** Another requirement: one that is being worked on is accepted anew. */
export const revise = (context: Context, { id, version, requirement, reason }: Revision): Promise<Row> =>
  context.write(async (_, inside) => {
    const { state } = await openOrder(inside, id, inside)
    const seen = version === undefined ? {} : { version }
    const input = { requirement, changeReason: reason }
    const step = state === fresh ? 'reword' : state === accepted ? 'rewordAccepted' : 'revise'
    await takeSteps(inside, workOrder, { ids: [{ id, ...seen }], pick: { step }, input })
    return oneRecord(inside, workOrder, id)
  })

/** The order as its list shows it, what was asked for version by version, its steps, its clock. */
export async function viewOrder(context: Context, id: string): Promise<OrderView> {
  const row = await oneRecord(context, workOrder, id)
  const versions = await listOf(context, workOrderRequirement, {
    pageNum: 1,
    pageSize: requirementsMax,
    conditionList: [{ field: 'workOrderId', condition: 'EQ', value: id }],
    orderByList: [{ field: 'versionNo', orderBy: 'DESC' }],
  })
  const moves = (await movesOf(context, workOrder, machineOf(workOrder), [id])).get(id) ?? []
  const hours = (await hoursOf(context, [asText(row['catalogId'])]))(asText(row['catalogId']), Number(row['priority']))
  const log = moves.map(({ at, to }) => ({ at: instantMs(at), to }))
  const clock = clockOf(log, hours, await workClockOf(context), context.now().getTime())
  return {
    ...row,
    requirements: versions.list,
    log: moves.map(({ at, step, from, to, by, note }) => ({
      at,
      by,
      title: stepTitle(workOrder, step, context.language) ?? verbTitle(step, context.language),
      from,
      to,
      note,
    })),
    clock: { ...clock, hours, due: instant(clock.due), responseDue: instant(clock.responseDue), solutionDue: instant(clock.solutionDue) },
  }
}
