-- The warehouse: locations, batches, supply data, barcodes, and the ledger of quantities.
-- grant: select on goods_posting
-- grant: select on goods_move
-- grant: select on goods_cell
-- grant: select on goods_hold
create table goods_location (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  warehouse_id bigint,
  parent_id bigint,
  kind smallint not null default 1,
  pick_order integer not null default 0,
  max_volume numeric(20,6),
  mix smallint not null default 1,
  product_id bigint,
  put_away boolean not null default false,
  status smallint not null default 1,
  shop_id bigint,
  pool_id bigint,
  doc_type text,
  doc_id text,
  constraint goods_location_pkey primary key (id)
);
alter table goods_location add constraint goods_location_code_key unique (org_id, code);
create index goods_location_parent_id_idx on goods_location (parent_id);
create index goods_location_warehouse_id_kind_pick_order_code_idx on goods_location (warehouse_id, kind, pick_order, code);
create index goods_location_product_id_idx on goods_location (product_id);
create index goods_location_search_idx on goods_location using gin (search_grams(code));
create table goods_batch (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  batch_no text not null,
  supplier_batch text,
  supplier_id bigint,
  made_on date,
  expires_on date,
  first_in_on date,
  status smallint not null default 1,
  constraint goods_batch_pkey primary key (id)
);
alter table goods_batch add constraint goods_batch_product_id_batch_no_key unique (org_id, product_id, batch_no);
create index goods_batch_batch_no_idx on goods_batch (batch_no);
create index goods_batch_org_id_expires_on_id_idx on goods_batch (org_id, expires_on, id);
create index goods_batch_supplier_id_idx on goods_batch (supplier_id);
create index goods_batch_search_idx on goods_batch using gin (search_grams(batch_no));
create table product_supply (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  goods_kind smallint not null default 1,
  source smallint not null default 1,
  unit text not null default '件',
  tracking smallint not null default 0,
  shelf_days integer,
  min_days_out integer,
  removal smallint not null default 1,
  zone_id bigint,
  carton_qty numeric(20,6),
  carton_length numeric(20,6),
  carton_width numeric(20,6),
  carton_height numeric(20,6),
  carton_weight numeric(20,6),
  abc smallint,
  moq numeric(20,6),
  safety_qty numeric(20,6),
  constraint product_supply_pkey primary key (id)
);
alter table product_supply add constraint product_supply_product_id_key unique (org_id, product_id);
create index product_supply_org_id_id_idx on product_supply (org_id, id);
create index product_supply_zone_id_idx on product_supply (zone_id);
create table goods_barcode (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  product_id bigint not null,
  label_id bigint,
  unit_qty numeric(20,6) not null default '1',
  kind smallint not null default 1,
  constraint goods_barcode_pkey primary key (id)
);
alter table goods_barcode add constraint goods_barcode_code_key unique (org_id, code);
create index goods_barcode_product_id_idx on goods_barcode (product_id);
create index goods_barcode_label_id_idx on goods_barcode (label_id);
create index goods_barcode_search_idx on goods_barcode using gin (search_grams(code));
create table goods_posting (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  key text not null,
  doc_type text not null,
  doc_id text not null,
  booked_on date not null,
  posted_at timestamptz not null,
  reverses_id bigint,
  constraint goods_posting_pkey primary key (id)
);
alter table goods_posting add constraint goods_posting_key_key unique (org_id, key);
alter table goods_posting add constraint goods_posting_reverses_id_key unique (org_id, reverses_id);
create index goods_posting_doc_type_doc_id_idx on goods_posting (doc_type, doc_id);
create index goods_posting_org_id_booked_on_idx on goods_posting (org_id, booked_on);
create table goods_move (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  booked_on date not null,
  happened_at timestamptz not null,
  product_id bigint not null,
  reason smallint not null,
  quantity numeric(20,6) not null,
  from_id bigint not null,
  to_id bigint not null,
  batch_id bigint,
  label_id bigint,
  to_label_id bigint,
  doc_type text not null,
  doc_id text not null,
  doc_no text,
  line_id text,
  posting_id bigint not null,
  reverses_id bigint,
  from_warehouse_id bigint,
  to_warehouse_id bigint,
  from_pool_id bigint,
  to_pool_id bigint,
  constraint goods_move_pkey primary key (id),
  constraint goods_move_check_1 check (quantity > 0),
  constraint goods_move_check_2 check (from_id <> to_id or label_id is distinct from to_label_id)
);
alter table goods_move add constraint goods_move_reverses_id_key unique (org_id, reverses_id);
create index goods_move_org_id_booked_on_id_idx on goods_move (org_id, booked_on desc, id desc);
create index goods_move_product_id_booked_on_id_idx on goods_move (product_id, booked_on, id);
create index goods_move_product_id_id_idx on goods_move (product_id, id) where from_pool_id is distinct from to_pool_id;
create index goods_move_from_warehouse_id_booked_on_idx on goods_move (from_warehouse_id, booked_on);
create index goods_move_to_warehouse_id_booked_on_idx on goods_move (to_warehouse_id, booked_on);
create index goods_move_posting_id_idx on goods_move (posting_id);
create index goods_move_doc_type_doc_id_idx on goods_move (doc_type, doc_id);
create index goods_move_search_idx on goods_move using gin (search_grams(doc_no));
create table goods_cell (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  location_id bigint not null,
  batch_id bigint not null default '0',
  label_id bigint not null default '0',
  warehouse_id bigint not null,
  quantity numeric(20,6) not null default '0',
  reserved numeric(20,6) not null default '0',
  since date not null,
  constraint goods_cell_pkey primary key (id),
  constraint goods_cell_check_1 check (reserved >= 0),
  constraint goods_cell_check_2 check (reserved <= quantity)
);
alter table goods_cell add constraint goods_cell_product_id_location_id_batch_id_label_id_key unique (org_id, product_id, location_id, batch_id, label_id);
create index goods_cell_org_id_warehouse_id_product_id_idx on goods_cell (org_id, warehouse_id, product_id);
create index goods_cell_location_id_idx on goods_cell (location_id);
create index goods_cell_batch_id_idx on goods_cell (batch_id) where batch_id <> 0;
create table goods_hold (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  doc_type text not null,
  doc_id text not null,
  line_id text not null,
  cell_id bigint not null,
  warehouse_id bigint not null,
  quantity numeric(20,6) not null,
  state smallint not null default 1,
  until timestamptz,
  priority integer not null default 2,
  constraint goods_hold_pkey primary key (id),
  constraint goods_hold_check_1 check (quantity > 0)
);
create index goods_hold_cell_id_idx on goods_hold (cell_id) where state = 1;
create index goods_hold_doc_type_doc_id_line_id_idx on goods_hold (doc_type, doc_id, line_id);
create index goods_hold_until_idx on goods_hold (until) where state = 1 and until is not null;
ALTER TABLE "public"."warehouse" ADD COLUMN "company_id" bigint;
ALTER TABLE "public"."warehouse" ADD COLUMN "bins" boolean NOT NULL DEFAULT true;
ALTER TABLE "public"."warehouse" ADD COLUMN "kept_since" date;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_name" text;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_phone" text;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_line1" text;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_line2" text;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_city" text;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_state" text;
ALTER TABLE "public"."warehouse" ADD COLUMN "from_postcode" text;
ALTER TABLE "public"."goods_barcode" ADD CONSTRAINT "goods_barcode_label_id_fkey" FOREIGN KEY (label_id) REFERENCES public.sku_map(id);
ALTER TABLE "public"."goods_barcode" ADD CONSTRAINT "goods_barcode_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_barcode" ADD CONSTRAINT "goods_barcode_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_batch" ADD CONSTRAINT "goods_batch_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_batch" ADD CONSTRAINT "goods_batch_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_batch" ADD CONSTRAINT "goods_batch_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."goods_cell" ADD CONSTRAINT "goods_cell_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_cell" ADD CONSTRAINT "goods_cell_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_cell" ADD CONSTRAINT "goods_cell_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_cell" ADD CONSTRAINT "goods_cell_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_hold" ADD CONSTRAINT "goods_hold_cell_id_fkey" FOREIGN KEY (cell_id) REFERENCES public.goods_cell(id);
ALTER TABLE "public"."goods_hold" ADD CONSTRAINT "goods_hold_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_hold" ADD CONSTRAINT "goods_hold_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_location" ADD CONSTRAINT "goods_location_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_location" ADD CONSTRAINT "goods_location_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_location" ADD CONSTRAINT "goods_location_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_location" ADD CONSTRAINT "goods_location_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_from_id_fkey" FOREIGN KEY (from_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_from_warehouse_id_fkey" FOREIGN KEY (from_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_posting_id_fkey" FOREIGN KEY (posting_id) REFERENCES public.goods_posting(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_reverses_id_fkey" FOREIGN KEY (reverses_id) REFERENCES public.goods_move(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_to_id_fkey" FOREIGN KEY (to_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_move" ADD CONSTRAINT "goods_move_to_warehouse_id_fkey" FOREIGN KEY (to_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_posting" ADD CONSTRAINT "goods_posting_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_posting" ADD CONSTRAINT "goods_posting_reverses_id_fkey" FOREIGN KEY (reverses_id) REFERENCES public.goods_posting(id);
ALTER TABLE "public"."product_supply" ADD CONSTRAINT "product_supply_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."product_supply" ADD CONSTRAINT "product_supply_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."product_supply" ADD CONSTRAINT "product_supply_zone_id_fkey" FOREIGN KEY (zone_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."warehouse" ADD CONSTRAINT "warehouse_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
-- every product has its supply data, every warehouse of ours its root and usual leaves
insert into product_supply (org_id, product_id) select org_id, id from product order by id;
insert into goods_location (org_id, code, warehouse_id, kind) select org_id, code, id, 0 from warehouse where kind <> 2 order by id;
insert into goods_location (org_id, code, warehouse_id, parent_id, kind, pool_id)
  select w.org_id, w.code || l.suffix, w.id, r.id, l.kind, r.id
  from warehouse w join goods_location r on r.warehouse_id = w.id and r.kind = 0
    cross join (values (1, '-KW'), (2, '-SH'), (3, '-DJ'), (4, '-BL'), (5, '-JH'), (6, '-TH')) as l(kind, suffix)
  order by w.id, l.kind;
