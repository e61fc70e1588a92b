create table sales_order__orders_sets_by_day (
  shop_id bigint not null,
  country text not null,
  currency text not null,
  day date not null,
  dimension text not null,
  set_key uuid not null,
  members text not null,
  things integer not null,
  constraint sales_order__orders_sets_by_day_pkey primary key (shop_id, dimension, day, set_key, country, currency)
);
create table sales_order__orders_sets_by_month (
  shop_id bigint not null,
  country text not null,
  currency text not null,
  month date not null,
  dimension text not null,
  set_key uuid not null,
  members text not null,
  things integer not null,
  constraint sales_order__orders_sets_by_month_pkey primary key (shop_id, dimension, month, set_key, country, currency)
);
-- what is there already is counted by the refresh; until then its days say so
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'sales_order/groups', s.org_id, f.shop_id, f.day, now() from sales_order__shop_day_country_currency_is_cancelled f
  join shop s on s.id = f.shop_id
  on conflict do nothing;
