/** Which records each of some accounts may see: his right to the list, and his own door on the transaction that tells. */
import type { Resource } from '#platform/declare/resource.ts'
import { everybody, ownOrganisation } from '#platform/declare/scope.ts'
import type { Row } from '#platform/declare/wire.ts'
import { satisfies } from '../calls/may.ts'
import { viewDemands } from '../calls/view-demands.ts'
import { within } from '../db/within.ts'
import type { Caller, Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { Tx } from '../contract/database.ts'
import { keyOfRowId, primaryColumns, rowId } from '../lists/columns.ts'
import { byKeys } from '../lists/keys.ts'

/** account -> ids of those of his records that he sees. */
export async function visibleRecords(
  context: Context,
  tx: Tx,
  r: Resource,
  concerned: ReadonlyMap<string, readonly Row[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { caller, house } = context
  const seen = new Map<string, ReadonlySet<string>>()
  for (const his of await house.rights.callersOf(caller.orgId, [...concerned.keys()], tx)) {
    const rows = concerned.get(his.accountId) ?? []
    if (rows.length === 0 || !viewDemands(house.registry, r).some(demand => satisfies(his, demand))) continue
    seen.set(his.accountId, new Set(await idsSeen(context, tx, r, his, rows)))
  }
  return seen
}

async function idsSeen({ house }: Context, tx: Tx, r: Resource, his: Caller, rows: readonly Row[]): Promise<string[]> {
  // whoever is of the organisation sees them: no question a person
  if (r.scope === ownOrganisation || r.scope === everybody) return rows.map(row => String(row.id))
  const { db } = within(house.asUser(his, 'zh', 'notice'), tx)
  const keys = rows.flatMap(row => {
    const key = keyOfRowId(r, String(row.id))
    return key ? [key] : []
  })
  const found = await anyTable(db).selectFrom(r.table).select(primaryColumns(r)).where(byKeys(r, keys)).execute()
  return found.map(row =>
    rowId(
      r,
      primaryColumns(r).map(column => row[column]),
    ),
  )
}
