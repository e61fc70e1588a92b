/** After an order was made, moved or given another priority: when it is due follows from its moves, its type and the working calendar. */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { instantMs } from '#platform/format/instants.ts'
import { workClockOf } from '#platform/server/calendar/work-calendar.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import type { RecordChange } from '#platform/server/contract/record-hooks.ts'
import { machineOf } from '#platform/server/states/machine.ts'
import { movesOf } from '#platform/server/steps/moves.ts'
import { hoursField, priorities, workCatalog } from './catalog-tables.ts'
import { clockOf, workingDaysAfter, type ClockHours } from './clock.ts'
import { orderCodes } from './order-codes.ts'
import { workOrder } from './tables.ts'

/** working days after which a solved order is confirmed by itself, and within which a finished one may be reopened */
const confirmDays = 3
const reopenDays = 15

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** What was derived is no change of the record: neither version nor trail tell of it. One statement for all. */
export async function keepClock(context: Context, tx: Tx, changes: readonly RecordChange[]): Promise<void> {
  const moved = changes.flatMap(({ before, after }) =>
    after !== null && (before?.['state'] !== after['state'] || before?.['priority'] !== after['priority']) ? [after] : [],
  )
  if (moved.length === 0) return
  const system = await context.house.asSystem(context.caller.orgId, 'the clock of work orders', tx)
  const clock = await workClockOf(system)
  const ids = moved.map(({ id }) => id)
  const moves = await movesOf(system, workOrder, machineOf(workOrder), ids)
  const hours = await hoursOf(system, [...new Set(moved.map(row => String(row['catalogId'])))])
  const now = context.now().getTime()
  const rows = moved.map(row => {
    const log = (moves.get(row.id) ?? []).map(({ at, to }) => ({ at: instantMs(at), to }))
    const told = clockOf(log, hours(String(row['catalogId']), Number(row['priority'])), clock, now)
    const isSolved = row['state'] === orderCodes.solved
    const isFinished = row['state'] === orderCodes.finished || row['state'] === orderCodes.rated
    const finishedAt = typeof row['finishedAt'] === 'string' ? instantMs(row['finishedAt']) : now
    return {
      id: row.id,
      response_due_at: instant(told.responseDue),
      solution_due_at: instant(told.solutionDue),
      confirm_due_at: isSolved ? instant(workingDaysAfter(now, confirmDays, clock)) : null,
      reopen_until: isFinished ? instant(workingDaysAfter(finishedAt, reopenDays, clock)) : null,
    }
  })
  await system.db
    .updateTable('work_order')
    .from(
      sql<{ id: string }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as(
        sql`d(id bigint, response_due_at timestamptz, solution_due_at timestamptz, confirm_due_at timestamptz, reopen_until timestamptz)`,
      ),
    )
    .set({
      response_due_at: sql`d.response_due_at`,
      solution_due_at: sql`d.solution_due_at`,
      confirm_due_at: sql`d.confirm_due_at`,
      reopen_until: sql`d.reopen_until`,
    } as never)
    .where(sql<boolean>`work_order.id = d.id`)
    .execute()
}

/** Hours by type and priority. */
async function hoursOf(context: Context, catalogIds: readonly string[]): Promise<(catalogId: string, priority: number) => ClockHours> {
  const rows = await context.db
    .selectFrom('work_catalog')
    .selectAll()
    .where(sql<boolean>`id = any(${[...catalogIds]}::bigint[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row as unknown as Readonly<Record<string, unknown>>]))
  return (catalogId, priority) => {
    const row = byId.get(catalogId)
    const name = (Object.keys(priorities) as (keyof typeof priorities)[]).find(one => priorities[one][0] === priority) ?? 'middle'
    const of = (kind: 'response' | 'solution'): number => {
      const field = hoursField(kind, name)
      return Number(ownValue(row, columnOf(field)) ?? ownValue(workCatalog.fields, field)?.options.default ?? 0)
    }
    return { response: of('response'), solution: of('solution') }
  }
}
