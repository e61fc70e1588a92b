/** What leaves take of each day and from which entitlement, worked out for a set of them; what is then held, and given back. */
import { randomUUID } from 'node:crypto'
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import { addDays, daysFromTo, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { divide } from '#platform/format/decimal.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import type { LedgerLine } from '#platform/server/documents.ts'
import { setDerived } from '#platform/server/records.ts'
import { lengthOf, within } from '../day/spans.ts'
import { minuteOf, planOf, readPlanFacts } from '../plan.ts'
import { monthStates } from '../month/tables.ts'
import { balances } from '../request-tables.ts'
import { allot, dayOfLeave, leaveCounts, leaveParts, leaveTimes, type LeavePart, type Room, type Taken } from './split.ts'
import { dailyMinutesOf } from './daily.ts'
import { leaveDayStates, leaveEntitlement, leaveLedger } from './tables.ts'

export interface Asked {
  readonly id: string
  readonly employeeId: string
  readonly typeId: string
  readonly fromAt: string
  readonly toAt: string
  readonly ruleId?: string | null
  /** it counts: what it takes is held */
  readonly isHeld: boolean
}
export interface LeavePlan {
  readonly asked: Asked
  readonly name: string
  readonly proofFromDays: number | null
  /** whom the kind is not for, and why not for this person; null: it is for him */
  readonly notFor: 'sex' | 'probation' | null
  readonly isEntitled: boolean
  /** working minutes, and what each day takes */
  readonly minutes: number
  readonly parts: readonly LeavePart[]
  /** minutes of leave by working time and by calendar days, whatever the kind counts by: a rule may count by the other */
  readonly byWork: number
  readonly byCalendar: number
  readonly taken: readonly Taken[]
  readonly lacking: { readonly day: string; readonly minutes: number; readonly isCovered: boolean } | null
  /** minutes that are free of the kind in the days of the leave, before it is held */
  readonly free: number
  /** of a case that gives minutes of each day */
  readonly dailyMinutes: number | null
  /** last day of the protection of the person */
  readonly protectedUntil: string | null
  /** by day: what is held now and goes; what comes in its place */
  readonly goes: readonly Held[]
  readonly comes: readonly (LeavePart & { readonly entitlementId: string | null })[]
}
interface Held extends LeavePart {
  readonly rowId: string
  readonly requestId: string
  readonly employeeId: string
  readonly entitlementId: string | null
  readonly hold: string | null
  readonly isSpent: boolean
}
const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : asText(value))
const sum = (parts: readonly { readonly minutes: number }[]): number => parts.reduce((all, one) => all + one.minutes, 0)
export const daysOf = (minutes: number): string => divide(String(minutes), String(dayOfLeave), 2, 'halfUp')

async function heldOf({ db }: Context, ids: readonly string[]): Promise<readonly Held[]> {
  const rows = await db.selectFrom('leave_day').selectAll().where('request_id', 'in', ids).orderBy('day').orderBy('id').execute()
  return rows.map(row => ({
    rowId: asText(row.id),
    requestId: asText(row.request_id),
    employeeId: asText(row.employee_id),
    day: asText(row.day),
    minutes: row.minutes,
    entitlementId: textOrNull(row.entitlement_id),
    hold: row.hold,
    isSpent: row.state === leaveDayStates.spent[0],
  }))
}

/** Entitlements of people that can still be used, by person and kind, with what is free. */
export async function roomsOf({ db }: Context, employeeIds: readonly string[], from: string): Promise<Map<string, Room[]>> {
  const rows = await db
    .selectFrom('leave_entitlement')
    .select(['id', 'employee_id', 'type_id', 'from_on', 'to_on'])
    .where('employee_id', 'in', employeeIds)
    .where('to_on', '>=', from)
    .execute()
  const cells =
    rows.length === 0
      ? []
      : await anyTable(db)
          .selectFrom(leaveLedger.held.table)
          .select(['entitlement_id', 'balance'])
          .where(
            'entitlement_id',
            'in',
            rows.map(row => asText(row.id)),
          )
          .execute()
  const free = new Map(cells.map(row => [asText(row['entitlement_id']), Number(row['balance'])]))
  const found = new Map<string, Room[]>()
  for (const row of rows) {
    const [key, id] = [`${asText(row.employee_id)} ${asText(row.type_id)}`, asText(row.id)]
    const room = { id, from: asText(row.from_on), to: asText(row.to_on), free: free.get(id) ?? 0 }
    found.set(key, [...(found.get(key) ?? []), room])
  }
  return found
}

/** All that the leaves follow from, read in a fixed number of statements. */
async function readForLeaves(server: Context, asked: readonly Asked[]) {
  const { zone } = server.caller
  const dayOf = (instant: string): string => dayInZone(instantMs(instant), zone)
  const types = await server.db
    .selectFrom('leave_type')
    .select(['id', 'name', 'unit', 'counts', 'balance', 'proof_from_days', 'sex', 'in_probation'])
    .where(
      'id',
      'in',
      asked.map(one => one.typeId),
    )
    .execute()
  const employeeIds = [...new Set(asked.map(one => one.employeeId))]
  const [first = '', last = ''] = [
    asked.map(one => dayOf(one.fromAt)).toSorted()[0],
    asked
      .map(one => dayOf(one.toAt))
      .toSorted()
      .at(-1),
  ]
  const today = todayOf(server)
  const held = await heldOf(
    server,
    asked.map(one => one.id),
  )
  const files = await server.db
    .selectFrom('hr_file')
    .select(['employee_id', 'sex', 'stage', 'protected_until'])
    .where('employee_id', 'in', employeeIds)
    .execute()
  const locked = await server.db
    .selectFrom('attendance_month')
    .select(['employee_id', 'month'])
    .where('employee_id', 'in', employeeIds)
    .where('state', '=', monthStates.locked[0])
    .where('month', '>=', first === '' ? today : firstOfMonth(monthOf(first)))
    .execute()
  return {
    today,
    dailyOf: await dailyMinutesOf(
      server,
      asked.map(one => one.ruleId),
    ),
    fileOf: new Map(files.map(row => [asText(row.employee_id), row])),
    lockedMonths: new Set(locked.map(row => `${asText(row.employee_id)} ${monthOf(asText(row.month))}`)),
    typeOf: new Map(types.map(row => [asText(row.id), row])),
    plan: await planOf(server, await readPlanFacts(server, employeeIds, [addDays(first, -1), last])),
    existing: Map.groupBy(held, one => one.requestId),
    rooms: await roomsOf(server, employeeIds, first < today ? first : today),
  }
}

/** Days whose parts differ from what is held: what goes, and what comes. What is spent, or of a locked month, is not touched. */
function changesOf(own: readonly Held[], wanted: readonly LeavePart[], isEntitled: boolean, isLocked: (day: string) => boolean) {
  const isSame = (day: string): boolean => {
    const was = own.filter(part => part.day === day)
    const isAlike = was.every(part => (part.entitlementId !== null) === isEntitled)
    return (
      isLocked(day) ||
      was.some(part => part.isSpent) ||
      (was.length > 0 && isAlike && sum(wanted.filter(part => part.day === day)) === sum(was))
    )
  }
  return { goes: own.filter(part => !isSame(part.day)), open: wanted.filter(part => !isSame(part.day)) }
}

/** A stage of the file: on probation. */
const onProbation = 2
/** Of whom nothing is known the kind is not kept. */
function notFor(
  type: { readonly sex: number | null; readonly in_probation: boolean } | undefined,
  file: { readonly sex: number | null; readonly stage: number } | undefined,
): LeavePlan['notFor'] {
  if (type === undefined || file === undefined) return null
  if (type.sex !== null && file.sex !== null && type.sex !== file.sex) return 'sex'
  return !type.in_probation && file.stage === onProbation ? 'probation' : null
}

/** What the leaves take as everything stands now; nothing is written. `server` reads past what the asker sees. */
export async function planLeaves(server: Context, asked: readonly Asked[]): Promise<readonly LeavePlan[]> {
  if (asked.length === 0) return []
  const { today, dailyOf, fileOf, lockedMonths, typeOf, plan, existing, rooms } = await readForLeaves(server, asked)
  return asked.map(one => {
    const type = typeOf.get(one.typeId)
    const stretch = { from: minuteOf(one.fromAt), to: minuteOf(one.toAt) }
    const [first, last] = [one.fromAt, one.toAt].map(at => dayInZone(instantMs(at), server.caller.zone))
    // a night of the day before may reach into the first
    const days = daysFromTo(addDays(first ?? '', -1), last ?? '').map(day => ({ day, known: plan.spans(one.employeeId, day) }))
    const scheduled = days.map(({ day, known }) => ({ day, spans: known?.spans ?? [] }))
    const dailyMinutes = dailyOf(one.ruleId)
    const times = leaveTimes(stretch, dailyMinutes, server.caller.zone)
    // minutes of each day are no hours
    const kind = { unit: dailyMinutes === null ? (type?.unit ?? 1) : 0, counts: type?.counts ?? 1 }
    const zone = days.find(({ known }) => known !== null)?.known?.zone ?? server.caller.zone
    const parts = leaveParts(kind, times, scheduled, zone)
    const by = (counts: number): number => sum(leaveParts({ ...kind, counts }, times, scheduled, zone))
    const isEntitled = type?.balance === balances.entitled[0]
    const isLocked = (day: string): boolean => lockedMonths.has(`${one.employeeId} ${monthOf(day)}`)
    const { goes, open } = changesOf(existing.get(one.id) ?? [], one.isHeld ? parts : [], isEntitled, isLocked)
    const returned = new Set(goes.map(part => part.entitlementId))
    const key = `${one.employeeId} ${one.typeId}`
    const all = (rooms.get(key) ?? []).map(room => ({
      ...room,
      free: room.free + sum(goes.filter(part => part.entitlementId === room.id)),
    }))
    const usable = all.filter(room => room.to >= today || returned.has(room.id))
    const { taken, lacking } = isEntitled ? allot(open, usable) : { taken: [], lacking: null }
    // what this one takes is gone for the next of the same person; one that lacks something is not written
    if (lacking === null)
      rooms.set(
        key,
        all.map(room => ({ ...room, free: room.free - sum(taken.filter(part => part.entitlementId === room.id)) })),
      )
    const spans = scheduled.flatMap(day => day.spans)
    const covering = usable.filter(room => parts.some(({ day }) => room.from <= day && day <= room.to))
    return {
      asked: one,
      name: type?.name ?? '',
      proofFromDays: type?.proof_from_days ?? null,
      notFor: notFor(type, fileOf.get(one.employeeId)),
      isEntitled,
      minutes: lengthOf(within(spans, times)),
      parts,
      byWork: by(leaveCounts.work[0]),
      byCalendar: by(leaveCounts.calendar[0]),
      taken,
      lacking,
      free: covering.reduce((free, room) => free + room.free, 0),
      dailyMinutes,
      protectedUntil: textOrNull(fileOf.get(one.employeeId)?.protected_until),
      goes,
      comes: isEntitled ? taken : open.map(part => ({ ...part, entitlementId: null })),
    }
  })
}

/** a statement takes 65,535 values */
const rowsAtOnce = 5_000
/** Lines of the ledger by which the plans become true; the rows of days are written. */
export async function holdLeaves(server: Context, plans: readonly LeavePlan[]): Promise<readonly LedgerLine[]> {
  const { db } = server
  const bookedOn = todayOf(server)
  const goes = plans.flatMap(plan => plan.goes)
  if (goes.length > 0)
    await db
      .deleteFrom('leave_day')
      .where(
        'id',
        'in',
        goes.map(one => one.rowId),
      )
      .execute()
  const released: LedgerLine[] = goes.flatMap(one =>
    one.entitlementId === null || one.hold === null
      ? []
      : [
          {
            kind: 'release',
            cell: { employeeId: one.employeeId, entitlementId: one.entitlementId },
            bookedOn,
            hold: one.hold,
            extraFields: { requestId: one.requestId, day: one.day },
          },
        ],
  )
  const rows = plans.flatMap(({ asked, comes }) =>
    comes.map(part => ({
      employeeId: asked.employeeId,
      requestId: asked.id,
      day: part.day,
      minutes: part.minutes,
      entitlementId: part.entitlementId,
      // a hold is used once: what was spent under it tells which one it was
      hold: part.entitlementId === null ? null : `${asked.id}:${part.day}:${randomUUID().slice(0, 8)}`,
    })),
  )
  for (let n = 0; n < rows.length; n += rowsAtOnce)
    await db
      .insertInto('leave_day')
      .values(
        rows.slice(n, n + rowsAtOnce).map(one => ({
          org_id: server.caller.orgId,
          employee_id: one.employeeId,
          request_id: one.requestId,
          day: one.day,
          minutes: one.minutes,
          entitlement_id: one.entitlementId,
          hold: one.hold,
        })),
      )
      .execute()
  const reserved: LedgerLine[] = rows.flatMap(({ hold, entitlementId, employeeId, requestId, day, minutes }) =>
    hold === null || entitlementId === null
      ? []
      : [{ kind: 'reserve', cell: { employeeId, entitlementId }, amount: minutes, bookedOn, hold, extraFields: { requestId, day } }],
  )
  return [...released, ...reserved]
}

/** What entitlements show of their ledger, after it was posted to. */
export async function showEntitlements(server: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const cells = await anyTable(server.db)
    .selectFrom(leaveLedger.held.table)
    .select(['entitlement_id', 'balance', 'reserved'])
    .where('entitlement_id', 'in', ids)
    .execute()
  const entries = await anyTable(server.db)
    .selectFrom(leaveLedger.entry.table)
    .select(eb => ['entitlement_id', 'kind', eb.fn.sum<string>('amount').as('amount')])
    .where('entitlement_id', 'in', ids)
    // a correction with a hold takes back what was spent under it
    .where(w =>
      w.or([
        w('kind', 'in', [entryKinds.spend, entryKinds.expire]),
        w.and([w('kind', '=', entryKinds.correct), w('hold', 'is not', null)]),
      ]),
    )
    .groupBy(['entitlement_id', 'kind'])
    .execute()
  const of = (id: string, kind: number): number =>
    -Number(entries.find(row => asText(row['entitlement_id']) === id && row['kind'] === kind)?.['amount'] ?? 0)
  await setDerived(
    server,
    leaveEntitlement,
    cells.map(row => {
      const id = asText(row['entitlement_id'])
      return {
        id,
        freeDays: daysOf(Number(row['balance'])),
        heldDays: daysOf(Number(row['reserved'])),
        usedDays: daysOf(of(id, entryKinds.spend) + of(id, entryKinds.correct)),
        expiredDays: daysOf(of(id, entryKinds.expire)),
      }
    }),
  )
}
