/** Which kinds have lines. A kind stays when the import that brought it is deleted; without lines there is nothing to map. */
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { Context } from '#platform/server/area.ts'
import { amounts } from '../../facts/amounts.ts'
import { families, transactionColumns } from '../../facts/amazon/tables.ts'

/** A line's amount in the column a kind is of: one of the report's own, or one that no table knows. */
const amountOfKind = (): RawBuilder<unknown> => {
  const cases = transactionColumns.map(c => sql`when ${sql.lit(c)} then l.${sql.ref(columnOf(c))}`)
  return sql`case k.column_name ${sql.join(cases, sql` `)} else 0 end`
}

/** Families of other marketplaces are in use once their amounts stand in the roll-up, some seconds after the import. */
const byMonth = amounts.grains[0]?.table ?? amounts.base.table

/** Of these kinds those that have a line in any shop of the organisation. */
export async function kindsInUse(context: Context, kindIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (kindIds.length === 0) return new Set()
  const { orgId } = context.caller
  const db = context.house.unscoped('mapping queue: whether any shop of the organisation has lines of a kind')
  const { rows: shops } = await sql<{ id: string }>`select s.id::text as id from shop s where s.org_id = ${orgId}`.execute(db)
  const found = new Set<string>()
  // shop by shop: all of a shop lies on one machine
  for (const { id: shop } of shops) {
    const left = kindIds.filter(id => !found.has(String(id)))
    if (left.length === 0) break
    const { rows } = await sql<{ id: string }>`
    select k.id::text as id from amazon_kind k where k.org_id = ${orgId} and k.id = any(${left}) and case k.family
      when ${families.settlement[0]} then exists (select 1 from amazon_settlement_line l where l.shop_id = ${shop} and l.kind_id = k.id)
      when ${families.summary[0]} then exists (select 1 from amazon_summary_line l where l.shop_id = ${shop} and l.kind_id = k.id)
      when ${families.transaction[0]} then exists (select 1 from amazon_transaction_line l where l.shop_id = ${shop}
        and l.type_id = k.base_id and (${amountOfKind()} <> 0 or l.unmapped is not null and l.unmapped ? k.column_name))
      else exists (select 1 from ${sql.table(byMonth)} f where f.shop_id = ${shop} and f.kind_id = k.id) end`.execute(db)
    for (const { id } of rows) found.add(id)
  }
  return found
}
