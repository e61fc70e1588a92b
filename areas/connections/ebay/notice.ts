/**
 * eBay's notices of deleted accounts, which it demands of every application: its question whether the address is ours, the signature of a
 * notice, and what of that buyer is erased. Nobody is signed in: the address names the application.
 */
import { createHash, createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import { sentence } from '#platform/declare/sentence.ts'
import { objectOf, textOf } from '#platform/format/parsed-json.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { forgetBuyer } from '#areas/sales/index.ts'
import { type Blob, type Context, type House, Refusal, refuse } from '#platform/server/area.ts'
import { hashOfText, oneRecord, openSecret } from '#platform/server/records.ts'
import { OutgoingError } from '#platform/server/outgoing.ts'
import { basicOf } from '../core/basic.ts'
import { takeCall } from '../core/limits.ts'
import { sendTo } from '../core/send.ts'
import { marketplaceApp } from '../tables.ts'

const host = 'api.ebay.com'
const [platform] = platformChoices.ebay
const path = (appId: string): string => `/api-2024/hook/ebay/${appId}`
/** what eBay and we know of this application; the same as long as SECRET_KEY is */
const tokenOf = (context: Context, appId: string): string =>
  createHash('sha256')
    .update(hashOfText(context, marketplaceApp, 'clientSecret', `notice ${appId}`))
    .digest('hex')

/** The address as eBay has it. */
function addressOf({ settings }: House, appId: string): string {
  if (settings.publicUrl === null) throw refuse.rule(sentence`请先设置 PUBLIC_URL：没有公网地址，eBay 送不到删除通知`)
  return `${settings.publicUrl.replace(/\/$/, '')}${path(appId)}`
}

/** What is pasted at eBay: address and token, as a text. */
export async function noticeKeys(context: Context, id: unknown): Promise<Blob> {
  const app = await oneRecord(context, marketplaceApp, id)
  const lines = [`Endpoint: ${addressOf(context.house, app.id)}`, `Verification token: ${tokenOf(context, app.id)}`, '']
  return { blob: Readable.from([lines.join('\n')]), fileName: 'ebay-account-deletion.txt', contentType: 'text/plain; charset=utf-8' }
}

interface App {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly isEmulated: boolean
}
async function appOf(house: House, id: string): Promise<{ readonly context: Context; readonly app: App }> {
  const known = /^\d{1,18}$/.test(id)
    ? await house
        .unscoped('a notice of eBay: whose application its address names')
        .selectFrom('marketplace_app')
        .select(['org_id', 'client_id', 'client_secret'])
        .where('id', '=', id)
        .where('platform', '=', platform)
        .executeTakeFirst()
    : undefined
  if (known === undefined) throw refuse.unknown(marketplaceApp.title)
  const context = await house.asSystem(known.org_id, 'a notice of eBay')
  const emulated = await context.db
    .selectFrom('shop_connection')
    .select('id')
    .where('app_id', '=', id)
    .where('is_emulated', '=', true)
    .executeTakeFirst()
  return {
    context,
    app: { id, clientId: known.client_id, clientSecret: known.client_secret, isEmulated: emulated !== undefined },
  }
}

/** eBay asks whether the address is ours. */
export async function answerChallenge(house: House, id: string, code: string): Promise<Blob> {
  const { context } = await appOf(house, id)
  const challengeResponse = createHash('sha256').update(code).update(tokenOf(context, id)).update(addressOf(house, id)).digest('hex')
  return {
    blob: Readable.from([JSON.stringify({ challengeResponse })]),
    fileName: 'challenge.json',
    contentType: 'application/json',
    inline: true,
  }
}

/** eBay's public keys change seldom */
const keyMs = 3_600_000
const keysMax = 100
const keys = new Map<string, { readonly key: KeyObject; readonly until: number }>()
/** whoever sends made-up numbers of keys does not make us ask eBay for each */
const asks = { rate: 0.1, burst: 10 }
const later = () => refuse.unavailable(sentence`暂时取不到 eBay 的公钥，请稍后再送`, 60)

function keyIn(pem: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'), format: 'der', type: 'spki' })
  } catch {
    // an answer that is no key
    throw later()
  }
}

async function keyOf(context: Context, app: App, kid: string): Promise<KeyObject | null> {
  const [name, now] = [`${app.id} ${kid}`, context.now().getTime()]
  const kept = keys.get(name)
  if (kept !== undefined && kept.until > now) return kept.key
  if (app.clientSecret === null || (await takeCall(context.house, [{ key: `eBay keys ${app.id}`, ...asks }], 0)) > 0) throw later()
  const secret = openSecret(context, marketplaceApp, 'clientSecret', app.clientSecret)
  const scope = 'https://api.ebay.com/oauth/api_scope'
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basicOf(app.clientId, secret) }
  try {
    const given = await sendTo(context, app, host, { method: 'POST', path: '/identity/v1/oauth2/token', headers, body })
    if (given.status !== 200) throw later()
    const { access_token: token = '' } = JSON.parse(given.body.toString('utf8')) as { readonly access_token?: string }
    const asked = { method: 'GET', path: `/commerce/notification/v1/public_key/${kid}`, body: null } as const
    const answer = await sendTo(context, app, host, { ...asked, headers: { authorization: `Bearer ${token}` } })
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return null
    if (answer.status !== 200) throw later()
    const { key: pem = '' } = JSON.parse(answer.body.toString('utf8')) as { readonly key?: string }
    const key = keyIn(pem)
    if (keys.size >= keysMax) keys.clear()
    keys.set(name, { key, until: now + keyMs })
    return key
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof OutgoingError || error instanceof SyntaxError) throw later()
    throw error
  }
}

/** `x-ebay-signature`: base64 of `{ alg, kid, signature, digest }`, over the body as eBay writes it. */
async function isSigned(context: Context, app: App, header: string, body: unknown): Promise<boolean> {
  let said: Readonly<Record<string, unknown>>
  try {
    said = objectOf(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
  } catch {
    // no signature at all
    return false
  }
  const [kid, signature] = [textOf(said['kid']), textOf(said['signature'])]
  if (!/^[\w-]{1,100}$/.test(kid) || signature === '') return false
  const key = await keyOf(context, app, kid)
  if (key === null) return false
  // eBay signs its JSON without blanks, as this writes it again
  const verify = createVerify(textOf(said['digest']).toUpperCase() === 'SHA256' ? 'sha256' : 'sha1').update(JSON.stringify(body))
  return verify.verify(key, signature, 'base64')
}

/** The buyer who closed his account is erased. eBay tells of every account, also of those that bought nothing here. */
export async function takeNotice(house: House, id: string, header: string, body: unknown): Promise<null> {
  const { context, app } = await appOf(house, id)
  if (!(await isSigned(context, app, header, body))) throw new Refusal(1002, 412, sentence`通知的签名不对`)
  const { metadata, notification } = objectOf(body)
  if (textOf(objectOf(metadata)['topic']) !== 'MARKETPLACE_ACCOUNT_DELETION') return null
  const data = objectOf(objectOf(notification)['data'])
  await forgetBuyer(context, platform, [textOf(data['username']), textOf(data['userId'])])
  return null
}
