/** What days that were worked out bring for leaves: a changed shift takes more or less of them, rest-day overtime is time off. */
import { randomUUID } from 'node:crypto'
import { addDays, addMonthsToDay, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { instantInZone, todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import type { LedgerLine } from '#platform/server/documents.ts'
import { setDerived } from '#platform/server/records.ts'
import type { PersonDay } from '../known.ts'
import { balances, leaveRequest } from '../request-tables.ts'
import { holdPeople } from '../requests.ts'
import { requestStates } from '../words.ts'
import { postLeave } from './follow.ts'
import { entitlementSources, leaveEntitlement, leaveLedger } from './tables.ts'
import { daysOf, holdLeaves, planLeaves } from './take.ts'

/** code of the kind that overtime is exchanged for */
const lieuCode = 'lieu'
/** time off is taken within so many months after the overtime */
const lieuMonths = 6
const isoOf = (day: string, zone: string): string => new Date(instantInZone(day, '00:00:00', zone)).toISOString()

const leavesOver = (server: Context, days: readonly PersonDay[]) => {
  const { zone } = server.caller
  const sorted = days.map(one => one.day).toSorted((a, b) => (a < b ? -1 : 1))
  return server.db
    .selectFrom('leave_request')
    .select(['id', 'employee_id', 'type_id', 'from_at', 'to_at', 'rule_id'])
    .where('employee_id', 'in', [...new Set(days.map(one => one.employeeId))])
    .where('state', 'in', [requestStates.asked[0], requestStates.approved[0]])
    .where('from_at', '<', isoOf(addDays(sorted.at(-1) ?? '', 2), zone))
    .where('to_at', '>', isoOf(addDays(sorted[0] ?? '', -1), zone))
    .orderBy('id')
}

/** Leaves over these days are held, and the people, before anything of the days is: whoever withdraws one waits, or is waited for. */
export async function holdLeavesOver(server: Context, days: readonly PersonDay[]): Promise<void> {
  await leavesOver(server, days).forNoKeyUpdate().execute()
  await holdPeople(
    server,
    days.map(one => one.employeeId),
  )
}

interface SplitAnew {
  readonly lines: readonly LedgerLine[]
  /** by entitlement: minutes that are free once the lines are entered, beyond what is now */
  readonly freed: ReadonlyMap<string, number>
}
/** Leaves over these days are split anew; one that would take more than there is stays as it was. */
async function splitAnew(server: Context, days: readonly PersonDay[]): Promise<SplitAnew> {
  const found = await leavesOver(server, days).execute()
  const plans = await planLeaves(
    server,
    found.map(row => ({
      id: asText(row.id),
      employeeId: asText(row.employee_id),
      typeId: asText(row.type_id),
      fromAt: row.from_at,
      toAt: row.to_at,
      ruleId: row.rule_id === null ? null : asText(row.rule_id),
      isHeld: true,
    })),
  )
  const changed = plans.filter(plan => plan.lacking === null && plan.goes.length + plan.comes.length > 0)
  await setDerived(
    server,
    leaveRequest,
    changed.map(plan => ({
      id: plan.asked.id,
      minutes: plan.minutes,
      days: daysOf(plan.parts.reduce((sum, one) => sum + one.minutes, 0)),
    })),
  )
  const freed = new Map<string, number>()
  const free = (id: string | null, minutes: number) => id !== null && freed.set(id, (freed.get(id) ?? 0) + minutes)
  for (const { goes, comes } of changed) {
    for (const part of goes) free(part.entitlementId, part.minutes)
    for (const part of comes) free(part.entitlementId, -part.minutes)
  }
  return { lines: await holdLeaves(server, changed), freed }
}

interface LieuMonth {
  readonly employeeId: string
  readonly month: string
  readonly minutes: number
}
const labelOf = (month: string): string => `${month} 加班`
const keyOf = (employeeId: string, label: string): string => `${employeeId} ${label}`

async function lieuMonthsOf({ db }: Context, days: readonly PersonDay[]): Promise<readonly LieuMonth[]> {
  const rows = await db
    .selectFrom('attendance_month')
    .select(['employee_id', 'month', 'lieu'])
    .where('employee_id', 'in', [...new Set(days.map(one => one.employeeId))])
    .where('month', 'in', [...new Set(days.map(one => firstOfMonth(monthOf(one.day))))])
    .execute()
  const lieu = new Map(rows.map(row => [keyOf(asText(row.employee_id), monthOf(asText(row.month))), row.lieu]))
  // a month of which no day is left has none
  const pairs = new Map(days.map(one => [keyOf(one.employeeId, monthOf(one.day)), one]))
  return [...pairs].map(([key, one]) => ({ employeeId: one.employeeId, month: monthOf(one.day), minutes: lieu.get(key) ?? 0 }))
}

/** The entitlement of each of these months; made where there is time off and none of it yet. */
async function lieuEntitlements({ db, caller }: Context, months: readonly LieuMonth[], typeId: string) {
  const read = () =>
    db
      .selectFrom('leave_entitlement')
      .select(['id', 'employee_id', 'label', 'to_on'])
      .where('type_id', '=', typeId)
      .where('employee_id', 'in', [...new Set(months.map(one => one.employeeId))])
      .where('label', 'in', [...new Set(months.map(one => labelOf(one.month)))])
      .execute()
  const rows = await read()
  const known = new Set(rows.map(row => keyOf(asText(row.employee_id), row.label)))
  const fresh = months.filter(one => one.minutes > 0 && !known.has(keyOf(one.employeeId, labelOf(one.month))))
  if (fresh.length === 0) return rows
  await db
    .insertInto('leave_entitlement')
    .values(
      fresh.map(({ employeeId, month }) => ({
        org_id: caller.orgId,
        employee_id: employeeId,
        type_id: typeId,
        label: labelOf(month),
        from_on: firstOfMonth(month),
        to_on: addMonthsToDay(lastOfMonth(month), lieuMonths),
        days: '0',
        basis: `${month} 休息日加班换调休`,
        source: entitlementSources.lieu[0],
      })),
    )
    .execute()
  return read()
}

/** Time off of a month is one entitlement, which follows what its days say; what is taken of it already is not taken back. */
async function earnLieu(server: Context, days: readonly PersonDay[], freed: SplitAnew['freed']): Promise<readonly LedgerLine[]> {
  const { db } = server
  const months = await lieuMonthsOf(server, days)
  const type = await db
    .selectFrom('leave_type')
    .select('id')
    .where('code', '=', lieuCode)
    .where('balance', '=', balances.entitled[0])
    .executeTakeFirst()
  if (type === undefined || months.length === 0) return []
  const rows = await lieuEntitlements(server, months, asText(type.id))
  if (rows.length === 0) return []
  const ids = rows.map(row => asText(row.id))
  // lines of the job alone carry a key
  const entries = await anyTable(db)
    .selectFrom(leaveLedger.entry.table)
    .select(eb => ['entitlement_id', eb.fn.sum<string>('amount').as('amount')])
    .where('entitlement_id', 'in', ids)
    .where('event_key', 'is not', null)
    .groupBy('entitlement_id')
    .execute()
  const cells = await anyTable(db)
    .selectFrom(leaveLedger.held.table)
    .select(['entitlement_id', 'balance'])
    .where('entitlement_id', 'in', ids)
    .execute()
  const had = new Map(entries.map(row => [asText(row['entitlement_id']), Number(row['amount'])]))
  const free = new Map(cells.map(row => [asText(row['entitlement_id']), Number(row['balance'])]))
  const wanted = new Map(months.map(one => [keyOf(one.employeeId, labelOf(one.month)), one.minutes]))
  const today = todayOf(server)
  const changes = rows.flatMap(row => {
    const [id, employeeId, expiresOn] = [asText(row.id), asText(row.employee_id), asText(row.to_on)]
    const was = had.get(id) ?? 0
    const amount = Math.max((wanted.get(keyOf(employeeId, row.label)) ?? 0) - was, -Math.max(0, (free.get(id) ?? 0) + (freed.get(id) ?? 0)))
    return amount === 0 ? [] : [{ id, employeeId, expiresOn, was, amount, isNew: !had.has(id) }]
  })
  await setDerived(
    server,
    leaveEntitlement,
    changes.map(one => ({ id: one.id, days: daysOf(one.was + one.amount) })),
  )
  return changes.map(({ id, employeeId, expiresOn, amount, isNew }) => ({
    cell: { employeeId, entitlementId: id },
    amount,
    bookedOn: expiresOn < today ? expiresOn : today,
    eventKey: `lieu:${randomUUID()}`,
    kind: isNew ? 'earn' : 'correct',
    ...(amount > 0 ? { expiresOn } : {}),
  }))
}

/** In the transaction that wrote the days; the ledger is posted to once. */
export async function leavesFromDays(server: Context, days: readonly PersonDay[]): Promise<void> {
  if (days.length === 0) return
  const { lines, freed } = await splitAnew(server, days)
  await postLeave(server, [...lines, ...(await earnLieu(server, days, freed))])
}
