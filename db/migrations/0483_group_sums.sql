create table finance_amount__groups_by_month (
  shop_id bigint not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  month date not null,
  dimension text not null,
  value text not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__groups_by_month_pkey primary key (shop_id, dimension, month, value, currency, kind_id, deferred)
);
create table finance_cost__groups_by_month (
  shop_id bigint not null,
  currency text not null,
  item smallint not null,
  month date not null,
  dimension text not null,
  value text not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__groups_by_month_pkey primary key (shop_id, dimension, month, value, currency, item)
);
create table sales_order__groups_by_month (
  shop_id bigint not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
  month date not null,
  dimension text not null,
  value text not null,
  sales numeric(20,4) not null,
  sales_net numeric(20,4) not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null,
  gift_wrap numeric(20,4) not null,
  discount numeric(20,4) not null,
  tax numeric(20,4) not null,
  quantity integer not null,
  first_of_order integer not null,
  first_of_sku integer not null,
  n integer not null,
  constraint sales_order__groups_by_month_pkey primary key (shop_id, dimension, month, value, country, currency, is_cancelled)
);
insert into stale_day (rollup, org_id, owner_id, day, since)
select 'finance_amount/groups', s.org_id, f.shop_id, f.day, now()
from (select distinct shop_id, day from finance_amount__shop_day_currency_kind_deferred) f join shop s on s.id = f.shop_id
on conflict do nothing;
insert into stale_day (rollup, org_id, owner_id, day, since)
select 'finance_cost/groups', s.org_id, f.shop_id, f.day, now()
from (select distinct shop_id, day from finance_cost__shop_day_currency_item) f join shop s on s.id = f.shop_id
on conflict do nothing;
insert into stale_day (rollup, org_id, owner_id, day, since)
select 'sales_order/groups', s.org_id, f.shop_id, f.day, now()
from (select distinct shop_id, day from sales_order__shop_day_country_currency_is_cancelled) f join shop s on s.id = f.shop_id
on conflict do nothing;
create table finance_manual__groups_by_month (
  shop_id bigint not null,
  currency text not null,
  item smallint not null,
  month date not null,
  dimension text not null,
  value text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_manual__groups_by_month_pkey primary key (shop_id, dimension, month, value, currency, item)
);
insert into stale_day (rollup, org_id, owner_id, day, since)
select 'finance_manual/groups', s.org_id, f.shop_id, f.day, now()
from (select distinct shop_id, day from finance_manual__shop_day_currency_item) f join shop s on s.id = f.shop_id
on conflict do nothing;
