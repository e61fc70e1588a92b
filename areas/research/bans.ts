/** What an audited check forbids stands in 在售合规: by product and country, until a newer one of its kind says otherwise. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { createEach, removeRecords } from '#platform/server/records.ts'
import { salesBan } from '#areas/contracts/index.ts'
import { behind } from '#areas/goods/index.ts'

interface Ban {
  readonly [field: string]: unknown
  readonly productId: string
  readonly countryCode: string
  readonly documentNo: string
  readonly day: string
}

/** Bans of these products as their checks stand now, those of the projects of a product among them. */
export async function keepBans(server: Context, tx: Tx, products: readonly string[]): Promise<void> {
  const ids = [...new Set(products)].toSorted()
  if (ids.length === 0) return
  // two who audit checks of one product go one after the other
  await sql`select id from product where id = any(${ids}::bigint[]) order by id for no key update`.execute(behind(tx))
  const { rows } = await sql<Ban>`select distinct on ("productId", "countryCode") "productId", "countryCode", "documentNo", day from (
      select distinct on (product, n.code, kind) product::text as "productId", n.code as "countryCode", c.no as "documentNo",
        c.audited_on::text as day, c.verdict
      from infringement_check c left join rd_project p on p.id = c.project_id
        cross join lateral unnest(array_remove(array[c.product_id, case when p.product_id is distinct from c.product_id
          then p.product_id end], null)) product
        cross join lateral unnest(c.kinds) kind cross join lateral unnest(c.countries) country
        join country n on n.id = country
      where c.org_id = ${server.caller.orgId} and c.state = 2
        and (c.product_id = any(${ids}::bigint[]) or p.product_id = any(${ids}::bigint[]))
      order by product, n.code, kind, c.audited_on desc, c.id desc) newest
    where verdict = 4 and "productId" = any(${ids}::text[])
    order by "productId", "countryCode", day, "documentNo"`.execute(behind(tx))
  const { rows: there } = await sql<{ id: string }>`select id::text as id from sales_ban
    where org_id = ${server.caller.orgId} and product_id = any(${ids}::bigint[])`.execute(behind(tx))
  const gone = there.map(one => one.id)
  if (gone.length > 0) await removeRecords(server, salesBan, gone, { undoable: false })
  await createEach(server, salesBan, rows)
}
