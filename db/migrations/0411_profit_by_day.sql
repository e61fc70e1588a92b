create table finance_amount__shop_day_currency_kind_deferred (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__shop_day_currency_kind_deferred_pkey primary key (shop_id, day, currency, kind_id, deferred)
);
create table finance_cost__shop_day_currency_item (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__shop_day_currency_item_pkey primary key (shop_id, day, currency, item)
);
create table finance_manual__shop_day_currency_item (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_manual__shop_day_currency_item_pkey primary key (shop_id, day, currency, item)
);
insert into finance_amount__shop_day_currency_kind_deferred (shop_id, day, currency, kind_id, deferred, amount, quantity, n)
select shop_id, day, currency, kind_id, deferred, sum(amount), sum(quantity), sum(n)
from finance_amount__shop_day_sku_currency_kind_deferred group by 1, 2, 3, 4, 5;
insert into finance_cost__shop_day_currency_item (shop_id, day, currency, item, amount, quantity, n)
select shop_id, day, currency, item, sum(amount), sum(quantity), sum(n)
from finance_cost__shop_day_sku_currency_item group by 1, 2, 3, 4;
insert into finance_manual__shop_day_currency_item (shop_id, day, currency, item, amount, n)
select shop_id, day, currency, item, sum(amount), sum(n)
from finance_manual__shop_day_sku_currency_item group by 1, 2, 3, 4;
