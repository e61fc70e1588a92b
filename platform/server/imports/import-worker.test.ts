/** Threads of imports: kept for the next one when their work is done, never when it broke off. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ImportRefused } from './import-refused.ts'
import { ImportWorker } from './import-worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'import-worker-'))
const path = join(folder, 'no-report.csv')
writeFileSync(path, 'a,b\n1,2\n')
let threads = 0
const count = (): void => void (threads += 1)
process.on('worker', count)
afterAll(() => {
  process.off('worker', count)
  rmSync(folder, { recursive: true, force: true })
})

const task = { path, readers: [], appUrl: '', importId: '0', taught: {}, calls: null }
async function readOne(): Promise<void> {
  const worker = new ImportWorker(task)
  await expect(worker.survey(() => undefined)).rejects.toThrow(ImportRefused)
  await worker.end()
}
/** How many threads were started meanwhile. */
async function startedBy(work: () => Promise<void>): Promise<number> {
  const before = threads
  await work()
  return threads - before
}

test('one after the other they share a thread', async () => {
  await readOne()
  expect(
    await startedBy(async () => {
      for (let at = 0; at < 5; at += 1) await readOne()
    }),
  ).toBe(0)
})

test('two at once have one each; who is stopped, or breaks, gives none back', async () => {
  await readOne()
  expect(await startedBy(async () => void (await Promise.all([readOne(), readOne()])))).toBe(1)
  for (const _ of [1, 2]) {
    // stopped at once: it would answer meanwhile
    const one = new ImportWorker(task)
    one.stop(new Error('stopped'))
    await expect(one.survey(() => undefined)).rejects.toThrow('stopped')
    await one.end()
  }
  const broken = new ImportWorker({ ...task, readers: ['file:///no/such/reader.ts'] })
  await expect(broken.survey(() => undefined)).rejects.toThrow('no/such/reader')
  await broken.end()
  expect(await startedBy(readOne)).toBe(1)
})
