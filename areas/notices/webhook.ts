/**
 * Calls of chat robots. Their addresses are typed by people, so none may lead into the own network: https alone, no redirect is followed,
 * and the address that the name has at the moment of the call is the one that is checked and connected to.
 */
import { createHmac } from 'node:crypto'
import { lookup, type LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { chats } from './tables.ts'

const waitMsMax = 10_000
const answerMax = 10_000
/** bytes that all three platforms take as one text */
const textBytesMax = 2_000

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
/** what is routed on the internet as IPv6; all else, with what carries IPv4 inside, is not */
const outside6 = new BlockList()
outside6.addSubnet('2000::', 3, 'ipv6')
const carrying6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  carrying6.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is private, of this machine, of the link, or otherwise none of the internet. */
export const isInside = (address: string): boolean =>
  isIP(address) === 4
    ? inside.check(address, 'ipv4')
    : isIP(address) !== 6 || !outside6.check(address, 'ipv6') || carrying6.check(address, 'ipv6')

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** What is wrong with an address as it is typed; null: nothing that can be known before it is called. */
export function addressFault(address: string, isLocal = false): Sentence | null {
  if (!URL.canParse(address)) return sentence`Webhook 地址不是网址`
  const url = new URL(address)
  if (isLocal) return null
  if (url.protocol !== 'https:') return sentence`Webhook 地址必须以 https:// 开头`
  if (url.username !== '' || url.password !== '') return sentence`Webhook 地址不能带用户名和密码`
  const host = bare(url.hostname).toLowerCase().replace(/\.$/, '')
  const isName = isIP(host) === 0
  if (isName ? !host.includes('.') || /\.(?:local|localhost|internal|lan|home|intranet|corp)$/.test(host) : isInside(host))
    return insideFault
  return null
}
export const insideFault = sentence`Webhook 地址不能指向内部网络`

/** Answers only addresses of the internet: a name that has any other is refused. */
const outsideLookup: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error !== null || first === undefined) return answer(error ?? new Error('no address'), '', 4)
    if (found.some(({ address }) => isInside(address))) return answer(new InsideAddress(), '', 4)
    return options.all === true ? answer(null, found) : answer(null, first.address, first.family)
  })
}
export class InsideAddress extends Error {
  constructor() {
    super('the address is inside the own network')
  }
}

/** Whether the name leads inside now; one that has no address is told when it is called. */
export const leadsInside = (address: string): Promise<boolean> =>
  new Promise(resolve => {
    lookup(bare(new URL(address).hostname), { all: true }, (error, found) =>
      resolve(error === null && found.some(one => isInside(one.address))),
    )
  })

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
  const { status, text } = await post(url, JSON.stringify(body), call)
  if (status !== 200) throw new Error(`HTTP ${status}`)
  const answer = readAnswer(text)
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

const post = (url: URL, body: string, { id, isLocal }: ChatCall): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), 'idempotency-key': id },
      signal: AbortSignal.timeout(waitMsMax),
    }
    const read = (answer: IncomingMessage): void => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > answerMax) answer.destroy(new Error('the answer is too long'))
        else parts.push(part)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
      answer.on('error', reject)
    }
    const call = isLocal ? http.request(url, options, read) : https.request(url, { ...options, lookup: outsideLookup }, read)
    call.on('error', reject)
    call.end(body)
  })
