/** Addresses that are called: none leads into the own network; an answer that is cut, late, too long or a redirect is told as it is. */
import http, { type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { inChinese } from '#platform/declare/sentence.ts'
import { addressFault, InsideAddress, isInside, leadsInside } from './addresses.ts'
import { sendOut, type OutgoingCall } from './send-out.ts'

test.each([
  'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
  'https://localhost/x',
  'https://intranet/x',
  'https://db.internal/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://0x7f.0.0.1/x',
  'https://10.1.2.3/x',
  'https://172.31.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://0.0.0.0/x',
  'https://[::1]/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://user:pass@oapi.dingtalk.com/robot/send',
  'ftp://oapi.dingtalk.com/robot',
  'javascript:alert(1)',
  '',
  'not an address',
])('%s is refused', address => expect(addressFault(address)).not.toBeNull())

test.each([
  'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
  'https://oapi.dingtalk.com/robot/send?access_token=1',
  'https://open.feishu.cn/open-apis/bot/v2/hook/1',
])('%s is taken', address => expect(addressFault(address)).toBeNull())

test.each([
  ['8.8.8.8', false],
  ['2400:3200::1', false],
  ['2002:7f00:1::', true],
  ['::ffff:8.8.8.8', true],
  ['nonsense', true],
])('%s', (address, is) => expect(isInside(address)).toBe(is))

test('a name that leads to this machine is found by asking for its addresses', async () => {
  expect(await leadsInside('https://localhost/x')).toBe(true)
  expect(await leadsInside('https://nothing.invalid/x')).toBe(false)
})

test('the fault is a sentence', () => expect(inChinese(addressFault('https://127.0.0.1/x') ?? '')).toContain('内部网络'))

const servers: http.Server[] = []
afterEach(() => servers.splice(0).forEach(server => server.close()))
async function answered(listener: RequestListener, more: Partial<OutgoingCall> = {}) {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x?key=canary`)
  return sendOut({ method: 'POST', url, body: '{}', isLocal: true, ...more })
}

test('status, headers and bytes are told as they came; a redirect is an answer', async () => {
  const { status, headers, body } = await answered((_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end('汉'))
  expect([status, headers['location'], body.toString()]).toEqual([302, 'http://169.254.169.254/', '汉'])
})

test.each<readonly [string, RequestListener, Partial<OutgoingCall>]>([
  [
    'cut',
    (_, answer) => {
      answer.writeHead(200, { 'content-length': 10 }).write('12')
      setTimeout(() => answer.destroy(), 20)
    },
    {},
  ],
  [
    'large',
    (_, answer) => {
      answer.end('x'.repeat(5_000))
    },
    { bytesMax: 1_000 },
  ],
  [
    'large',
    (_, answer) => {
      answer.writeHead(200, { 'content-length': 5_000 }).write('1')
    },
    { bytesMax: 1_000 },
  ],
  ['timeout', () => undefined, { allMsMax: 50 }],
  ['connect', () => undefined, { url: new URL('http://127.0.0.1:1/x?key=canary') }],
])('an answer is not whole: %s', async (fault, listener, more) => {
  const error = await answered(listener, more).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ fault })
  expect(String(error)).not.toContain('canary')
})

const takenBy = (take: (bytes: AsyncIterable<Buffer>) => Promise<void>) => ({ into: { bytesMax: 1_000, take } })
test('an answer of 200 goes where it shall, another is told; too long, cut or not taken it is none', async () => {
  let got = ''
  const { into } = takenBy(async bytes => {
    for await (const part of bytes) got += part.toString()
  })
  const said =
    (status: number, text: string): RequestListener =>
    (_, answer) =>
      void answer.writeHead(status).end(text)
  expect((await answered(said(200, '汉'), { into })).body.length).toBe(0)
  expect([got, (await answered(said(400, 'no'), { into })).body.toString()]).toEqual(['汉', 'no'])
  await expect(answered(said(200, 'x'.repeat(5_000)), { into })).rejects.toMatchObject({ fault: 'large' })
  const cut: RequestListener = (_, answer) => void answer.writeHead(200, { 'content-length': 9 }).write('1', () => answer.destroy())
  await expect(answered(cut, { into })).rejects.toMatchObject({ fault: 'cut' })
  const full = new Error('no space')
  await expect(
    answered(
      said(200, 'x'),
      takenBy(() => Promise.reject(full)),
    ),
  ).rejects.toBe(full)
})

test.each(['https://127.0.0.1:1/x', 'https://[::1]:1/x', 'https://[::ffff:7f00:1]:1/x'])('%s is not connected to', async address => {
  await expect(sendOut({ method: 'POST', url: new URL(address) })).rejects.toBeInstanceOf(InsideAddress)
})

test('a name that leads inside at the moment of the call is not connected to, whatever was found when it was saved', async () => {
  await expect(sendOut({ method: 'POST', url: new URL('https://localhost:1/x') })).rejects.toBeInstanceOf(InsideAddress)
})

test('a proxy is asked to connect; what it refuses is told, and the address inside is not asked', async () => {
  const asked: string[] = []
  const server = http.createServer().listen(0, '127.0.0.1')
  const { promise: given, resolve: giveBack } = Promise.withResolvers<true>()
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    // it keeps its side open
    socket.on('error', () => giveBack(true)).on('end', () => giveBack(true))
    socket.resume().write('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  servers.push(server)
  await once(server, 'listening')
  const proxy = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect(sendOut({ method: 'GET', url: new URL('https://api.amazon.com/x'), proxy })).rejects.toMatchObject({ fault: 'connect' })
  expect(asked).toEqual(['api.amazon.com:443'])
  expect(await given).toBe(true)
})
