/** POST /auth/user/factor: what a ticket is for. No other call takes one. */
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Tx } from '#platform/server/area.ts'
import {
  addAuthenticator,
  beginAuthenticator,
  factorKey,
  hasFactor,
  holdTicket,
  keepRecoveryCodes,
  newRecoveryCodes,
  spendTicket,
  takeCode,
  type Ticket,
  ticketOf,
  ticketPurposes,
  trustDevice,
  waysOf,
} from '#platform/server/rights.ts'
import {
  companyOnlySentence,
  isCompanyOnly,
  guarded,
  standing,
  Untried,
  wholeWay,
  type SignedIn,
  type SignInNeeds,
  type SigningIn,
} from '#areas/admin/index.ts'
import { beginPasskey, keepPasskey, madePasskey, shownPasskey, takePasskey, type Site } from './passkeys.ts'

export interface FactorNeeds extends SignInNeeds {
  readonly secretKey: string | null | undefined
}
export interface FactorInput {
  readonly ticket: string
  readonly code?: string | undefined
  /** of an authenticator that is set up: its sealed key */
  readonly begun?: string | undefined
  readonly trust?: boolean | undefined
  /** in the place of a code: the answer of a passkey, or a new one where a factor is set up */
  readonly passkey?: unknown
}
export interface FactorVisit {
  readonly address: string
  readonly userAgent: string
  /** cookie of the ticket */
  readonly browser: string | null
  /** where passkeys belong to */
  readonly site: Site
}
export interface FactorDone extends SignedIn {
  /** shown once, where the factor was set up now */
  readonly codes: readonly string[] | null
  /** token of the cookie of a trusted device */
  readonly trusted: string | null
}

const over = (): Error => refuse.credentials(sentence`登录已超时，请重新输入账号和密码`, { ticketOver: true })

async function demandTicket({ db, now }: SignInNeeds, ticket: string, browser: string | null): Promise<Ticket & { username: string }> {
  const found = await ticketOf(db, ticket, browser, now)
  if (found === null) throw over()
  const { username } = await db.selectFrom('account').select('username').where('id', '=', found.accountId).executeTakeFirstOrThrow()
  return { ...found, username }
}

/** The picture of a new authenticator, or what a passkey is made by, for who has to set one up before he comes in. */
export async function beginBySetUp(needs: FactorNeeds, { ticket, site }: { ticket: string; site: Site | null }, browser: string | null) {
  const { accountId, purpose, username } = await demandTicket(needs, ticket, browser)
  if (purpose !== ticketPurposes.setUp) throw over()
  if (site !== null) return beginPasskey(needs, site, { id: accountId, username })
  return beginAuthenticator(factorKey(needs), accountId, username)
}

interface Proof {
  readonly by: string
  readonly codes: readonly string[] | null
}

type Prove = (tx: Tx) => Promise<Proof | null>

/** A code of what he has; of what he sets up now the first code, which brings recovery codes. */
const byCode =
  (needs: FactorNeeds, { purpose, accountId }: Ticket, { code = '', begun = '' }: FactorInput): Prove =>
  async tx => {
    if (purpose === ticketPurposes.factor) {
      const by = await takeCode(tx, needs.secretKey, accountId, code, needs.now)
      return by === null ? null : { by, codes: null }
    }
    if (!(await addAuthenticator(tx, factorKey(needs), accountId, { begun, code, now: needs.now }))) return null
    return { by: 'totp', codes: await keepRecoveryCodes(tx, accountId, await newRecoveryCodes(), needs.now) }
  }

/** By a passkey of his, or by one that he sets up now. Its challenge is used up here. */
async function byPasskey(needs: FactorNeeds, { purpose, accountId }: Ticket, passkey: unknown, site: Site): Promise<Prove> {
  if (purpose === ticketPurposes.factor) {
    const shown = await shownPasskey(needs, site, passkey)
    return async tx =>
      shown.accountId === accountId && (await takePasskey(tx, site, shown, needs.now)) ? { by: 'passkey', codes: null } : null
  }
  const made = await madePasskey(needs, site, accountId, passkey)
  return async tx => {
    await keepPasskey(tx, accountId, made, { name: '', now: needs.now })
    return { by: 'passkey', codes: await keepRecoveryCodes(tx, accountId, await newRecoveryCodes(), needs.now) }
  }
}

/** The second step: tries count with the failures of the name, whatever door they were made at. */
export async function finishSignIn(needs: FactorNeeds, input: FactorInput, visit: FactorVisit): Promise<FactorDone> {
  const ticket = await demandTicket(needs, input.ticket, visit.browser)
  const prove = input.passkey === undefined ? byCode(needs, ticket, input) : await byPasskey(needs, ticket, input.passkey, visit.site)
  const door = { ...visit, username: ticket.username, device: { hash: ticket.deviceHash }, refusedAs: 'factor' as const }
  return guarded<FactorDone>(
    needs,
    door,
    async tx => {
      // of two with one ticket the second proves nothing and counts for nothing; nor is a factor set up beside one that came meanwhile
      if (!(await holdTicket(tx, input.ticket))) throw new Untried(over())
      if (ticket.purpose === ticketPurposes.setUp && hasFactor(await waysOf(tx, ticket.accountId))) throw new Untried(over())
      const proof = await prove(tx)
      if (proof === null) return null
      await spendTicket(tx, input.ticket)
      const account = await standing(tx, ticket.accountId)
      return account === null ? null : comeIn(tx, account, { needs, visit, ticket, proof, trust: input.trust === true })
    },
    input.passkey === undefined ? sentence`验证码不正确，请检查后重新输入` : sentence`通行密钥没有通过验证，请重试`,
  )
}

/** POST /auth/user/login/passkey: alone a whole sign-in. A lock of the name by other doors holds here too. */
export async function signInByPasskey(
  needs: SignInNeeds,
  site: Site,
  response: unknown,
  visit: Pick<FactorVisit, 'address' | 'userAgent'> & { readonly device: string | null },
): Promise<SignedIn> {
  const shown = await shownPasskey(needs, site, response)
  return guarded<SignedIn>(
    needs,
    { ...visit, username: shown.username, refusedAs: 'factor' },
    async tx => {
      if (!(await takePasskey(tx, site, shown, needs.now))) return null
      const account = await standing(tx, shown.accountId)
      if (account !== null && (await isCompanyOnly(tx, account, 1))) throw new Untried(refuse.rule(companyOnlySentence))
      return account === null ? null : wholeWay(tx, account, { ...visit, now: needs.now, isFresh: true, by: 'passkey' })
    },
    sentence`通行密钥没有通过验证，请重试`,
  )
}

interface Coming {
  readonly needs: FactorNeeds
  readonly visit: FactorVisit
  readonly ticket: Ticket
  readonly proof: Proof
  readonly trust: boolean
}

async function comeIn(tx: Tx, account: SigningIn, { needs, visit, ticket, proof, trust }: Coming): Promise<FactorDone> {
  const { now } = needs
  const signedIn = await wholeWay(tx, account, {
    ...visit,
    now,
    device: { hash: ticket.deviceHash },
    isFresh: true,
    by: proof.by,
    ...(ticket.byCompany ? { isOfCompany: true as const } : {}),
  })
  const mayTrust = trust && !account.is_system_admin && proof.by !== 'recovery'
  return { ...signedIn, codes: proof.codes, trusted: mayTrust ? await trustDevice(tx, account.id, visit.userAgent, now) : null }
}
