/** Overtime of several persons at once, by who keeps attendance: an order each, all of them or none. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { choice, dateTime, flag, links, longText } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { compensations, overtimeOrder, protectedReason } from './request-tables.ts'
import { refuseTimes } from './requests.ts'

const peopleMax = 200
const face: ActionDeclaration = {
  name: 'forMany',
  title: ['多人加班', 'Overtime of several'],
  over: 'page',
  operation: operations.audit,
  input: {
    employeeIds: links('员工', 'Employees', 'employee', { max: peopleMax, choosableWhere: { status: 1 } }),
    fromAt: dateTime('开始时间', 'From'),
    toAt: dateTime('结束时间', 'To'),
    compensation: choice('补偿', 'Paid by', compensations, { default: compensations.pay[0] }),
    unpunched: flag('不用打卡', 'Without punches', { default: false }),
    reason: longText('事由', 'Reason', { max: 500 }),
    protectedReason: protectedReason(),
  },
  confirm: ['每人一张加班单，一起提交；有一人不能加班就都不提交', 'An order each, all sent or none'],
}

async function forMany(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ added: number }> {
  const { fromAt, toAt, compensation, unpunched, reason, protectedReason: special } = input
  refuseTimes({ fromAt, toAt })
  const asked = Array.isArray(input['employeeIds']) ? [...new Set(input['employeeIds'].map(asText))] : []
  return context.write(async (tx, inside) => {
    const people = asked.length === 0 ? [] : await tx.selectFrom('employee').select('id').where('id', 'in', asked).orderBy('id').execute()
    if (people.length < asked.length || people.length === 0) throw refuse.unknown(['员工', 'Employee'])
    const ids: { readonly id: string }[] = []
    for (const { id: employeeId } of people)
      ids.push({
        id: (
          await create(inside, overtimeOrder, {
            businessOn: todayOf(inside),
            employeeId: asText(employeeId),
            fromAt,
            toAt,
            compensation: compensation ?? compensations.pay[0],
            unpunched: unpunched ?? false,
            reason,
            protectedReason: special ?? null,
          })
        ).id,
      })
    await takeSteps(inside, overtimeOrder, { ids, pick: { step: 'submit' }, input: {} })
    return { added: ids.length }
  })
}

export const overtimeManyRoutes: RouteMap = {
  'POST /overtimeOrder/forMany': act(overtimeOrder, face, (context, { input }) => forMany(context, input)),
}
