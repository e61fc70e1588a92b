/** Opening a shop: the one record that lies in nobody's scope before it exists, because its scope is its own id. */
import { sql, type Insertable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { writeAudit } from '#platform/server/audit/write-audit.ts'
import { asDuplicate } from '#platform/server/lists/record.ts'
import { columnValues } from '#platform/server/lists/validate-record.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import type { TableOf } from '#platform/declare/resource.ts'
import { shop } from './tables.ts'

/** Adds a shop of the caller's organisation and grants it to him; who sees all shops sees it as well. */
export async function openShop(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const values = columnValues(shop, input, 'add') as unknown as Insertable<TableOf<typeof shop>>
  const site = await context.db.selectFrom('marketplace').select(['currency', 'name']).where('code', '=', values.marketplace_code).executeTakeFirst()
  if (!site) throw refuse.invalid([{ field: 'marketplaceCode', message: '站点不存在，请重新选择' }])
  const known = await context.db.selectFrom('currency').select('code').where('code', '=', values.currency).executeTakeFirst()
  if (!known) throw refuse.invalid([{ field: 'currency', message: '币种不存在，请重新选择' }])
  const { caller, house } = context
  const { rows } = await sql<{ id: string }>`select nextval('shop_id_seq') as id`.execute(context.db)
  const id = rows[0]!.id
  const widened = house.asUser({ ...caller, shops: [...caller.shops, id] }, context.language, context.requestId)
  return widened.write(async (tx) => {
    const row = { ...values, id, org_id: caller.orgId, created_by: caller.accountId, updated_by: caller.accountId }
    await tx.insertInto('shop').values(row).execute().catch((error: unknown) => asDuplicate(shop, error))
    if (caller.employeeId !== null) await tx.insertInto('shop_grant').values({ org_id: caller.orgId, employee_id: caller.employeeId, shop_id: id }).execute()
    await writeAudit(widened, tx, { subject: shop.table, recordId: id, verb: 'add', before: null, after: row })
    await raiseScopeVersion(tx, caller.orgId)
    return { id }
  })
}
