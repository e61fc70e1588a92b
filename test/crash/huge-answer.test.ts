/** A packed report passes into the store without being in memory: a small one here, one of 300 MB with `HUGE_MB=300`. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** a packed report of so many MB; it is twice as long unpacked, so that it can't be in memory within the bound */
const packedMb = Number(process.env['HUGE_MB'] ?? '40')
const grownMbMax = 64
/** the room of young objects is the program's own, some 50 MB once anything allocates; small, it does not hide what a document takes */
const small = '--max-semi-space-size=2'
/** parts of a gzip file may stand one behind the other */
const part = gzipSync(randomBytes(500_000).toString('hex'), { level: 1 })
const parts = Math.ceil((packedMb * 1_048_576) / part.length)

function* sent(count: number): Generator<Buffer> {
  for (let n = 0; n < count; n += 1) yield part
}
const server = createServer((request, answer) => void Readable.from(sent(request.url === '/small' ? 3 : parts)).pipe(answer))
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

test(`${packedMb} MB packed`, async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { stdout } = await promisify(execFile)(process.execPath, [small, join(import.meta.dirname, 'answer-child.ts'), url])
  const { grown, size } = JSON.parse(stdout) as { grown: number; size: number }
  if (process.env['HUGE_MB'] !== undefined) console.log({ packedMb, grown, size })
  expect(size).toBe(parts * 1_000_000)
  expect(grown).toBeLessThan(grownMbMax)
})
