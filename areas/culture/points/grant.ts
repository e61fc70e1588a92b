/**
 * Points for what happens. `grantPoints` orders them in the transaction of the event; the job enters them, each event once, whatever runs
 * twice. So nobody waits for another's points, and an event that is rolled back grants nothing.
 */
import { addMonthsToDay } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { JobHandler, Context, Tx } from '#platform/server/area.ts'
import { post, type LedgerLine, type Posted } from '#platform/server/documents.ts'
import { rulesOf, type Rule, type RuleCode } from './rules.ts'
import { points } from './tables.ts'

export interface Grant {
  readonly rule: RuleCode
  readonly employeeId: string
  /** names the event, of this employee once: `reply:17` */
  readonly eventKey: string
  /** what it was, in a few words: the title of a post */
  readonly source?: string
  /** points other than the rule's: those of an activity */
  readonly points?: number
}

export const grantJob = 'culture.grantPoints'
const sourceMax = 100
/** lines of one posting */
const atOnce = 500

/** The day in the books of the organisation. */
/** Last day on which points of this day can be used: the rule's months, or the end of next year. */
export const lastDayOf = (day: string, validMonths: number | null): string =>
  validMonths === null ? `${Number(day.slice(0, 4)) + 1}-12-31` : addMonthsToDay(day, validMonths)

/** Orders points; they are entered as soon as `tx` has committed. An event that was granted before grants nothing. */
export async function grantPoints(context: Context, tx: Tx, grants: readonly Grant[]): Promise<void> {
  for (let at = 0; at < grants.length; at += atOnce)
    await context.house.jobs.add(tx, grantJob, {
      orgId: context.caller.orgId,
      day: todayOf(context),
      grants: grants.slice(at, at + atOnce),
    })
}

export const runGrant: JobHandler = async (house, payload) => {
  const { orgId, day, grants } = payload as { readonly orgId: string; readonly day: string; readonly grants: readonly Grant[] }
  const system = await house.asSystem(orgId, 'points for what happened')
  await system.write((tx, inside) => grantNow(inside, tx, grants, day))
}

/** Enters them now: the one posting of this transaction. Who has left gets none, nor does a rule that is off grant any. */
export async function grantNow(inside: Context, tx: Tx, grants: readonly Grant[], day: string): Promise<readonly Posted[]> {
  const rules = await rulesOf(inside)
  const here = new Set(
    (
      await inside.db
        .selectFrom('employee')
        .select('id')
        .where('status', '=', 1)
        .where('id', 'in', [...new Set(['0', ...grants.map(grant => grant.employeeId)])])
        .execute()
    ).map(({ id }) => id),
  )
  const lines = grants.flatMap(grant => {
    const rule = rules.get(grant.rule)
    return rule === undefined || !rule.inUse || !here.has(grant.employeeId) ? [] : lineOf(grant, rule, day)
  })
  const [posted = []] = await post(inside, tx, [{ ledger: points, lines }])
  return posted
}

export function lineOf({ employeeId, eventKey, source, points: given }: Grant, rule: Rule, day: string): LedgerLine[] {
  const amount = given ?? rule.points
  if (amount <= 0) return []
  return [
    {
      kind: 'earn',
      cell: { employeeId },
      amount,
      bookedOn: day,
      eventKey,
      expiresOn: lastDayOf(day, rule.validMonths),
      dayMax: rule.dailyCap,
      monthMax: rule.monthlyCap,
      extraFields: { ruleId: rule.id, source: source?.slice(0, sourceMax) ?? null },
    },
  ]
}
