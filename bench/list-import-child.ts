/** Reads a list's file and throws its rows away, or runs its import as the job does; how long, and how much memory at the peak. */
import { openWorkbook } from '#platform/server/sheets/read-xlsx.ts'
import { runResourceImport } from '#platform/server/imports/resource-import.ts'
import { answer, taskGiven, watchMemory, type Address } from './child.ts'
import { houseAt } from './place.ts'
import { productMapping } from './products-file.ts'

export interface ListImportTask extends Address {
  /** null: the reader alone */
  readonly importId: string | null
  /** the reader takes out the mapped columns alone, as the import has it do */
  readonly onlyMapped?: boolean
  readonly path: string
}
export interface ListImportAnswer {
  readonly ms: number
  readonly peakBytes: number
}

const task = taskGiven<ListImportTask>()
const memory = watchMemory()
if (task.importId === null) {
  const began = performance.now()
  const book = await openWorkbook(task.path)
  let rows = 0
  const mapped = productMapping.map(field => field !== null)
  for await (const batch of book.rows(() => (task.onlyMapped === true ? mapped : null))) rows += batch.length
  await book.close()
  if (rows === 0) throw new Error('the file holds no rows')
  answer({ ms: performance.now() - began, peakBytes: memory.peak() } satisfies ListImportAnswer)
} else {
  const house = houseAt(task)
  await house.unscoped('bench: the connection is there, as in a server that runs').selectFrom('account').select('id').limit(1).execute()
  const began = performance.now()
  await runResourceImport(house, task.importId, 'product', new AbortController().signal, { mapping: productMapping })
  answer({ ms: performance.now() - began, peakBytes: memory.peak() } satisfies ListImportAnswer)
  await house.close()
}
