/** Takes one answer into a store, and tells how much memory that took in MB, and how many bytes are there (huge-answer.test.ts). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arrived } from '#areas/connections/core/document.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { sendOut } from '#platform/server/outgoing.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-answer-'))
const house = { files: localFileStore(folder) } as never
const resident = (): number => process.memoryUsage.rss() / 1_048_576
const takenFrom = async (path: string): Promise<number> => {
  let size = 0
  const take = async (bytes: AsyncIterable<Buffer>): Promise<void> => void ({ size } = await arrived(house, bytes))
  await sendOut({ method: 'GET', url: new URL(`${process.argv[2]}/${path}`), isLocal: true, into: { bytesMax: Infinity, take } })
  return size
}
// what any call loads is there
await takenFrom('small')
const before = resident()
let peak = before
const watch = setInterval(() => (peak = Math.max(peak, resident())), 10)
const size = await takenFrom('large')
clearInterval(watch)
rmSync(folder, { recursive: true })
console.log(JSON.stringify({ grown: Math.round(Math.max(peak, resident()) - before), size }))
