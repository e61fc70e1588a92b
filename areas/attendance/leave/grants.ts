/** 额度: statutory annual leave of a year, and what is moved to a later last day. */
import { sql } from 'kysely'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { date, integer } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addMonthsToDay } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap, type Timed } from '#platform/server/area.ts'
import { anyTable, inServersName } from '#platform/server/database.ts'
import { timed } from '#platform/server/jobs.ts'
import { createEach, idsOf } from '#platform/server/records.ts'
import { holdPeople } from '../requests.ts'
import { annualLeave, annualParts } from './annual.ts'
import { daysOf } from './take.ts'
import { postLeave } from './follow.ts'
import { entitlementSources, leaveEntitlement, leaveLedger } from './tables.ts'

/** code of the kind that is granted by law */
const annualCode = 'annual'
/** annual leave may be taken so many months into the next year */
const carryMonths = 3
const peopleMax = 500
/** letters of a label */
const labelMax = 40

/** Grants the annual leave of a year to whoever has none of it yet. Answers how many. */
export async function grantAnnual(server: Context, year: number): Promise<number> {
  const { db } = server
  const type = await db.selectFrom('leave_type').select('id').where('code', '=', annualCode).where('balance', '=', 2).executeTakeFirst()
  if (type === undefined) return 0
  const typeId = asText(type.id)
  const label = `${year} 年假`
  const people = await db
    .selectFrom('hr_file as f')
    .innerJoin('employee as e', 'e.id', 'f.employee_id')
    .leftJoin('leave_entitlement as l', join =>
      join.onRef('l.employee_id', '=', 'f.employee_id').on('l.type_id', '=', typeId).on('l.label', '=', label),
    )
    .select(['f.employee_id', 'f.first_worked_on', 'f.hired_on', 'f.left_on'])
    .where('e.status', '=', 1)
    .where('f.hired_on', 'is not', null)
    .where('l.id', 'is', null)
    // twelve months of work are needed for any: the others are not looked at each day
    .where(sql<boolean>`coalesce(f.first_worked_on, f.hired_on) < ${`${year}-12-31`}::date - interval '1 year'`)
    // those who get none yet begin latest: they never stand before the others
    .orderBy(sql`greatest(f.hired_on, coalesce(f.first_worked_on, f.hired_on) + interval '1 year')`)
    .orderBy('f.employee_id')
    .limit(peopleMax)
    .execute()
  const rows = people.flatMap(row => {
    const service = {
      firstWorkedOn: asText(row.first_worked_on ?? row.hired_on),
      hiredOn: asText(row.hired_on),
      leftOn: row.left_on === null ? null : asText(row.left_on),
    }
    const days = annualLeave(service, year)
    const parts = annualParts(service, year)
    if (days === 0 || parts[0] === undefined) return []
    return [
      {
        employeeId: asText(row.employee_id),
        typeId,
        label,
        fromOn: parts[0].from,
        toOn: addMonthsToDay(`${year}-12-31`, carryMonths),
        days: String(days),
        basis: `${parts.map(one => `${one.from} 至 ${one.to} ${one.days} 天 × ${one.perYear}`).join(' + ')}，除以 365 取整`,
        source: entitlementSources.annual[0],
      },
    ]
  })
  return createEach(server, leaveEntitlement, rows)
}

const grantFace: ActionDeclaration = {
  name: 'grantAnnual',
  title: ['发放年假', 'Grant annual leave'],
  over: 'page',
  operation: operations.add,
  input: { year: integer('年份', 'Year', { min: 2014, max: 2099 }) },
  confirm: ['按参加工作日期和入职日期计算，已经有的不再发', 'By first day of work and hiring; who has it already gets none'],
}
const moveFace: ActionDeclaration = {
  name: 'prolong',
  title: ['延期', 'Prolong'],
  over: 'row',
  operation: operations.edit,
  input: { toOn: date('延到', 'Until') },
}

/** What is free moves into an entitlement with a later last day; what is held stays where it is. */
async function prolong(context: Context, id: string, toOn: string): Promise<{ id: string }> {
  return context.write(async (tx, inside) => {
    const row = await tx.selectFrom('leave_entitlement').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw refuse.unknown(leaveEntitlement.title)
    if (toOn <= asText(row.to_on)) throw refuse.invalid([{ field: 'toOn', message: sentence`新的日期应晚于 ${asText(row.to_on)}` }])
    const server = await inServersName(inside, tx, 'the ledger of an entitlement')
    // of two at once one waits
    await holdPeople(server, [asText(row.employee_id)])
    const cell = await anyTable(tx).selectFrom(leaveLedger.held.table).select('balance').where('entitlement_id', '=', id).executeTakeFirst()
    const free = Number(cell?.['balance'] ?? 0)
    if (free <= 0) throw refuse.rule(sentence`没有剩余的额度可以延期`)
    const [employeeId, today] = [asText(row.employee_id), todayOf(inside)]
    const until = ` 延至 ${toOn}`
    const label = `${row.label.replace(/ 延至 \d{4}-\d\d-\d\d$/, '').slice(0, labelMax - until.length)}${until}`
    const taken = await server.db
      .selectFrom('leave_entitlement')
      .select('id')
      .where('employee_id', '=', employeeId)
      .where('type_id', '=', asText(row.type_id))
      .where('label', '=', label)
      .executeTakeFirst()
    if (taken !== undefined) throw refuse.invalid([{ field: 'toOn', message: sentence`已有延至 ${toOn} 的额度，请换一个日期` }])
    const made = await tx
      .insertInto('leave_entitlement')
      .values({
        org_id: inside.caller.orgId,
        employee_id: employeeId,
        type_id: asText(row.type_id),
        label,
        from_on: today,
        to_on: toOn,
        days: daysOf(free),
        basis: row.basis,
        source: entitlementSources.moved[0],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const next = asText(made.id)
    const base = { bookedOn: today, extraFields: { note: row.label } } as const
    await postLeave(server, [
      { ...base, kind: 'correct', cell: { employeeId, entitlementId: id }, amount: -free },
      { ...base, kind: 'earn', cell: { employeeId, entitlementId: next }, amount: free, expiresOn: toOn },
    ])
    return { id: next }
  })
}

export const grantRoutes: RouteMap = {
  'POST /leaveEntitlement/grantAnnual': act(leaveEntitlement, grantFace, (context, { input }) =>
    context.write(async (tx, inside) => {
      const server = await inServersName(inside, tx, 'days of service of everybody')
      return { added: await grantAnnual(server, Number(input['year'])) }
    }),
  ),
  'POST /leaveEntitlement/prolong': act(leaveEntitlement, moveFace, (context, { input }) =>
    prolong(context, idsOf(input['id'], input['ids'])[0] ?? '', asText(input['toOn'])),
  ),
}

export const grantTimed: readonly Timed[] = [
  timed('attendance.annual', ['发放年假', 'Annual leave'], {
    at: '05:10',
    work: async inside => {
      const n = await grantAnnual(inside, Number(todayOf(inside).slice(0, 4)))
      return n === 0 ? undefined : sentence`发放 ${n} 人的年假`
    },
  }),
]
