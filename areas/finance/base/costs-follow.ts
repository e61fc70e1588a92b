/** Ordering that costs follow, in every shop of the organisation. */
import type { Context, Tx } from '#platform/server/area.ts'

/** marks what a changed product cost or mapping touches in every shop of the organisation, whoever changed it */
export const costsJob = 'costs.follow'

/** What changed for all shops: costs of products, a kind's meaning, or (neither) a month that is open again. */
export interface CostChange {
  readonly productIds?: readonly string[]
  readonly kindId?: string
  /** YYYY-MM-01 */
  readonly fromMonth: string
}

/**
 * Marks what follows in every shop, not only in those of the person who made the change: by a job of the organisation, ordered in the same
 * transaction.
 */
export const costsFollow = (tx: Tx, context: Context, change: CostChange): Promise<void> =>
  context.house.jobs.add(tx, costsJob, { orgId: context.caller.orgId, ...change })
