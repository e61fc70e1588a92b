/** Bundles that goods issues put together as they ship: by which bill, and what finance must know of each. */
import { sql } from 'kysely'
import { multiply, roundTo } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach } from '#platform/server/records.ts'
import { stockMade } from '#areas/finance/index.ts'
import { type BundleBill, type PutTogether } from '#areas/goods/index.ts'
import { bom, bomKinds, bomStates } from './bom-tables.ts'
import { around } from './read-bills.ts'

const inForce = [bomStates.released[0], bomStates.superseded[0]]

export async function bundleBills(context: Context, tx: Tx, productIds: readonly string[]): Promise<readonly BundleBill[]> {
  if (!context.house.registry.resources.has(bom.table)) return []
  const day = todayOf(context)
  const { rows } = await sql<BundleBill>`select distinct on (b.product_id) b.id::text as "bomId", b.product_id::text as "productId",
      trim_scale(b.base)::text as base, l.lines
    from bom b cross join lateral (select coalesce(jsonb_agg(jsonb_build_object('partId', x.part_id::text,
        'per', trim_scale(x.per)::text, 'scrap', trim_scale(x.scrap)::text) order by x.line_no), '[]') as lines
      from bom_line x where x.bom_id = b.id) l
    where b.org_id = ${context.caller.orgId} and b.kind = ${bomKinds.bundle[0]} and b.state = any(${inForce}::int[])
      and b.product_id = any(${[...productIds]}::bigint[])
      and b.valid_from <= ${day}::date and (b.valid_to is null or b.valid_to >= ${day}::date)
    order by b.product_id, b.id`.execute(around(tx))
  return rows
}

/** Each has the fee of its bill, and its cost is that of its own parts. */
export async function putTogether(context: Context, tx: Tx, made: readonly PutTogether[]): Promise<void> {
  const { rows } = await sql<{ id: string; fee: string }>`select id::text as id, fee::text as fee from bom
    where id = any(${made.map(one => one.bomId)}::bigint[])`.execute(around(tx))
  const fees = new Map(rows.map(row => [row.id, row.fee]))
  await createEach(
    await inServersName(context, tx, 'what finance must know of bundles that are put together'),
    stockMade,
    made.map(({ docType, lineId, bomId, sets }) => ({
      docType,
      lineId,
      share: null,
      fee: roundTo(multiply(fees.get(bomId) ?? '0', sets), 4, 'halfUp'),
      conversion: lineId,
    })),
  )
}
