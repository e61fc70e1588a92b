import { sql } from 'kysely'
import type { Db } from '#platform/server/area.ts'

/** Cost per unit by product and month: `since` the month it holds from, `until` the month of the next one. */
export function datedCosts(db: Db) {
  return db
    .selectFrom('product_cost as p')
    .select([
      'p.product_id',
      'p.currency',
      'p.unit_cost',
      sql`p.month`.as('since'),
      sql`lead(p.month) over (partition by p.product_id order by p.month)`.as('until'),
    ])
}
