/**
 * Passkeys: alone a whole sign-in, for the device has asked for a finger, a face or its code. A challenge serves once; the counter of a
 * passkey never goes back; one that was made for another address of the product opens nothing.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Settings, type Tx } from '#platform/server/area.ts'
import { factorKinds, hashOfToken } from '#platform/server/rights.ts'
import type { SignInNeeds } from '#areas/admin/index.ts'

const challengeMsMax = 5 * 60_000
/** 20 MB: loaded for whoever has a passkey */
const library = () => import('@simplewebauthn/server')

/** Where passkeys of this installation belong to. */
export interface Site {
  readonly host: string
  readonly origin: string
}

/** The address people know; without one this machine, as a browser of it names itself. */
export function siteOf({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>, origin: string | undefined): Site {
  if (publicUrl !== null) return { host: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin }
  const isLocal = /^http:\/\/localhost(?::\d{1,5})?$/.test(origin ?? '')
  return { host: 'localhost', origin: isLocal && origin !== undefined ? origin : `http://localhost:${port}` }
}

/** What is kept of a passkey. */
interface Kept {
  readonly publicKey: string
  readonly host: string
  readonly transports: readonly string[]
}

async function keepChallenge({ db, now }: SignInNeeds, challenge: string, accountId: string | null): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge_hash: hashOfToken(challenge),
      account_id: accountId,
      expires_at: new Date(now.getTime() + challengeMsMax).toISOString(),
    })
    .execute()
}

/** Uses a challenge up, in a statement of its own: it is gone whatever becomes of the try. */
async function spendChallenge({ db, now }: SignInNeeds, challenge: string, accountId: string | null): Promise<boolean> {
  const gone = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashOfToken(challenge))
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** The challenge that the browser says it answers; '' where there is none to read. */
function challengeIn(response: unknown): string {
  try {
    const { response: inner } = response as { response: { clientDataJSON: string } }
    const data: unknown = JSON.parse(Buffer.from(inner.clientDataJSON, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null && 'challenge' in data && typeof data.challenge === 'string' ? data.challenge : ''
  } catch {
    // no answer of a browser
    return ''
  }
}

/** What the browser makes a new passkey by. */
export async function beginPasskey(needs: SignInNeeds, site: Site, { id, username }: { readonly id: string; readonly username: string }) {
  const held = await needs.db
    .selectFrom('second_factor')
    .select('handle')
    .where('account_id', '=', id)
    .where('kind', '=', factorKinds.passkey)
    .execute()
  const options = await (
    await library()
  ).generateRegistrationOptions({
    rpName: '掌柜',
    rpID: site.host,
    userName: username,
    attestationType: 'none',
    excludeCredentials: held.map(one => ({ id: one.handle ?? '' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(needs, options.challenge, id)
  return options
}

const refused = (): Error => refuse.credentials(sentence`通行密钥没有通过验证，请重试`)

/** What is to be kept of a new passkey. */
export async function madePasskey(needs: SignInNeeds, site: Site, accountId: string, response: unknown) {
  const challenge = challengeIn(response)
  if (!(await spendChallenge(needs, challenge, accountId))) throw refused()
  const { verifyRegistrationResponse } = await library()
  const made = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  }).catch(
    // what is wrong with it is nothing a person can mend
    () => null,
  )
  if (made?.verified !== true) throw refused()
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  const kept: Kept = { publicKey: Buffer.from(publicKey).toString('base64url'), host: site.host, transports }
  return { handle: id, proof: JSON.stringify(kept), counter: String(counter) }
}

/** A new passkey is kept: refused where it is registered, of whomever it is: whose it is would not be told apart at the sign-in. */
export async function keepPasskey(
  tx: Tx,
  accountId: string,
  made: Awaited<ReturnType<typeof madePasskey>>,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('second_factor')
    .values({
      ...made,
      account_id: accountId,
      kind: factorKinds.passkey,
      name: name.trim() === '' ? '通行密钥' : name.trim(),
      made_at: now.toISOString(),
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (added !== 1n) throw refuse.rule(sentence`这个通行密钥已经登记过，请换一个`)
}

/** What the browser asks its passkeys with: any that belongs to this site. */
export async function askPasskey(needs: SignInNeeds, site: Site) {
  const options = await (await library()).generateAuthenticationOptions({ rpID: site.host, userVerification: 'required' })
  await keepChallenge(needs, options.challenge, null)
  return options
}

export interface PasskeyShown {
  readonly id: string
  readonly accountId: string
  readonly username: string
  readonly challenge: string
  readonly kept: Kept
  readonly counter: string
  readonly response: AuthenticationResponseJSON
}

/** Whose passkey an answer names, its challenge used up. Nothing is proved by it yet. */
export async function shownPasskey(needs: SignInNeeds, site: Site, response: unknown): Promise<PasskeyShown> {
  const challenge = challengeIn(response)
  if (!(await spendChallenge(needs, challenge, null))) throw refused()
  const answer = response as AuthenticationResponseJSON
  const found = await needs.db
    .selectFrom('second_factor as f')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select(['f.id', 'f.account_id as accountId', 'f.proof', 'f.counter', 'a.username'])
    .where('f.kind', '=', factorKinds.passkey)
    .where('f.handle', '=', typeof answer.id === 'string' ? answer.id : '')
    .executeTakeFirst()
  if (found === undefined) throw refuse.credentials(sentence`这个通行密钥在这里没有登记，或已被移除`)
  const { proof, ...who } = found
  const kept = JSON.parse(proof) as Kept
  if (kept.host !== site.host)
    throw refuse.credentials(sentence`这个通行密钥是在 ${kept.host} 添加的，网址已改为 ${site.host}，请用密码登录后重新添加`)
  return { ...who, kept, challenge, response: answer }
}

/** Whether the passkey itself has signed, with a counter that goes on. */
export async function takePasskey(tx: Tx, site: Site, shown: PasskeyShown, now: Date): Promise<boolean> {
  const { kept, challenge, response, id, counter } = shown
  const { verifyAuthenticationResponse } = await library()
  const proved = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: { id: response.id, publicKey: Buffer.from(kept.publicKey, 'base64url'), counter: Number(counter) },
    requireUserVerification: true,
  }).catch(
    // a counter that went back, another site, another key: refused alike
    () => null,
  )
  if (proved?.verified !== true) return false
  // of two answers with one counter the second finds it gone
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ counter: String(proved.authenticationInfo.newCounter), used_at: now.toISOString() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
