create table replenish_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  shop_id bigint,
  label_id bigint,
  category_id bigint,
  mode smallint not null default 1,
  channel_id bigint,
  fast_channel_id bigint,
  from_warehouse_id bigint,
  w7 integer not null default 50,
  w14 integer not null default 30,
  w30 integer not null default 20,
  service_a smallint not null default 95,
  service_b smallint not null default 90,
  service_c smallint not null default 80,
  review_days integer not null default 7,
  max_cover_days integer not null default 120,
  manual_daily numeric(20,4),
  supply_days integer not null default 30,
  constraint replenish_rule_pkey primary key (id)
);
alter table replenish_rule add constraint replenish_rule_name_key unique (org_id, name);
create index replenish_rule_org_id_id_idx on replenish_rule (org_id, id);
create index replenish_rule_shop_id_idx on replenish_rule (shop_id);
create index replenish_rule_label_id_idx on replenish_rule (label_id);
create index replenish_rule_category_id_idx on replenish_rule (category_id);
create index replenish_rule_channel_id_idx on replenish_rule (channel_id);
create index replenish_rule_fast_channel_id_idx on replenish_rule (fast_channel_id);
create index replenish_rule_from_warehouse_id_idx on replenish_rule (from_warehouse_id);
create table demand_event (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint,
  label_id bigint,
  category_id bigint,
  start_on date not null,
  end_on date not null,
  factor numeric(20,2) not null default '100',
  units numeric(20,2) not null default '0',
  reason text not null,
  constraint demand_event_pkey primary key (id)
);
create index demand_event_org_id_start_on_id_idx on demand_event (org_id, start_on desc, id desc);
create index demand_event_shop_id_idx on demand_event (shop_id);
create index demand_event_label_id_idx on demand_event (label_id);
create index demand_event_category_id_idx on demand_event (category_id);
create index demand_event_search_idx on demand_event using gin (search_grams(reason));
create table replenish_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  sku text not null,
  product_id bigint,
  flag smallint not null,
  daily numeric(20,4),
  cover numeric(20,1),
  trend text not null default '',
  available integer not null default 0,
  reserved integer not null default 0,
  unfulfillable integer not null default 0,
  inbound integer not null default 0,
  on_way integer not null default 0,
  arrives_on date,
  safety integer not null default 0,
  target_qty integer not null default 0,
  need integer not null default 0,
  given integer not null default 0,
  lack integer not null default 0,
  target smallint,
  label_id bigint,
  snapshot_on date,
  ran_at timestamptz not null,
  detail text,
  constraint replenish_item_pkey primary key (id)
);
alter table replenish_item add constraint replenish_item_shop_id_sku_key unique (org_id, shop_id, sku);
create index replenish_item_org_id_cover_id_idx on replenish_item (org_id, cover, id);
create index replenish_item_product_id_idx on replenish_item (product_id);
create index replenish_item_label_id_idx on replenish_item (label_id);
create table plan_line (
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
  sku text,
  label_id bigint,
  shop_id bigint,
  daily numeric(20,4),
  cover numeric(20,1),
  trend text not null default '',
  quantity integer not null default 0,
  chosen integer,
  channel_id bigint,
  warehouse_id bigint,
  need_on date not null,
  order_on date not null,
  is_late smallint not null default 1,
  lack integer not null default 0,
  supplier_id bigint,
  target smallint,
  to_warehouse_id bigint,
  until date,
  note text,
  document_no text,
  ran_at timestamptz not null,
  item_id bigint,
  detail text,
  constraint plan_line_pkey primary key (id)
);
create index plan_line_org_id_order_on_id_idx on plan_line (org_id, order_on, id);
create index plan_line_org_id_state_kind_idx on plan_line (org_id, state, kind);
create index plan_line_shop_id_state_idx on plan_line (shop_id, state);
create index plan_line_label_id_idx on plan_line (label_id);
create index plan_line_product_id_idx on plan_line (product_id);
create index plan_line_channel_id_idx on plan_line (channel_id);
create index plan_line_warehouse_id_idx on plan_line (warehouse_id);
create index plan_line_to_warehouse_id_idx on plan_line (to_warehouse_id);
create index plan_line_supplier_id_idx on plan_line (supplier_id);
ALTER TABLE "public"."demand_event" ADD CONSTRAINT "demand_event_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."demand_event" ADD CONSTRAINT "demand_event_label_id_fkey" FOREIGN KEY (label_id) REFERENCES public.sku_map(id);
ALTER TABLE "public"."demand_event" ADD CONSTRAINT "demand_event_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."demand_event" ADD CONSTRAINT "demand_event_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."plan_line" ADD CONSTRAINT "plan_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."replenish_item" ADD CONSTRAINT "replenish_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."replenish_item" ADD CONSTRAINT "replenish_item_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_channel_id_fkey" FOREIGN KEY (channel_id) REFERENCES public.logistics_channel(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_fast_channel_id_fkey" FOREIGN KEY (fast_channel_id) REFERENCES public.logistics_channel(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_from_warehouse_id_fkey" FOREIGN KEY (from_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_label_id_fkey" FOREIGN KEY (label_id) REFERENCES public.sku_map(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."replenish_rule" ADD CONSTRAINT "replenish_rule_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
