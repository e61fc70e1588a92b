/** Figures of the long work that people asked for: how many tasks wait, how many run. */
import type { House } from '../contract/house.ts'
import { taskStates } from '../db/house-tables.ts'
import type { Gauges } from './metrics.ts'

const open = { queued: taskStates.queued[0], running: taskStates.running[0] }

/** Read each time the figures are fetched. */
export const taskGauges =
  (house: House): Gauges =>
  async () => {
    const rows = await house
      .unscoped('figures for operators')
      .selectFrom('task')
      .where('state', 'in', Object.values(open))
      .groupBy('state')
      .select(eb => ['state', eb.fn.countAll<string>().as('count')])
      .execute()
    const countOf = (state: number): number => Number(rows.find(row => row.state === state)?.count ?? 0)
    return { 'tasks{state="queued"}': countOf(open.queued), 'tasks{state="running"}': countOf(open.running) }
  }
