-- counts by product hold brand and category as well, and brand with category is new: the refresh computes them; until then the days say so
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'sales_order/groups', s.org_id, f.shop_id, f.day, now() from sales_order__shop_day_country_currency_is_cancelled f
  join shop s on s.id = f.shop_id
  on conflict do nothing;
