/** Opening a shop: the one record that lies in nobody's scope before it exists, because its scope is its own id. */
import { sql, type Insertable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { writeAudit } from '#platform/server/audit/write-audit.ts'
import { asDuplicate } from '#platform/server/lists/record.ts'
import { columnValues } from '#platform/server/lists/validate-record.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import { there } from '#platform/server/there.ts'
import type { TableOf } from '#platform/declare/resource.ts'
import { shop } from './tables.ts'

/** Adds a shop of the caller's organisation and grants it to him; who sees all shops sees it as well. */
export async function openShop(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const values = columnValues(shop, input, 'add') as unknown as Insertable<TableOf<typeof shop>>
  await checkCodes(context, values)
  const { caller, house } = context
  const { rows } = await sql<{ id: string }>`select nextval('shop_id_seq') as id`.execute(context.db)
  const { id } = there(rows[0], 'the next shop id')
  const widened = house.asUser({ ...caller, shops: [...caller.shops, id] }, context.language, context.requestId)
  return widened.write(async tx => {
    const row = { ...values, id, org_id: caller.orgId, created_by: caller.accountId, updated_by: caller.accountId }
    await tx
      .insertInto('shop')
      .values(row)
      .execute()
      .catch((error: unknown) => asDuplicate(shop, error))
    if (caller.employeeId !== null)
      await tx.insertInto('shop_grant').values({ org_id: caller.orgId, employee_id: caller.employeeId, shop_id: id }).execute()
    await writeAudit(widened, tx, { subject: shop.table, recordId: id, verb: 'add', before: null, after: row })
    await raiseScopeVersion(tx, caller.orgId)
    return { id }
  })
}

/** The codes a shop refers to must be there; each that isn't is named. */
async function checkCodes({ db }: Context, values: Insertable<TableOf<typeof shop>>): Promise<void> {
  const site = await db.selectFrom('marketplace').select('id').where('code', '=', values.marketplace_code).executeTakeFirst()
  const currency = await db.selectFrom('currency').select('id').where('code', '=', values.currency).executeTakeFirst()
  const country =
    values.country_code == null
      ? true
      : await db.selectFrom('country').select('id').where('code', '=', values.country_code).executeTakeFirst()
  const missing = [
    ['marketplaceCode', site],
    ['currency', currency],
    ['countryCode', country],
  ] as const
  const errors = missing.flatMap(([field, found]) =>
    found ? [] : [{ field, message: `${shop.fields[field].title[0]}不存在，请重新选择` }],
  )
  if (errors.length > 0) throw refuse.invalid(errors)
}
