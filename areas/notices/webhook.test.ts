/** Calls of chat robots: the address is looked at again when it is called; texts are cut to what is taken. */
import { expect, test } from 'vitest'
import { InsideAddress } from '#platform/server/outgoing.ts'
import { callChat, chatRequest, type ChatCall } from './webhook.ts'

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
})

test('a long text is cut to what the platforms take, between characters', () => {
  const { body } = chatRequest({ ...call, text: '汉'.repeat(3_000) })
  const { content } = (body as { text: { content: string } }).text
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2_000)
  expect(content).toMatch(/^汉+…$/)
})
