create table finance_amount__shop_week_currency_kind_deferred (
  shop_id bigint not null,
  week date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__shop_week_currency_kind_deferred_pkey primary key (shop_id, week, currency, kind_id, deferred)
);
create table finance_amount__shop_week_sku_currency_kind_deferred (
  shop_id bigint not null,
  week date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__shop_week_sku_currency_kind_deferred_pkey primary key (shop_id, week, sku, currency, kind_id, deferred)
);
create table finance_cost__shop_week_currency_item (
  shop_id bigint not null,
  week date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__shop_week_currency_item_pkey primary key (shop_id, week, currency, item)
);
create table finance_cost__shop_week_sku_currency_item (
  shop_id bigint not null,
  week date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__shop_week_sku_currency_item_pkey primary key (shop_id, week, sku, currency, item)
);
create table sales_order__shop_week_country_currency_is_cancelled (
  shop_id bigint not null,
  week date not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
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
  constraint sales_order__shop_week_country_currency_is_cancelled_pkey primary key (shop_id, week, country, currency, is_cancelled)
);
create table sales_order__shop_week_sku_country_currency_is_cancelled (
  shop_id bigint not null,
  week date not null,
  sku text not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
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
  constraint sales_order__shop_week_sku_country_currency_is_cancelled_pkey primary key (shop_id, week, sku, country, currency, is_cancelled)
);
create table traffic__shop_week_currency (
  shop_id bigint not null,
  week date not null,
  currency text not null,
  sales numeric(20,4) not null,
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  box_views numeric(20,4) not null,
  units_refunded integer not null,
  n integer not null,
  constraint traffic__shop_week_currency_pkey primary key (shop_id, week, currency)
);
create table traffic_asin__shop_week_asin_currency (
  shop_id bigint not null,
  week date not null,
  asin text not null,
  currency text not null,
  sales numeric(20,4) not null,
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  box_views numeric(20,4) not null,
  n integer not null,
  constraint traffic_asin__shop_week_asin_currency_pkey primary key (shop_id, week, asin, currency)
);
insert into finance_amount__shop_week_currency_kind_deferred
  (shop_id, week, currency, kind_id, deferred, amount, quantity, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, currency, kind_id, deferred, sum(amount), sum(quantity), sum(n)
from finance_amount__shop_day_currency_kind_deferred group by 1, 2, 3, 4, 5;
insert into finance_amount__shop_week_sku_currency_kind_deferred
  (shop_id, week, sku, currency, kind_id, deferred, amount, quantity, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, sku, currency, kind_id, deferred, sum(amount), sum(quantity), sum(n)
from finance_amount__shop_day_sku_currency_kind_deferred group by 1, 2, 3, 4, 5, 6;
insert into finance_cost__shop_week_currency_item
  (shop_id, week, currency, item, amount, quantity, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, currency, item, sum(amount), sum(quantity), sum(n)
from finance_cost__shop_day_currency_item group by 1, 2, 3, 4;
insert into finance_cost__shop_week_sku_currency_item
  (shop_id, week, sku, currency, item, amount, quantity, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, sku, currency, item, sum(amount), sum(quantity), sum(n)
from finance_cost__shop_day_sku_currency_item group by 1, 2, 3, 4, 5;
insert into sales_order__shop_week_country_currency_is_cancelled
  (shop_id, week, country, currency, is_cancelled, sales, sales_net, item, shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, country, currency, is_cancelled, sum(sales), sum(sales_net), sum(item), sum(shipping), sum(gift_wrap), sum(discount), sum(tax), sum(quantity), sum(first_of_order), sum(first_of_sku), sum(n)
from sales_order__shop_day_country_currency_is_cancelled group by 1, 2, 3, 4, 5;
insert into sales_order__shop_week_sku_country_currency_is_cancelled
  (shop_id, week, sku, country, currency, is_cancelled, sales, sales_net, item, shipping, gift_wrap, discount, tax, quantity, first_of_order, first_of_sku, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, sku, country, currency, is_cancelled, sum(sales), sum(sales_net), sum(item), sum(shipping), sum(gift_wrap), sum(discount), sum(tax), sum(quantity), sum(first_of_order), sum(first_of_sku), sum(n)
from sales_order__shop_day_sku_country_currency_is_cancelled group by 1, 2, 3, 4, 5, 6;
insert into traffic__shop_week_currency
  (shop_id, week, currency, sales, sessions, mobile_sessions, page_views, units, order_items, box_views, units_refunded, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, currency, sum(sales), sum(sessions), sum(mobile_sessions), sum(page_views), sum(units), sum(order_items), sum(box_views), sum(units_refunded), sum(n)
from traffic__shop_day_currency group by 1, 2, 3;
insert into traffic_asin__shop_week_asin_currency
  (shop_id, week, asin, currency, sales, sessions, mobile_sessions, page_views, units, order_items, box_views, n)
select shop_id, greatest(date_trunc('week', day), date_trunc('month', day))::date, asin, currency, sum(sales), sum(sessions), sum(mobile_sessions), sum(page_views), sum(units), sum(order_items), sum(box_views), sum(n)
from traffic_asin__shop_day_asin_currency group by 1, 2, 3, 4;
