/** What follows from leaves and entitlements: what is held of them, who stands in, what is granted. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { daysBetween } from '#platform/format/dates.ts'
import { multiply, roundTo } from '#platform/format/decimal.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, instantInZone, todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { post, type LedgerLine } from '#platform/server/documents.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { isOfPerson, type Row } from '../keep.ts'
import { leaveRequest } from '../request-tables.ts'
import { counts, followAway, overlap, overtimeOver } from '../requests.ts'
import { requestStates } from '../words.ts'
import { timesOfEach } from './daily.ts'
import { keepStandIns, refuseOwnStandIn } from './stand-in.ts'
import { dayOfLeave, leaveCounts } from './split.ts'
import { entitlementSources, leaveLedger, leavePeriods, leaveEntitlement } from './tables.ts'
import { daysOf, holdLeaves, planLeaves, showEntitlements, type Asked, type LeavePlan } from './take.ts'

const nothing = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))
const hasNone = (files: unknown): boolean => !Array.isArray(files) || files.length === 0

export const askedOf = (id: string, row: Row): Asked => ({
  id,
  employeeId: asText(row['employeeId']),
  typeId: asText(row['typeId']),
  fromAt: asText(row['fromAt']),
  toAt: asText(row['toAt']),
  ruleId: nothing(row['ruleId']),
  isHeld: counts(row),
})

/** What speaks against sending a leave as it stands. */
export function refuseLeave({ name, proofFromDays, minutes, parts, lacking, free, asked, notFor }: LeavePlan, proof: unknown): void {
  if (notFor === 'sex') throw refuse.invalid([{ field: 'typeId', message: sentence`${name}按性别不适用，请换一种假或联系人事` }])
  if (notFor === 'probation') throw refuse.invalid([{ field: 'typeId', message: sentence`${name}转正后才能申请，请换一种假` }])
  if (parts.length === 0) throw refuse.invalid([{ field: 'fromAt', message: sentence`这段时间没有要上的班，不用请假` }])
  const total = parts.reduce((sum, one) => sum + one.minutes, 0)
  if (lacking !== null) {
    const [left, wanted] = [daysOf(free), daysOf(total)]
    throw refuse.invalid([
      {
        field: 'typeId',
        message: lacking.isCovered
          ? sentence`${name}剩余 ${left} 天，这次要 ${wanted} 天，请减少天数或换一种假`
          : sentence`${name}没有 ${lacking.day} 可用的额度，请换一种假或联系人事`,
      },
    ])
  }
  if (asked.isHeld && proofFromDays !== null && minutes >= proofFromDays * dayOfLeave && hasNone(proof))
    throw refuse.invalid([{ field: 'proof', message: sentence`${name} ${proofFromDays} 天起请上传证明材料` }])
}

export interface CaseRule {
  readonly name: string
  readonly region: string
  readonly days: number
  readonly isChecked: boolean
  readonly isCalendar: boolean
  readonly dailyMinutes: number | null
  /** what the person has asked for of the case in the same year, in minutes; of a case that is counted each time none */
  readonly before: number
}
/** Days that the law gives in a case: of the nation and of the provinces that were chosen together. */
export async function caseOf(server: Context, id: string, row: Row): Promise<CaseRule | null> {
  const { db, caller } = server
  const ruleId = nothing(row['ruleId'])
  const rule = ruleId === null ? undefined : await db.selectFrom('leave_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (rule === undefined) return null
  const on = dayInZone(instantMs(asText(row['fromAt'])), caller.zone)
  const same = await db
    .selectFrom('leave_rule')
    .select(['id', 'days', 'checked_on', 'region'])
    .where('type_id', '=', asText(rule.type_id))
    .where('case_name', '=', rule.case_name)
    .where('region', 'in', [national, rule.region])
    .where('valid_from', '<=', on)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', on)]))
    .execute()
  const isCalendar = rule.counts === leaveCounts.calendar[0]
  const [from, to] = [`${on.slice(0, 4)}-01-01`, `${Number(on.slice(0, 4)) + 1}-01-01`].map(day =>
    new Date(instantInZone(day, '00:00:00', caller.zone)).toISOString(),
  )
  const others =
    rule.per !== leavePeriods.year[0]
      ? []
      : await db
          .selectFrom('leave_request as q')
          .innerJoin('leave_rule as r', 'r.id', 'q.rule_id')
          .select(['q.from_at', 'q.to_at', 'q.days'])
          .where('q.employee_id', '=', asText(row['employeeId']))
          .where('q.id', '<>', id)
          .where('q.state', 'in', [requestStates.asked[0], requestStates.approved[0]])
          .where('q.from_at', '>=', from ?? '')
          .where('q.from_at', '<', to ?? '')
          .where('r.type_id', '=', asText(rule.type_id))
          .where('r.case_name', '=', rule.case_name)
          .execute()
  const dayOf = (ms: number): string => dayInZone(ms, caller.zone)
  const takenBy = (one: (typeof others)[number]): number =>
    isCalendar ? (daysBetween(dayOf(instantMs(one.from_at)), dayOf(instantMs(one.to_at) - 1)) + 1) * dayOfLeave : inMinutes(one.days)
  return {
    name: rule.case_name,
    region: rule.region,
    days: same.reduce((sum, one) => sum + Number(one.days), 0),
    isChecked: same.length > 0 && same.every(one => one.checked_on !== null),
    isCalendar,
    dailyMinutes: rule.daily_minutes,
    before: others.reduce((sum, one) => sum + takenBy(one), 0),
  }
}
/** A case gives so many days, each time or a year. */
export function refuseBeyond(plan: LeavePlan, rule: CaseRule, zone: string): void {
  const total = (rule.isCalendar ? plan.byCalendar : plan.byWork) + rule.before
  if (rule.days === 0)
    throw refuse.invalid([{ field: 'ruleId', message: sentence`${plan.name}（${rule.name}）这一天没有天数，请换一个情形` }])
  const last = dayInZone(instantMs(plan.asked.toAt) - 1, zone)
  if (rule.dailyMinutes !== null && (plan.protectedUntil === null || plan.protectedUntil < last))
    throw refuse.invalid([
      { field: 'toAt', message: sentence`${plan.name}（${rule.name}）到三期保护截止日为止，请提前结束时间，或请人事核对档案` },
    ])
  if (total > rule.days * dayOfLeave)
    throw refuse.invalid([
      {
        field: 'toAt',
        message:
          rule.before === 0
            ? sentence`${plan.name}（${rule.name}）最多 ${String(rule.days)} 天`
            : sentence`${plan.name}（${rule.name}）每年最多 ${String(rule.days)} 天，今年已申请 ${daysOf(rule.before)} 天`,
      },
    ])
}
const national = '全国'

const takes = ['employeeId', 'typeId', 'ruleId', 'fromAt', 'toAt'] as const
export const leaveFollows = followerOf(leaveRequest, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'shifts that a leave falls into, and entitlements of the person')
  await followAway(server, 'leave', changes)
  const rows = changes.flatMap(({ id, before, after }) => {
    const row = after ?? before
    // one that is approved as it was sent takes what it took
    const isSame = counts(before) && counts(after) && takes.every(name => asText(before[name] ?? '') === asText(after[name] ?? ''))
    return row === null || isSame || !isOfPerson(row) || (after === null && !counts(before)) ? [] : [{ id, row, before, after }]
  })
  const plans = await planLeaves(
    server,
    rows.map(({ id, row, after }) => ({ ...askedOf(id, row), isHeld: counts(after) })),
  )
  // over overtime that is ordered: one of them is a mistake
  const sent = rows.filter(({ before, after }) => counts(after) && !counts(before))
  const ordered = sent.length === 0 ? undefined : await overtimeOver(server, await timesOfEach(server, sent))
  if (ordered !== undefined) throw refuse.rule(overlap(server, ordered))
  const derived: { readonly id: string; readonly minutes: number; readonly days: string; readonly isUnchecked: boolean }[] = []
  for (const [n, { id, row, before, after }] of rows.entries()) {
    const plan = plans[n]
    if (plan === undefined || after === null || after.state === requestStates.withdrawn[0]) continue
    const isSubmitted = counts(after) && !counts(before)
    const rule = await caseOf(server, id, row)
    const total = plan.parts.reduce((sum, one) => sum + one.minutes, 0)
    if (isSubmitted || plan.lacking !== null) refuseLeave(plan, row['proof'])
    if (isSubmitted) {
      refuseOwnStandIn(row)
      if (rule !== null) refuseBeyond(plan, rule, server.caller.zone)
    }
    derived.push({ id, minutes: plan.minutes, days: daysOf(total), isUnchecked: rule !== null && !rule.isChecked })
  }
  await setDerived(server, leaveRequest, derived)
  await keepStandIns(server, changes)
  await postLeave(server, await holdLeaves(server, plans))
})

/** Posts and brings what entitlements show up to date. */
export async function postLeave(server: Context, lines: readonly LedgerLine[]): Promise<void> {
  if (lines.length === 0) return
  const { rows } = await sql<{ open: string | null }>`select current_setting('app.ledger', true) as open`.execute(server.db)
  if ((rows[0]?.open ?? '') !== '') throw refuse.rule(sentence`一次最多导入 1000 行额度，请分开导入`)
  await post(server, server.db as Tx, [
    { ledger: leaveLedger, lines, short: (_, free) => sentence`额度只剩 ${daysOf(Number(free))} 天，请减少天数` },
  ])
  await showEntitlements(server, [...new Set(lines.map(line => line.cell['entitlementId'] ?? ''))])
}

const inMinutes = (days: string): number => Number(roundTo(multiply(days, String(dayOfLeave)), 0, 'halfUp'))
const minutesOf = (row: Row | null): number => (row === null ? 0 : inMinutes(asText(row['days'])))

/** Days of an entitlement by hand: what is granted, and later what is more or less of it. */
export const entitlementsFollow = followerOf(leaveEntitlement, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'the ledger of entitlements')
  const lines = changes.flatMap(({ id, before, after }): LedgerLine[] => {
    if (before !== null && after?.source === entitlementSources.lieu[0] && minutesOf(after) !== minutesOf(before))
      throw refuse.invalid([{ field: 'days', message: sentence`加班调休的天数由考勤得出，请改加班或另外新增额度` }])
    // time off for overtime is entered by the job that works out days, to the minute
    if (after === null || nothing(after.employeeId) === null || after.source === entitlementSources.lieu[0]) return []
    const amount = minutesOf(after) - minutesOf(before)
    if (amount === 0) return []
    const cell = { employeeId: asText(after.employeeId), entitlementId: id }
    const expiresOn = asText(after.toOn)
    const bookedOn = todayOf(caller)
    return [
      before === null
        ? { kind: 'earn', cell, amount, bookedOn, expiresOn, extraFields: { note: nothing(after.basis) } }
        : { kind: 'correct', cell, amount, bookedOn, ...(amount > 0 ? { expiresOn } : {}) },
    ]
  })
  await postLeave(server, lines)
})
