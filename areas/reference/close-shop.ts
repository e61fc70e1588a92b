/** Deleting a shop that was opened by mistake. One that has data is closed instead: its lines carry no foreign key and would be orphans. */
import { sentence } from '#platform/declare/sentence.ts'
import { removeRecords } from '#platform/server/records.ts'
import { within, anyTable } from '#platform/server/database.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { raiseScopeVersion } from '#platform/server/rights.ts'
import { shop } from './tables.ts'

/** Deletes shops of the caller's scope with their grants, all or none. */
export async function removeShops(context: Context, ids: readonly string[]): Promise<{ deleted: number }> {
  const wanted = [...new Set(ids)].filter(id => /^[0-9]{1,18}$/.test(id))
  if (wanted.length !== ids.length) throw refuse.unknown(shop.title)
  const facts = [...context.house.registry.resources.values()].filter(
    r => r.kind === 'shop' && 'shopId' in r.fields && r.scope.all !== null,
  )
  return context.write(async tx => {
    for (const id of wanted) {
      const before = await tx.selectFrom('shop').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
      if (!before) throw refuse.unknown(shop.title)
      for (const fact of facts) {
        const line = await anyTable(tx).selectFrom(fact.table).select('shop_id').where('shop_id', '=', id).limit(1).executeTakeFirst()
        if (line) throw refuse.rule(sentence`店铺 ${before.name} 已有${fact.title}，不能删除，可改为停业`)
      }
      await tx.deleteFrom('shop_grant').where('shop_id', '=', id).execute()
    }
    // its grants went with it: nobody could take that back
    await removeRecords(within(context, tx), shop, wanted, { undoable: false })
    await raiseScopeVersion(tx, context.caller.orgId)
    return { deleted: wanted.length }
  })
}
