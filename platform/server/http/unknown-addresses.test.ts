/** Addresses that lead nowhere, as they go over the wire: a page, a refusal, never an error of ours. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { fakeHouse } from '../../../test/setup/fake-house.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhanggui-addresses-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html>')
const app = createApp(fakeHouse({}), { webFolder: folder })
let port = 0
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const statusOf = (path: string, accept: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { accept } }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })

const long = 'x'.repeat(15_000)
const addresses = [
  '//evil.com',
  '//evil.com/..',
  '/%00',
  '/a%00b',
  '/..',
  '/../..',
  '/%2e%2e',
  '/assets/..',
  '/docs/files/..',
  '/%',
  '/%zz',
  `/${long}`,
  `/assets/${long}.js`,
  '/api-2024',
  '/api-2024/%',
  `/api-2024/${long}`,
  '/__proto__',
  '/.git/config',
]
test.each(addresses)('%s', async path => {
  for (const accept of ['text/html', 'application/json']) expect(await statusOf(path, accept), accept).toBeLessThan(500)
})
