alter table order_line add column several_skus boolean not null default false;
update order_line f set several_skus = true
  from (select shop_id, order_no from order_line group by shop_id, order_no having sum(first_of_sku) > 1) several
  where f.shop_id = several.shop_id and f.order_no = several.order_no and not f.is_cancelled;
create index order_line_shop_id_ordered_on_idx on order_line (shop_id, ordered_on) where several_skus;
