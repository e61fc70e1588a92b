create table sku_listing (
  shop_id bigint not null,
  sku text not null,
  item_id text not null,
  title text not null default '',
  seen_on date not null,
  constraint sku_listing_pkey primary key (shop_id, sku)
);
create index sku_listing_seen_on_shop_id_sku_idx on sku_listing (seen_on, shop_id, sku);
create index sku_listing_shop_id_item_id_idx on sku_listing (shop_id, item_id);
