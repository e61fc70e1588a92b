/**
 * What the planner expects of a scoped statement. The statement has been through the door, so the estimate tells nothing of rows outside
 * the scope as a table's own statistics would.
 */
import type { SelectQueryBuilder } from 'kysely'

/** Below both, counting and summing is cheap enough to be done at once: some tens of milliseconds. */
const cheapRowsMax = 20_000
/** in the planner's unit, one page read in order; a scan of some 50,000 pages' worth of work */
const cheapCostMax = 50_000

export interface Estimate {
  readonly rows: number
  readonly isCheap: boolean
}

interface Node {
  readonly 'Plan Rows': number
  readonly 'Total Cost': number
  readonly 'Parent Relationship'?: string
  readonly 'Subplan Name'?: string
  readonly Plans?: readonly Node[]
}
interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Node }[]
}

/** members that the planner supposes in an array it does not know yet (estimate_array_length of PostgreSQL) */
const arrayLength = 10
/**
 * How many times more a statement finds than the planner says, whose `id = any(array(…))` (scope-predicate.ts) it takes for an array of
 * ten.
 */
function timesMore({ Plans = [] }: Node): number {
  const ofSet = (plan: Node): number =>
    plan['Parent Relationship'] === 'InitPlan' && !plan['Subplan Name']?.startsWith('CTE')
      ? Math.max(1, plan['Plan Rows'] / arrayLength)
      : 1
  return Plans.reduce((times, plan) => times * ofSet(plan) * timesMore(plan), 1)
}

/** Rows that the statement would answer with, by EXPLAIN: nothing is read but the statistics. */
export async function estimateOf<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<Estimate> {
  const [answer] = await query.explain<Explained>('json')
  const plan = answer?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error('EXPLAIN answered without a plan')
  const rows = Math.round(plan['Plan Rows'] * timesMore(plan))
  return { rows, isCheap: rows <= cheapRowsMax && plan['Total Cost'] <= cheapCostMax }
}
