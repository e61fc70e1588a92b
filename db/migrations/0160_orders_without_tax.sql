-- What was ordered without the tax that some marketplaces' prices hold. Prices so far are without tax: they stay as they are.
alter table order_line add column sales_net numeric(20,4) not null default '0';
update order_line set sales_net = sales where sales <> 0;
alter table sales_order__shop_day_country_currency_is_cancelled add column sales_net numeric(20,4) not null default 0;
update sales_order__shop_day_country_currency_is_cancelled set sales_net = sales where sales <> 0;
alter table sales_order__shop_day_country_currency_is_cancelled alter column sales_net drop default;
alter table sales_order__shop_day_sku_country_currency_is_cancelled add column sales_net numeric(20,4) not null default 0;
update sales_order__shop_day_sku_country_currency_is_cancelled set sales_net = sales where sales <> 0;
alter table sales_order__shop_day_sku_country_currency_is_cancelled alter column sales_net drop default;
alter table sales_order__shop_month_country_currency_is_cancelled add column sales_net numeric(20,4) not null default 0;
update sales_order__shop_month_country_currency_is_cancelled set sales_net = sales where sales <> 0;
alter table sales_order__shop_month_country_currency_is_cancelled alter column sales_net drop default;
alter table sales_order__shop_month_sku_country_currency_is_cancelled add column sales_net numeric(20,4) not null default 0;
update sales_order__shop_month_sku_country_currency_is_cancelled set sales_net = sales where sales <> 0;
alter table sales_order__shop_month_sku_country_currency_is_cancelled alter column sales_net drop default;
