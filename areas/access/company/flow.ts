/**
 * One way to every provider: begun in this browser, back within ten minutes and once, changed for a session through the same door as a
 * password. Nobody gets an account by it: accounts are linked by their owners, or by an administrator's list.
 */
import { randomBytes } from 'node:crypto'
import { fromStored, sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { refuse, type Db, type House, type Tx } from '#platform/server/area.ts'
import { openSecret, writeAudit } from '#platform/server/records.ts'
import { hashOfToken, isAlive, looksLikeToken, newToken } from '#platform/server/rights.ts'
import {
  acts,
  tellTouched,
  guarded,
  HalfWay,
  nextStep,
  halfWay,
  refuseHalf,
  standing,
  wholeWay,
  type Half,
  type SignedIn,
} from '#areas/admin/index.ts'
import { adapterOf, ProviderFault, type Provider, type Trip } from './adapters.ts'
import { providerStates, signInProvider } from './tables.ts'

const tryMsMax = 10 * 60_000
/** between the way back and the page that asks for the session */
const arrivedMsMax = 60_000

/** Our callback: at the address people know; without one where this browser of the same machine has us. */
function backOf({ settings: { publicUrl, port } }: House, origin: string | undefined): string {
  const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(origin ?? '')
  const own = isLocal && origin !== undefined ? origin : `http://localhost:${port}`
  return new URL('/api-2024/auth/sso/callback', publicUrl ?? own).href
}

/** What the sign-in page has buttons for. */
export async function providersShown(db: Db) {
  return db
    .selectFrom('sign_in_provider')
    .select(['id', 'name', 'kind'])
    .where('state', '=', providerStates.on[0])
    .orderBy('name')
    .orderBy('id')
    .limit(20)
    .execute()
}

export interface KnownProvider extends Provider {
  readonly name: string
  readonly isBoth: boolean
  readonly orgId: string
}

/** A provider with its key, as the server of its organisation opens it; null: none that is on. */
export async function providerOf(house: House, db: Db, id: string, isOff = false): Promise<KnownProvider | null> {
  const row = await db.selectFrom('sign_in_provider').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || (row.state !== providerStates.on[0] && !isOff)) return null
  const server = await house.asSystem(row.org_id, 'company sign-in: the key of the provider')
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    kind: row.kind,
    issuer: row.issuer,
    corpId: row.corp_id,
    clientId: row.client_id,
    isBoth: row.is_both,
    orgId: row.org_id,
    isEmulated: row.is_emulated,
    clientSecret: row.client_secret === null ? null : openSecret(server, signInProvider, 'clientSecret', row.client_secret),
  }
}

const gone = (): Error => refuse.rule(sentence`没有这种登录方式，或已停用`)
/** What went wrong at the provider, as a refusal. */
const refused = (error: unknown): unknown => (error instanceof ProviderFault ? refuse.rule(error.wording) : error)

/** Who links a subject to himself, by which session. */
interface Linking {
  readonly accountId: string
  readonly orgId: string
  readonly sessionHash: string
  readonly isViewer: boolean
}

/** Sends a person to a provider. */
export async function beginTrip(
  house: House,
  db: Db,
  id: string,
  { linking, origin }: { readonly linking: Linking | null; readonly origin: string | undefined },
): Promise<{ url: string; browser: string }> {
  if (linking?.isViewer === true) throw refuse.forbidden(sentence`以他人身份查看时不能关联企业登录`)
  const provider = await providerOf(house, db, id)
  if (provider === null) throw gone()
  const browser = newToken()
  const trip: Trip = {
    state: newToken(),
    nonce: newToken(),
    verifier: randomBytes(48).toString('base64url'),
    back: backOf(house, origin),
  }
  const url = await adapterOf(provider.kind)
    .begin(house, provider, trip)
    .catch((error: unknown) => {
      throw refused(error)
    })
  const now = house.now()
  await db.deleteFrom('company_try').where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('company_try')
    .values({
      state_hash: hashOfToken(trip.state),
      browser_hash: hashOfToken(browser),
      provider_id: id,
      nonce: trip.nonce,
      verifier: trip.verifier,
      back: trip.back,
      account_id: linking?.accountId ?? null,
      session_hash: linking?.sessionHash ?? null,
      link_org_id: linking?.orgId ?? null,
      expires_at: new Date(now.getTime() + tryMsMax).toISOString(),
    })
    .execute()
  return { url: url.href, browser }
}

/** Where the browser goes on. The ticket tells who came or what is wrong: no text stands in an address, which anybody may write. */
export interface Arrival {
  readonly path: '/user/login' | '/account/settings/info/3'
  /** null: he has linked it to himself */
  readonly ticket: string | null
}
type Came = { readonly accountId: string } | { readonly fault: Wording } | null

/** GET /auth/sso/callback. The try is used up before anything is asked: a second visit finds nothing. */
export async function arrive(house: House, db: Db, query: URLSearchParams, browser: string | null): Promise<Arrival> {
  const state = query.get('state') ?? ''
  const lost = { path: '/user/login', ticket: 'lost' } as const
  if (!looksLikeToken(state) || browser === null || !looksLikeToken(browser)) return lost
  const now = house.now()
  const one = await db
    .deleteFrom('company_try')
    .where('state_hash', '=', hashOfToken(state))
    .where('browser_hash', '=', hashOfToken(browser))
    .where('nonce', '<>', '')
    .where('expires_at', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()
  if (one === undefined) return lost
  const path = one.account_id === null ? '/user/login' : '/account/settings/info/3'
  const trip: Trip = { state, nonce: one.nonce, verifier: one.verifier, back: one.back }
  const came = new URL(one.back)
  came.search = query.toString()
  const own = { accountId: one.account_id, sessionHash: one.session_hash, orgId: one.link_org_id }
  const who = await whoCame(house, db, { providerId: one.provider_id, own, trip, came })
  if (who === null) return { path, ticket: null }
  const ticket = newToken()
  await db
    .insertInto('company_try')
    .values({
      state_hash: hashOfToken(ticket),
      browser_hash: hashOfToken(browser),
      provider_id: one.provider_id,
      nonce: '',
      verifier: '',
      ...('fault' in who ? { fault: toStored(who.fault) } : { arrived_as: who.accountId }),
      expires_at: new Date(now.getTime() + arrivedMsMax).toISOString(),
    })
    .execute()
  return { path, ticket }
}

interface Back {
  readonly providerId: string
  /** who links it to himself */
  readonly own: { readonly accountId: string | null; readonly sessionHash: string | null; readonly orgId: string | null }
  readonly trip: Trip
  readonly came: URL
}

/** The account of the subject that the provider names; null: it is linked now. */
async function whoCame(house: House, db: Db, { providerId, own, trip, came }: Back): Promise<Came> {
  const provider = await providerOf(house, db, providerId)
  if (provider === null) return { fault: sentence`没有这种登录方式，或已停用` }
  if (came.searchParams.get('error') === 'access_denied') return { fault: sentence`您取消了登录` }
  let subject: string
  try {
    subject = await adapterOf(provider.kind).finish(house, provider, trip, came)
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    house.log.warn({ provider: providerId, error: error.cause }, 'company sign-in was refused')
    return { fault: error.wording }
  }
  if (subject === '') return { fault: sentence`登录服务的回答没有通过核对` }
  if (own.accountId !== null) return keepOwnLink(house, db, { providerId, subject, own })
  const known = await db
    .selectFrom('account_identity')
    .select('account_id as accountId')
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return known ?? { fault: sentence`这个企业账号还没有关联，请先用密码登录，在“账号设置 > 安全”里关联` }
}

/** Linked while the session that began it holds, in the trail of its owner, who is told: another may have sat at his browser. */
async function keepOwnLink(
  house: House,
  db: Db,
  { providerId, subject, own }: Pick<Back, 'providerId' | 'own'> & { readonly subject: string },
): Promise<{ fault: Wording } | null> {
  const { accountId, sessionHash, orgId } = own
  const over = { fault: sentence`登录已失效，请重新登录后再关联` }
  if (accountId === null || sessionHash === null || orgId === null) return over
  const session = await db
    .selectFrom('session')
    .select(['last_seen_at as lastSeenAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
    .where('token_hash', '=', sessionHash)
    .where('account_id', '=', accountId)
    .where('view_as_account_id', 'is', null)
    .executeTakeFirst()
  const holds = session !== undefined && isAlive(session, house.now().getTime())
  const caller = holds ? await house.rights.callerOf(accountId, orgId) : null
  if (caller === null) return over
  return house.asUser(caller, 'zh', '').write(async (tx, inside) => {
    const refusal = await keepLink(tx.withoutPlugins(), providerId, subject, caller.accountId, inside.now())
    if (refusal !== null) return refusal
    await writeAudit(inside, tx, { subject: 'account', recordId: caller.accountId, verb: 'link', before: null, after: { subject } })
    await tellTouched(inside, tx, caller.accountId, acts.ownLink)
    return null
  })
}

/** One subject is one account, and one account one subject of a provider. */
export async function keepLink(
  db: Db | Tx,
  providerId: string,
  subject: string,
  accountId: string,
  now: Date,
): Promise<{ fault: Wording } | null> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('account_identity')
    .values({ provider_id: providerId, subject, account_id: accountId, linked_at: now.toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return null
  const held = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (held?.account_id === accountId) return null
  return { fault: held === undefined ? sentence`您已关联了另一个企业账号，请先解除` : sentence`这个企业账号已关联到别人，请联系系统管理员` }
}

interface Visit {
  readonly address: string
  readonly userAgent: string
  readonly device: string | null
  readonly browser: string | null
  readonly isHttps: boolean
}

/** POST /auth/sso/finish: the session, by the same door as a password. */
export async function finishTrip(house: House, db: Db, ticket: string, visit: Visit): Promise<SignedIn> {
  const now = house.now()
  const over = (): Error => refuse.credentials(sentence`登录已超时或已经用过，请重新开始`)
  const { browser } = visit
  if (!looksLikeToken(ticket) || browser === null || !looksLikeToken(browser)) throw over()
  const one = await db
    .deleteFrom('company_try as t')
    .where('t.state_hash', '=', hashOfToken(ticket))
    .where('t.browser_hash', '=', hashOfToken(browser))
    .where('t.nonce', '=', '')
    .where('t.expires_at', '>', now.toISOString())
    .returning(['t.arrived_as as accountId', 't.provider_id as providerId', 't.fault'])
    .executeTakeFirst()
  const why = one === undefined || one.fault === null ? null : fromStored(one.fault)
  if (why !== null) throw refuse.rule(typeof why === 'object' ? why : sentence`登录服务的回答没有通过核对`)
  const { accountId = null, providerId = '' } = one ?? {}
  const provider = one === undefined ? null : await providerOf(house, db, providerId)
  if (accountId === null || provider === null) throw over()
  const { username } = await db.selectFrom('account').select('username').where('id', '=', accountId).executeTakeFirstOrThrow()
  const answer = await guarded<SignedIn | Half>(
    { db, now },
    { ...visit, username },
    async tx => {
      const account = await standing(tx, accountId)
      if (account === null) return null
      const link = await tx
        .updateTable('account_identity')
        .set({ used_at: now.toISOString() })
        .where('provider_id', '=', providerId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (link.numUpdatedRows === 0n) return null
      const step = provider.isBoth ? null : await nextStep(tx, account, null, now)
      if (step !== null && step.purpose !== null)
        return new HalfWay(await halfWay(tx, account, { ...step, isOfCompany: true }, visit.device, now))
      return wholeWay(tx, account, { ...visit, now, isFresh: true, by: provider.name, isOfCompany: true })
    },
    sentence`这个账号不能登录，请联系系统管理员`,
  )
  if ('ticket' in answer) throw refuseHalf(answer, visit.isHttps)
  return answer
}
