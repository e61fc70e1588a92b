-- Documents of the warehouse: receipts, issues, transfers, relabelling, counts.
create table goods_in (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  kind smallint not null default 4,
  warehouse_id bigint not null,
  supplier_id bigint,
  shop_id bigint,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint goods_in_pkey primary key (id)
);
alter table goods_in add constraint goods_in_no_key unique (org_id, no);
create index goods_in_org_id_business_on_id_idx on goods_in (org_id, business_on desc, id desc);
create index goods_in_warehouse_id_business_on_idx on goods_in (warehouse_id, business_on desc);
create index goods_in_supplier_id_idx on goods_in (supplier_id);
create index goods_in_shop_id_idx on goods_in (shop_id);
create index goods_in_search_idx on goods_in using gin (search_grams(no));
create trigger goods_in_closed_insert after insert on goods_in referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_in_closed_update after update on goods_in referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_in_closed_delete after delete on goods_in referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create table goods_in_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  in_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  condition smallint not null default 1,
  batch_id bigint,
  label_id bigint,
  to_id bigint,
  unit_cost numeric(20,8),
  constraint goods_in_line_pkey primary key (id)
);
alter table goods_in_line add constraint goods_in_line_in_id_line_no_key unique (org_id, in_id, line_no);
create index goods_in_line_org_id_id_idx on goods_in_line (org_id, id desc);
create index goods_in_line_product_id_idx on goods_in_line (product_id);
create index goods_in_line_batch_id_idx on goods_in_line (batch_id);
create index goods_in_line_to_id_idx on goods_in_line (to_id);
create table goods_out (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  kind smallint not null default 1,
  warehouse_id bigint not null,
  shop_id bigint,
  order_no text,
  dept_id bigint,
  due_on date,
  channel_id bigint,
  carrier text,
  tracking_no text,
  address text,
  allow_part boolean not null default false,
  is_lack boolean not null default false,
  to_put_back boolean not null default false,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint goods_out_pkey primary key (id)
);
alter table goods_out add constraint goods_out_no_key unique (org_id, no);
create index goods_out_org_id_business_on_id_idx on goods_out (org_id, business_on desc, id desc);
create index goods_out_warehouse_id_state_business_on_idx on goods_out (warehouse_id, state, business_on desc);
create index goods_out_shop_id_idx on goods_out (shop_id);
create index goods_out_order_no_idx on goods_out (order_no);
create index goods_out_tracking_no_idx on goods_out (tracking_no);
create index goods_out_dept_id_idx on goods_out (dept_id);
create index goods_out_channel_id_idx on goods_out (channel_id);
create index goods_out_search_idx on goods_out using gin (search_grams(no));
create trigger goods_out_closed_insert after insert on goods_out referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,carrier,tracking_no,to_put_back,is_lack');
create trigger goods_out_closed_update after update on goods_out referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,carrier,tracking_no,to_put_back,is_lack');
create trigger goods_out_closed_delete after delete on goods_out referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,carrier,tracking_no,to_put_back,is_lack');
create table goods_out_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  out_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  label_id bigint,
  batch_id bigint,
  held numeric(20,6) not null default '0',
  constraint goods_out_line_pkey primary key (id)
);
alter table goods_out_line add constraint goods_out_line_out_id_line_no_key unique (org_id, out_id, line_no);
create index goods_out_line_org_id_id_idx on goods_out_line (org_id, id desc);
create index goods_out_line_product_id_idx on goods_out_line (product_id);
create index goods_out_line_batch_id_idx on goods_out_line (batch_id);
create table goods_transfer (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  from_warehouse_id bigint not null,
  to_warehouse_id bigint not null,
  expected_on date,
  allow_part boolean not null default false,
  is_lack boolean not null default false,
  to_put_back boolean not null default false,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint goods_transfer_pkey primary key (id)
);
alter table goods_transfer add constraint goods_transfer_no_key unique (org_id, no);
create index goods_transfer_org_id_business_on_id_idx on goods_transfer (org_id, business_on desc, id desc);
create index goods_transfer_from_warehouse_id_state_business_on_idx on goods_transfer (from_warehouse_id, state, business_on desc);
create index goods_transfer_to_warehouse_id_state_business_on_idx on goods_transfer (to_warehouse_id, state, business_on desc);
create index goods_transfer_search_idx on goods_transfer using gin (search_grams(no));
create trigger goods_transfer_closed_insert after insert on goods_transfer referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,expected_on,to_put_back,is_lack');
create trigger goods_transfer_closed_update after update on goods_transfer referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,expected_on,to_put_back,is_lack');
create trigger goods_transfer_closed_delete after delete on goods_transfer referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,expected_on,to_put_back,is_lack');
create table goods_transfer_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  transfer_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  label_id bigint,
  batch_id bigint,
  held numeric(20,6) not null default '0',
  shipped numeric(20,6) not null default '0',
  received numeric(20,6) not null default '0',
  lost numeric(20,6) not null default '0',
  lost_reason text,
  constraint goods_transfer_line_pkey primary key (id)
);
alter table goods_transfer_line add constraint goods_transfer_line_transfer_id_line_no_key unique (org_id, transfer_id, line_no);
create index goods_transfer_line_org_id_id_idx on goods_transfer_line (org_id, id desc);
create index goods_transfer_line_product_id_idx on goods_transfer_line (product_id);
create index goods_transfer_line_batch_id_idx on goods_transfer_line (batch_id);
create table goods_relabel (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  warehouse_id bigint not null,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint goods_relabel_pkey primary key (id)
);
alter table goods_relabel add constraint goods_relabel_no_key unique (org_id, no);
create index goods_relabel_org_id_business_on_id_idx on goods_relabel (org_id, business_on desc, id desc);
create index goods_relabel_warehouse_id_business_on_idx on goods_relabel (warehouse_id, business_on desc);
create index goods_relabel_search_idx on goods_relabel using gin (search_grams(no));
create trigger goods_relabel_closed_insert after insert on goods_relabel referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_relabel_closed_update after update on goods_relabel referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_relabel_closed_delete after delete on goods_relabel referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create table goods_relabel_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  relabel_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  location_id bigint not null,
  batch_id bigint,
  from_label_id bigint,
  to_label_id bigint not null,
  quantity numeric(20,6) not null,
  constraint goods_relabel_line_pkey primary key (id)
);
alter table goods_relabel_line add constraint goods_relabel_line_relabel_id_line_no_key unique (org_id, relabel_id, line_no);
create index goods_relabel_line_org_id_id_idx on goods_relabel_line (org_id, id desc);
create index goods_relabel_line_product_id_idx on goods_relabel_line (product_id);
create index goods_relabel_line_batch_id_idx on goods_relabel_line (batch_id);
create index goods_relabel_line_location_id_idx on goods_relabel_line (location_id);
create table goods_count (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  warehouse_id bigint not null,
  kind smallint not null default 3,
  blind boolean not null default true,
  zone_id bigint,
  product_ids bigint[],
  tolerance numeric(20,4) not null default '0',
  line_count integer not null default 0,
  counted_lines integer not null default 0,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint goods_count_pkey primary key (id)
);
alter table goods_count add constraint goods_count_no_key unique (org_id, no);
create index goods_count_org_id_business_on_id_idx on goods_count (org_id, business_on desc, id desc);
create index goods_count_warehouse_id_state_business_on_idx on goods_count (warehouse_id, state, business_on desc);
create index goods_count_zone_id_idx on goods_count (zone_id);
create index goods_count_product_ids_idx on goods_count using gin (product_ids);
create index goods_count_search_idx on goods_count using gin (search_grams(no));
create trigger goods_count_closed_insert after insert on goods_count referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_count_closed_update after update on goods_count referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_count_closed_delete after delete on goods_count referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create table goods_count_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  count_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  location_id bigint not null,
  product_id bigint not null,
  batch_id bigint,
  label_id bigint,
  counted1 numeric(20,6),
  counted2 numeric(20,6),
  again boolean not null default false,
  shown_book numeric(20,6),
  book1 numeric(20,6),
  book2 numeric(20,6),
  difference numeric(20,6),
  counted_by bigint,
  counted_at timestamptz,
  again_by bigint,
  reason text,
  constraint goods_count_line_pkey primary key (id)
);
alter table goods_count_line add constraint goods_count_line_count_id_line_no_key unique (org_id, count_id, line_no);
create index goods_count_line_org_id_id_idx on goods_count_line (org_id, id desc);
create index goods_count_line_product_id_idx on goods_count_line (product_id);
create index goods_count_line_location_id_product_id_idx on goods_count_line (location_id, product_id);
create index goods_count_line_batch_id_idx on goods_count_line (batch_id);
ALTER TABLE "public"."goods_count" ADD CONSTRAINT "goods_count_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_count" ADD CONSTRAINT "goods_count_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_count" ADD CONSTRAINT "goods_count_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_count" ADD CONSTRAINT "goods_count_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_count" ADD CONSTRAINT "goods_count_zone_id_fkey" FOREIGN KEY (zone_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_again_by_fkey" FOREIGN KEY (again_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_count_id_fkey" FOREIGN KEY (count_id) REFERENCES public.goods_count(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_counted_by_fkey" FOREIGN KEY (counted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_count_line" ADD CONSTRAINT "goods_count_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_in" ADD CONSTRAINT "goods_in_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_in" ADD CONSTRAINT "goods_in_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_in" ADD CONSTRAINT "goods_in_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_in" ADD CONSTRAINT "goods_in_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."goods_in" ADD CONSTRAINT "goods_in_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."goods_in" ADD CONSTRAINT "goods_in_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_in_id_fkey" FOREIGN KEY (in_id) REFERENCES public.goods_in(id);
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_to_id_fkey" FOREIGN KEY (to_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_channel_id_fkey" FOREIGN KEY (channel_id) REFERENCES public.logistics_channel(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_out_line" ADD CONSTRAINT "goods_out_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_out_line" ADD CONSTRAINT "goods_out_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_out_line" ADD CONSTRAINT "goods_out_line_out_id_fkey" FOREIGN KEY (out_id) REFERENCES public.goods_out(id);
ALTER TABLE "public"."goods_out_line" ADD CONSTRAINT "goods_out_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_relabel" ADD CONSTRAINT "goods_relabel_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_relabel" ADD CONSTRAINT "goods_relabel_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_relabel" ADD CONSTRAINT "goods_relabel_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_relabel" ADD CONSTRAINT "goods_relabel_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_relabel_line" ADD CONSTRAINT "goods_relabel_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_relabel_line" ADD CONSTRAINT "goods_relabel_line_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_relabel_line" ADD CONSTRAINT "goods_relabel_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_relabel_line" ADD CONSTRAINT "goods_relabel_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_relabel_line" ADD CONSTRAINT "goods_relabel_line_relabel_id_fkey" FOREIGN KEY (relabel_id) REFERENCES public.goods_relabel(id);
ALTER TABLE "public"."goods_transfer" ADD CONSTRAINT "goods_transfer_from_warehouse_id_fkey" FOREIGN KEY (from_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_transfer" ADD CONSTRAINT "goods_transfer_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_transfer" ADD CONSTRAINT "goods_transfer_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_transfer" ADD CONSTRAINT "goods_transfer_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_transfer" ADD CONSTRAINT "goods_transfer_to_warehouse_id_fkey" FOREIGN KEY (to_warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_transfer_line" ADD CONSTRAINT "goods_transfer_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_transfer_line" ADD CONSTRAINT "goods_transfer_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_transfer_line" ADD CONSTRAINT "goods_transfer_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_transfer_line" ADD CONSTRAINT "goods_transfer_line_transfer_id_fkey" FOREIGN KEY (transfer_id) REFERENCES public.goods_transfer(id);
