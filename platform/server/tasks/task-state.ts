/** The state of a task or an import as the wire names it. */
import type { ImportState } from '#platform/declare/wire.ts'
import { taskStates } from '../db/house-tables.ts'

export const stateOf = (code: number): ImportState =>
  (Object.keys(taskStates) as ImportState[]).find(s => taskStates[s][0] === code) ?? 'failed'
