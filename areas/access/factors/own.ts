/** What a person keeps to prove himself by, and the proof itself: `fresh` of a route asks for it. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { writeAudit } from '#platform/server/records.ts'
import {
  addAuthenticator,
  beginAuthenticator,
  factorKey,
  factorKinds,
  hashOfToken,
  hasFactor,
  keepRecoveryCodes,
  newRecoveryCodes,
  noteFresh,
  takeCode,
  waysOf,
} from '#platform/server/rights.ts'
import { attempt, checkOldPassword, demandedFrom, inSession, keepCompanyDoors, type OwnFactors, WrongProof } from '#areas/admin/index.ts'
import { beginPasskey, keepPasskey, madePasskey, shownPasskey, takePasskey, type Site } from './passkeys.ts'

const sealed = (context: Context) => context.house.unscoped('factors are sealed: always those of the caller himself')
const wrongCode = () => refuse.credentials(sentence`验证码不正确，请检查后重新输入`)
const nameOf = (context: Context): Promise<{ username: string }> =>
  sealed(context).selectFrom('account').select('username').where('id', '=', context.caller.accountId).executeTakeFirstOrThrow()

/** POST /factor/list */
export async function ownFactors(context: Context): Promise<OwnFactors> {
  const db = sealed(context)
  const { accountId } = context.caller
  const rows = await db
    .selectFrom('second_factor')
    .select(['id', 'kind', 'name', 'made_at as madeAt', 'used_at as usedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const trusted = await db
    .selectFrom('trusted_device')
    .select(e => e.fn.countAll<string>().as('n'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', context.now().toISOString())
    .executeTakeFirstOrThrow()
  return {
    factors: rows.filter(row => row.kind !== factorKinds.recovery),
    codes: rows.filter(row => row.kind === factorKinds.recovery).length,
    trustedDevices: Number(trusted.n),
  }
}

/** In the profile: the day that is still to come from which a second step is demanded of who has none; null: nothing to be told. */
export async function factorDue(context: Context): Promise<{ readonly factorDue: string | null }> {
  const { accountId, systemAdmin, viewer } = context.caller
  const day = viewer ? null : await demandedFrom(sealed(context), { id: accountId, is_system_admin: systemAdmin })
  return { factorDue: day === null || hasFactor(await waysOf(sealed(context), accountId)) ? null : day }
}

/** POST /factor/begin: the picture of a new authenticator. */
export async function beginOwn(context: Context) {
  const { username } = await nameOf(context)
  return beginAuthenticator(factorKey(context.house.settings), context.caller.accountId, username)
}

/** What is kept or taken, in the trail of the person. */
const change = <T>(context: Context, verb: 'addFactor' | 'removeFactor' | 'newCodes', work: (tx: Tx) => Promise<T>): Promise<T> =>
  context.write(async (tx, inside) => {
    const done = await work(tx.withoutPlugins())
    await writeAudit(inside, tx, { subject: 'account', recordId: context.caller.accountId, verb, before: null, after: null })
    return done
  })

/** POST /factor/confirm: the first code of it; who had no factor gets recovery codes. */
export async function confirmOwn(context: Context, input: { readonly begun: string; readonly code: string }) {
  const { accountId } = context.caller
  const codes = await newRecoveryCodes()
  return change(context, 'addFactor', async tx => {
    const { codes: had } = await waysOf(tx, accountId)
    if (!(await addAuthenticator(tx, factorKey(context.house.settings), accountId, { ...input, now: context.now() }))) throw wrongCode()
    return { codes: had > 0 ? null : await keepRecoveryCodes(tx, accountId, codes, context.now()) }
  })
}

/** POST /factor/addPasskey: without an answer of the browser what it makes one by; with it the passkey is kept. */
export async function addPasskey(context: Context, input: { readonly response?: unknown; readonly name?: string | undefined }, site: Site) {
  const { accountId } = context.caller
  const needs = { db: sealed(context), now: context.now() }
  if (input.response === undefined) return beginPasskey(needs, site, { id: accountId, ...(await nameOf(context)) })
  const made = await madePasskey(needs, site, accountId, input.response)
  const codes = await newRecoveryCodes()
  return change(context, 'addFactor', async tx => {
    const { codes: had } = await waysOf(tx, accountId)
    await keepPasskey(tx, accountId, made, { name: input.name ?? '', now: needs.now })
    return { codes: had > 0 ? null : await keepRecoveryCodes(tx, accountId, codes, needs.now) }
  })
}

/** POST /factor/codes: ten new ones, those before are void. */
export async function newCodes(context: Context) {
  const { accountId } = context.caller
  const codes = await newRecoveryCodes()
  return change(context, 'newCodes', async tx => {
    if (!hasFactor(await waysOf(tx, accountId))) throw refuse.rule(sentence`请先添加验证器或通行密钥`)
    return { codes: await keepRecoveryCodes(tx, accountId, codes, context.now()) }
  })
}

/** POST /factor/remove: with the last one go its codes and the devices that were trusted with it. */
export async function removeOwn(context: Context, id: string): Promise<null> {
  const { accountId } = context.caller
  return change(context, 'removeFactor', async tx => {
    const gone = await keepCompanyDoors(tx, accountId, () =>
      tx.deleteFrom('second_factor').where('id', '=', id).where('account_id', '=', accountId).executeTakeFirst(),
    )
    if (gone.numDeletedRows === 0n) throw refuse.unknown(['验证方式', 'Factor'])
    if (!hasFactor(await waysOf(tx, accountId))) await tx.deleteFrom('second_factor').where('account_id', '=', accountId).execute()
    await tx.deleteFrom('trusted_device').where('account_id', '=', accountId).execute()
    return null
  })
}

/** POST /factor/forgetDevices */
export async function forgetTrusted(context: Context): Promise<null> {
  await sealed(context).deleteFrom('trusted_device').where('account_id', '=', context.caller.accountId).execute()
  return null
}

export interface ProofGiven {
  readonly passkey?: unknown
  readonly code?: string | undefined
  readonly password?: string | undefined
}

interface Proving {
  readonly token: string
  readonly address: string
  readonly site: Site
}

/** POST /auth/user/fresh: by a factor, or by the password where he has none. Tries count as failed sign-ins. */
export async function proveFresh(context: Context, given: ProofGiven, { token, address, site }: Proving): Promise<null> {
  const { accountId } = context.caller
  const db = sealed(context)
  const now = context.now()
  if (hasFactor(await waysOf(db, accountId))) await demandFactor(context, given, { address, site })
  else if (!(await checkOldPassword({ db, now }, accountId, (given.password ?? '').trim(), address)))
    throw refuse.credentials(sentence`密码不正确`)
  await noteFresh(db, hashOfToken(token), now)
  return null
}

async function demandFactor(context: Context, { code, passkey }: ProofGiven, { address, site }: Omit<Proving, 'token'>): Promise<void> {
  const { username } = await nameOf(context)
  const { house, caller } = context
  const needs = { db: sealed(context), now: context.now() }
  const shown = passkey === undefined ? null : await shownPasskey(needs, site, passkey)
  const verdict = await attempt(needs, { username, address, device: inSession }, async tx => {
    if (shown !== null) return shown.accountId === caller.accountId && (await takePasskey(tx, site, shown, needs.now)) ? true : null
    return (await takeCode(tx, house.settings.secretKey, caller.accountId, code ?? '', needs.now)) === null ? null : true
  })
  if (verdict.passed) return
  if (shown !== null && verdict.error instanceof WrongProof) throw refuse.credentials(sentence`通行密钥没有通过验证，请重试`)
  throw verdict.error instanceof WrongProof ? wrongCode() : verdict.error
}
