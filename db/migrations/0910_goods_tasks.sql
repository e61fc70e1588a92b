create table goods_task (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  kind smallint not null,
  warehouse_id bigint not null,
  state smallint not null default 1,
  priority smallint not null default 2,
  assignee_id bigint,
  wave_id bigint,
  doc_no text,
  line_count integer not null default 0,
  done_count integer not null default 0,
  due_at timestamptz,
  started_at timestamptz,
  touched_at timestamptz,
  done_at timestamptz,
  doc_type text,
  doc_id text,
  constraint goods_task_pkey primary key (id)
);
alter table goods_task add constraint goods_task_no_key unique (org_id, no);
create index goods_task_org_id_id_idx on goods_task (org_id, id desc);
create index goods_task_warehouse_id_state_idx on goods_task (warehouse_id, state);
create index goods_task_doc_type_doc_id_idx on goods_task (doc_type, doc_id);
create index goods_task_wave_id_idx on goods_task (wave_id) where wave_id is not null;
create index goods_task_assignee_id_idx on goods_task (assignee_id);
create index goods_task_search_idx on goods_task using gin (search_grams(doc_no));
create table goods_task_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  task_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  from_id bigint,
  to_id bigint,
  quantity numeric(20,6),
  done_qty numeric(20,6) not null default '0',
  batch_id bigint,
  label_id bigint,
  reason smallint,
  scanned_at timestamptz,
  line_id text,
  constraint goods_task_line_pkey primary key (id)
);
alter table goods_task_line add constraint goods_task_line_task_id_line_no_key unique (org_id, task_id, line_no);
create index goods_task_line_org_id_id_idx on goods_task_line (org_id, id desc);
create index goods_task_line_product_id_idx on goods_task_line (product_id);
create index goods_task_line_from_id_idx on goods_task_line (from_id);
create index goods_task_line_to_id_idx on goods_task_line (to_id) where to_id is not null;
create index goods_task_line_batch_id_idx on goods_task_line (batch_id);
create table goods_wave (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  warehouse_id bigint not null,
  documents integer not null default 0,
  line_count integer not null default 0,
  shipped_count integer not null default 0,
  constraint goods_wave_pkey primary key (id)
);
alter table goods_wave add constraint goods_wave_no_key unique (org_id, no);
create index goods_wave_org_id_id_idx on goods_wave (org_id, id desc);
create index goods_wave_warehouse_id_idx on goods_wave (warehouse_id);
create index goods_wave_search_idx on goods_wave using gin (search_grams(no));
ALTER TABLE "public"."goods_out" ADD COLUMN "wave_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."goods_out_line" ADD COLUMN "packed" numeric(20,6) NOT NULL DEFAULT '0'::numeric;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."warehouse" ADD COLUMN "by_task" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_wave_id_fkey" FOREIGN KEY (wave_id) REFERENCES public.goods_wave(id);
ALTER TABLE "public"."goods_task" ADD CONSTRAINT "goods_task_assignee_id_fkey" FOREIGN KEY (assignee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."goods_task" ADD CONSTRAINT "goods_task_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_task" ADD CONSTRAINT "goods_task_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_task" ADD CONSTRAINT "goods_task_wave_id_fkey" FOREIGN KEY (wave_id) REFERENCES public.goods_wave(id);
ALTER TABLE "public"."goods_task_line" ADD CONSTRAINT "goods_task_line_batch_id_fkey" FOREIGN KEY (batch_id) REFERENCES public.goods_batch(id);
ALTER TABLE "public"."goods_task_line" ADD CONSTRAINT "goods_task_line_from_id_fkey" FOREIGN KEY (from_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_task_line" ADD CONSTRAINT "goods_task_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_task_line" ADD CONSTRAINT "goods_task_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_task_line" ADD CONSTRAINT "goods_task_line_task_id_fkey" FOREIGN KEY (task_id) REFERENCES public.goods_task(id);
ALTER TABLE "public"."goods_task_line" ADD CONSTRAINT "goods_task_line_to_id_fkey" FOREIGN KEY (to_id) REFERENCES public.goods_location(id);
ALTER TABLE "public"."goods_wave" ADD CONSTRAINT "goods_wave_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."goods_wave" ADD CONSTRAINT "goods_wave_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
CREATE INDEX goods_out_wave_id_idx ON public.goods_out USING btree (wave_id) WHERE (wave_id IS NOT NULL);
