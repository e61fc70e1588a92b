/** Points by hand: more or less, with a reason, by whoever has the right to it. */
import type { ActionDeclaration } from '#platform/declare/action.ts'
import { integer, links, text } from '#platform/declare/fields.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { post } from '#platform/server/documents.ts'
import { todayOf } from '#platform/format/zones.ts'
import { lastDayOf } from './grant.ts'
import { rulesOf } from './rules.ts'
import { points } from './tables.ts'

/** the right to give and take points */
export const byHandOperation = 100
const pointsMax = 100_000

export const byHandFace: ActionDeclaration = {
  name: 'byHand',
  title: ['发放或扣减积分', 'Give or take points'],
  over: 'page',
  operation: byHandOperation,
  input: {
    employeeIds: links('员工', 'Employees', 'employee', { max: 500, targetWhere: { status: 1 } }),
    points: integer('积分', 'Points', { min: -pointsMax, max: pointsMax, help: ['扣减填负数', 'Less than 0 takes points away'] }),
    reason: text('原因', 'Reason', { max: 200 }),
  },
}

export interface ByHand {
  readonly employeeIds: readonly string[]
  readonly points: number
  readonly reason: string
}

/** All of them, or none where somebody has fewer points than are taken. */
export async function giveByHand(context: Context, { employeeIds, points: given, reason }: ByHand): Promise<{ changed: number }> {
  const amount = Number(given)
  if (amount === 0) throw refuse.invalid([{ field: 'points', message: sentence`积分不能为 0` }])
  const ids = [...new Set(employeeIds)]
  return context.write(async (tx, inside) => {
    const rule = (await rulesOf(inside)).get('byHand')
    const people = await tx
      .selectFrom('employee')
      .select(['id', 'name'])
      .where('id', 'in', ['0', ...ids])
      .execute()
    if (people.length !== ids.length) throw refuse.unknown(['员工', 'Employee'])
    const nameOf = new Map(people.map(one => [one.id, one.name]))
    const day = todayOf(inside)
    await post(inside, tx, [
      {
        ledger: points,
        lines: ids.map(employeeId => ({
          kind: 'correct',
          cell: { employeeId },
          amount,
          bookedOn: day,
          expiresOn: amount > 0 ? lastDayOf(day, rule?.validMonths ?? null) : null,
          besides: { ruleId: rule?.id ?? null, note: reason },
        })),
        short: ({ cell }, free) => sentence`${nameOf.get(cell['employeeId'] ?? '') ?? ''}可用积分只有 ${free}，不够扣减`,
      },
    ])
    return { changed: ids.length }
  })
}
