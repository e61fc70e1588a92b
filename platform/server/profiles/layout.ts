/** How a person's columns of a list stand: order, width, shown, frozen, density. */
import type { ListLayout } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { checkedLayout } from './content.ts'
import { listOfType } from './profiles.ts'
import { jsonText } from '../db/json-text.ts'

/** null: as the definition has it. */
export async function layoutOf(context: Context, type: string): Promise<ListLayout | null> {
  const { fields } = listOfType(context, type)
  const row = await context.db.selectFrom('list_layout').select('layout').where('type', '=', type).executeTakeFirst()
  return row?.layout ? checkedLayout(fields, row.layout) : null
}

/** Keeps a layout; without columns and compact it is the definition's own again. */
export async function saveLayout(context: Context, type: string, said: ListLayout): Promise<ListLayout> {
  const { fields } = listOfType(context, type)
  const layout = checkedLayout(fields, said)
  const { accountId, orgId } = context.caller
  await context.write(async tx => {
    const kept = { layout: jsonText(layout), updated_at: context.now().toISOString(), updated_by: accountId }
    await tx
      .insertInto('list_layout')
      .values({ org_id: orgId, account_id: accountId, type, created_by: accountId, ...kept })
      .onConflict(conflict => conflict.columns(['org_id', 'account_id', 'type']).doUpdateSet(kept))
      .execute()
  })
  return layout
}
