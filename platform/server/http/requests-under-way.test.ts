/** Which calls are counted among those that long work waits for. */
import { Readable } from 'node:stream'
import { afterAll, expect, test, vi } from 'vitest'
import { signedIn } from '#platform/declare/operations.ts'
import { createApp } from './app.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'

const routes: RouteMap = {
  'POST /count': call({ demand: signedIn, summary: '计数' }, async (_context, ask) => ask.house.peoplesCalls.underWay),
  'POST /refused': call({ demand: signedIn, summary: '拒绝' }, async () => {
    throw refuse.rule(['不行', 'No'])
  }),
  'POST /upload': call({ demand: signedIn, summary: '上传', multipart: true }, async (_context, ask) => {
    for await (const part of ask.raw.parts()) if (part.type === 'file') part.file.resume()
    return ask.house.peoplesCalls.underWay
  }),
  'GET /file': call({ demand: signedIn, summary: '文件' }, async (_context, ask) => ({
    blob: Readable.from(
      (async function* () {
        yield Buffer.from(String(ask.house.peoplesCalls.underWay))
      })(),
    ),
    fileName: 'a.txt',
    contentType: 'text/plain',
  })),
}
const house = fakeHouse(routes)
const app = createApp(house, { webFolder: null })
afterAll(() => app.close())
const headers = bearer('clerk')
const url = (path: string): string => `/api-2024${path}`

test('a call counts from the asking after its caller to its answer, also where it is refused', async () => {
  const { callerOfToken } = house.rights
  const asked = vi.spyOn(house.rights, 'callerOfToken').mockImplementationOnce(async (...given) => {
    expect(house.peoplesCalls.underWay).toBe(1)
    return await callerOfToken(...given)
  })
  expect((await app.inject({ method: 'POST', url: url('/count'), headers })).json()).toMatchObject({ data: 1 })
  expect(asked).toHaveBeenCalledOnce()
  expect((await app.inject({ method: 'POST', url: url('/refused'), headers })).json()).toMatchObject({ msg: '不行' })
  expect(house.peoplesCalls.underWay).toBe(0)
})

test('one without a session counts no longer than its refusal', async () => {
  expect((await app.inject({ method: 'POST', url: url('/count') })).json()).toMatchObject({ code: 1001 })
  expect(house.peoplesCalls.underWay).toBe(0)
})

test('the sending of a file does not: it may be the export itself', async () => {
  expect((await app.inject({ url: url('/file'), headers })).body).toBe('0')
})

test('nor does an upload: it takes as long as the line of whoever sends it', async () => {
  const payload = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n'
  const answer = await app.inject({
    method: 'POST',
    url: url('/upload'),
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload,
  })
  expect(answer.json()).toMatchObject({ data: 0 })
})
