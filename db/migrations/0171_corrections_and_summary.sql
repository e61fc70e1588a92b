create table finance_manual__shop_month_currency_item (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_manual__shop_month_currency_item_pkey primary key (shop_id, month, currency, item)
);
create table finance_manual__shop_month_sku_currency_item (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_manual__shop_month_sku_currency_item_pkey primary key (shop_id, month, sku, currency, item)
);
create table finance_manual__shop_day_sku_currency_item (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_manual__shop_day_sku_currency_item_pkey primary key (shop_id, day, sku, currency, item)
);
create table finance_correction (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  voucher text not null,
  shop_id bigint not null,
  day date not null,
  item smallint not null,
  amount numeric(20,4) not null,
  currency text not null,
  order_no text not null default '',
  sku text not null default '',
  reason text not null,
  author_id bigint,
  constraint finance_correction_pkey primary key (id)
);
alter table finance_correction add constraint finance_correction_shop_id_voucher_key unique (org_id, shop_id, voucher);
create index finance_correction_day_shop_id_idx on finance_correction (day, shop_id);
create index finance_correction_search_idx on finance_correction using gin (search_grams(voucher));
create table finance_summary (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  month date not null,
  item smallint not null,
  currency text not null,
  file_amount numeric(20,4) not null default '0',
  correction_amount numeric(20,4) not null default '0',
  cost_amount numeric(20,4) not null default '0',
  hand_amount numeric(20,4) not null default '0',
  fact_amount numeric(20,4) not null default '0',
  audit_state smallint not null default 0,
  audited_by text not null default '',
  audited_at timestamptz,
  remark text not null default '',
  constraint finance_summary_pkey primary key (id)
);
alter table finance_summary add constraint finance_summary_shop_id_month_currency_item_key unique (org_id, shop_id, month, currency, item);
create index finance_summary_month_shop_id_idx on finance_summary (month, shop_id);
ALTER TABLE "public"."finance_correction" ADD CONSTRAINT "finance_correction_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.employee(id);
ALTER TABLE "public"."finance_correction" ADD CONSTRAINT "finance_correction_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."finance_correction" ADD CONSTRAINT "finance_correction_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_correction" ADD CONSTRAINT "finance_correction_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."finance_summary" ADD CONSTRAINT "finance_summary_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."finance_summary" ADD CONSTRAINT "finance_summary_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_summary" ADD CONSTRAINT "finance_summary_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
