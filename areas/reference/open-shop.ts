/** Opening a shop: the one record that lies in nobody's scope before it exists, because its scope is its own id. */
import { sql } from 'kysely'
import { type Context, defined } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { raiseScopeVersion } from '#platform/server/rights.ts'
import { shop } from './tables.ts'

/** Adds a shop of the caller's organisation and grants it to him; who sees all shops sees it as well. */
export async function openShop(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const { caller, house } = context
  const { rows } = await sql<{ id: string }>`select nextval('shop_id_seq') as id`.execute(context.db)
  const { id } = defined(rows[0], 'the next shop id')
  const widened = house.asUser({ ...caller, shops: [...caller.shops, id] }, context.language, context.requestId)
  return addRecord(widened, shop, input, {
    id,
    written: async (_context, tx) => {
      if (caller.employeeId !== null)
        await tx.insertInto('shop_grant').values({ org_id: caller.orgId, employee_id: caller.employeeId, shop_id: id }).execute()
      await raiseScopeVersion(tx, caller.orgId)
    },
  })
}
