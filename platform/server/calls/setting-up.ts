/** What a new company still lacks, by the steps that the areas declare (`setupSteps`). */
import type { Context } from '../contract/context.ts'

/** Whether a step is open. One at a time: the first that is open ends it. */
export async function isSettingUp(context: Context): Promise<boolean> {
  for (const step of context.house.registry.setupSteps) if (!(await step.isDone(context))) return true
  return false
}

/** Whether the organisation has a row of this table. */
export const hasRow =
  (table: 'company' | 'department' | 'shop' | 'product' | 'account_role') =>
  async ({ db }: Context): Promise<boolean> =>
    (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined
