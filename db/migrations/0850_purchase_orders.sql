create table supplier_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  supplier_id bigint not null,
  product_id bigint not null,
  supplier_sku text,
  name text,
  lead_days integer,
  moq numeric(20,6),
  pack_qty numeric(20,6),
  offer_url text,
  spec_id text,
  status smallint not null default 1,
  constraint supplier_item_pkey primary key (id)
);
alter table supplier_item add constraint supplier_item_supplier_id_product_id_key unique (org_id, supplier_id, product_id);
create index supplier_item_product_id_idx on supplier_item (product_id);
create table purchase_request (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  reason smallint not null default 3,
  state smallint not null default 0,
  owner_id bigint not null,
  dept_id bigint,
  remark text,
  attachments bigint[],
  constraint purchase_request_pkey primary key (id)
);
alter table purchase_request add constraint purchase_request_no_key unique (org_id, no);
create index purchase_request_org_id_business_on_id_idx on purchase_request (org_id, business_on desc, id desc);
create index purchase_request_owner_id_state_business_on_idx on purchase_request (owner_id, state, business_on desc);
create index purchase_request_dept_id_business_on_idx on purchase_request (dept_id, business_on desc);
create index purchase_request_search_idx on purchase_request using gin (search_grams(no));
create table purchase_request_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  request_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  need_on date not null,
  warehouse_id bigint not null,
  supplier_id bigint,
  label_id bigint,
  ordered numeric(20,6) not null default '0',
  closed_qty numeric(20,6) not null default '0',
  constraint purchase_request_line_pkey primary key (id)
);
alter table purchase_request_line add constraint purchase_request_line_request_id_line_no_key unique (org_id, request_id, line_no);
create index purchase_request_line_org_id_id_idx on purchase_request_line (org_id, id desc);
create index purchase_request_line_product_id_idx on purchase_request_line (product_id);
create index purchase_request_line_warehouse_id_idx on purchase_request_line (warehouse_id);
create index purchase_request_line_supplier_id_idx on purchase_request_line (supplier_id);
create table purchase_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  state smallint not null default 0,
  promised_on date not null,
  due_on date,
  currency text not null default 'CNY',
  total numeric(20,4),
  tax numeric(20,4),
  tax_included boolean not null default true,
  freight numeric(20,4) not null default '0',
  discount numeric(20,4) not null default '0',
  platform_no text,
  buyer_id bigint not null,
  remark text,
  attachments bigint[],
  constraint purchase_order_pkey primary key (id)
);
alter table purchase_order add constraint purchase_order_no_key unique (org_id, no);
alter table purchase_order add constraint purchase_order_platform_no_key unique (org_id, platform_no);
create index purchase_order_org_id_business_on_id_idx on purchase_order (org_id, business_on desc, id desc);
create index purchase_order_supplier_id_business_on_idx on purchase_order (supplier_id, business_on desc);
create index purchase_order_warehouse_id_state_business_on_idx on purchase_order (warehouse_id, state, business_on desc);
create index purchase_order_buyer_id_state_business_on_idx on purchase_order (buyer_id, state, business_on desc);
create index purchase_order_promised_on_idx on purchase_order (promised_on);
create index purchase_order_org_id_due_on_idx on purchase_order (org_id, due_on) where due_on is not null;
create index purchase_order_search_idx on purchase_order using gin (search_grams(no));
create table purchase_order_line (
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
  quantity numeric(20,6) not null,
  price numeric(20,8),
  price_from smallint,
  amount numeric(20,4),
  tax_rate numeric(20,4) not null default '13',
  net numeric(20,4),
  tax numeric(20,4),
  received numeric(20,6) not null default '0',
  closed_qty numeric(20,6) not null default '0',
  over_percent numeric(20,4) not null default '0',
  label_id bigint,
  request_line_id bigint,
  constraint purchase_order_line_pkey primary key (id)
);
alter table purchase_order_line add constraint purchase_order_line_order_id_line_no_key unique (org_id, order_id, line_no);
create index purchase_order_line_org_id_id_idx on purchase_order_line (org_id, id desc);
create index purchase_order_line_request_line_id_idx on purchase_order_line (request_line_id);
create index purchase_order_line_product_id_idx on purchase_order_line (product_id);
ALTER TABLE "public"."goods_in_line" ADD COLUMN "order_line_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."supplier" ADD COLUMN "billing" smallint NOT NULL DEFAULT 3;
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_order_line_id_fkey" FOREIGN KEY (order_line_id) REFERENCES public.purchase_order_line(id);
ALTER TABLE "public"."purchase_order" ADD CONSTRAINT "purchase_order_buyer_id_fkey" FOREIGN KEY (buyer_id) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_order" ADD CONSTRAINT "purchase_order_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."purchase_order" ADD CONSTRAINT "purchase_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_order" ADD CONSTRAINT "purchase_order_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."purchase_order" ADD CONSTRAINT "purchase_order_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."purchase_order_line" ADD CONSTRAINT "purchase_order_line_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.purchase_order(id);
ALTER TABLE "public"."purchase_order_line" ADD CONSTRAINT "purchase_order_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_order_line" ADD CONSTRAINT "purchase_order_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_order_line" ADD CONSTRAINT "purchase_order_line_request_line_id_fkey" FOREIGN KEY (request_line_id) REFERENCES public.purchase_request_line(id);
ALTER TABLE "public"."purchase_request" ADD CONSTRAINT "purchase_request_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."purchase_request" ADD CONSTRAINT "purchase_request_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_request" ADD CONSTRAINT "purchase_request_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_request_line" ADD CONSTRAINT "purchase_request_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_request_line" ADD CONSTRAINT "purchase_request_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_request_line" ADD CONSTRAINT "purchase_request_line_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.purchase_request(id);
ALTER TABLE "public"."purchase_request_line" ADD CONSTRAINT "purchase_request_line_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."purchase_request_line" ADD CONSTRAINT "purchase_request_line_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."supplier_item" ADD CONSTRAINT "supplier_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."supplier_item" ADD CONSTRAINT "supplier_item_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."supplier_item" ADD CONSTRAINT "supplier_item_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
CREATE INDEX goods_in_line_order_line_id_idx ON public.goods_in_line USING btree (order_line_id);
