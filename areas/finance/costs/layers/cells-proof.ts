/**
 * Σ cells of a kept warehouse against the layers of its place, product by product, since the ledger keeps it. They differ by units that
 * were sold before they are shipped, and by units that a move asked for and no layer had; by anything else something is wrong.
 */
import { sql } from 'kysely'
import { locationKinds } from '#areas/goods/index.ts'
import type { Db } from '#platform/server/area.ts'
import { outKindOf } from './derived-tables.ts'
import { isBefore, isOffline } from './goods-moves.ts'

export interface CellsAgainstLayers {
  readonly warehouse: string
  readonly name: string
  readonly product: string
  readonly cells: string
  readonly layers: string
  /** sold out of the layers of the place and not shipped from it yet; below zero: shipped from it and sold out of another place */
  readonly ahead: string
  /** what moves brought or took that had no layers: units without cost */
  readonly lacking: string
  /** zero, or something is wrong */
  readonly unexplained: string
}

const under = sql.lit(locationKinds.transit[0])
/** `all`: also what agrees */
export async function cellsAgainstLayers(db: Db, orgId: string, all = false): Promise<readonly CellsAgainstLayers[]> {
  const { rows } = await sql<CellsAgainstLayers>`with kept as (
      select w.id, w.name, p.id as place_id, w.kept_since from warehouse w join stock_place p on p.warehouse_id = w.id
      where w.org_id = ${orgId} and w.kept_since is not null),
    sums as (
      select k.id, c.product_id, sum(c.quantity) as cells, 0::numeric as layers, 0::numeric as ahead, 0::numeric as lacking
      from kept k join goods_cell c on c.warehouse_id = k.id join goods_location l on l.id = c.location_id and l.kind < ${under}
      where c.org_id = ${orgId} group by 1, 2
      union all
      select k.id, s.product_id, 0, sum(s.quantity), 0, 0 from kept k join stock_layer s on s.place_id = k.place_id group by 1, 2
      union all
      select k.id, t.product_id, 0, 0, sum(t.quantity), 0 from kept k join stock_take t on t.place_id = k.place_id
        and t.day >= k.kept_since and t.kind = ${sql.lit(outKindOf.sale)} group by 1, 2
      union all
      -- what each move asked for, less what it found; what comes from customers and from outside always comes
      select k.id, m.product_id, 0, 0, sum(case when g.sale then g.sign * g.lack end), sum(case when g.sale then 0 else g.sign * g.lack end)
      from kept k join goods_move m on k.id in (m.from_warehouse_id, m.to_warehouse_id) and m.booked_on >= k.kept_since
        join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id
        cross join lateral (select coalesce(sum(x.quantity), 0) as found from stock_take x
          where x.product_id = m.product_id and x.day = m.booked_on and x.into_move = 'move ' || m.id) x
        cross join lateral (select m.quantity - x.found as lack,
          ${sql.lit(locationKinds.shipped[0])} in (f.kind, t.kind) as sale,
          (case when m.to_warehouse_id = k.id and t.kind < ${under} then 1 else 0 end)
            - (case when m.from_warehouse_id = k.id and f.kind < ${under} then 1 else 0 end) as sign) g
      where m.org_id = ${orgId} and m.from_pool_id is distinct from m.to_pool_id and not ${isBefore}
        and (f.kind < ${sql.lit(locationKinds.supplier[0])} or f.kind = ${sql.lit(locationKinds.marketplace[0])}
          or f.kind = ${sql.lit(locationKinds.shipped[0])} and m.reverses_id is not null and not ${isOffline(sql.ref('f.shop_id'))})
        and not exists (select from goods_move o where o.id = m.reverses_id and o.booked_on = m.booked_on)
        and not exists (select from goods_move b where b.reverses_id = m.id and b.booked_on = m.booked_on)
      group by 1, 2)
    select k.id::text as warehouse, k.name, s.product_id::text as product, sum(s.cells)::text as cells, sum(s.layers)::text as layers,
      sum(coalesce(s.ahead, 0))::text as ahead, sum(s.lacking)::text as lacking,
      (sum(s.cells) - sum(s.layers) - sum(coalesce(s.ahead, 0)) - sum(s.lacking))::text as unexplained
    from sums s join kept k on k.id = s.id group by k.id, k.name, s.product_id
    having ${all} or sum(s.cells) - sum(s.layers) - sum(coalesce(s.ahead, 0)) - sum(s.lacking) <> 0
    order by k.name, s.product_id limit 1000`.execute(db.withoutPlugins())
  return rows
}
