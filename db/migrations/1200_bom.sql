create table bom (
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
  kind smallint not null default 1,
  version_no integer,
  state smallint not null default 0,
  base numeric(20,6) not null default '1',
  fee numeric(20,8) not null default '0',
  valid_from date not null,
  valid_to date,
  remark text,
  attachments bigint[],
  constraint bom_pkey primary key (id),
  constraint bom_check_1 check (base > 0)
);
alter table bom add constraint bom_no_key unique (org_id, no);
create index bom_org_id_business_on_id_idx on bom (org_id, business_on desc, id desc);
create index bom_product_id_kind_valid_from_idx on bom (product_id, kind, valid_from desc);
create index bom_search_idx on bom using gin (search_grams(no));
create table bom_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  bom_id bigint not null,
  line_no integer not null,
  part_id bigint not null,
  per numeric(20,6) not null,
  scrap numeric(20,4) not null default '0',
  percent numeric(20,4),
  constraint bom_line_pkey primary key (id)
);
alter table bom_line add constraint bom_line_bom_id_line_no_key unique (org_id, bom_id, line_no);
create index bom_line_org_id_id_idx on bom_line (org_id, id desc);
create index bom_line_part_id_idx on bom_line (part_id);
ALTER TABLE "public"."bom" ADD CONSTRAINT "bom_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bom" ADD CONSTRAINT "bom_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."bom_line" ADD CONSTRAINT "bom_line_bom_id_fkey" FOREIGN KEY (bom_id) REFERENCES public.bom(id);
ALTER TABLE "public"."bom_line" ADD CONSTRAINT "bom_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bom_line" ADD CONSTRAINT "bom_line_part_id_fkey" FOREIGN KEY (part_id) REFERENCES public.product(id);
