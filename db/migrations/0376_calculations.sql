create table calculation_run (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  asked_at timestamptz not null,
  asked_by text not null,
  shop_id bigint not null,
  from_day date not null,
  to_day date not null,
  state smallint not null default 0,
  finished_at timestamptz,
  changed integer not null default 0,
  constraint calculation_run_pkey primary key (id)
);
create index calculation_run_asked_at_id_idx on calculation_run (asked_at desc, id desc);
create index calculation_run_shop_id_asked_at_idx on calculation_run (shop_id, asked_at desc);
create table calculation_change (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  run_id bigint not null,
  shop_id bigint not null,
  month date not null,
  sku text not null,
  item smallint not null,
  units_before numeric(20,6) not null default '0',
  units_after numeric(20,6) not null default '0',
  before numeric(20,4) not null default '0',
  after numeric(20,4) not null default '0',
  currency text not null,
  constraint calculation_change_pkey primary key (id)
);
alter table calculation_change add constraint calculation_change_run_id_month_sku_item_currency_key unique (org_id, run_id, month, sku, item, currency);
create index calculation_change_month_id_idx on calculation_change (month desc, id desc);
create index calculation_change_run_id_idx on calculation_change (run_id);
create index calculation_change_shop_id_idx on calculation_change (shop_id);
ALTER TABLE "public"."calculation_change" ADD CONSTRAINT "calculation_change_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."calculation_change" ADD CONSTRAINT "calculation_change_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."calculation_change" ADD CONSTRAINT "calculation_change_run_id_fkey" FOREIGN KEY (run_id) REFERENCES public.calculation_run(id);
ALTER TABLE "public"."calculation_change" ADD CONSTRAINT "calculation_change_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."calculation_run" ADD CONSTRAINT "calculation_run_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."calculation_run" ADD CONSTRAINT "calculation_run_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
