create table cost_allocation (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  name text not null,
  month date not null,
  amount numeric(20,4) not null,
  currency text not null,
  item smallint not null default 87,
  basis smallint not null default 1,
  level smallint not null default 2,
  kg_per_cbm numeric(20,2) not null default '167',
  shop_ids bigint[],
  skus text,
  repeats smallint not null default 0,
  state smallint not null default 0,
  from_id bigint,
  author_id bigint not null,
  remark text,
  attachments bigint[],
  constraint cost_allocation_pkey primary key (id)
);
alter table cost_allocation add constraint cost_allocation_no_key unique (org_id, no);
create index cost_allocation_org_id_business_on_id_idx on cost_allocation (org_id, business_on desc, id desc);
create index cost_allocation_from_id_idx on cost_allocation (from_id);
create index cost_allocation_month_idx on cost_allocation (month);
create index cost_allocation_shop_ids_idx on cost_allocation using gin (shop_ids);
create index cost_allocation_search_idx on cost_allocation using gin (search_grams(no));
create table cost_allocation_weight (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  allocation_id bigint not null,
  line_no integer not null,
  shop_id bigint not null,
  sku text not null default '',
  weight numeric(20,6) not null,
  constraint cost_allocation_weight_pkey primary key (id)
);
alter table cost_allocation_weight add constraint cost_allocation_weight_allocation_id_line_no_key unique (org_id, allocation_id, line_no);
create index cost_allocation_weight_org_id_id_idx on cost_allocation_weight (org_id, id desc);
create table cost_allocation_share (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  document_no text not null,
  allocation_id bigint not null,
  run integer not null,
  shop_id bigint not null,
  sku text not null default '',
  item smallint not null,
  basis smallint not null,
  weight numeric(20,6) not null,
  share numeric(20,4) not null,
  currency text not null,
  state smallint not null,
  constraint cost_allocation_share_pkey primary key (id)
);
alter table cost_allocation_share add constraint cost_allocation_share_allocation_id_run_shop_id_sku_key unique (org_id, allocation_id, run, shop_id, sku);
create index cost_allocation_share_org_id_day_id_idx on cost_allocation_share (org_id, day desc, id desc);
create index cost_allocation_share_shop_id_day_idx on cost_allocation_share (shop_id, day);
ALTER TABLE "public"."cost_allocation" ADD CONSTRAINT "cost_allocation_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.employee(id);
ALTER TABLE "public"."cost_allocation" ADD CONSTRAINT "cost_allocation_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."cost_allocation" ADD CONSTRAINT "cost_allocation_from_id_fkey" FOREIGN KEY (from_id) REFERENCES public.cost_allocation(id);
ALTER TABLE "public"."cost_allocation" ADD CONSTRAINT "cost_allocation_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cost_allocation_share" ADD CONSTRAINT "cost_allocation_share_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."cost_allocation_share" ADD CONSTRAINT "cost_allocation_share_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cost_allocation_share" ADD CONSTRAINT "cost_allocation_share_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."cost_allocation_weight" ADD CONSTRAINT "cost_allocation_weight_allocation_id_fkey" FOREIGN KEY (allocation_id) REFERENCES public.cost_allocation(id);
ALTER TABLE "public"."cost_allocation_weight" ADD CONSTRAINT "cost_allocation_weight_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cost_allocation_weight" ADD CONSTRAINT "cost_allocation_weight_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
