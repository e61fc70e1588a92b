/** Opening a warehouse or channel: like a shop it lies in nobody's scope before it exists, because its scope is its own id. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { objectGrantCodes, type ObjectGrant } from '#platform/declare/scope.ts'
import { type Context, defined, type Tx } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { raiseScopeVersion } from '#platform/server/rights.ts'

/** Adds the record under the next id and grants it to whoever opens it; who sees everything sees it as well. */
export async function openGranted(
  context: Context,
  r: Resource,
  grant: ObjectGrant,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string }> {
  const { caller, house } = context
  const seen = caller.objects?.[grant] ?? []
  if (seen === 'all') return addRecord(context, r, input)
  const { rows } = await sql<{ id: string }>`select nextval(${`${r.table}_id_seq`}::text::regclass) as id`.execute(context.db)
  const { id } = defined(rows[0], 'the next id')
  const widened = house.asUser({ ...caller, objects: { ...caller.objects, [grant]: [...seen, id] } }, context.language, context.requestId)
  return addRecord(widened, r, input, {
    id,
    written: async (_context, tx) => {
      if (caller.employeeId !== null) await grantTo(tx, caller.orgId, caller.employeeId, grant, id)
    },
  })
}

/** This employee sees it from now on. */
export async function grantTo(tx: Tx, orgId: string, employeeId: string, grant: ObjectGrant, id: string): Promise<void> {
  await tx
    .insertInto('data_grant')
    .values({ org_id: orgId, employee_id: employeeId, kind: objectGrantCodes[grant], object_id: id })
    .execute()
  await raiseScopeVersion(tx, orgId)
}
