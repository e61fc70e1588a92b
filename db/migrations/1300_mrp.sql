create table mrp_run (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  state smallint not null default 1,
  horizon_days integer not null default 180,
  freeze_days integer not null default 7,
  pull_days integer not null default 30,
  transfer_days integer not null default 3,
  items integer not null default 0,
  lines integer not null default 0,
  late integer not null default 0,
  fault smallint,
  about text,
  asked_by bigint,
  ended_at timestamptz,
  snapshot text,
  constraint mrp_run_pkey primary key (id)
);
create index mrp_run_org_id_id_idx on mrp_run (org_id, id desc);
create unique index mrp_run_org_id_key on mrp_run (org_id) where state in (1, 2);
create table mrp_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  warehouse_id bigint not null,
  level integer not null default 0,
  stock numeric(20,6) not null default '0',
  incoming numeric(20,6) not null default '0',
  asked numeric(20,6) not null default '0',
  planned numeric(20,6) not null default '0',
  safety numeric(20,6) not null default '0',
  short_on date,
  ran_at timestamptz not null,
  detail text,
  constraint mrp_item_pkey primary key (id)
);
alter table mrp_item add constraint mrp_item_product_id_warehouse_id_key unique (org_id, product_id, warehouse_id);
create index mrp_item_org_id_level_id_idx on mrp_item (org_id, level, id);
create index mrp_item_warehouse_id_level_id_idx on mrp_item (warehouse_id, level, id);
create index mrp_item_product_id_idx on mrp_item (product_id);
create table mrp_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  state smallint not null default 1,
  kind smallint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null default '0',
  chosen numeric(20,6),
  warehouse_id bigint not null,
  need_on date not null,
  order_on date not null,
  is_late smallint not null default 1,
  hint smallint,
  origin_no text,
  from_warehouse_id bigint,
  supplier_id bigint,
  document_no text,
  bom_id bigint,
  until date,
  note text,
  ran_at timestamptz not null,
  item_id bigint,
  plan_key text,
  constraint mrp_line_pkey primary key (id)
);
create index mrp_line_org_id_order_on_id_idx on mrp_line (org_id, order_on, id);
create index mrp_line_org_id_state_kind_idx on mrp_line (org_id, state, kind);
create index mrp_line_warehouse_id_order_on_id_idx on mrp_line (warehouse_id, order_on, id);
create index mrp_line_product_id_idx on mrp_line (product_id);
create index mrp_line_supplier_id_idx on mrp_line (supplier_id);
create index mrp_line_from_warehouse_id_idx on mrp_line (from_warehouse_id);
create index mrp_line_bom_id_idx on mrp_line (bom_id);
create index mrp_line_item_id_idx on mrp_line (item_id);
create index mrp_line_org_id_plan_key_idx on mrp_line (org_id, plan_key);
create table demand_forecast (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  quantity numeric(20,6) not null,
  note text,
  constraint demand_forecast_pkey primary key (id)
);
alter table demand_forecast add constraint demand_forecast_product_id_warehouse_id_month_key unique (org_id, product_id, warehouse_id, month);
create index demand_forecast_org_id_month_id_idx on demand_forecast (org_id, month desc, id desc);
create index demand_forecast_warehouse_id_month_id_idx on demand_forecast (warehouse_id, month desc, id desc);
ALTER TABLE "public"."product_supply" ADD COLUMN "lot_multiple" numeric(20,6);
ALTER TABLE "public"."product_supply" ADD COLUMN "purchase_lead_days" integer;
ALTER TABLE "public"."product_supply" ADD COLUMN "make_lead_days" integer;
ALTER TABLE "public"."demand_forecast" ADD CONSTRAINT "demand_forecast_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."demand_forecast" ADD CONSTRAINT "demand_forecast_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."demand_forecast" ADD CONSTRAINT "demand_forecast_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."mrp_item" ADD CONSTRAINT "mrp_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."mrp_line" ADD CONSTRAINT "mrp_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."mrp_run" ADD CONSTRAINT "mrp_run_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
