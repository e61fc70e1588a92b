create table return_origin (
  shop_id bigint not null,
  day date not null,
  order_no text not null,
  sku text not null,
  reason text not null,
  cause text not null,
  product_id bigint not null,
  batch_id bigint not null,
  supplier_id bigint not null,
  quantity integer not null,
  constraint return_origin_pkey primary key (shop_id, day, order_no, sku, reason)
);
create table qc_return__shop_month_product_cause_reason_batch_supplier (
  shop_id bigint not null,
  month date not null,
  product_id bigint not null,
  cause text not null,
  reason text not null,
  batch_id bigint not null,
  supplier_id bigint not null,
  quantity integer not null,
  n integer not null,
  constraint qc_return__shop_month_product_cause_reason_batch_supplier_pkey primary key
    (shop_id, month, product_id, cause, reason, batch_id, supplier_id)
);
create table qc_return__shop_day_product_cause_reason_batch_supplier (
  shop_id bigint not null,
  day date not null,
  product_id bigint not null,
  cause text not null,
  reason text not null,
  batch_id bigint not null,
  supplier_id bigint not null,
  quantity integer not null,
  n integer not null,
  constraint qc_return__shop_day_product_cause_reason_batch_supplier_pkey primary key
    (shop_id, day, product_id, cause, reason, batch_id, supplier_id)
);
