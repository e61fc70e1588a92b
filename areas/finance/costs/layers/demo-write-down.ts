/** Write-downs of the demo company: bands by age, one that was posted, one that waits as a proposal. */
import { setTimeout as pause } from 'node:timers/promises'
import { addMonths, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { refreshRollups } from '#platform/server/reports.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { addRecord } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { lastClosed } from '../../base/closed-months.ts'
import { layersHandler } from './compute.ts'
import { proposeWriteDown } from './write-down.ts'
import { bringBands } from './usual-bands.ts'
import { stockWriteDown } from './write-down-tables.ts'
import type { stockAge } from './derived-tables.ts'

const [triesMax, pauseMs] = [60, 1_000]

export async function makeWriteDowns({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const running = monthOf(now.toISOString().slice(0, 10))
  const closed = await lastClosed(context.db)
  const months = [-2, -1].map(back => addMonths(running, back)).filter(month => closed === null || lastOfMonth(month) > closed)
  const [first] = months
  if (first === undefined || !(await areReady(context)) || !(await hasStock(context, first))) return
  await bringBands(context, addMonths(first, -12))
  for (const [at, month] of months.entries()) {
    const { id } = await addRecord(context, stockWriteDown, { month, businessOn: lastOfMonth(month) })
    await proposeWriteDown(context, id)
    if (at < months.length - 1) await takeSteps(context, stockWriteDown, { ids: [{ id: String(id) }], pick: { step: 'post' }, input: {} })
  }
}

const hasStock = async (context: Context, month: string): Promise<boolean> =>
  (await tablesOf<typeof stockAge>(context.db)
    .selectFrom('stock_age')
    .select(sql<number>`1`.as('n'))
    .where(sql<boolean>`month = ${`${month}-01`}::date and amount > 0`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Layers are worked out by a job; the server's own may be at it. */
async function areReady(context: Context): Promise<boolean> {
  for (let tries = 0; tries < triesMax; tries++) {
    await refreshRollups(context.house, context.caller.orgId)
    await layersHandler(context.house, { orgId: context.caller.orgId }, AbortSignal.timeout(triesMax * pauseMs))
    const left = await context.db
      .selectFrom('stock_stale')
      .select(sql<number>`1`.as('n'))
      .limit(1)
      .executeTakeFirst()
    if (left === undefined) return true
    await pause(pauseMs)
  }
  return false
}
