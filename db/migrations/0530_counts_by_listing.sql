-- Orders are counted by listing and by product group where they are stored: what stands there is computed anew.
insert into stale_day (rollup, org_id, owner_id, day, since)
select 'sales_order/groups', s.org_id, f.shop_id, f.day, now()
from (select distinct shop_id, day from sales_order__shop_day_country_currency_is_cancelled) f join shop s on s.id = f.shop_id
on conflict do nothing;
