/**
 * The other side of the demo company alone, on this machine; nothing listens before it is first asked for. 演示企业登录 is an imitated
 * 企业微信: whoever comes chooses which of its people he is. What webhooks send is taken.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DemoPeople } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { newToken } from '#platform/server/rights.ts'
import { keepLink } from './flow.ts'
import { providerStates, signInProvider } from './tables.ts'

/** accounts of the demo company that stand there */
const people = { boss: '沈云帆', finance: '周敏', sales: '林晓' } as const

/** host of the receiver of webhooks: the ending leads nowhere in the internet */
export const demoReceiver = 'receiver.invalid'

/** The address of this side. */
export function demoCompany(): () => Promise<string> {
  let address: Promise<string> | null = null
  return () => (address ??= listen())
}

async function listen(): Promise<string> {
  /** each code serves once */
  const codes = new Map<string, string>()
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const json = (data: object): void => void reply.setHeader('content-type', 'application/json').end(JSON.stringify(data))
    if (url.pathname.startsWith('/webhook/')) {
      request.resume()
      return void reply.writeHead(204).end()
    }
    if (url.pathname.endsWith('/gettoken')) return json({ errcode: 0, access_token: 'demo' })
    if (url.pathname.endsWith('/getuserinfo')) {
      const code = url.searchParams.get('code') ?? ''
      const userid = codes.get(code)
      codes.delete(code)
      return json(userid === undefined ? { errcode: 40_029 } : { errcode: 0, userid })
    }
    const back = URL.parse(url.searchParams.get('redirect_uri') ?? '')
    if (back === null || !back.protocol.startsWith('http')) return json({ errcode: 50_001 })
    const links = Object.entries(people).map(([userid, name]) => {
      const code = newToken()
      codes.set(code, userid)
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return `<li><a href="${back.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${name}</a></li>`
    })
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(
      `<!doctype html><html lang="zh"><meta name="viewport" content="width=device-width"><title>演示企业登录</title>
      <body style="font-family:sans-serif;padding:24px;line-height:2"><h1>演示企业登录</h1><p>模拟的企业微信：选择您是谁。</p><ul>${links.join('')}</ul>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // the program ends without waiting for it
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The provider, and whose its people are. */
export async function makeDemo(demo: DemoPeople): Promise<void> {
  const admin = await demo.as('admin')
  // without a server that stands for it nobody could come back
  if (admin.house.settings.companySide === undefined) return
  const { id } = await addRecord(
    admin,
    signInProvider,
    { name: '演示企业登录', kind: 2, corpId: 'demo', clientId: '1000002', clientSecret: 'demo', isBoth: true, state: providerStates.on[0] },
    { besides: { isEmulated: true } },
  )
  for (const username of Object.keys(people)) {
    const { caller } = await demo.as(username)
    await admin.write(tx => keepLink(tx.withoutPlugins(), id, username, caller.accountId, demo.now))
  }
}
