/** Calls of chat robots. Their addresses are typed by people: none may lead into the own network. */
import { createHmac } from 'node:crypto'
import { asText } from '#platform/format/text.ts'
import { addressFault, InsideAddress, sendOut } from '#platform/server/outgoing.ts'
import { chats } from './tables.ts'

const waitMsMax = 10_000
const answerMax = 10_000
/** bytes that all three platforms take as one text */
const textBytesMax = 2_000

export interface ChatCall {
  /** code of `chats` */
  readonly kind: number
  readonly address: string
  readonly secret: string | null
  readonly text: string
  /** the same for every try */
  readonly id: string
  readonly now: Date
  readonly isLocal: boolean
}

const shortened = (text: string): string => {
  if (Buffer.byteLength(text) <= textBytesMax) return text
  let cut = text.slice(0, textBytesMax)
  while (Buffer.byteLength(cut) > textBytesMax - 3) cut = cut.slice(0, -1)
  return `${cut}…`
}

/** Address and body, signed as the platform asks for it. */
export function chatRequest({ kind, address, secret, text, now }: ChatCall): { readonly url: URL; readonly body: object } {
  const url = new URL(address)
  const content = shortened(text)
  if (kind === chats.feishu[0]) {
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const sign = secret === null ? {} : { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') }
    return { url, body: { ...sign, msg_type: 'text', content: { text: content } } }
  }
  if (kind === chats.dingtalk[0] && secret !== null) {
    const timestamp = String(now.getTime())
    url.searchParams.set('timestamp', timestamp)
    url.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
  }
  return { url, body: { msgtype: 'text', text: { content } } }
}

/** Throws where the platform did not take it. What is thrown never holds the address: that is a key. */
export async function callChat(call: ChatCall): Promise<void> {
  const { url, body } = chatRequest(call)
  if (!call.isLocal && addressFault(call.address) !== null) throw new InsideAddress()
  const { status, body: told } = await sendOut({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': call.id },
    body: JSON.stringify(body),
    allMsMax: waitMsMax,
    bytesMax: answerMax,
    isLocal: call.isLocal,
  })
  if (status !== 200) throw new Error(`HTTP ${status}`)
  const answer = readAnswer(told.toString('utf8'))
  const code = answer['errcode'] ?? answer['code'] ?? answer['StatusCode']
  if (code !== 0) throw new Error(`${asText(code ?? 'no code')} ${asText(answer['errmsg'] ?? answer['msg'] ?? '')}`.trim())
}

function readAnswer(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
