import { afterAll, describe, expect, test } from 'vitest'
import { anyone } from '#platform/declare/operations.ts'
import { createApp } from './app.ts'
import { fakeHouse } from '../../../test/setup/fake-house.ts'
import { trustedProxies } from './trusted-proxies.ts'
import { call } from '../calls/verbs.ts'

describe('the setting', () => {
  test.each([
    [undefined, undefined],
    [' ', undefined],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['loopback，uniquelocal', ['loopback', 'uniquelocal']],
  ])('%s', (setting, proxies) => expect(trustedProxies(setting)).toEqual(proxies))
  test.each(['true', '1', '*', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0', 'nginx', '10.0.0.0/8/8', '127.0.0.1,all'])(
    '%s is refused with what to write',
    setting => expect(() => trustedProxies(setting)).toThrow('TRUST_PROXY 应为反向代理的地址或网段'),
  )
})

describe('whose address a request has', () => {
  const logged: string[] = []
  const seen = call({ demand: anyone, summary: '地址' }, async (_none, ask) => ask.address)
  const house = fakeHouse({ 'GET /where': seen }, { logged: line => void logged.push(line) })
  const plain = createApp(house, { webFolder: null })
  const behind = createApp(house, { webFolder: null, trustProxy: ['10.0.0.0/8'] })
  afterAll(() => Promise.all([plain.close(), behind.close()]))
  const from = async (app: typeof plain, remoteAddress: string, forwarded: string): Promise<unknown> =>
    (await app.inject({ url: '/api-2024/where', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).json().data

  test.each([
    ['without the setting nobody is believed', plain, '10.1.1.1', '203.0.113.9', '10.1.1.1'],
    ['a proxy that is named is', behind, '10.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['anybody else is not', behind, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['what a client wrote before the proxy is not', behind, '10.1.1.1', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['a chain of named proxies leads to the client', behind, '10.1.1.1', '203.0.113.9, 10.2.2.2', '203.0.113.9'],
  ])('%s', async (_name, app, remote, forwarded, address) => expect(await from(app, remote, forwarded)).toBe(address))

  test('a proxy that nobody has named is said once in the log', async () => {
    await from(plain, '10.1.1.1', '203.0.113.9')
    expect(logged.filter(line => line.includes('TRUST_PROXY')).length).toBe(1)
  })
})
