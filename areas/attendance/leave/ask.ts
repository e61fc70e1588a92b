/** Before a leave is sent: what it takes and leaves, who decides, what speaks against it; balances; 公假 for many at once. */
import { Object as O, Optional, String as Text } from 'typebox'
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { choice, dateTime, links, longText, reference } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { operations, signedIn } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, todayOf } from '#platform/format/zones.ts'
import { managersOf } from '#areas/workflow/index.ts'
import { act, call, Id, may, Refusal, refuse, type Context, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach } from '#platform/server/records.ts'
import type { LeaveBalance, LeavePreview } from '../answers.ts'
import { balances, leaveRequest } from '../request-tables.ts'
import { clashOf, inLockedMonths, overlap, refuseTimes } from '../requests.ts'
import { requestStates } from '../words.ts'
import { caseOf, refuseBeyond, refuseLeave, type CaseRule } from './follow.ts'
import { daysOf, planLeaves, roomsOf, type LeavePlan } from './take.ts'

interface Wanted {
  readonly typeId: string
  readonly fromAt: string
  readonly toAt: string
  readonly employeeId?: string
  readonly ruleId?: string
}

export function whose({ caller }: Context, employeeId: string | undefined): string {
  const id = employeeId ?? caller.employeeId
  if (id === null) throw refuse.rule(sentence`您的账号没有对应的员工，不能申请`)
  if (id !== caller.employeeId && !may(caller, leaveRequest.type ?? '', operations.audit))
    throw refuse.invalid([{ field: 'employeeId', message: sentence`只有考勤管理员可以替别人申请` }])
  return id
}
const saidBy = (context: Context, work: () => void): string | null => {
  try {
    work()
    return null
  } catch (reason) {
    if (!(reason instanceof Refusal)) throw reason
    return context.house.registry.inWords(reason.wording, context.language)
  }
}

/** Nothing is written: the same working-out as on sending, which decides again. */
async function preview(context: Context, { typeId, fromAt, toAt, employeeId: given, ruleId }: Wanted): Promise<LeavePreview> {
  if (given !== undefined) {
    const visible = await context.db.selectFrom('employee').select('id').where('id', '=', given).executeTakeFirst()
    if (visible === undefined) throw refuse.unknown(['员工', 'Employee'])
  }
  const employeeId = whose(context, given)
  refuseTimes({ fromAt, toAt })
  return context.write(async (tx, inside) => {
    const server = await inServersName(inside, tx, 'the shifts and entitlements of who asks')
    const [plan] = await planLeaves(server, [{ id: '0', employeeId, typeId, fromAt, toAt, ruleId: ruleId ?? null, isHeld: true }])
    if (plan === undefined || plan.name === '') throw refuse.unknown(['假期类型', 'Kind of leave'])
    const other = await clashOf(server, { employeeId, fromAt, toAt, ruleId: ruleId ?? null }, 'leave')
    const rule = await caseOf(server, '0', { id: '0', employeeId, fromAt, ruleId })
    if (ruleId !== undefined && rule === null) throw refuse.unknown(['情形', 'Case'])
    const total = plan.parts.reduce((sum, one) => sum + one.minutes, 0)
    return {
      minutes: plan.minutes,
      days: daysOf(total),
      parts: plan.parts.map(one => ({ day: one.day, days: daysOf(one.minutes) })),
      freeDays: plan.isEntitled ? daysOf(plan.free) : null,
      leftDays: plan.isEntitled ? daysOf(Math.max(0, plan.free - total)) : null,
      decides: await decidesOf(inside, tx, { r: leaveRequest, employeeId }),
      notice: rule === null ? null : noticeOf(inside, rule),
      clash: other === undefined ? null : inside.house.registry.inWords(overlap(inside, other), inside.language),
      refusal:
        (await lockedOf(inside, server, { employeeId, fromAt, toAt })) ??
        saidBy(inside, () => {
          refuseLeave(plan, ['later'])
          if (rule !== null) refuseBeyond(plan, rule, server.caller.zone)
        }) ??
        proofOf(inside, plan),
    }
  })
}

/** A month that is locked takes no request. */
export async function lockedOf(
  inside: Context,
  server: Context,
  { employeeId, fromAt, toAt }: Omit<Wanted, 'typeId'> & { readonly employeeId: string },
): Promise<string | null> {
  const [from = '', to = ''] = [fromAt, toAt].map(at => dayInZone(instantMs(at), server.caller.zone))
  if ((await inLockedMonths(server, [{ employeeId, from, to }])).size === 0) return null
  return inside.house.registry.inWords(sentence`这个月的考勤已锁定，请先请人事重开`, inside.language)
}

/** There is no place for files where one looks at it before: with a proof it is entered in the list. */
function proofOf(context: Context, plan: LeavePlan): string | null {
  const said = saidBy(context, () => refuseLeave(plan, []))
  if (said === null) return null
  return context.house.registry.inWords(sentence`${said}：请在“请假”里新增，上传后提交`, context.language)
}

/** Who is asked first; null: without a published flow nobody is. */
export async function decidesOf(
  inside: Context,
  tx: Tx,
  { r, employeeId }: { readonly r: Resource; readonly employeeId: string },
): Promise<string | null> {
  if ((await inside.house.registry.flows?.isPublished(inside, r)) !== true) return null
  const server = await inServersName(inside, tx, 'the head of who asks')
  return (await headOf(server, tx, employeeId)) ?? inside.house.registry.inWords(sentence`按审批流程`, inside.language)
}

/** How a daily case counts; of a rule that HR has not read that HR joins the approval. */
function noticeOf({ house, language }: Context, { name, region, dailyMinutes, isChecked }: CaseRule): string | null {
  const said = [
    ...(dailyMinutes === null ? [] : [sentence`“${name}”每天 ${dailyMinutes} 分钟，从开始时间的钟点算起，直到结束日期。`]),
    ...(isChecked ? [] : [sentence`${region}“${name}”的规则待核实，请人事核对原文后在假期规则里填写核实日期，人事会一起审批`]),
  ]
  return said.length === 0 ? null : said.map(one => house.registry.inWords(one, language)).join('')
}

async function headOf(server: Context, tx: Tx, employeeId: string): Promise<string | null> {
  const head = (await managersOf(server, tx, [employeeId])).get(employeeId)
  if (head === undefined) return null
  const row = await server.db.selectFrom('employee').select('name').where('id', '=', head).executeTakeFirst()
  return row?.name ?? null
}

/** What the caller has left of each kind. */
async function own(context: Context): Promise<{ readonly balances: readonly LeaveBalance[] }> {
  const employeeId = whose(context, undefined)
  const server = await context.house.asSystem(context.caller.orgId, 'entitlements of the caller himself')
  const today = todayOf(context)
  const types = await server.db
    .selectFrom('leave_type')
    .selectAll()
    .where('status', '=', 1)
    .orderBy('balance', 'desc')
    .orderBy('code')
    .execute()
  const rules = await server.db
    .selectFrom('leave_rule')
    .select(['id', 'type_id', 'region', 'case_name', 'days', 'daily_minutes'])
    .where('valid_from', '<=', today)
    .where(w => w.or([w('valid_to', 'is', null), w('valid_to', '>=', today)]))
    .orderBy('region')
    .orderBy('case_name')
    .limit(casesMax)
    .execute()
  const casesOf = Map.groupBy(rules, row => asText(row.type_id))
  const rooms = await roomsOf(server, [employeeId], today)
  return {
    balances: types.map(type => {
      const some = (rooms.get(`${employeeId} ${asText(type.id)}`) ?? []).filter(one => one.from <= today)
      const next = some.filter(one => one.free > 0).toSorted((a, b) => (a.to < b.to ? -1 : 1))[0]
      const isEntitled = type.balance === balances.entitled[0]
      return {
        typeId: asText(type.id),
        name: type.name,
        unit: type.unit,
        cases: (casesOf.get(asText(type.id)) ?? []).map(one => ({
          id: asText(one.id),
          name: `${one.case_name}（${one.region} ${one.daily_minutes === null ? `${Number(one.days)} 天` : `每天 ${one.daily_minutes} 分钟`}）`,
        })),
        freeDays: isEntitled ? daysOf(some.reduce((sum, one) => sum + one.free, 0)) : null,
        endsOn: isEntitled ? (next?.to ?? null) : null,
      }
    }),
  }
}

const manyFace: ActionDeclaration = {
  name: 'forMany',
  title: ['多人公假', 'Leave for many'],
  over: 'page',
  operation: operations.audit,
  input: {
    typeId: reference('假期类型', 'Kind', 'leave_type', { choosableWhere: { status: 1, balance: balances.free[0] } }),
    fromAt: dateTime('开始时间', 'From'),
    toAt: dateTime('结束时间', 'To'),
    groupIds: links('考勤组', 'Groups', 'attendance_group', { max: 50, optional: true, help: ['不选是所有考勤组', 'None: all groups'] }),
    sex: choice('只给', 'Only for', { male: [1, '男', 'Male'], female: [2, '女', 'Female'] }, { optional: true }),
    reason: longText('事由', 'Reason', { max: 500 }),
  },
  confirm: ['已经有请假、出差、外出或加班，以及没有要上的班的人不再加', 'Who is away or has overtime then, or no shift, gets none'],
}
const [manyMax, casesMax] = [5_000, 500]

/** Of these people who has a shift then, no overtime and no locked month: the others get no leave. */
async function whoWorks(server: Context, employeeIds: readonly string[], wanted: Wanted): Promise<readonly string[]> {
  if (employeeIds.length === 0) return []
  const { fromAt, toAt } = wanted
  const plans = await planLeaves(
    server,
    employeeIds.map((employeeId, n) => ({ ...wanted, employeeId, id: `-${n + 1}`, isHeld: true })),
  )
  const ordered = await server.db
    .selectFrom('overtime_order')
    .select('employee_id')
    .where('employee_id', 'in', employeeIds)
    .where('state', 'in', [requestStates.asked[0], requestStates.approved[0]])
    .where('from_at', '<', toAt)
    .where('to_at', '>', fromAt)
    .execute()
  const [from = '', to = ''] = [fromAt, toAt].map(at => dayInZone(instantMs(at), server.caller.zone))
  const locked = await inLockedMonths(
    server,
    employeeIds.map(employeeId => ({ employeeId, from, to })),
  )
  const busy = new Set([...locked, ...ordered.map(row => asText(row.employee_id))])
  return plans.flatMap(plan => (plan.parts.length === 0 || busy.has(plan.asked.employeeId) ? [] : [plan.asked.employeeId]))
}

/** Half a day of 8 March, a power cut, a typhoon: approved at once by who keeps attendance. */
async function forMany(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ added: number; leftOut: number }> {
  const [fromAt, toAt] = [asText(input['fromAt']), asText(input['toAt'])]
  refuseTimes({ fromAt, toAt })
  const groupIds = Array.isArray(input['groupIds']) ? input['groupIds'].map(asText) : []
  return context.write(async (tx, inside) => {
    const day = todayOf({ now: () => new Date(instantMs(fromAt)), caller: inside.caller })
    const type = await tx.selectFrom('leave_type').select('balance').where('id', '=', asText(input['typeId'])).executeTakeFirst()
    if (type?.balance !== balances.free[0])
      throw refuse.invalid([{ field: 'typeId', message: sentence`按额度的假由本人申请，这里请选不限的类型` }])
    let people = tx
      .selectFrom('attendance_member as m')
      .leftJoin('hr_file as f', 'f.employee_id', 'm.employee_id')
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .leftJoin('away as a', join =>
        join.onRef('a.employee_id', '=', 'm.employee_id').on('a.from_at', '<', toAt).on('a.to_at', '>', fromAt),
      )
      .select('m.employee_id')
      .distinct()
      .where('e.status', '=', 1)
      .where('a.id', 'is', null)
      .where('m.valid_from', '<=', day)
      .where(w => w.or([w('m.valid_to', 'is', null), w('m.valid_to', '>=', day)]))
    if (groupIds.length > 0) people = people.where('m.group_id', 'in', groupIds)
    const sex = input['sex']
    if (sex === 1 || sex === 2) people = people.where('f.sex', '=', sex)
    const found = await people
      .orderBy('m.employee_id')
      .limit(manyMax + 1)
      .execute()
    if (found.length > manyMax) throw refuse.rule(sentence`一次最多给 ${manyMax} 人，请按考勤组分几次`)
    const server = await inServersName(inside, tx, 'leave for many by who keeps attendance')
    const typeId = asText(input['typeId'])
    const working = await whoWorks(
      server,
      found.map(row => asText(row.employee_id)),
      { typeId, fromAt, toAt },
    )
    const added = await createEach(
      server,
      leaveRequest,
      working.map(employeeId => ({
        businessOn: todayOf(inside),
        employeeId,
        typeId,
        fromAt,
        toAt,
        reason: asText(input['reason']),
        state: requestStates.approved[0],
      })),
    )
    return { added, leftOut: found.length - working.length }
  })
}

export const askedTimes = {
  fromAt: Text({ title: '开始时间', maxLength: 40 }),
  toAt: Text({ title: '结束时间', maxLength: 40 }),
}
export const askRoutes: RouteMap = {
  'POST /leaveRequest/preview': call(
    {
      demand: signedIn,
      summary: '请假预览',
      input: O(
        {
          typeId: Id('假期类型'),
          ...askedTimes,
          employeeId: Optional(Id('员工')),
          ruleId: Optional(Id('情形')),
        },
        { additionalProperties: false },
      ),
      write: false,
    },
    (context, { input }) => preview(context, input as Wanted),
  ),
  'POST /leaveRequest/balances': call({ demand: signedIn, summary: '我的假期余额', input: O({}), write: false }, context => own(context)),
  'POST /leaveRequest/forMany': act(leaveRequest, manyFace, (context, { input }) => forMany(context, input)),
}
