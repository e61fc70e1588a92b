-- who sold it by the list of SKU owners; what a person has set instead stays
alter table ebay_order_profit add column owner_id bigint;
alter table ebay_order_profit_delivery add column owner_id bigint;
alter table yx_order_profit add column owner_id bigint;
alter table yx_order_profit_delivery add column owner_id bigint;
alter table yx_ae_order_profit add column owner_id bigint;
alter table yx_ae_order_profit_delivery add column owner_id bigint;
