/** Opening and changing an organisation: the tenant lies in nobody's scope before it exists. Whoever opens it belongs to it. */
import { sql } from 'kysely'
import { type Context, defined } from '#platform/server/area.ts'
import { seedDictionaries } from '#areas/reference/index.ts'
import { addRecord, updateRecord } from '#platform/server/records.ts'
import { dataScopes } from './reach.ts'
import { organisation } from './tables.ts'

/** Adds the organisation with the dictionaries of the house, and the caller's membership of it. */
export async function addOrganisation(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ id: string }> {
  const { caller, house } = context
  const { rows } = await sql<{ id: string }>`select nextval('organisation_id_seq') as id`.execute(context.db)
  const { id } = defined(rows[0], 'the next organisation id')
  const widened = house.asUser({ ...caller, orgIds: [...caller.orgIds, id] }, context.language, context.requestId)
  const made = await addRecord(widened, organisation, input, {
    id,
    written: async (_context, tx) => {
      // rows of the new tenant, in which the caller is not yet: after its record was written through the door
      const server = tx.withoutPlugins()
      await server
        .insertInto('account_organisation')
        .values({ org_id: id, account_id: caller.accountId, data_scope: dataScopes.all })
        .execute()
      await seedDictionaries(server, id)
    },
  })
  house.rights.forget?.()
  return made
}

/** Changes an organisation; the next call of its people counts days in its new zone. */
export async function changeOrganisation(context: Context, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const changed = await updateRecord(context, organisation, input)
  context.house.rights.forget?.()
  return changed
}
