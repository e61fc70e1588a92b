/** The job that enters what files say of receipts: ordered in the transaction of whatever says it. */
import type { House, Tx } from '#platform/server/area.ts'

export const receiptsJob = 'logistics.receipts'
/** Without a key: two transactions with this job and another in the other order would wait for each other. The first run takes them all. */
export const orderReceipts = (tx: Tx, house: House, orgId: string, shopId: string): Promise<void> =>
  house.jobs.addOnce(tx, receiptsJob, { orgId, shopId })
