-- pay-outs and refunds of a child order are looked up when it is counted
create index aliexpress_order_item_shop_id_child_order_id_idx on aliexpress_order_item (shop_id, child_order_id);
create index aliexpress_refund_shop_id_child_order_id_idx on aliexpress_refund (shop_id, child_order_id);
