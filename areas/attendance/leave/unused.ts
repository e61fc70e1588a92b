/** What is free of an entitlement goes the day after its last, or when its person has left; annual leave and time off are then paid. */
import { asText } from '#platform/format/text.ts'
import { addDays, addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, RouteMap, Timed } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import type { LedgerLine } from '#platform/server/documents.ts'
import { timed } from '#platform/server/jobs.ts'
import { createEach, exportOf, list, setDerived } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { annualLeave } from './annual.ts'
import { postLeave } from './follow.ts'
import { dayOfLeave } from './split.ts'
import { daysOf } from './take.ts'
import { monthStates } from '../month/tables.ts'
import { entitlementSources, leaveLedger } from './tables.ts'
import { leaveUnused, unusedKinds, unusedReasons } from './unused-tables.ts'

const cellsMax = 2_000
/** who left longer ago is not looked at */
const leftDaysMax = 60
/** by the code of the kind of leave */
const kindOf: ReadonlyMap<string, 1 | 2> = new Map<string, 1 | 2>([
  ['annual', unusedKinds.annual[0]],
  ['lieu', unusedKinds.lieu[0]],
])

interface Unused {
  readonly employeeId: string
  readonly entitlementId: string
  readonly code: string
  readonly minutes: number
}
/** Enters what is paid; what comes back on the day of the entry goes the same way, and adds to it. */
async function register(server: Context, found: readonly Unused[], onDay: string, why: 1 | 2): Promise<void> {
  const kept = found.filter(one => one.minutes > 0 && kindOf.has(one.code))
  if (kept.length === 0) return
  const entered = await server.db
    .selectFrom('leave_unused')
    .select(['id', 'entitlement_id', 'minutes'])
    .where(
      'entitlement_id',
      'in',
      kept.map(one => one.entitlementId),
    )
    .where('on_day', '=', onDay)
    .execute()
  const known = new Map(entered.map(row => [asText(row.entitlement_id), row]))
  await createEach(
    server,
    leaveUnused,
    kept
      .filter(one => !known.has(one.entitlementId))
      .map(({ employeeId, entitlementId, code, minutes }) => {
        const of = { employeeId, kind: kindOf.get(code), entitlementId }
        return { ...of, onDay, minutes, days: daysOf(minutes), why }
      }),
  )
  const more = kept.flatMap(one => {
    const row = known.get(one.entitlementId)
    return row === undefined ? [] : [{ id: asText(row.id), minutes: row.minutes + one.minutes, days: daysOf(row.minutes + one.minutes) }]
  })
  await setDerived(server, leaveUnused, more)
}

/** What is free goes the day after its last; what is held stays. */
export async function expire(inside: Context): Promise<number> {
  const today = todayOf(inside)
  const due = await anyTable(inside.db)
    .selectFrom(`${leaveLedger.lot?.table ?? ''} as l`)
    .innerJoin(`${leaveLedger.held.table} as c`, 'c.id', 'l.cell_id')
    .innerJoin('leave_entitlement as e', 'e.id', 'c.entitlement_id')
    .innerJoin('leave_type as t', 't.id', 'e.type_id')
    .select(eb => ['c.employee_id', 'c.entitlement_id', 't.code', eb.fn.sum('l.amount').as('minutes')])
    .where('l.expires_on', '<', today)
    .where('l.amount', '>', 0)
    .groupBy(['c.employee_id', 'c.entitlement_id', 't.code'])
    .limit(cellsMax)
    .execute()
  const found = due.map(row => ({
    employeeId: asText(row['employee_id']),
    entitlementId: asText(row['entitlement_id']),
    code: asText(row['code']),
    minutes: Number(row['minutes']),
  }))
  await postLeave(
    inside,
    found.map(({ employeeId, entitlementId }) => ({ kind: 'expire', cell: { employeeId, entitlementId }, bookedOn: today }) as const),
  )
  await register(inside, found, today, unusedReasons.ended[0])
  return found.length
}

/** Entitlements of annual leave and time off of who has left, with what is free of them. */
async function ofLeavers({ db }: Context, today: string) {
  const rows = await db
    .selectFrom('hr_file as f')
    .innerJoin('leave_entitlement as e', 'e.employee_id', 'f.employee_id')
    .innerJoin('leave_type as t', 't.id', 'e.type_id')
    .select(['f.employee_id', 'f.first_worked_on', 'f.hired_on', 'f.left_on', 'e.id', 'e.label', 'e.source', 'e.days', 't.code'])
    .where('f.left_on', '<', today)
    .where('f.left_on', '>=', addDays(today, -leftDaysMax))
    .where('t.code', 'in', [...kindOf.keys()])
    .where('e.free_days', '>', '0')
    .orderBy('e.id')
    .limit(cellsMax)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(row => asText(row.id))
  const cells = await anyTable(db)
    .selectFrom(leaveLedger.held.table)
    .select(['entitlement_id', 'balance'])
    .where('entitlement_id', 'in', ids)
    .execute()
  const free = new Map(cells.map(row => [asText(row['entitlement_id']), Number(row['balance'])]))
  return rows.map(row => ({ ...row, free: free.get(asText(row.id)) ?? 0 })).filter(row => row.free > 0)
}

/** Of whoever left the day by which it is paid: his last one, or the first after the months that were locked before it was known. */
async function paidOn({ db }: Context, found: readonly { readonly employeeId: string; readonly leftOn: string }[]) {
  const locked = await db
    .selectFrom('attendance_month')
    .select(['employee_id', 'month'])
    .where('employee_id', 'in', ['0', ...found.map(one => one.employeeId)])
    .where('state', '=', monthStates.locked[0])
    .execute()
  const known = new Set(locked.map(row => `${asText(row.employee_id)} ${monthOf(asText(row.month))}`))
  return ({ employeeId, leftOn }: { readonly employeeId: string; readonly leftOn: string }): string => {
    let day = leftOn
    while (known.has(`${employeeId} ${monthOf(day)}`)) day = firstOfMonth(addMonths(monthOf(day), 1))
    return day
  }
}

/**
 * On leaving the annual leave of the year is counted anew to the last day. What was taken beyond it is not claimed back; what is left of
 * it, and of time off, is paid.
 */
export async function settleLeavers(inside: Context): Promise<number> {
  const today = todayOf(inside)
  const found = (await ofLeavers(inside, today)).map(row => {
    const [leftOn, granted] = [asText(row.left_on), Math.round(Number(row.days) * dayOfLeave)]
    const year = Number(leftOn.slice(0, 4))
    const service = {
      firstWorkedOn: asText(row.first_worked_on ?? row.hired_on ?? leftOn),
      hiredOn: asText(row.hired_on ?? leftOn),
      leftOn,
    }
    const isOfYear = row.source === entitlementSources.annual[0] && row.label.startsWith(`${year} `)
    const due = isOfYear ? Math.min(granted, annualLeave(service, year) * dayOfLeave) : granted
    // gone already: used or held
    const paid = Math.max(0, Math.min(row.free, due - (granted - row.free)))
    return { employeeId: asText(row.employee_id), entitlementId: asText(row.id), code: row.code, free: row.free, minutes: paid, leftOn }
  })
  await postLeave(
    inside,
    found.map((one): LedgerLine => ({
      kind: 'correct',
      cell: { employeeId: one.employeeId, entitlementId: one.entitlementId },
      amount: -one.free,
      bookedOn: today,
      extraFields: { note: `离职 ${one.leftOn}` },
    })),
  )
  // paid with the month in which they leave, or the first that is open
  const days = Map.groupBy(found, await paidOn(inside, found))
  for (const [onDay, some] of days) await register(inside, some, onDay, unusedReasons.left[0])
  return found.length
}

export const unusedTimed: readonly Timed[] = [
  timed('attendance.expire', ['到期假期额度', 'Expiry of leave'], {
    at: '00:25',
    work: async inside => {
      const n = (await expire(inside)) + (await settleLeavers(inside))
      return n === 0 ? undefined : sentence`${n} 笔假期额度到期`
    },
  }),
]

export const unusedRoutes: RouteMap = {
  'POST /leaveUnused/list': list(leaveUnused),
  'POST /leaveUnused/listExport': exportOf(leaveUnused),
  'POST /leaveUnused/decline': step(leaveUnused, 'decline'),
  'POST /leaveUnused/pay': step(leaveUnused, 'pay'),
}
