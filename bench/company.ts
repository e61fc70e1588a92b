/**
 * Widens the demo company: so many Amazon shops in its first organisation, so many SKUs in each of them. Each SKU stands for a product of
 * its own number.
 */
import type pg from 'pg'

/** How wide the company is. */
export interface Width {
  readonly shops: number
  /** of each shop */
  readonly skus: number
}

/** Adds what is missing: shops are copies of those that are there under a further name, SKUs `BENCH-0001` on. */
export async function widen(owner: pg.Client, orgId: string, { shops, skus }: Width): Promise<void> {
  await owner.query(
    `insert into shop (org_id, name, account_name, marketplace_code, country_code, currency)
     select org_id, name || ' ' || turn, account_name, marketplace_code, country_code, currency
     from (select s.*, row_number() over (order by s.id) as place, count(*) over () as n from shop s
           join marketplace m on m.code = s.marketplace_code where s.org_id = $1 and m.platform = 1) s,
       generate_series(2, $2::int) turn
     where (turn - 1) * n + place <= $2::int order by turn, place`,
    [orgId, shops],
  )
  await owner.query(
    `insert into product (org_id, sku, name, brand)
     select $1::bigint, 'BENCH-' || lpad(i::text, 4, '0'), 'Bench product ' || i, 'Brand ' || i % 20 from generate_series(1, $2::int) i`,
    [orgId, skus],
  )
  await owner.query(
    `insert into sku_map (org_id, shop_id, seller_sku, product_id)
     select p.org_id, s.id, p.sku, p.id from shop s join marketplace m on m.code = s.marketplace_code and m.platform = 1
       cross join lateral (select count(*) as n from sku_map k where k.shop_id = s.id) had
       join product p on p.org_id = s.org_id and p.sku like 'BENCH-%'
     where s.org_id = $1 and had.n + substr(p.sku, 7)::int <= $2::int`,
    [orgId, skus],
  )
}
