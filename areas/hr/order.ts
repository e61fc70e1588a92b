/** Asks for the job by which actions that are due take effect. */
import type { House, Tx } from '#platform/server/area.ts'

export const takeEffectJob = 'hr.takeEffect'
export const orderTakeEffect = (tx: Tx, house: House, orgId: string): Promise<void> => house.jobs.addOnce(tx, takeEffectJob, { orgId })
