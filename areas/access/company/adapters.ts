/** The three kinds of provider: where a person is sent, and whose subject he comes back as. What is wrong is said in words. */
import * as oidc from 'openid-client'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { House } from '#platform/server/area.ts'
import { addressFault, InsideAddress, insideFault, OutgoingError, sendOut } from '#platform/server/outgoing.ts'
import type { Secret } from '#platform/server/records.ts'

export interface Provider {
  readonly id: string
  readonly version: number
  readonly kind: number
  readonly issuer: string | null
  readonly corpId: string | null
  readonly clientId: string
  readonly clientSecret: Secret | null
  /** of a demonstration */
  readonly isEmulated: boolean
}
export interface Trip {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** our callback */
  readonly back: string
}
export interface Adapter {
  begin(house: House, provider: Provider, trip: Trip): Promise<URL>
  /** the subject of who came back by this address */
  finish(house: House, provider: Provider, trip: Trip, came: URL): Promise<string>
  /** nothing is wrong with what was filled in */
  test(house: House, provider: Provider): Promise<void>
}

export class ProviderFault extends Error {
  readonly wording: Wording
  constructor(wording: Wording, options?: ErrorOptions) {
    super('the provider did not do it', options)
    this.wording = wording
  }
}
const fault = (wording: Wording, cause?: unknown): ProviderFault => new ProviderFault(wording, { cause })
const secretOf = ({ clientSecret }: Provider): string => {
  if (clientSecret === null) throw fault(sentence`还没有填写应用密钥`)
  return clientSecret.use()
}

/** Each address that is called, also those that a provider names; of a demonstration the server of this machine that stands in. */
async function placeOf(house: House, { isEmulated }: Provider, url: URL): Promise<{ url: URL; isLocal: boolean }> {
  const { companySide, localChats } = house.settings
  if (isEmulated && companySide === undefined) throw fault(sentence`演示企业登录只在演示公司里可用`)
  if (isEmulated && companySide !== undefined)
    return { url: new URL(`${await companySide()}/${url.host}${url.pathname}${url.search}`), isLocal: true }
  const isLocal = localChats === true && ['localhost', '127.0.0.1'].includes(url.hostname)
  const wrong = addressFault(url.href, isLocal)
  if (wrong !== null) throw fault(wrong)
  return { url, isLocal }
}

async function asked(
  house: House,
  provider: Provider,
  method: 'GET' | 'POST',
  url: URL,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  try {
    const answer = await sendOut({
      method,
      ...(await placeOf(house, provider, url)),
      allMsMax: 15_000,
      bytesMax: 1_048_576,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const data: unknown = JSON.parse(answer.body.toString('utf8'))
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  } catch (error) {
    throw unreachable(error)
  }
}

function unreachable(error: unknown): unknown {
  if (error instanceof InsideAddress) return fault(insideFault, error)
  if (error instanceof OutgoingError) return fault(sentence`连接不上登录服务，请稍后再试`, error)
  if (error instanceof SyntaxError) return fault(sentence`登录服务的回答无法识别`, error)
  return error
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const skewSeconds = 300
async function discovered(house: House, provider: Provider): Promise<oidc.Configuration> {
  const issuer = URL.parse(provider.issuer ?? '')
  if (issuer === null) throw fault(sentence`发行者地址不是网址`)
  const { isLocal } = await placeOf(house, provider, issuer)
  const ask: oidc.CustomFetch = async (url, { method, headers, body }) => {
    const sent = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : null
    const answer = await sendOut({
      method: method === 'POST' ? 'POST' : 'GET',
      ...(await placeOf(house, provider, new URL(url))),
      allMsMax: 15_000,
      bytesMax: 1_048_576,
      headers,
      ...(sent === null ? {} : { body: sent }),
    })
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }
  const execute = [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])]
  const metadata = { client_secret: secretOf(provider), [oidc.clockTolerance]: skewSeconds }
  try {
    return await oidc.discovery(issuer, provider.clientId, metadata, undefined, { [oidc.customFetch]: ask, execute })
  } catch (error) {
    throw inWords(error)
  }
}

const configMsMax = 5 * 60_000
interface Configured {
  readonly version: number
  readonly atMs: number
  readonly config: Promise<oidc.Configuration>
}
const configured = new WeakMap<House, Map<string, Configured>>()

/** What a provider tells of itself, for some minutes; of many who ask at once one goes there: nobody needs to be known to begin. */
function configOf(house: House, provider: Provider): Promise<oidc.Configuration> {
  const all = configured.get(house) ?? new Map<string, Configured>()
  configured.set(house, all)
  const atMs = house.now().getTime()
  const held = all.get(provider.id)
  if (held?.version === provider.version && Math.abs(atMs - held.atMs) < configMsMax) return held.config
  const config = discovered(house, provider).catch((error: unknown) => {
    if (all.get(provider.id)?.config === config) all.delete(provider.id)
    throw error
  })
  all.set(provider.id, { version: provider.version, atMs, config })
  return config
}

/** What openid-client refuses, as a person who filled it in can mend it. */
function inWords(error: unknown): unknown {
  const reached = unreachable(causeOf(error))
  if (reached instanceof ProviderFault) return reached
  const said = error instanceof Error ? `${error.message} ${text((error as { error?: unknown }).error)} ${String(error.cause)}` : ''
  if (/access_denied/.test(said)) return fault(sentence`您取消了登录`, error)
  if (/invalid_client|unauthorized_client/.test(said)) return fault(sentence`应用编号或密钥不正确`, error)
  if (/timestamp|"exp"|"iat"|"nbf"/.test(said)) return fault(sentence`服务器时间与登录服务相差太多，请校准时间`, error)
  if (/issuer/i.test(said)) return fault(sentence`发行者地址与登录服务所说的不一致`, error)
  if (/invalid_grant/.test(said)) return fault(sentence`登录码已失效，请重新登录`, error)
  return fault(sentence`登录服务的回答没有通过核对`, error)
}
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && !(error instanceof InsideAddress || error instanceof OutgoingError)
    ? error.cause
    : error

const openId: Adapter = {
  async begin(house, provider, { state, nonce, verifier, back }) {
    const config = await configOf(house, provider)
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: back,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
  },
  async finish(house, provider, { state, nonce, verifier }, came) {
    const config = await configOf(house, provider)
    try {
      const tokens = await oidc.authorizationCodeGrant(config, came, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      return tokens.claims()?.sub ?? ''
    } catch (error) {
      throw inWords(error)
    }
  },
  async test(house, provider) {
    await discovered(house, provider)
  },
}

/** Codes of 企业微信 that an administrator can do something about. */
const wecomFaults: Readonly<Record<number, Wording>> = {
  40001: sentence`应用密钥不正确`,
  40013: sentence`企业编号不正确`,
  40029: sentence`登录码已失效，请重新登录`,
  42003: sentence`登录码已失效，请重新登录`,
  60020: sentence`服务器的地址不在企业微信的可信 IP 中，请在应用的设置里添加`,
  50001: sentence`网址不在企业微信应用的授权回调域中`,
}
function wecomData(data: Record<string, unknown>): Record<string, unknown> {
  const code = Number(data['errcode'] ?? 0)
  if (code !== 0) throw fault(wecomFaults[code] ?? sentence`企业微信拒绝了登录（${code}）`)
  return data
}
async function wecomToken(house: House, provider: Provider): Promise<string> {
  const url = new URL('https://qyapi.weixin.qq.com/cgi-bin/gettoken')
  url.searchParams.set('corpid', provider.corpId ?? '')
  url.searchParams.set('corpsecret', secretOf(provider))
  return text(wecomData(await asked(house, provider, 'GET', url))['access_token'])
}

const wecom: Adapter = {
  async begin(house, provider, { state, back }) {
    const { corpId, clientId } = provider
    const url = (await placeOf(house, provider, new URL('https://login.work.weixin.qq.com/wwlogin/sso/login'))).url
    const query = { login_type: 'CorpApp', appid: corpId ?? '', agentid: clientId, redirect_uri: back, state }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  },
  async finish(house, provider, _trip, came) {
    const url = new URL('https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo')
    url.searchParams.set('access_token', await wecomToken(house, provider))
    url.searchParams.set('code', came.searchParams.get('code') ?? '')
    const data = wecomData(await asked(house, provider, 'GET', url))
    const subject = text(data['userid'])
    // an openid or an external contact is nobody of the company
    if (subject === '') throw fault(sentence`您不是这家企业的成员，不能登录`)
    return subject
  },
  async test(house, provider) {
    await wecomToken(house, provider)
  },
}

const dingtalk: Adapter = {
  async begin(_house, { clientId, corpId }, { state, back }) {
    const url = new URL('https://login.dingtalk.com/oauth2/auth')
    const query = { redirect_uri: back, response_type: 'code', client_id: clientId, scope: 'openid corpid', state, prompt: 'consent' }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    if (corpId !== null) url.searchParams.set('corpId', corpId)
    return url
  },
  async finish(house, provider, _trip, came) {
    const code = came.searchParams.get('authCode') ?? came.searchParams.get('code') ?? ''
    const body = { clientId: provider.clientId, clientSecret: secretOf(provider), code, grantType: 'authorization_code' }
    const token = await asked(house, provider, 'POST', new URL('https://api.dingtalk.com/v1.0/oauth2/userAccessToken'), body)
    if (text(token['accessToken']) === '') throw fault(sentence`登录码已失效，请重新登录`)
    if (text(token['corpId']) !== provider.corpId) throw fault(sentence`您登录的是另一家企业，请选择本企业后重新登录`)
    const headers = { 'x-acs-dingtalk-access-token': text(token['accessToken']) }
    const person = await asked(house, provider, 'GET', new URL('https://api.dingtalk.com/v1.0/contact/users/me'), undefined, headers)
    if (text(person['unionId']) === '') throw fault(sentence`您不是这家企业的成员，不能登录`)
    return text(person['unionId'])
  },
  async test(house, provider) {
    const body = { appKey: provider.clientId, appSecret: secretOf(provider) }
    const data = await asked(house, provider, 'POST', new URL('https://api.dingtalk.com/v1.0/oauth2/accessToken'), body)
    if (text(data['accessToken']) === '') throw fault(sentence`应用编号或密钥不正确`)
  },
}

export const adapterOf = (kind: number): Adapter => (kind === 2 ? wecom : kind === 3 ? dingtalk : openId)
