/**
 * Rights: who a token belongs to and what he may see and do. One statement per request and half second, a second one when his grants have
 * changed.
 */
import { instantMs } from '#platform/format/instants.ts'
import type { Caller, Rights, Db } from '#platform/server/area.ts'
import { touchSession, hashOfToken, isAlive, looksLikeToken, touchMs, type SessionTimes } from '#platform/server/rights.ts'
import { accountRow, accountRows, callersMax, cachedCallers, sessionRow, systemCaller, type Callers, type SessionRow } from './callers.ts'
import { accountsOf, accountsOfEmployees, administrators, holdersOf } from './recipients.ts'
import { findColleagues, findPeople } from './find-people.ts'
import { boundedMap } from './bounded-map.ts'
import { account } from './tables.ts'

/** How long an answer is believed without asking: a revoked session or grant is out within a second in every process. */
const freshMs = 500
const enabled = account.fields.status.choices.enabled[0]

interface Fresh {
  readonly caller: Caller
  readonly checkedAt: number
  readonly times: SessionTimes
}
export interface RightsNeeds {
  readonly unscoped: (reason: string) => Db
  readonly now: () => Date
}

/** Those of the accounts that are of this organisation, read over a transaction that asks. */
async function callersIn(callers: Callers, on: Db, orgId: string, accountIds: readonly string[]): Promise<Caller[]> {
  const found: Caller[] = []
  for (const who of await accountRows(on, accountIds))
    if (who.status === enabled && who.memberships?.some(m => m.orgId === orgId) === true) found.push(await callers.callerIn(who, orgId, on))
  return found
}

/** The rights over one database, with caches of its own. `forget` drops them: a process that revokes need not wait for the half second. */
export function createRights({ unscoped, now }: RightsNeeds): Rights & { forget(): void } {
  const db = unscoped('rights: who a token belongs to and what he was granted')
  const fresh = boundedMap<Fresh>(callersMax)
  const callers = cachedCallers(db)
  /** grows with each forgetting: what was read before it is not remembered after it */
  let forgotten = 0

  /** The person himself, or whom he looks at the product as: a system administrator, at somebody of one of his organisations. */
  async function callerOfSession(row: SessionRow, orgId: string | null): Promise<Caller | null> {
    const { viewAsAccountId, viewAsOrgId, systemAdmin } = row
    if (viewAsAccountId !== null && viewAsOrgId !== null && systemAdmin && row.memberships?.some(m => m.orgId === viewAsOrgId)) {
      const seen = await accountRow(db, viewAsAccountId)
      if (seen?.status === enabled && seen.memberships?.some(m => m.orgId === viewAsOrgId)) {
        const caller = await callers.callerIn({ ...seen, mustChange: false }, viewAsOrgId)
        return { ...caller, viewer: { accountId: row.accountId, name: row.name, orgId: viewAsOrgId } }
      }
    }
    if (row.everMember && row.memberships === null) return null
    return callers.callerIn(row, orgId)
  }

  return {
    async callerOfToken(token, orgId) {
      if (!looksLikeToken(token)) return null
      const hash = hashOfToken(token)
      const key = `${hash} ${orgId ?? ''}`
      const nowMs = now().getTime()
      const recent = fresh.get(key)
      if (recent && Math.abs(nowMs - recent.checkedAt) < freshMs && isAlive(recent.times, nowMs)) return recent.caller
      const readAt = forgotten
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
      if (nowMs - instantMs(row.lastSeenAt) >= touchMs) await touchSession(unscoped('sessions: last use'), hash, new Date(nowMs))
      if (readAt === forgotten)
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
      return callers.callerIn(who, orgId)
    },
    system: (orgId, tx) => systemCaller(tx?.withoutPlugins() ?? db, orgId),
    accountsOf: (orgId, marks, tx) => accountsOf(tx?.withoutPlugins() ?? db, orgId, marks),
    people: (orgId, ask) => findPeople(db, orgId, ask),
    colleagues: (orgId, keyword, max) => findColleagues(db, orgId, keyword, max),
    accountsOfEmployees: (orgId, employeeIds, tx) => accountsOfEmployees(tx.withoutPlugins(), orgId, employeeIds),
    holdersOf: (orgId, permission, operation, tx) => holdersOf(tx.withoutPlugins(), orgId, permission, operation),
    callersOf: (orgId, accountIds, tx) => callersIn(callers, tx.withoutPlugins(), orgId, accountIds),
    administrators: () => administrators(db),
    forget() {
      forgotten += 1
      fresh.clear()
      callers.forget()
    },
  }
}
