create table production_order (
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
  product_id bigint not null,
  state smallint not null default 0,
  quantity numeric(20,6) not null,
  good numeric(20,6) not null default '0',
  bad numeric(20,6) not null default '0',
  done numeric(20,6) not null default '0',
  is_lack boolean not null default false,
  start_on date not null,
  due_on date not null,
  warehouse_id bigint not null,
  supplier_id bigint,
  bom_id bigint,
  fee numeric(20,8) not null default '0',
  owner_id bigint not null,
  remark text,
  attachments bigint[],
  constraint production_order_pkey primary key (id)
);
alter table production_order add constraint production_order_no_key unique (org_id, no);
create index production_order_org_id_business_on_id_idx on production_order (org_id, business_on desc, id desc);
create index production_order_warehouse_id_state_business_on_idx on production_order (warehouse_id, state, business_on desc);
create index production_order_owner_id_state_business_on_idx on production_order (owner_id, state, business_on desc);
create index production_order_product_id_idx on production_order (product_id);
create index production_order_bom_id_idx on production_order (bom_id);
create index production_order_supplier_id_idx on production_order (supplier_id);
create index production_order_due_on_idx on production_order (due_on);
create index production_order_search_idx on production_order using gin (search_grams(no));
create table production_material (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  line_no integer not null,
  part_id bigint not null,
  need numeric(20,6) not null,
  held numeric(20,6) not null default '0',
  issued numeric(20,6) not null default '0',
  returned numeric(20,6) not null default '0',
  used numeric(20,6) not null default '0',
  more_reason text,
  constraint production_material_pkey primary key (id)
);
alter table production_material add constraint production_material_order_id_line_no_key unique (org_id, order_id, line_no);
create index production_material_org_id_id_idx on production_material (org_id, id);
create index production_material_part_id_idx on production_material (part_id);
create table work_report (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  reported_on date not null,
  employee_id bigint not null,
  good numeric(20,6) not null,
  bad numeric(20,6) not null,
  bad_reason smallint,
  minutes integer,
  voided boolean not null default false,
  constraint work_report_pkey primary key (id)
);
create index work_report_org_id_id_idx on work_report (org_id, id desc);
create index work_report_order_id_idx on work_report (order_id);
create index work_report_employee_id_idx on work_report (employee_id);
create table production_receipt (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  received_on date not null,
  quantity numeric(20,6) not null,
  batch_id bigint,
  reversed boolean not null default false,
  constraint production_receipt_pkey primary key (id)
);
create index production_receipt_org_id_id_idx on production_receipt (org_id, id desc);
create index production_receipt_order_id_idx on production_receipt (order_id);
create index production_receipt_batch_id_idx on production_receipt (batch_id);
ALTER TABLE "public"."production_material" ADD CONSTRAINT "production_material_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.production_order(id);
ALTER TABLE "public"."production_material" ADD CONSTRAINT "production_material_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."production_material" ADD CONSTRAINT "production_material_part_id_fkey" FOREIGN KEY (part_id) REFERENCES public.product(id);
ALTER TABLE "public"."production_order" ADD CONSTRAINT "production_order_bom_id_fkey" FOREIGN KEY (bom_id) REFERENCES public.bom(id);
ALTER TABLE "public"."production_order" ADD CONSTRAINT "production_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."production_order" ADD CONSTRAINT "production_order_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."production_order" ADD CONSTRAINT "production_order_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."production_order" ADD CONSTRAINT "production_order_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."production_order" ADD CONSTRAINT "production_order_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."production_receipt" ADD CONSTRAINT "production_receipt_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."production_receipt" ADD CONSTRAINT "production_receipt_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.production_order(id);
ALTER TABLE "public"."production_receipt" ADD CONSTRAINT "production_receipt_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_report" ADD CONSTRAINT "work_report_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_report" ADD CONSTRAINT "work_report_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.production_order(id);
ALTER TABLE "public"."work_report" ADD CONSTRAINT "work_report_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
