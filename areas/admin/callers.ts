/** Who somebody is inside an organisation: the rows of his account, and his grants with what is remembered of them. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { homeZone, isZone } from '#platform/format/zones.ts'
import { type Caller, refuse, type Db } from '#platform/server/area.ts'
import type { SessionTimes } from '#platform/server/rights.ts'
import { serverName } from '#platform/server/records.ts'
import { everythingOf, readGrants, type Grants, type Membership } from './grants.ts'
import type { Company } from './reach.ts'
import { boundedMap } from './bounded-map.ts'
import { employee } from './tables.ts'

export const callersMax = 20_000
const companiesMax = 200

export interface AccountRow {
  readonly accountId: string
  readonly name: string
  readonly systemAdmin: boolean
  readonly installationAdmin: boolean
  readonly manager: boolean
  readonly mustChange: boolean
  readonly status: number
  readonly lastOrgId: string | null
  /** where the person still works */
  readonly memberships: readonly Membership[] | null
  /** belonged to an organisation at all: who has left all of them is signed out, who never joined one is told so */
  readonly everMember: boolean
}
export interface SessionRow extends AccountRow, SessionTimes {
  readonly viewAsAccountId: string | null
  readonly viewAsOrgId: string | null
}
interface KnownCompany {
  readonly version: string | null
  readonly company: Company
}
interface Cached {
  readonly version: string | null
  readonly fingerprint: string
  readonly caller: Caller
}

export interface Callers {
  /** Throws Refusal 1003 where the account is not of the organisation. `on`: a transaction that asks; what it reads is not remembered. */
  callerIn(who: AccountRow, wantedOrgId: string | null, on?: Db): Promise<Caller>
  forget(): void
}

/**
 * Grants are read again when the organisation's version, or what stands on the account itself, has changed; its departments and people once
 * per version.
 */
export function cachedCallers(db: Db): Callers {
  const granted = boundedMap<Cached>(callersMax)
  const companies = boundedMap<KnownCompany>(companiesMax)

  async function grantsOf(who: AccountRow, of: Membership, on: Db | undefined): Promise<Grants> {
    const there = companies.get(of.orgId)
    const known = there !== undefined && there.version === of.version ? there.company : null
    const read = await readGrants(on ?? db, who.accountId, who.systemAdmin, of, known)
    // without a version nothing would tell that it has changed
    if (known === null && of.version !== null && on === undefined) companies.set(of.orgId, { version: of.version, company: read.company })
    return read.grants
  }

  async function callerIn(who: AccountRow, wantedOrgId: string | null, on?: Db): Promise<Caller> {
    const of = membershipOf(who, wantedOrgId)
    const key = `${who.accountId} ${of.orgId}`
    const orgIds = (who.memberships ?? []).map(m => m.orgId)
    const zone = zoneOr(of.zone)
    // what stands on the account and the organisation itself changes without a version
    const fingerprint = JSON.stringify([
      who.systemAdmin,
      who.installationAdmin,
      who.manager,
      of.employeeId,
      of.dataScope,
      of.namedDeptIds,
      who.name,
      who.mustChange,
      of.zone,
      orgIds,
    ])
    const known = granted.get(key)
    // the same object again: what is made for a caller, such as his way to the tables, lasts as long as his grants
    if (known !== undefined && known.version === of.version && known.fingerprint === fingerprint) return known.caller
    const caller: Caller = {
      accountId: who.accountId,
      employeeId: of.employeeId,
      name: who.name,
      orgId: of.orgId,
      orgIds,
      ...(await grantsOf(who, of, on)),
      systemAdmin: who.systemAdmin,
      installationAdmin: who.installationAdmin,
      manager: who.manager,
      loginState: who.mustChange ? '1' : '0',
      zone,
    }
    if (on === undefined) granted.set(key, { version: of.version, fingerprint, caller })
    return caller
  }
  return {
    callerIn,
    forget() {
      granted.clear()
      companies.clear()
    },
  }
}

/** All shops and employees of one organisation, every operation. */
export async function systemCaller(db: Db, orgId: string): Promise<Caller> {
  const { rows } = await sql<{ zone: string; shops: readonly string[] | null; staff: number }>`select o.zone,
      (select jsonb_agg(s.id::text order by s.id) from shop s where s.org_id = o.id) as shops,
      (select count(*)::int from employee e where e.org_id = o.id) as staff
    from organisation o where o.id = ${orgId}`.execute(db)
  if (!rows[0]) throw new Error(`organisation ${orgId} does not exist`)
  const zone = zoneOr(rows[0].zone)
  const grants = everythingOf(rows[0].shops ?? [], serverAccountId, rows[0].staff)
  return {
    accountId: serverAccountId,
    employeeId: null,
    name: serverName[0],
    orgId,
    orgIds: [orgId],
    ...grants,
    systemAdmin: true,
    loginState: '0',
    zone,
  }
}

/** The zone of an organisation; where a text stands there that is none (stored by an older version, or by hand), the home zone. */
const zoneOr = (stored: string): string => (isZone(stored) ? stored : homeZone)

/** No account has it: the server acting for itself. */
export const serverAccountId = '0'

/** The organisation asked for, else the one last used, else the first. */
function membershipOf(who: AccountRow, wantedOrgId: string | null): Membership {
  const all = who.memberships ?? []
  const of = wantedOrgId === null ? (all.find(m => m.orgId === who.lastOrgId) ?? all[0]) : all.find(m => m.orgId === wantedOrgId)
  if (of) return of
  throw refuse.forbidden(
    wantedOrgId === null ? sentence`账号还没有加入任何组织，请联系系统管理员` : sentence`不属于该组织，请切换到自己的组织`,
  )
}

const employed = employee.fields.status.choices.employed[0]
/** An employee who has left the company is no member of its organisation any more. */
const accountColumns = sql`
  a.id as "accountId", a.name, a.is_system_admin as "systemAdmin", a.is_installation_admin as "installationAdmin",
  a.is_manager as "manager",
  a.must_change as "mustChange", a.status, a.last_org_id as "lastOrgId",
  (select jsonb_agg(jsonb_build_object('orgId', m.org_id::text, 'version', v.version::text, 'zone', o.zone, 'employeeId',
    m.employee_id::text,
      'dataScope', m.data_scope, 'namedDeptIds', m.named_dept_ids) order by m.org_id)
    from account_organisation m join organisation o on o.id = m.org_id left join scope_version v on v.organisation_id = m.org_id
      left join employee e on e.id = m.employee_id
    where m.account_id = a.id and (e.id is null or e.status = ${employed})) as memberships,
  exists (select 1 from account_organisation where account_id = a.id) as "everMember"`

export async function sessionRow(db: Db, tokenHash: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
      s.view_as_account_id as "viewAsAccountId", s.view_as_org_id as "viewAsOrgId", ${accountColumns}
    from session s join account a on a.id = s.account_id where s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

export async function accountRow(db: Db, accountId: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`select ${accountColumns} from account a where a.id = ${accountId}`.execute(db)
  return rows[0]
}

export async function accountRows(db: Db, accountIds: readonly string[]): Promise<readonly AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from account a where a.id = any(${[...accountIds]}::bigint[]) order by a.id`.execute(db)
  return rows
}
