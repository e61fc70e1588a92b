/** Long answers leave in pieces, whole and in order, compressed or not; others run between the pieces. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { signedIn } from '#platform/declare/operations.ts'
import { createApp } from '../http/app.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { envelopeText, LongAnswer } from './long-answers.ts'
import { call } from './verbs.ts'
import type { RouteMap } from '../contract/route.ts'

const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: String(i), name: `礼品“${i}”`, note: 'x'.repeat(200) }))
async function* portions(): AsyncGenerator<readonly unknown[]> {
  for (let from = 0; from < rows.length; from += 1_000) yield rows.slice(from, from + 1_000)
}
const routes: RouteMap = {
  'POST /list': call({ demand: signedIn, summary: '列表' }, async () => ({ total: 20_000, list: rows, next: undefined })),
  'POST /bare': call({ demand: signedIn, summary: '行' }, async () => rows),
  'POST /read': call({ demand: signedIn, summary: '边读边发' }, async () => new LongAnswer({ total: 20_000 }, portions())),
}
const app = createApp(fakeHouse(routes), { webFolder: null })
afterAll(() => app.close())

const unpacked = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
test.each(['/list', '/bare', '/read'])('%s is whole, however it is packed', async path => {
  for (const coding of ['br', 'gzip', 'identity'] as const) {
    const headers = { ...bearer('clerk'), 'accept-encoding': coding }
    const answer = await app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload: {} })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, coding === 'identity' ? undefined : coding])
    expect(answer.headers['content-length']).toBeUndefined()
    const said = JSON.parse(unpacked[coding](answer.rawPayload).toString('utf8')) as { code: number; msg: string; data: unknown }
    expect([said.code, said.msg]).toEqual([0, ''])
    expect(said.data).toEqual(path === '/bare' ? rows : { total: 20_000, list: rows })
  }
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['an empty list', []],
  ['a page', { list: rows.slice(0, 60), total: 60, next: undefined }],
  ['a page alone', { list: rows.slice(0, 60) }],
  ['rows', rows.slice(0, 60)],
  ['values that JSON leaves out', Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? undefined : i))],
])('what is short is one text: %s', (_name, data) => {
  const envelope = { code: 0, msg: '', data }
  expect(JSON.parse(envelopeText(envelope) as string)).toEqual(JSON.parse(JSON.stringify(envelope)))
})

test('others run between the pieces of a stream', async () => {
  let turns = 0
  let isOver = false
  const turn = (): void => void (isOver || (turns++, setImmediate(turn)))
  setImmediate(turn)
  let pieces = 0
  for await (const piece of envelopeText({ code: 0, msg: '', data: rows }) as AsyncIterable<Buffer>) {
    pieces++
    expect(piece.length).toBeLessThan(600_000)
  }
  isOver = true
  expect(pieces).toBeGreaterThan(10)
  expect(turns).toBeGreaterThanOrEqual(pieces - 1)
})
