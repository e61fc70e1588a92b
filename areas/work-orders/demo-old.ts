/**
 * Orders of the demo company that have ended, with their trail: worked out here and written in sets, as hundreds of steps one by one take a
 * minute.
 */
import { instantMs } from '#platform/format/instants.ts'
import { workingDaysAfter } from '#platform/format/working-time.ts'
import { sql } from 'kysely'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import { defined, type Context, type Values } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { insertEntries, type Entry } from '#platform/server/records.ts'
import { clockOf } from './clock.ts'
import { reopenDays } from './keep-orders.ts'
import { orderCodes } from './order-codes.ts'
import { orderMachine } from './order-states.ts'

/** One step of an order that has ended; the first one made it. */
export interface OldMove {
  readonly step: string
  /** ms */
  readonly at: number
  readonly by: Context
  readonly note: string | null
}
export interface OldOrder {
  /** as a form gives them, by column */
  readonly values: Values
  readonly moves: readonly OldMove[]
  readonly handlerId: string
  readonly solution: string
  readonly stars: number
  readonly revised: string
  readonly hours: { readonly response: number; readonly solution: number }
}

const iso = (ms: number): string => new Date(ms).toISOString()
const codeAfter = (step: string): number =>
  step === 'add' ? orderCodes.fresh : orderCodes[defined(orderMachine.steps[step], step).to as keyof typeof orderCodes]

/** Answers their ids, in the order given. */
export async function makeOldOrders(admin: Context, orders: readonly OldOrder[]): Promise<readonly string[]> {
  const clock = await workClockOf(admin)
  const { orgId } = admin.caller
  const numbers = new Map<string, number>()
  const rows = orders.map(({ values, moves, handlerId, solution, stars, revised, hours }) => {
    const first = defined(moves[0], 'a move')
    const at = (step: string, isLast = false): string | null => {
      const found = isLast ? moves.findLast(move => move.step === step) : moves.find(move => move.step === step)
      return found === undefined ? null : iso(found.at)
    }
    const period = dayInZone(first.at, homeZone).slice(0, 7).replace('-', '')
    const number = (numbers.get(period) ?? 0) + 1
    numbers.set(period, number)
    const accepted = moves.find(({ step }) => step === 'accept' || step === 'approve')
    const ended = moves.findLast(({ step }) => step === 'confirm' || step === 'confirmDue')
    const log = moves.map(move => ({ at: move.at, to: codeAfter(move.step) }))
    const told = clockOf(log, hours, clock, admin.now().getTime())
    const last = defined(moves.at(-1), 'a move')
    const reason = moves.find(({ step }) => step === 'reject')
    const isRevised = moves.some(({ step }) => step === 'revise')
    return {
      org_id: orgId,
      version: moves.length,
      created_at: iso(first.at),
      updated_at: iso(last.at),
      created_by: first.by.caller.accountId,
      updated_by: last.by.caller.accountId,
      ...values,
      ...(isRevised ? { requirement: revised } : {}),
      no: `GD${period}-${String(number).padStart(4, '0')}`,
      state: codeAfter(last.step),
      requester_id: first.by.caller.employeeId,
      created_on: dayInZone(first.at, homeZone),
      handler_id: accepted === undefined ? null : handlerId,
      allocate_status: accepted === undefined ? 0 : 1,
      allocate_date: accepted === undefined ? null : dayInZone(accepted.at, homeZone),
      responded_at: accepted === undefined ? null : iso(accepted.at),
      solved_at: at('solve'),
      finished_at: ended === undefined ? null : iso(ended.at),
      solution: at('solve') === null ? null : solution,
      stars: at('rate') === null ? null : stars,
      reject_reason: reason?.note ?? null,
      change_reason: isRevised
        ? defined(
            moves.find(({ step }) => step === 'revise'),
            'a change',
          ).note
        : null,
      requirement_version: isRevised ? 2 : 1,
      response_due_at: iso(told.responseDue),
      solution_due_at: told.solutionDue === null ? null : iso(told.solutionDue),
      reopen_until: ended === undefined ? null : iso(workingDaysAfter(ended.at, reopenDays, clock)),
    }
  })
  return admin.write(async tx => {
    const db = anyTable(tx)
    const made = await db.insertInto('work_order').values(rows).returning('id').execute()
    const ids = made.map(row => String(row['id']))
    await db
      .insertInto('record_number')
      .values([...numbers].map(([period, last]) => ({ org_id: orgId, kind: 'GD', period, last })))
      .execute()
    await insertRequirements(db, orders, ids)
    await insertWatchers(db, orgId, rows, ids)
    const entries = orders.flatMap((order, at) => entriesOf(order, defined(rows[at], 'a row'), defined(ids[at], 'an id')))
    for (const [, ofMonth] of Map.groupBy(entries, entry => dayInZone(instantMs(entry.at), homeZone).slice(0, 7)))
      await insertEntries(tx, ofMonth)
    return ids
  })
}

async function insertRequirements(db: ReturnType<typeof anyTable>, orders: readonly OldOrder[], ids: readonly string[]): Promise<void> {
  const versions = orders.flatMap(({ values, moves, revised }, at) => {
    const first = defined(moves[0], 'a move')
    const change = moves.find(({ step }) => step === 'revise')
    const row = (versionNo: number, requirement: unknown, { by, at: when }: OldMove, reason: string | null) => ({
      org_id: first.by.caller.orgId,
      work_order_id: ids[at],
      version_no: versionNo,
      requirement,
      reason,
      by_employee_id: by.caller.employeeId,
      at: iso(when),
    })
    return [row(1, values['requirement'], first, null), ...(change === undefined ? [] : [row(2, revised, change, change.note)])]
  })
  await db.insertInto('work_order_requirement').values(versions).execute()
}

async function insertWatchers(
  db: ReturnType<typeof anyTable>,
  orgId: string,
  rows: readonly Values[],
  ids: readonly string[],
): Promise<void> {
  const watchers = rows.flatMap((row, at) =>
    ((row['watcher_ids'] ?? []) as readonly string[]).map(employee => ({ org_id: orgId, work_order_id: ids[at], employee_id: employee })),
  )
  if (watchers.length > 0) await db.insertInto('work_order_watcher').values(watchers).execute()
}

/** One entry a step, as the writer leaves it: what the order was, what it became. */
function entriesOf({ moves }: OldOrder, row: Values, id: string): Entry[] {
  return moves.map(({ step, at, by, note }, n) => {
    const shown = { id, no: row['no'], title: row['title'] }
    const before = n === 0 ? null : { ...shown, state: codeAfter(defined(moves[n - 1], 'a move').step), version: n }
    return {
      org_id: by.caller.orgId,
      at: iso(at),
      account_id: by.caller.accountId,
      account_name: by.caller.name,
      subject: 'work_order',
      record_id: id,
      verb: step,
      before: before === null ? null : JSON.stringify(before),
      after: JSON.stringify({ ...shown, state: codeAfter(step), version: n + 1 }),
      address: null,
      via: null,
      request_id: null,
      note,
    }
  })
}

/** Comments, each with its own time; nobody is told. */
export async function makeTalk(
  admin: Context,
  said: readonly { readonly orderId: string; readonly by: Context; readonly at: number; readonly words: string }[],
): Promise<void> {
  const rows = said.map(({ orderId, by: { caller }, at, words }) => ({
    org_id: caller.orgId,
    record_id: orderId,
    content: words,
    by_name: caller.name,
    mentions: sql`'[]'::jsonb`,
    created_by: caller.accountId,
    updated_by: caller.accountId,
    created_at: iso(at),
    updated_at: iso(at),
  }))
  if (rows.length > 0) await admin.write(tx => anyTable(tx).insertInto('work_order_comment').values(rows).execute())
}
