create table ship_plan (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  shop_id bigint,
  month date not null,
  state smallint not null default 0,
  owner_id bigint not null,
  dept_id bigint,
  remark text,
  attachments bigint[],
  constraint ship_plan_pkey primary key (id)
);
alter table ship_plan add constraint ship_plan_no_key unique (org_id, no);
create index ship_plan_org_id_business_on_id_idx on ship_plan (org_id, business_on desc, id desc);
create index ship_plan_shop_id_month_idx on ship_plan (shop_id, month);
create index ship_plan_owner_id_state_business_on_idx on ship_plan (owner_id, state, business_on desc);
create index ship_plan_dept_id_business_on_idx on ship_plan (dept_id, business_on desc);
create index ship_plan_search_idx on ship_plan using gin (search_grams(no));
create table ship_plan_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  plan_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  label_id bigint,
  quantity numeric(20,6) not null,
  need_on date not null,
  from_warehouse_id bigint not null,
  target smallint not null default 1,
  to_warehouse_id bigint,
  channel_id bigint,
  shipped numeric(20,6) not null default '0',
  delivered numeric(20,6) not null default '0',
  closed_qty numeric(20,6) not null default '0',
  constraint ship_plan_line_pkey primary key (id)
);
alter table ship_plan_line add constraint ship_plan_line_plan_id_line_no_key unique (org_id, plan_id, line_no);
create index ship_plan_line_org_id_id_idx on ship_plan_line (org_id, id desc);
create index ship_plan_line_product_id_idx on ship_plan_line (product_id);
create index ship_plan_line_from_warehouse_id_idx on ship_plan_line (from_warehouse_id);
create index ship_plan_line_to_warehouse_id_idx on ship_plan_line (to_warehouse_id);
create index ship_plan_line_channel_id_idx on ship_plan_line (channel_id);
create index ship_plan_line_label_id_idx on ship_plan_line (label_id);
create table shipping_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  logistics_no text,
  target smallint not null default 1,
  shop_id bigint,
  from_warehouse_id bigint not null,
  to_warehouse_id bigint,
  channel_id bigint not null,
  state smallint not null default 0,
  track_stage smallint,
  etd date,
  eta date,
  priority smallint not null default 2,
  incoterm smallint,
  boxes integer not null default 0,
  units numeric(20,6) not null default '0',
  volume numeric(20,6) not null default '0',
  gross numeric(20,4) not null default '0',
  chargeable numeric(20,4) not null default '0',
  allow_part boolean not null default false,
  is_lack boolean not null default false,
  to_put_back boolean not null default false,
  arrived_on date,
  owner_id bigint not null,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint shipping_order_pkey primary key (id)
);
alter table shipping_order add constraint shipping_order_no_key unique (org_id, no);
create index shipping_order_org_id_business_on_id_idx on shipping_order (org_id, business_on desc, id desc);
create index shipping_order_from_warehouse_id_state_business_on_idx on shipping_order (from_warehouse_id, state, business_on desc);
create index shipping_order_channel_id_business_on_idx on shipping_order (channel_id, business_on desc);
create index shipping_order_to_warehouse_id_idx on shipping_order (to_warehouse_id);
create index shipping_order_shop_id_business_on_idx on shipping_order (shop_id, business_on desc);
create index shipping_order_owner_id_state_business_on_idx on shipping_order (owner_id, state, business_on desc);
create index shipping_order_logistics_no_idx on shipping_order (logistics_no);
create index shipping_order_eta_idx on shipping_order (eta);
create index shipping_order_search_idx on shipping_order using gin (search_grams(no));
create trigger shipping_order_closed_insert after insert on shipping_order referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,logistics_no,etd,eta,priority,incoterm,to_put_back,is_lack,track_stage,arrived_on,boxes,units,volume,gross,chargeable');
create trigger shipping_order_closed_update after update on shipping_order referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,logistics_no,etd,eta,priority,incoterm,to_put_back,is_lack,track_stage,arrived_on,boxes,units,volume,gross,chargeable');
create trigger shipping_order_closed_delete after delete on shipping_order referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,logistics_no,etd,eta,priority,incoterm,to_put_back,is_lack,track_stage,arrived_on,boxes,units,volume,gross,chargeable');
create table shipping_order_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  label_id bigint,
  quantity numeric(20,6) not null,
  held numeric(20,6) not null default '0',
  packed numeric(20,6) not null default '0',
  shipped numeric(20,6) not null default '0',
  received numeric(20,6) not null default '0',
  lost numeric(20,6) not null default '0',
  batch_id bigint,
  declare_value numeric(20,4),
  plan_line_id bigint,
  lost_reason text,
  constraint shipping_order_line_pkey primary key (id)
);
alter table shipping_order_line add constraint shipping_order_line_order_id_line_no_key unique (org_id, order_id, line_no);
create index shipping_order_line_org_id_id_idx on shipping_order_line (org_id, id desc);
create index shipping_order_line_plan_line_id_idx on shipping_order_line (plan_line_id);
create index shipping_order_line_product_id_idx on shipping_order_line (product_id);
create index shipping_order_line_batch_id_idx on shipping_order_line (batch_id);
create index shipping_order_line_label_id_idx on shipping_order_line (label_id);
create table packing_box (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  box_no integer not null,
  code text,
  state smallint not null default 1,
  length numeric(20,2),
  width numeric(20,2),
  height numeric(20,2),
  weight numeric(20,3),
  fba_box_id text,
  constraint packing_box_pkey primary key (id)
);
alter table packing_box add constraint packing_box_order_id_box_no_key unique (org_id, order_id, box_no);
create index packing_box_org_id_order_id_id_idx on packing_box (org_id, order_id desc, id);
create index packing_box_code_idx on packing_box (code);
create index packing_box_search_idx on packing_box using gin (search_grams(code));
create table packing_box_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  box_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  label_id bigint,
  quantity numeric(20,6) not null,
  expires_on date,
  constraint packing_box_line_pkey primary key (id)
);
alter table packing_box_line add constraint packing_box_line_box_id_line_no_key unique (org_id, box_id, line_no);
create index packing_box_line_org_id_id_idx on packing_box_line (org_id, id desc);
create index packing_box_line_product_id_idx on packing_box_line (product_id);
create index packing_box_line_label_id_idx on packing_box_line (label_id);
create table tracking_event (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  at timestamptz not null,
  stage smallint not null,
  place text,
  note text,
  constraint tracking_event_pkey primary key (id)
);
alter table tracking_event add constraint tracking_event_order_id_at_stage_key unique (org_id, order_id, at, stage);
create index tracking_event_org_id_at_id_idx on tracking_event (org_id, at desc, id desc);
create index tracking_event_search_idx on tracking_event using gin (search_grams(place));
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."sale_stock_plan" ADD COLUMN "from_plan" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."packing_box" ADD CONSTRAINT "packing_box_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.shipping_order(id);
ALTER TABLE "public"."packing_box" ADD CONSTRAINT "packing_box_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."packing_box_line" ADD CONSTRAINT "packing_box_line_box_id_fkey" FOREIGN KEY (box_id) REFERENCES public.packing_box(id);
ALTER TABLE "public"."packing_box_line" ADD CONSTRAINT "packing_box_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."packing_box_line" ADD CONSTRAINT "packing_box_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."ship_plan" ADD CONSTRAINT "ship_plan_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."ship_plan" ADD CONSTRAINT "ship_plan_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."ship_plan" ADD CONSTRAINT "ship_plan_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."ship_plan" ADD CONSTRAINT "ship_plan_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."ship_plan_line" ADD CONSTRAINT "ship_plan_line_channel_id_fkey" FOREIGN KEY (channel_id) REFERENCES public.logistics_channel(id);
ALTER TABLE "public"."ship_plan_line" ADD CONSTRAINT "ship_plan_line_from_warehouse_id_fkey" FOREIGN KEY (from_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."ship_plan_line" ADD CONSTRAINT "ship_plan_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."ship_plan_line" ADD CONSTRAINT "ship_plan_line_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES public.ship_plan(id);
ALTER TABLE "public"."ship_plan_line" ADD CONSTRAINT "ship_plan_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."ship_plan_line" ADD CONSTRAINT "ship_plan_line_to_warehouse_id_fkey" FOREIGN KEY (to_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_channel_id_fkey" FOREIGN KEY (channel_id) REFERENCES public.logistics_channel(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_from_warehouse_id_fkey" FOREIGN KEY (from_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_to_warehouse_id_fkey" FOREIGN KEY (to_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."shipping_order_line" ADD CONSTRAINT "shipping_order_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."shipping_order_line" ADD CONSTRAINT "shipping_order_line_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.shipping_order(id);
ALTER TABLE "public"."shipping_order_line" ADD CONSTRAINT "shipping_order_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shipping_order_line" ADD CONSTRAINT "shipping_order_line_plan_line_id_fkey" FOREIGN KEY (plan_line_id) REFERENCES public.ship_plan_line(id);
ALTER TABLE "public"."shipping_order_line" ADD CONSTRAINT "shipping_order_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."tracking_event" ADD CONSTRAINT "tracking_event_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.shipping_order(id);
ALTER TABLE "public"."tracking_event" ADD CONSTRAINT "tracking_event_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
