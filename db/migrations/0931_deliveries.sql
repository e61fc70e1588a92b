create table purchase_return (
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
  way smallint not null default 1,
  state smallint not null default 0,
  carrier text,
  tracking_no text,
  allow_part boolean not null default false,
  is_lack boolean not null default false,
  to_put_back boolean not null default false,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint purchase_return_pkey primary key (id)
);
alter table purchase_return add constraint purchase_return_no_key unique (org_id, no);
create index purchase_return_org_id_business_on_id_idx on purchase_return (org_id, business_on desc, id desc);
create index purchase_return_supplier_id_business_on_idx on purchase_return (supplier_id, business_on desc);
create index purchase_return_warehouse_id_state_business_on_idx on purchase_return (warehouse_id, state, business_on desc);
create index purchase_return_search_idx on purchase_return using gin (search_grams(no));
create trigger purchase_return_closed_insert after insert on purchase_return referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,carrier,tracking_no,to_put_back,is_lack');
create trigger purchase_return_closed_update after update on purchase_return referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,carrier,tracking_no,to_put_back,is_lack');
create trigger purchase_return_closed_delete after delete on purchase_return referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,carrier,tracking_no,to_put_back,is_lack');
create table purchase_return_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  return_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  in_line_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  held numeric(20,6) not null default '0',
  exchanged numeric(20,6) not null default '0',
  label_id bigint,
  batch_id bigint,
  location_id bigint,
  constraint purchase_return_line_pkey primary key (id)
);
alter table purchase_return_line add constraint purchase_return_line_return_id_line_no_key unique (org_id, return_id, line_no);
create index purchase_return_line_org_id_id_idx on purchase_return_line (org_id, id desc);
create index purchase_return_line_in_line_id_idx on purchase_return_line (in_line_id);
create index purchase_return_line_product_id_idx on purchase_return_line (product_id);
create index purchase_return_line_batch_id_idx on purchase_return_line (batch_id);
create index purchase_return_line_location_id_idx on purchase_return_line (location_id);
create table purchase_delivery (
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
  expected_on date not null,
  carrier text,
  tracking_no text,
  boxes integer,
  buyer_id bigint not null,
  receipt_id bigint,
  remark text,
  attachments bigint[],
  constraint purchase_delivery_pkey primary key (id)
);
alter table purchase_delivery add constraint purchase_delivery_no_key unique (org_id, no);
create index purchase_delivery_org_id_business_on_id_idx on purchase_delivery (org_id, business_on desc, id desc);
create index purchase_delivery_supplier_id_business_on_idx on purchase_delivery (supplier_id, business_on desc);
create index purchase_delivery_warehouse_id_state_business_on_idx on purchase_delivery (warehouse_id, state, business_on desc);
create index purchase_delivery_buyer_id_state_business_on_idx on purchase_delivery (buyer_id, state, business_on desc);
create index purchase_delivery_expected_on_idx on purchase_delivery (expected_on);
create index purchase_delivery_tracking_no_idx on purchase_delivery (tracking_no);
create index purchase_delivery_search_idx on purchase_delivery using gin (search_grams(no));
create table purchase_delivery_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  delivery_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  received numeric(20,6) not null default '0',
  closed_qty numeric(20,6) not null default '0',
  label_id bigint,
  order_line_id bigint not null,
  over_percent numeric(20,4) not null default '1000',
  constraint purchase_delivery_line_pkey primary key (id)
);
alter table purchase_delivery_line add constraint purchase_delivery_line_delivery_id_line_no_key unique (org_id, delivery_id, line_no);
create index purchase_delivery_line_org_id_id_idx on purchase_delivery_line (org_id, id desc);
create index purchase_delivery_line_order_line_id_idx on purchase_delivery_line (order_line_id);
create index purchase_delivery_line_product_id_idx on purchase_delivery_line (product_id);
create table receipt_discrepancy (
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
  state smallint not null default 1,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  in_line_id bigint,
  delivery_line_id bigint,
  decision smallint,
  amount numeric(20,4),
  currency text not null default 'CNY',
  resend_id bigint,
  return_id bigint,
  buyer_id bigint not null,
  remark text,
  attachments bigint[],
  constraint receipt_discrepancy_pkey primary key (id)
);
alter table receipt_discrepancy add constraint receipt_discrepancy_no_key unique (org_id, no);
create index receipt_discrepancy_org_id_business_on_id_idx on receipt_discrepancy (org_id, business_on desc, id desc);
create index receipt_discrepancy_supplier_id_business_on_idx on receipt_discrepancy (supplier_id, business_on desc);
create index receipt_discrepancy_warehouse_id_state_idx on receipt_discrepancy (warehouse_id, state);
create index receipt_discrepancy_buyer_id_state_idx on receipt_discrepancy (buyer_id, state);
create index receipt_discrepancy_delivery_line_id_idx on receipt_discrepancy (delivery_line_id);
create index receipt_discrepancy_in_line_id_idx on receipt_discrepancy (in_line_id);
create index receipt_discrepancy_resend_id_idx on receipt_discrepancy (resend_id);
create index receipt_discrepancy_return_id_idx on receipt_discrepancy (return_id);
create index receipt_discrepancy_search_idx on receipt_discrepancy using gin (search_grams(no));
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."goods_in_line" ADD COLUMN "returned" numeric(20,6) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."goods_in_line" ADD COLUMN "delivery_line_id" bigint;
ALTER TABLE "public"."goods_in_line" ADD COLUMN "return_line_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."purchase_order_line" ADD COLUMN "noticed" numeric(20,6) NOT NULL DEFAULT '0'::numeric;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."purchase_order_line" ADD COLUMN "notice_over" numeric(20,4) NOT NULL DEFAULT '1000'::numeric;
ALTER TABLE "public"."goods_in_line" ADD CONSTRAINT "goods_in_line_delivery_line_id_fkey" FOREIGN KEY (delivery_line_id) REFERENCES public.purchase_delivery_line(id);
ALTER TABLE "public"."purchase_delivery" ADD CONSTRAINT "purchase_delivery_buyer_id_fkey" FOREIGN KEY (buyer_id) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_delivery" ADD CONSTRAINT "purchase_delivery_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_delivery" ADD CONSTRAINT "purchase_delivery_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."purchase_delivery" ADD CONSTRAINT "purchase_delivery_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."purchase_delivery_line" ADD CONSTRAINT "purchase_delivery_line_delivery_id_fkey" FOREIGN KEY (delivery_id) REFERENCES public.purchase_delivery(id);
ALTER TABLE "public"."purchase_delivery_line" ADD CONSTRAINT "purchase_delivery_line_order_line_id_fkey" FOREIGN KEY (order_line_id) REFERENCES public.purchase_order_line(id);
ALTER TABLE "public"."purchase_delivery_line" ADD CONSTRAINT "purchase_delivery_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_delivery_line" ADD CONSTRAINT "purchase_delivery_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_return" ADD CONSTRAINT "purchase_return_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_return" ADD CONSTRAINT "purchase_return_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_return" ADD CONSTRAINT "purchase_return_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_return" ADD CONSTRAINT "purchase_return_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."purchase_return" ADD CONSTRAINT "purchase_return_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."purchase_return_line" ADD CONSTRAINT "purchase_return_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."purchase_return_line" ADD CONSTRAINT "purchase_return_line_in_line_id_fkey" FOREIGN KEY (in_line_id) REFERENCES public.goods_in_line(id);
ALTER TABLE "public"."purchase_return_line" ADD CONSTRAINT "purchase_return_line_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."purchase_return_line" ADD CONSTRAINT "purchase_return_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_return_line" ADD CONSTRAINT "purchase_return_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_return_line" ADD CONSTRAINT "purchase_return_line_return_id_fkey" FOREIGN KEY (return_id) REFERENCES public.purchase_return(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_buyer_id_fkey" FOREIGN KEY (buyer_id) REFERENCES public.employee(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_delivery_line_id_fkey" FOREIGN KEY (delivery_line_id) REFERENCES public.purchase_delivery_line(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_in_line_id_fkey" FOREIGN KEY (in_line_id) REFERENCES public.goods_in_line(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_resend_id_fkey" FOREIGN KEY (resend_id) REFERENCES public.purchase_delivery(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_return_id_fkey" FOREIGN KEY (return_id) REFERENCES public.purchase_return(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."receipt_discrepancy" ADD CONSTRAINT "receipt_discrepancy_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
CREATE INDEX goods_in_line_delivery_line_id_idx ON public.goods_in_line USING btree (delivery_line_id);
CREATE INDEX goods_in_line_return_line_id_idx ON public.goods_in_line USING btree (return_line_id);
