create table stock_place (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  kind smallint not null default 1,
  shop_id bigint,
  ships_rest smallint not null default 0,
  remark text not null default '',
  constraint stock_place_pkey primary key (id)
);
alter table stock_place add constraint stock_place_name_key unique (org_id, name);
create index stock_place_shop_id_idx on stock_place (shop_id);
create index stock_place_search_idx on stock_place using gin (search_grams(name));
create table cost_receipt (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  document_no text not null,
  line_no integer not null,
  day date not null,
  product_id bigint not null,
  place_id bigint not null,
  supplier_id bigint,
  quantity numeric(20,6) not null,
  purchase numeric(20,4) not null default '0',
  first_leg numeric(20,4) not null default '0',
  duty numeric(20,4) not null default '0',
  other numeric(20,4) not null default '0',
  currency text not null default 'CNY',
  rate numeric(20,10),
  basis smallint not null default 1,
  remark text not null default '',
  constraint cost_receipt_pkey primary key (id),
  constraint cost_receipt_check_1 check (quantity > 0)
);
alter table cost_receipt add constraint cost_receipt_document_no_line_no_key unique (org_id, document_no, line_no);
create index cost_receipt_day_idx on cost_receipt (day desc);
create index cost_receipt_product_id_day_idx on cost_receipt (product_id, day);
create index cost_receipt_place_id_idx on cost_receipt (place_id);
create index cost_receipt_search_idx on cost_receipt using gin (search_grams(document_no));
create table cost_addition (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  receipt_id bigint not null,
  part smallint not null default 2,
  meaning smallint not null default 1,
  amount numeric(20,4),
  currency text not null default 'CNY',
  rate numeric(20,10),
  day date not null,
  counts_from date,
  document_no text not null default '',
  remark text not null default '',
  constraint cost_addition_pkey primary key (id)
);
create index cost_addition_receipt_id_idx on cost_addition (receipt_id);
create index cost_addition_day_id_idx on cost_addition (day desc, id desc);
create index cost_addition_search_idx on cost_addition using gin (search_grams(document_no));
create table stock_movement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  document_no text not null,
  line_no integer not null,
  day date not null,
  kind smallint not null default 1,
  product_id bigint not null,
  from_place_id bigint,
  to_place_id bigint,
  quantity numeric(20,6) not null,
  seller_sku text not null default '',
  shop_id bigint,
  remark text not null default '',
  constraint stock_movement_pkey primary key (id),
  constraint stock_movement_check_1 check (quantity > 0)
);
alter table stock_movement add constraint stock_movement_document_no_line_no_key unique (org_id, document_no, line_no);
create index stock_movement_day_idx on stock_movement (day desc);
create index stock_movement_product_id_day_idx on stock_movement (product_id, day);
create index stock_movement_from_place_id_idx on stock_movement (from_place_id);
create index stock_movement_to_place_id_idx on stock_movement (to_place_id);
create index stock_movement_shop_id_idx on stock_movement (shop_id);
create index stock_movement_search_idx on stock_movement using gin (search_grams(document_no));
create table stock_layer (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  place_id bigint not null,
  day date not null,
  kind smallint not null,
  whole numeric(20,6) not null,
  quantity numeric(20,6) not null,
  purchase numeric(20,4) not null default '0',
  first_leg numeric(20,4) not null default '0',
  duty numeric(20,4) not null default '0',
  other numeric(20,4) not null default '0',
  move text not null,
  constraint stock_layer_pkey primary key (id)
);
alter table stock_layer add constraint stock_layer_product_id_move_key unique (org_id, product_id, move);
create index stock_layer_day_id_idx on stock_layer (day desc, id desc);
create index stock_layer_place_id_idx on stock_layer (place_id);
create table stock_take (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  day date not null,
  kind smallint not null,
  place_id bigint,
  quantity numeric(20,6) not null,
  amount numeric(20,4) not null default '0',
  from_move text not null,
  starts_at numeric(20,6) not null,
  into_move text not null,
  constraint stock_take_pkey primary key (id)
);
create index stock_take_day_id_idx on stock_take (day desc, id desc);
create index stock_take_product_id_day_idx on stock_take (product_id, day);
create index stock_take_place_id_idx on stock_take (place_id);
create table stock_value (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  place_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  purchase numeric(20,4) not null default '0',
  first_leg numeric(20,4) not null default '0',
  duty numeric(20,4) not null default '0',
  other numeric(20,4) not null default '0',
  constraint stock_value_pkey primary key (id)
);
alter table stock_value add constraint stock_value_product_id_place_id_month_key unique (org_id, product_id, place_id, month);
create index stock_value_month_place_id_product_id_idx on stock_value (month desc, place_id, product_id);
create index stock_value_place_id_idx on stock_value (place_id);
create table stock_shortage (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  day date not null,
  place_id bigint,
  kind smallint not null,
  quantity numeric(20,6) not null,
  constraint stock_shortage_pkey primary key (id)
);
create index stock_shortage_day_id_idx on stock_shortage (day desc, id desc);
create index stock_shortage_product_id_idx on stock_shortage (product_id);
create index stock_shortage_place_id_idx on stock_shortage (place_id);
create table stock_sale (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  product_id bigint not null,
  place_id bigint,
  quantity numeric(20,6) not null,
  constraint stock_sale_pkey primary key (shop_id, day, sku)
);
create index stock_sale_product_id_day_idx on stock_sale (product_id, day);
create table stock_cost (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  item smallint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  amount numeric(20,4) not null,
  constraint stock_cost_pkey primary key (shop_id, day, sku, item)
);
create index stock_cost_product_id_day_idx on stock_cost (product_id, day);
create table stock_stale (
  org_id bigint not null,
  product_id bigint not null,
  since timestamptz not null,
  constraint stock_stale_pkey primary key (org_id, product_id)
);
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."organisation" ADD COLUMN "cost_method" smallint NOT NULL DEFAULT 1;
ALTER TABLE "public"."cost_addition" ADD CONSTRAINT "cost_addition_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."cost_addition" ADD CONSTRAINT "cost_addition_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cost_addition" ADD CONSTRAINT "cost_addition_receipt_id_fkey" FOREIGN KEY (receipt_id) REFERENCES public.cost_receipt(id);
ALTER TABLE "public"."cost_receipt" ADD CONSTRAINT "cost_receipt_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."cost_receipt" ADD CONSTRAINT "cost_receipt_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cost_receipt" ADD CONSTRAINT "cost_receipt_place_id_fkey" FOREIGN KEY (place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."cost_receipt" ADD CONSTRAINT "cost_receipt_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."cost_receipt" ADD CONSTRAINT "cost_receipt_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."stock_layer" ADD CONSTRAINT "stock_layer_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_layer" ADD CONSTRAINT "stock_layer_place_id_fkey" FOREIGN KEY (place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."stock_layer" ADD CONSTRAINT "stock_layer_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_movement" ADD CONSTRAINT "stock_movement_from_place_id_fkey" FOREIGN KEY (from_place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."stock_movement" ADD CONSTRAINT "stock_movement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_movement" ADD CONSTRAINT "stock_movement_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_movement" ADD CONSTRAINT "stock_movement_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."stock_movement" ADD CONSTRAINT "stock_movement_to_place_id_fkey" FOREIGN KEY (to_place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."stock_place" ADD CONSTRAINT "stock_place_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_place" ADD CONSTRAINT "stock_place_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."stock_shortage" ADD CONSTRAINT "stock_shortage_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_shortage" ADD CONSTRAINT "stock_shortage_place_id_fkey" FOREIGN KEY (place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."stock_shortage" ADD CONSTRAINT "stock_shortage_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_take" ADD CONSTRAINT "stock_take_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_take" ADD CONSTRAINT "stock_take_place_id_fkey" FOREIGN KEY (place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."stock_take" ADD CONSTRAINT "stock_take_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_value" ADD CONSTRAINT "stock_value_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_value" ADD CONSTRAINT "stock_value_place_id_fkey" FOREIGN KEY (place_id) REFERENCES public.stock_place(id);
ALTER TABLE "public"."stock_value" ADD CONSTRAINT "stock_value_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
