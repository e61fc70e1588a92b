create table stock_flow (
  shop_id bigint not null,
  happened_on date not null,
  sku text not null,
  kind integer not null,
  day date not null,
  product_id bigint not null,
  place_id bigint,
  quantity numeric(20,6) not null,
  unit_cost numeric(20,8),
  constraint stock_flow_pkey primary key (shop_id, happened_on, sku, kind, day)
);
create index stock_flow_product_id_day_idx on stock_flow (product_id, day);
create index stock_flow_shop_id_day_idx on stock_flow (shop_id, day);
-- Returns of closed months stay without cost, as those months were closed.
insert into stock_flow (shop_id, happened_on, sku, kind, day, product_id, quantity)
select r.shop_id, r.reported_on, r.sku, case when upper(r.disposition) = 'SELLABLE' then 1 else 2 end, r.reported_on, s.product_id,
  sum(r.quantity)
from fba_return r join shop o on o.id = r.shop_id join sku_map s on s.shop_id = r.shop_id and s.seller_sku = r.sku
where exists (select from finance_month m where m.org_id = o.org_id and m.state = 1 and m.month >= date_trunc('month', r.reported_on))
group by 1, 2, 3, 4, 6 having sum(r.quantity) > 0;
