create table platform_order_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  platform_no text not null default '',
  state smallint not null default 1,
  findings integer[],
  seller text not null default '',
  title text not null default '',
  model text not null default '',
  quantity numeric(20,6) not null default '0',
  price numeric(20,8) not null default '0',
  product_id bigint,
  supplier_id bigint,
  order_id bigint,
  order_line_id bigint,
  stage smallint not null default 0,
  status_text text not null default '',
  carrier text not null default '',
  tracking_no text not null default '',
  delivery_id bigint,
  ordered_on date not null,
  paid_on date,
  goods_total numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  change numeric(20,4) not null default '0',
  paid numeric(20,4) not null default '0',
  article_no text not null default '',
  offer_id text not null default '',
  sku_id text not null default '',
  warehouse_id bigint not null,
  line_key uuid,
  ordinal integer not null default 1,
  import_id bigint,
  constraint platform_order_line_pkey primary key (id)
);
alter table platform_order_line add constraint platform_order_line_warehouse_id_line_key_ordinal_key unique (org_id, warehouse_id, line_key, ordinal);
create index platform_order_line_org_id_ordered_on_id_idx on platform_order_line (org_id, ordered_on desc, id desc);
create index platform_order_line_org_id_state_ordered_on_idx on platform_order_line (org_id, state, ordered_on desc);
create index platform_order_line_org_id_platform_no_idx on platform_order_line (org_id, platform_no);
create index platform_order_line_org_id_offer_id_sku_id_idx on platform_order_line (org_id, offer_id, sku_id);
create index platform_order_line_org_id_seller_idx on platform_order_line (org_id, seller);
create index platform_order_line_import_id_idx on platform_order_line (import_id);
create index platform_order_line_search_idx on platform_order_line using gin (search_grams(platform_no, title));
create table purchase_arrival (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  warehouse_id bigint not null,
  product_id bigint not null,
  supplier_key bigint not null,
  order_id bigint not null,
  in_id bigint not null,
  in_line_id bigint not null,
  day date not null,
  quantity numeric(20,6) not null default '0',
  amount numeric(20,6) not null default '0',
  before numeric(20,6) not null default '0',
  lines integer not null default 0,
  on_time integer not null default 0,
  days integer not null default 0,
  constraint purchase_arrival_pkey primary key (id)
);
alter table purchase_arrival add constraint purchase_arrival_in_line_id_key unique (org_id, in_line_id);
create index purchase_arrival_org_id_day_id_idx on purchase_arrival (org_id, day desc, id desc);
create index purchase_arrival_warehouse_id_day_idx on purchase_arrival (warehouse_id, day);
create index purchase_arrival_in_id_idx on purchase_arrival (in_id);
create index purchase_arrival_supplier_key_product_id_day_idx on purchase_arrival (supplier_key, product_id, day);
create table purchase_arrivals__warehouse_month_product_supplier_key (
  org_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  product_id bigint not null,
  supplier_key bigint not null,
  lines integer not null,
  on_time integer not null,
  days integer not null,
  quantity numeric(20,6) not null,
  amount numeric(20,6) not null,
  before numeric(20,6) not null,
  n integer not null,
  constraint purchase_arrivals__warehouse_month_product_supplier_key_pkey primary key (warehouse_id, month, product_id, supplier_key)
);
create table purchase_arrivals__warehouse_day_product_supplier_key (
  org_id bigint not null,
  warehouse_id bigint not null,
  day date not null,
  product_id bigint not null,
  supplier_key bigint not null,
  lines integer not null,
  on_time integer not null,
  days integer not null,
  quantity numeric(20,6) not null,
  amount numeric(20,6) not null,
  before numeric(20,6) not null,
  n integer not null,
  constraint purchase_arrivals__warehouse_day_product_supplier_key_pkey primary key (warehouse_id, day, product_id, supplier_key)
);
ALTER TABLE "public"."purchase_invoice" ADD COLUMN "platform_no" text;
ALTER TABLE "public"."purchase_order" ADD COLUMN "first_promised_on" date;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."purchase_order" ADD COLUMN "invoiced_percent" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."supplier_item" ADD COLUMN "offer_id" text;
ALTER TABLE "public"."platform_order_line" ADD CONSTRAINT "platform_order_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."platform_order_line" ADD CONSTRAINT "platform_order_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."platform_order_line" ADD CONSTRAINT "platform_order_line_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."platform_order_line" ADD CONSTRAINT "platform_order_line_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."purchase_arrival" ADD CONSTRAINT "purchase_arrival_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_arrival" ADD CONSTRAINT "purchase_arrival_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_arrival" ADD CONSTRAINT "purchase_arrival_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."purchase_arrivals__warehouse_day_product_supplier_key" ADD CONSTRAINT "purchase_arrivals__warehouse_day_product_supplier_key_pi_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_arrivals__warehouse_day_product_supplier_key" ADD CONSTRAINT "purchase_arrivals__warehouse_day_product_supplier_key_wi_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."purchase_arrivals__warehouse_month_product_supplier_key" ADD CONSTRAINT "purchase_arrivals__warehouse_month_product_supplier_key_pi_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_arrivals__warehouse_month_product_supplier_key" ADD CONSTRAINT "purchase_arrivals__warehouse_month_product_supplier_key_wi_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
CREATE INDEX purchase_invoice_supplier_id_platform_no_idx ON public.purchase_invoice USING btree (supplier_id, platform_no);
CREATE INDEX supplier_item_org_id_offer_id_idx ON public.supplier_item USING btree (org_id, offer_id);
ALTER TABLE "public"."cost_invoice" ADD COLUMN "doc_type" text;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."payment_request_line" ADD COLUMN "ahead" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
