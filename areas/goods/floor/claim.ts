/** Who has a task: it is claimed, given on to who may do it, and free again when nobody touches it. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { may, refuse, type Caller, type Context, type Tx } from '#platform/server/area.ts'
import { change, oneRecord, setDerived } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { goodsTask, takesOver, taskKinds, taskStates } from './task-tables.ts'
import type { FloorWork } from './wire.ts'
import { freeAfterMinutes, lockTask, workOf } from './work.ts'

const permission = 'goodsTask'
const [open, underWay] = [taskStates.open[0], taskStates.underWay[0]]

export const personOf = ({ caller }: Context): string => {
  if (caller.employeeId === null) throw refuse.rule(sentence`作业由员工完成，你的账号没有员工资料`)
  return caller.employeeId
}

/** Of two who claim one task the first has it; what nobody has touched for a while is free again. */
export const claim = (context: Context, id: unknown): Promise<FloorWork> =>
  context.write(async (tx, inside) => {
    const me = personOf(inside)
    const task = await lockTask(inside, tx, id)
    if (task.state !== open && task.state !== underWay) throw refuse.rule(sentence`作业 ${task.no} 已结束`)
    const isMine = task.state === underWay && task.assigneeId === me
    if (!mayEnd(inside.caller, task.kind)) throw refuse.forbidden(sentence`收货要有入库单的“编辑”权限，数完才能入库`)
    if (task.state === underWay && !isMine && !task.isIdle) {
      const { rows } = await sql<{ name: string }>`select name from employee where id = ${task.assigneeId}`.execute(behind(tx))
      throw refuse.rule(sentence`作业 ${task.no} 已由 ${rows[0]?.name ?? ''} 领取，${freeAfterMinutes} 分钟没有操作才能再领`)
    }
    const touchedAt = inside.now().toISOString()
    if (isMine) await setDerived(inside, goodsTask, [{ id: task.id, touchedAt }])
    else await change(inside, goodsTask, task.id, { state: underWay, assigneeId: me, startedAt: touchedAt, touchedAt })
    return workOf(inside, tx, task.id)
  })

/** Own tasks are given on by whoever has them, those of others by who may take over. */
export const handOver = (context: Context, id: unknown, assigneeId: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const task = await lockTask(inside, tx, id)
    if (task.state !== open && task.state !== underWay) throw refuse.rule(sentence`作业 ${task.no} 已结束`)
    const isOthers = task.assigneeId !== null && task.assigneeId !== inside.caller.employeeId
    if (isOthers && !may(inside.caller, permission, takesOver.operation))
      throw refuse.forbidden(sentence`转交别人的作业需要“${takesOver.title}”权限`)
    if (!(await ableFor(inside, tx, task)).some(one => one.employeeId === assigneeId))
      throw refuse.invalid([{ field: 'assigneeId', message: sentence`他没有这个仓库或处理作业的权限，不能接手` }])
    const touchedAt = inside.now().toISOString()
    const begun = task.state === open ? { startedAt: touchedAt } : {}
    await change(inside, goodsTask, task.id, { state: underWay, assigneeId, touchedAt, ...begun })
    return { id: task.id }
  })

/** What was received is posted by whoever counted it. */
const mayEnd = (caller: Caller, kind: unknown): boolean => kind !== taskKinds.receive[0] || may(caller, 'goodsIn', operations.edit)

/** Who may do a task: by right and by grant. */
async function ableFor({ house, caller }: Context, tx: Tx, task: { warehouseId: string; kind: unknown }): Promise<readonly Caller[]> {
  const accounts = await house.rights.holdersOf(caller.orgId, permission, operations.edit, tx)
  const callers = await house.rights.callersOf(caller.orgId, accounts, tx)
  return callers.filter(one => {
    const of = [one, one.wider?.get(permission)].map(reach => reach?.objects?.warehouses)
    const isGranted = of.some(ids => ids === 'all' || ids?.includes(task.warehouseId) === true)
    return one.employeeId !== null && isGranted && mayEnd(one, task.kind)
  })
}

/** Colleagues that a task may be given to. */
export const takers = (context: Context, id: unknown): Promise<readonly { readonly value: string; readonly label: string }[]> =>
  context.write(async (tx, inside) => {
    const { warehouseId, kind } = await oneRecord(inside, goodsTask, id)
    const able = await ableFor(inside, tx, { warehouseId: asText(warehouseId), kind })
    const others = able.filter(one => one.employeeId !== inside.caller.employeeId)
    return others.map(one => ({ value: one.employeeId ?? '', label: one.name }))
  })
