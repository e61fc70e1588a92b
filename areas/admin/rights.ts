/** Rights: who a token belongs to and what he may see and do. One statement per request and half second, a second one when his grants have changed. */
import { sql, type Kysely } from 'kysely'
import type { Caller } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/database.ts'
import type { Rights } from '#platform/server/house.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { touchSession } from '#platform/server/session/sessions.ts'
import { hashOfToken, isAlive, looksLikeToken, touchMs, type SessionTimes } from '#platform/server/session/tokens.ts'
import { readGrants, type Grants, type Membership } from './grants.ts'
import { dataScopes, type Company } from './reach.ts'
import { remembering } from './remembering.ts'
import { account, employee } from './tables.ts'

/** How long an answer is believed without asking: a revoked session or grant is out within a second in every process. */
const freshMs = 500
const callersMax = 20_000
const companiesMax = 200
const enabled = account.fields.status.choices.enabled[0]

interface AccountRow {
  readonly accountId: string
  readonly name: string
  readonly systemAdmin: boolean
  readonly mustChange: boolean
  readonly status: number
  readonly lastOrgId: string | null
  /** where the person still works */
  readonly memberships: readonly Membership[] | null
  /** belonged to an organisation at all: who has left all of them is signed out, who never joined one is told so */
  readonly everMember: boolean
}
interface SessionRow extends AccountRow, SessionTimes {
  readonly viewAsAccountId: string | null
  readonly viewAsOrgId: string | null
}
interface Fresh {
  readonly caller: Caller
  readonly checkedAt: number
  readonly times: SessionTimes
}
interface KnownCompany {
  readonly version: string | null
  readonly company: Company
}
interface Cached {
  readonly version: string | null
  readonly fingerprint: string
  readonly grants: Grants
}

export interface RightsNeeds {
  readonly unscoped: (reason: string) => Kysely<Database>
  readonly now: () => Date
}

/** The rights over one database, with caches of its own. `forget` drops them: a process that revokes need not wait for the half second. */
export function createRights({ unscoped, now }: RightsNeeds): Rights & { forget(): void } {
  const db = unscoped('rights: who a token belongs to and what he was granted')
  const fresh = remembering<Fresh>(callersMax)
  const granted = remembering<Cached>(callersMax)
  const companies = remembering<KnownCompany>(companiesMax)

  async function grantsOf(who: AccountRow, of: Membership): Promise<Grants> {
    const there = companies.get(of.orgId)
    const known = there !== undefined && there.version === of.version ? there.company : null
    const read = await readGrants(db, who.accountId, who.systemAdmin, of, known)
    // without a version nothing would tell that it has changed
    if (known === null && of.version !== null) companies.set(of.orgId, { version: of.version, company: read.company })
    return read.grants
  }

  async function callerIn(who: AccountRow, wantedOrgId: string | null): Promise<Caller> {
    const of = membershipOf(who, wantedOrgId)
    const key = `${who.accountId} ${of.orgId}`
    // what stands on the account itself is part of the fingerprint: it changes without a version
    const fingerprint = `${who.systemAdmin} ${of.employeeId} ${of.dataScope} ${of.namedDeptIds?.join(',')}`
    let known = granted.get(key)
    if (known === undefined || known.version !== of.version || known.fingerprint !== fingerprint) {
      known = { version: of.version, fingerprint, grants: await grantsOf(who, of) }
      granted.set(key, known)
    }
    return {
      accountId: who.accountId,
      employeeId: of.employeeId,
      name: who.name,
      orgId: of.orgId,
      orgIds: (who.memberships ?? []).map(m => m.orgId),
      ...known.grants,
      systemAdmin: who.systemAdmin,
      loginState: who.mustChange ? '1' : '0',
      zone: of.zone,
    }
  }

  /** The person himself, or whom he looks at the product as: a system administrator, at somebody of one of his organisations. */
  async function callerOfSession(row: SessionRow, orgId: string | null): Promise<Caller | null> {
    const { viewAsAccountId, viewAsOrgId, systemAdmin } = row
    if (viewAsAccountId !== null && viewAsOrgId !== null && systemAdmin && row.memberships?.some(m => m.orgId === viewAsOrgId)) {
      const seen = await accountRow(db, viewAsAccountId)
      if (seen?.status === enabled && seen.memberships?.some(m => m.orgId === viewAsOrgId)) {
        const caller = await callerIn({ ...seen, mustChange: false }, viewAsOrgId)
        return { ...caller, viewer: { accountId: row.accountId, name: row.name, orgId: viewAsOrgId } }
      }
    }
    if (row.everMember && row.memberships === null) return null
    return callerIn(row, orgId)
  }

  return {
    async callerOfToken(token, orgId) {
      if (!looksLikeToken(token)) return null
      const hash = hashOfToken(token)
      const key = `${hash} ${orgId ?? ''}`
      const nowMs = now().getTime()
      const recent = fresh.get(key)
      if (recent && Math.abs(nowMs - recent.checkedAt) < freshMs && isAlive(recent.times, nowMs)) return recent.caller
      const row = await sessionRow(db, hash)
      if (!row || row.status !== enabled || !isAlive(row, nowMs)) {
        fresh.delete(key)
        return null
      }
      const caller = await callerOfSession(row, orgId)
      if (caller === null) {
        fresh.delete(key)
        return null
      }
      if (nowMs - Date.parse(row.lastSeenAt) >= touchMs) await touchSession(unscoped('sessions: last use'), hash, new Date(nowMs))
      fresh.set(key, {
        caller,
        checkedAt: nowMs,
        times: { lastSeenAt: row.lastSeenAt, expiresAt: row.expiresAt, revokedAt: row.revokedAt },
      })
      return caller
    },
    async callerOf(accountId, orgId) {
      const who = await accountRow(db, accountId)
      if (!who || who.status !== enabled || !who.memberships?.some(m => m.orgId === orgId)) return null
      return callerIn(who, orgId)
    },
    system: orgId => systemCaller(db, orgId),
    forget() {
      fresh.clear()
      granted.clear()
      companies.clear()
    },
  }
}

/** All shops and employees of one organisation, every operation. */
async function systemCaller(db: Kysely<Database>, orgId: string): Promise<Caller> {
  const { rows } = await sql<{ zone: string }>`select zone from organisation where id = ${orgId}`.execute(db)
  if (!rows[0]) throw new Error(`organisation ${orgId} does not exist`)
  const { zone } = rows[0]
  const of: Membership = { orgId, version: null, zone, employeeId: null, dataScope: dataScopes.all, namedDeptIds: null }
  const { grants } = await readGrants(db, serverAccountId, true, of, null)
  return {
    accountId: serverAccountId,
    employeeId: null,
    name: '系统',
    orgId,
    orgIds: [orgId],
    ...grants,
    systemAdmin: true,
    loginState: '0',
    zone,
  }
}

/** No account has it: the server acting for itself. */
export const serverAccountId = '0'

/** The organisation asked for, else the one last used, else the first. */
function membershipOf(who: AccountRow, wantedOrgId: string | null): Membership {
  const all = who.memberships ?? []
  const of = wantedOrgId === null ? (all.find(m => m.orgId === who.lastOrgId) ?? all[0]) : all.find(m => m.orgId === wantedOrgId)
  if (of) return of
  throw refuse.forbidden(wantedOrgId === null ? '账号还没有加入任何组织，请联系系统管理员' : '不属于该组织，请切换到自己的组织')
}

const employed = employee.fields.status.choices.employed[0]
/** An employee who has left the company is no member of its organisation any more. */
const accountColumns = sql`
  a.id as "accountId", a.name, a.is_system_admin as "systemAdmin", a.must_change as "mustChange", a.status, a.last_org_id as "lastOrgId",
  (select jsonb_agg(jsonb_build_object('orgId', m.org_id::text, 'version', v.version::text, 'zone', o.zone, 'employeeId', m.employee_id::text,
      'dataScope', m.data_scope, 'namedDeptIds', m.named_dept_ids) order by m.org_id)
    from account_organisation m join organisation o on o.id = m.org_id left join scope_version v on v.organisation_id = m.org_id
      left join employee e on e.id = m.employee_id
    where m.account_id = a.id and (e.id is null or e.status = ${employed})) as memberships,
  exists (select 1 from account_organisation where account_id = a.id) as "everMember"`

async function sessionRow(db: Kysely<Database>, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
      s.view_as_account_id as "viewAsAccountId", s.view_as_org_id as "viewAsOrgId", ${accountColumns}
    from session s join account a on a.id = s.account_id where s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

async function accountRow(db: Kysely<Database>, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`select ${accountColumns} from account a where a.id = ${accountId}`.execute(db)
  return rows[0]
}
