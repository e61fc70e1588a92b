create table stock_conversion_cost (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  move_id bigint not null,
  part integer not null,
  counts_from date not null,
  posting_id bigint not null,
  product_id bigint not null,
  day date not null,
  amount numeric(20,4) not null,
  constraint stock_conversion_cost_pkey primary key (id)
);
alter table stock_conversion_cost add constraint stock_conversion_cost_move_id_part_counts_from_key unique (org_id, move_id, part, counts_from);
create index stock_conversion_cost_posting_id_idx on stock_conversion_cost (posting_id);
create index stock_conversion_cost_product_id_counts_from_idx on stock_conversion_cost (product_id, counts_from);
create trigger stock_conversion_cost_closed_insert after insert on stock_conversion_cost referencing new table as came for each statement execute function refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by');
create trigger stock_conversion_cost_closed_update after update on stock_conversion_cost referencing old table as went new table as came for each statement execute function refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by');
create trigger stock_conversion_cost_closed_delete after delete on stock_conversion_cost referencing old table as went for each statement execute function refuse_closed_month('counts_from', 'org_id', 'version,updated_at,updated_by');
create table stock_made (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  doc_type text not null,
  line_id text not null,
  share numeric(20,4),
  fee numeric(20,4) not null,
  constraint stock_made_pkey primary key (id)
);
alter table stock_made add constraint stock_made_doc_type_line_id_key unique (org_id, doc_type, line_id);
create table goods_convert (
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
  bom_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  to_id bigint,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint goods_convert_pkey primary key (id)
);
alter table goods_convert add constraint goods_convert_no_key unique (org_id, no);
create index goods_convert_org_id_business_on_id_idx on goods_convert (org_id, business_on desc, id desc);
create index goods_convert_warehouse_id_business_on_idx on goods_convert (warehouse_id, business_on desc);
create index goods_convert_bom_id_idx on goods_convert (bom_id);
create index goods_convert_product_id_idx on goods_convert (product_id);
create index goods_convert_to_id_idx on goods_convert (to_id);
create index goods_convert_search_idx on goods_convert using gin (search_grams(no));
create trigger goods_convert_closed_insert after insert on goods_convert referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_convert_closed_update after update on goods_convert referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create trigger goods_convert_closed_delete after delete on goods_convert referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments');
create table goods_convert_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  convert_id bigint not null,
  line_no integer not null,
  direction smallint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  percent numeric(20,4),
  batch_id bigint,
  fee numeric(20,4) not null default '0',
  constraint goods_convert_line_pkey primary key (id)
);
alter table goods_convert_line add constraint goods_convert_line_convert_id_line_no_key unique (org_id, convert_id, line_no);
create index goods_convert_line_org_id_id_idx on goods_convert_line (org_id, id);
create index goods_convert_line_product_id_idx on goods_convert_line (product_id);
create index goods_convert_line_batch_id_idx on goods_convert_line (batch_id);
ALTER TABLE "public"."cost_receipt" ADD COLUMN "move_id" bigint;
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_bom_id_fkey" FOREIGN KEY (bom_id) REFERENCES public.bom(id);
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_to_id_fkey" FOREIGN KEY (to_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_convert" ADD CONSTRAINT "goods_convert_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_convert_line" ADD CONSTRAINT "goods_convert_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_convert_line" ADD CONSTRAINT "goods_convert_line_convert_id_fkey" FOREIGN KEY (convert_id) REFERENCES public.goods_convert(id);
ALTER TABLE "public"."goods_convert_line" ADD CONSTRAINT "goods_convert_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_convert_line" ADD CONSTRAINT "goods_convert_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_conversion_cost" ADD CONSTRAINT "stock_conversion_cost_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_made" ADD CONSTRAINT "stock_made_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
CREATE INDEX cost_receipt_move_id_idx ON public.cost_receipt USING btree (move_id) WHERE (move_id IS NOT NULL);
