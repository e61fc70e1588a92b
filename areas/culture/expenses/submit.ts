/**
 * Submitting a claim: its amount in CNY is held against what is left of the budget of its department and year. The row of the budget is
 * locked, so of two claims that would both fit only one does.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare, multiply, roundTo } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { namedId, setDerived, oneRecord, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { expenseStates } from './states.ts'
import { cultureBudget, cultureExpense } from './tables.ts'

const baseCurrency = 'CNY'
const cents = 2
const counted = [expenseStates.waiting[0], expenseStates.passed[0], expenseStates.paid[0]] as const

const systemOf = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'budgets of culture expenses')

/** The amount at the booking rate of its month, or the newest one before it. */
async function inCny({ db, caller }: Context, amount: string, currency: string, day: string): Promise<string> {
  if (currency === baseCurrency) return amount
  const row = await db
    .selectFrom('currency_rate')
    .select('rate')
    .where('org_id', '=', caller.orgId)
    .where('currency', '=', currency)
    .where('month', '<=', `${day.slice(0, 7)}-01`)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) throw refuse.rule(sentence`还没有 ${currency} 的汇率，请先维护汇率或改用人民币金额`)
  return roundTo(multiply(amount, row.rate), cents, 'halfUp')
}

export async function submitExpense(context: Context, given: unknown): Promise<{ id: string; overBudget: boolean }> {
  const id = namedId(given, cultureExpense.title)
  await oneRecord(context, cultureExpense, id)
  return context.write(
    async (tx, inside) => {
      const system = await systemOf(inside, tx)
      const row = await oneRecord(inside, cultureExpense, id)
      const { employeeId } = inside.caller
      if (row['claimantId'] !== employeeId) throw refuse.forbidden(sentence`只有报销人可以提交`)
      const [day, deptId] = [asText(row['day']), row['deptId'] == null ? null : asText(row['deptId'])]
      if (deptId === null) throw refuse.rule(sentence`报销人没有所属部门，不能提交`)
      const amount = await inCny(system, asText(row['amount']), asText(row['currency']), day)
      const budget = await system.db
        .selectFrom('culture_budget')
        .select(['amount', 'used'])
        .where('dept_id', '=', deptId)
        .where('year', '=', Number(day.slice(0, 4)))
        .forUpdate()
        .executeTakeFirst()
      const overBudget = budget === undefined || compare(add(budget.used, amount), budget.amount) > 0
      await setDerived(system, cultureExpense, [{ id, amountCny: amount, overBudget }])
      await takeSteps(inside, cultureExpense, { ids: [{ id }], pick: { step: 'submit' }, input: {}, byProgram: true })
      return { id, overBudget }
    },
    { line: `culture_expense ${id}` },
  )
}

/** What is used of a budget: claims that wait, passed or were paid. */
async function countUsed(system: Context, of: readonly { readonly deptId: string; readonly year: number }[]): Promise<void> {
  for (const { deptId, year } of of) {
    const budget = await system.db
      .selectFrom('culture_budget')
      .select('id')
      .where('dept_id', '=', deptId)
      .where('year', '=', year)
      .forUpdate()
      .executeTakeFirst()
    if (budget === undefined) continue
    const { used } = await system.db
      .selectFrom('culture_expense')
      .select(sql<string>`coalesce(sum(amount_cny), 0)::text`.as('used'))
      .where('dept_id', '=', deptId)
      .where('day', '>=', `${year}-01-01`)
      .where('day', '<=', `${year}-12-31`)
      .where('state', 'in', [...counted])
      .executeTakeFirstOrThrow()
    await setDerived(system, cultureBudget, [{ id: budget.id, used }])
  }
}

const unique = <T extends { readonly deptId: string; readonly year: number }>(all: readonly T[]): readonly T[] => [
  ...new Map(all.map(one => [`${one.deptId} ${one.year}`, one])).values(),
]

export const keepExpenses = followerOf(cultureExpense, async (context, tx, changes) => {
  const moved = changes.filter(({ before, after }) => before?.state !== after?.state)
  const keys = moved
    .flatMap(({ before, after }) => [before, after])
    .flatMap(row => (row?.['deptId'] == null ? [] : [{ deptId: asText(row['deptId']), year: Number(asText(row['day']).slice(0, 4)) }]))
  if (keys.length > 0)
    await countUsed(
      await systemOf(context, tx),
      unique(keys).toSorted((a, b) => Number(a.deptId) - Number(b.deptId)),
    )
})

/** A budget that is set after claims were made counts them too. */
export const keepBudgets = followerOf(cultureBudget, async (context, tx, changes) => {
  const fresh = changes.flatMap(({ before, after }) =>
    before === null && after !== null ? [{ deptId: asText(after.deptId), year: Number(after.year) }] : [],
  )
  if (fresh.length > 0) await countUsed(await systemOf(context, tx), fresh)
})
