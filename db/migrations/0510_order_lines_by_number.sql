-- Parcels find the lines of their order by its number, whichever shop it is of; the shop stays in the index for those who know it.
create index order_line_order_no_shop_id_idx on order_line (order_no, shop_id);
drop index order_line_shop_id_order_no_idx;
