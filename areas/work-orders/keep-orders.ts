/**
 * After an order was made, moved, given another priority or another requirement: when it is due follows from its moves, its type and the
 * working calendar; each requirement is kept with its number.
 */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { instantMs } from '#platform/format/instants.ts'
import { workingDaysAfter } from '#platform/format/working-time.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import type { Context, Tx, RecordChange } from '#platform/server/area.ts'
import { createEach, setDerived } from '#platform/server/records.ts'
import { machineOf, movesOf } from '#platform/server/steps.ts'
import { hoursField, priorities, workCatalog } from './catalog-tables.ts'
import { clockOf, type ClockHours } from './clock.ts'
import { orderCodes } from './order-codes.ts'
import { workOrder, workOrderRequirement } from './tables.ts'

/** working days after which a solved order is confirmed by itself, and within which a finished one may be reopened */
const confirmDays = 3
export const reopenDays = 15

/** ms */
export const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const isOther = ({ before, after }: RecordChange, field: string): boolean => before?.[field] !== after?.[field]
const isMoved = (change: RecordChange): boolean => isOther(change, 'state') || isOther(change, 'priority') || isRevised(change)
const isRevised = (change: RecordChange): boolean => isOther(change, 'requirement')

/** What was derived is no change of the record: neither version nor trail tell of it. */
export async function keepOrders(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const moved = changes.flatMap(change => (change.after !== null && isMoved(change) ? [{ ...change, after: change.after }] : []))
  if (moved.length === 0) return
  const system = await context.house.asSystem(context.caller.orgId, 'what is derived of work orders', tx)
  const clock = await workClockOf(system)
  const ids = moved.map(({ id }) => id)
  const moves = await movesOf(system, workOrder, machineOf(workOrder), ids)
  const hours = await hoursOf(system, [...new Set(moved.map(({ after }) => String(after['catalogId'])))])
  const now = context.now().getTime()
  const versionOf = (change: RecordChange): number =>
    change.before === null ? 1 : Number(change.before['requirementVersion']) + (isRevised(change) ? 1 : 0)
  const rows = moved.map(change => {
    const { id, after: row } = change
    const log = (moves.get(id) ?? []).map(({ at, to }) => ({ at: instantMs(at), to }))
    const told = clockOf(log, hours(String(row['catalogId']), Number(row['priority'])), clock, now)
    const isSolved = row['state'] === orderCodes.solved
    const isFinished = row['state'] === orderCodes.finished || row['state'] === orderCodes.rated
    const finishedAt = typeof row['finishedAt'] === 'string' ? instantMs(row['finishedAt']) : now
    return {
      id,
      requirementVersion: versionOf(change),
      dueAt: instant(told.due),
      responseDueAt: instant(told.responseDue),
      solutionDueAt: instant(told.solutionDue),
      confirmDueAt: isSolved ? instant(workingDaysAfter(now, confirmDays, clock)) : null,
      reopenUntil: isFinished ? instant(workingDaysAfter(finishedAt, reopenDays, clock)) : null,
    }
  })
  await setDerived(system, workOrder, rows)
  await createEach(
    system,
    workOrderRequirement,
    moved.filter(isRevised).map(change => ({
      workOrderId: change.id,
      versionNo: versionOf(change),
      requirement: change.after['requirement'],
      reason: change.before === null ? null : change.after['changeReason'],
      byEmployeeId: context.caller.employeeId,
      at: context.now().toISOString(),
    })),
  )
}

/** Hours of this priority that a type begins with. */
export const usualHours = (priority: number): ClockHours => hoursFrom(undefined, priority)

function hoursFrom(row: Readonly<Record<string, unknown>> | undefined, priority: number): ClockHours {
  const name = (Object.keys(priorities) as (keyof typeof priorities)[]).find(one => priorities[one][0] === priority) ?? 'middle'
  const of = (kind: 'response' | 'solution'): number => {
    const field = hoursField(kind, name)
    return Number(ownValue(row, columnOf(field)) ?? ownValue(workCatalog.fields, field)?.options.default ?? 0)
  }
  return { response: of('response'), solution: of('solution') }
}

/** Hours by type and priority. */
export async function hoursOf(
  context: Context,
  catalogIds: readonly string[],
): Promise<(catalogId: string, priority: number) => ClockHours> {
  const rows = await context.db
    .selectFrom('work_catalog')
    .selectAll()
    .where(sql<boolean>`id = any(${[...catalogIds]}::bigint[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return (catalogId, priority) => hoursFrom(byId.get(catalogId), priority)
}
