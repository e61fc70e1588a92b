create table inspection_plan (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  stage smallint not null default 1,
  product_id bigint,
  category_id bigint,
  supplier_id bigint,
  sampling smallint not null default 4,
  level smallint not null default 2,
  aql_critical smallint not null default 0,
  aql_major smallint not null default 2500,
  aql_minor smallint not null default 4000,
  fixed_qty integer,
  percent numeric(20,4),
  valid_from date not null,
  valid_to date,
  applies_to text not null,
  constraint inspection_plan_pkey primary key (id)
);
alter table inspection_plan add constraint inspection_plan_name_key unique (org_id, name);
create index inspection_plan_product_id_idx on inspection_plan (product_id);
create index inspection_plan_category_id_idx on inspection_plan (category_id);
create index inspection_plan_supplier_id_idx on inspection_plan (supplier_id);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table inspection_plan add constraint inspection_plan_validity_excl exclude using gist (org_id with =, applies_to with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create index inspection_plan_search_idx on inspection_plan using gin (search_grams(name));
create table inspection_plan_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  plan_id bigint not null,
  line_no integer not null,
  name text not null,
  kind smallint not null default 4,
  level smallint not null default 2,
  unit text,
  lower numeric(20,6),
  upper numeric(20,6),
  options text,
  good_options text,
  readings integer not null default 1,
  method text,
  constraint inspection_plan_item_pkey primary key (id)
);
alter table inspection_plan_item add constraint inspection_plan_item_plan_id_line_no_key unique (org_id, plan_id, line_no);
create index inspection_plan_item_org_id_id_idx on inspection_plan_item (org_id, id desc);
create table inspection (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  stage smallint not null default 1,
  product_id bigint not null,
  warehouse_id bigint not null,
  supplier_id bigint,
  lot_qty numeric(20,6) not null,
  sample_qty integer,
  state smallint not null default 1,
  result smallint,
  accepted_qty numeric(20,6) not null default '0',
  rejected_qty numeric(20,6) not null default '0',
  conceded_qty numeric(20,6) not null default '0',
  inspector_id bigint,
  source_no text,
  batch_id bigint,
  label_id bigint,
  plan_id bigint,
  bad_out numeric(20,6) not null default '0',
  to_id bigint,
  from_id bigint,
  letter text,
  size_critical integer,
  ac_critical integer,
  found_critical integer,
  size_major integer,
  ac_major integer,
  found_major integer,
  size_minor integer,
  ac_minor integer,
  found_minor integer,
  started_at timestamptz,
  wished smallint,
  override_reason text,
  decided_by bigint,
  source_type text,
  source_id text,
  source_line text,
  lots integer,
  good_lots integer,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint inspection_pkey primary key (id),
  constraint inspection_check_1 check (state not in (4, 8) or accepted_qty + rejected_qty + conceded_qty = lot_qty)
);
alter table inspection add constraint inspection_no_key unique (org_id, no);
alter table inspection add constraint inspection_source_line_key unique (org_id, source_line);
create index inspection_org_id_business_on_id_idx on inspection (org_id, business_on desc, id desc);
create index inspection_warehouse_id_state_business_on_idx on inspection (warehouse_id, state, business_on desc);
create index inspection_inspector_id_state_business_on_idx on inspection (inspector_id, state, business_on desc);
create index inspection_product_id_business_on_idx on inspection (product_id, business_on desc);
create index inspection_supplier_id_business_on_idx on inspection (supplier_id, business_on desc);
create index inspection_source_type_source_id_idx on inspection (source_type, source_id);
create index inspection_batch_id_idx on inspection (batch_id);
create index inspection_plan_id_idx on inspection (plan_id);
create index inspection_search_idx on inspection using gin (search_grams(no));
create trigger inspection_closed_insert after insert on inspection referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,lots,good_lots');
create trigger inspection_closed_update after update on inspection referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,lots,good_lots');
create trigger inspection_closed_delete after delete on inspection referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,lots,good_lots');
create table inspection_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  inspection_id bigint not null,
  line_no integer not null,
  name text not null,
  kind smallint not null default 4,
  level smallint not null default 2,
  sample_no integer,
  value text,
  bad_qty integer not null default 0,
  photos bigint[],
  note text,
  ok smallint,
  unit text,
  lower numeric(20,6),
  upper numeric(20,6),
  options text,
  good_options text,
  method text,
  constraint inspection_line_pkey primary key (id)
);
alter table inspection_line add constraint inspection_line_inspection_id_line_no_key unique (org_id, inspection_id, line_no);
create index inspection_line_org_id_id_idx on inspection_line (org_id, id desc);
create table nonconformity (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  product_id bigint not null,
  warehouse_id bigint not null,
  quantity numeric(20,6) not null,
  state smallint not null default 1,
  way smallint,
  doc_no text,
  inspection_id bigint,
  supplier_id bigint,
  responsible smallint,
  cause text,
  measure text,
  owner_id bigint not null,
  due_on date,
  verified_on date,
  cost numeric(20,4),
  batch_id bigint,
  label_id bigint,
  doc_type text,
  doc_id text,
  remark text,
  attachments bigint[],
  constraint nonconformity_pkey primary key (id)
);
alter table nonconformity add constraint nonconformity_no_key unique (org_id, no);
create index nonconformity_org_id_business_on_id_idx on nonconformity (org_id, business_on desc, id desc);
create index nonconformity_warehouse_id_state_business_on_idx on nonconformity (warehouse_id, state, business_on desc);
create index nonconformity_owner_id_state_business_on_idx on nonconformity (owner_id, state, business_on desc);
create index nonconformity_product_id_idx on nonconformity (product_id);
create index nonconformity_supplier_id_idx on nonconformity (supplier_id);
create index nonconformity_inspection_id_idx on nonconformity (inspection_id);
create index nonconformity_batch_id_idx on nonconformity (batch_id);
create index nonconformity_doc_type_doc_id_idx on nonconformity (doc_type, doc_id);
create index nonconformity_org_id_due_on_idx on nonconformity (org_id, due_on) where due_on is not null;
create index nonconformity_search_idx on nonconformity using gin (search_grams(no));
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_decided_by_fkey" FOREIGN KEY (decided_by) REFERENCES public.employee(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_from_id_fkey" FOREIGN KEY (from_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_inspector_id_fkey" FOREIGN KEY (inspector_id) REFERENCES public.employee(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES public.inspection_plan(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_to_id_fkey" FOREIGN KEY (to_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."inspection" ADD CONSTRAINT "inspection_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."inspection_line" ADD CONSTRAINT "inspection_line_inspection_id_fkey" FOREIGN KEY (inspection_id) REFERENCES public.inspection(id);
ALTER TABLE "public"."inspection_line" ADD CONSTRAINT "inspection_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."inspection_plan" ADD CONSTRAINT "inspection_plan_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."inspection_plan" ADD CONSTRAINT "inspection_plan_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."inspection_plan" ADD CONSTRAINT "inspection_plan_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."inspection_plan" ADD CONSTRAINT "inspection_plan_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."inspection_plan_item" ADD CONSTRAINT "inspection_plan_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."inspection_plan_item" ADD CONSTRAINT "inspection_plan_item_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES public.inspection_plan(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_inspection_id_fkey" FOREIGN KEY (inspection_id) REFERENCES public.inspection(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."nonconformity" ADD CONSTRAINT "nonconformity_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
