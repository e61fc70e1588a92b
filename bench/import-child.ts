/** Runs one import as the job does, and tells how long it took and how much memory the process had at its peak. */
import { runImport } from '#platform/server/imports/run-import.ts'
import { answer, taskGiven, watchMemory, type Address } from './child.ts'
import { houseAt } from './place.ts'

export interface ImportTask extends Address {
  readonly importId: string
}
export interface ImportAnswer {
  readonly ms: number
  readonly peakBytes: number
}

const task = taskGiven<ImportTask>()
const memory = watchMemory()
const house = houseAt(task)
await house.unscoped('bench: the connection is there, as in a server that runs').selectFrom('account').select('id').limit(1).execute()
const began = performance.now()
await runImport(house, task.importId, new AbortController().signal)
const ms = performance.now() - began
answer({ ms, peakBytes: memory.peak() } satisfies ImportAnswer)
await house.close()
