/** Addresses of robots: none leads into the own network. */
import { expect, test } from 'vitest'
import { inChinese } from '#platform/declare/sentence.ts'
import { addressFault, callChat, chatRequest, InsideAddress, isInside, leadsInside, type ChatCall } from './webhook.ts'

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

const call: ChatCall = {
  kind: 2,
  address: 'https://127.0.0.1/x',
  secret: null,
  text: 'x',
  id: 'delivery-1',
  now: new Date('2026-11-24T02:00:00Z'),
  isLocal: false,
}
test('an address that was stored is looked at again when it is called', async () => {
  await expect(callChat(call)).rejects.toThrow(InsideAddress)
  await expect(callChat({ ...call, address: 'https://localhost.:9/x' })).rejects.toThrow('inside')
  expect(inChinese(addressFault(call.address) ?? '')).toContain('内部网络')
})

test('a name that leads to this machine is found by asking for its addresses', async () => {
  expect(await leadsInside('https://localhost/x')).toBe(true)
  expect(await leadsInside('https://nothing.invalid/x')).toBe(false)
})

test('a long text is cut to what the platforms take, between characters', () => {
  const { body } = chatRequest({ ...call, text: '汉'.repeat(3_000) })
  const { content } = (body as { text: { content: string } }).text
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2_000)
  expect(content).toMatch(/^汉+…$/)
})
