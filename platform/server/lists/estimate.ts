/**
 * What the planner expects of a scoped statement. The statement has been through the door, so the estimate tells nothing of rows outside
 * the scope as a table's own statistics would.
 */
import type { SelectQueryBuilder } from 'kysely'

/** Below both, counting and summing is cheap enough to be done at once: some tens of milliseconds. */
export const cheapRowsMax = 20_000
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
  /** where tables are spread over several machines: the plan of one shard, and how many there are */
  readonly 'Distributed Query'?: { readonly Job: { readonly 'Task Count': number; readonly Tasks?: readonly Task[] } }
}
interface Task {
  readonly 'Remote Plan'?: readonly (readonly { readonly Plan: Node }[])[]
}
interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Node }[]
}

/** members that the planner supposes in an array it does not know yet (estimate_array_length of PostgreSQL) */
const arrayLength = 10
const isSet = (plan: Node): boolean => plan['Parent Relationship'] === 'InitPlan' && !plan['Subplan Name']?.startsWith('CTE')
const isInput = (plan: Node): boolean => !['InitPlan', 'SubPlan'].includes(plan['Parent Relationship'] ?? '')
/**
 * Rows that a plan finds where `id = any(array(…))` (scope-predicate.ts) stands in it, which the planner takes for an array of ten: each
 * such step by the size of its own set, what stands above it in proportion.
 */
function rowsOf(plan: Node): number {
  const { Plans = [] } = plan
  const sum = (of: readonly number[]): number => of.reduce((all, n) => all + n, 0)
  const inputs = Plans.filter(isInput)
  const times = inputs.length === 0 ? 1 : sum(inputs.map(rowsOf)) / Math.max(1, sum(inputs.map(input => input['Plan Rows'])))
  return Plans.filter(isSet).reduce((rows, set) => (rows * rowsOf(set)) / arrayLength, plan['Plan Rows'] * times)
}

/** What a plan expects: rows, and cost in the planner's unit. */
interface Expected {
  readonly rows: number
  readonly cost: number
}

/**
 * A coordinator expects 100,000 rows of whatever its machines answer. The plan of one shard is shown, and stands for all of them; what the
 * coordinator itself does with their rows follows in proportion.
 */
function expectedOf(plan: Node): Expected {
  const own = { rows: rowsOf(plan), cost: plan['Total Cost'] }
  const job = plan['Distributed Query']?.Job
  if (job !== undefined) {
    const remote = job.Tasks?.[0]?.['Remote Plan']?.[0]?.[0]?.Plan
    if (remote === undefined) return own
    const ofShard = expectedOf(remote)
    return { rows: ofShard.rows * job['Task Count'], cost: ofShard.cost * job['Task Count'] }
  }
  const spread = (plan.Plans ?? []).filter(isSpread)
  if (spread.length === 0) return own
  const known = spread.map(expectedOf)
  const sum = (of: readonly number[]): number => of.reduce((all, n) => all + n, 0)
  const times = sum(known.map(k => k.rows)) / Math.max(1, sum(spread.map(s => s['Plan Rows'])))
  return { rows: own.rows * times, cost: own.cost * times + sum(known.map(k => k.cost)) }
}
const isSpread = (plan: Node): boolean => plan['Distributed Query'] !== undefined || (plan.Plans ?? []).some(isSpread)

/** What the planner says, as the number of rows and whether they are cheap to count. Exported for its test. */
export function estimateFrom(plan: Node): Estimate {
  const { rows, cost } = expectedOf(plan)
  return { rows: Math.round(rows), isCheap: Math.round(rows) <= cheapRowsMax && cost <= cheapCostMax }
}

/** Rows that the statement would answer with, by EXPLAIN: nothing is read but the statistics. */
export async function estimateOf<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<Estimate> {
  const [answer] = await query.explain<Explained>('json')
  const plan = answer?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error('EXPLAIN answered without a plan')
  return estimateFrom(plan)
}
