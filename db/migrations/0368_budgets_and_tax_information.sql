create table finance_budget (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  item smallint not null,
  shop_id bigint not null,
  amount numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint finance_budget_pkey primary key (id)
);
alter table finance_budget add constraint finance_budget_month_shop_id_item_key unique (org_id, month, shop_id, item);
create index finance_budget_month_idx on finance_budget (month desc);
create index finance_budget_shop_id_month_idx on finance_budget (shop_id, month);
create table finance_dept_budget (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  dept_id bigint not null,
  item smallint not null,
  shop_id bigint not null,
  amount numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint finance_dept_budget_pkey primary key (id)
);
alter table finance_dept_budget add constraint finance_dept_budget_month_shop_id_dept_id_item_key unique (org_id, month, shop_id, dept_id, item);
create index finance_dept_budget_month_idx on finance_dept_budget (month desc);
create index finance_dept_budget_shop_id_month_idx on finance_dept_budget (shop_id, month);
create table platform_tax_info (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  shop_id bigint not null,
  gross numeric(20,4) not null,
  refund numeric(20,4) not null default '0',
  net numeric(20,4) not null,
  orders integer not null default 0,
  commission numeric(20,4) not null default '0',
  service numeric(20,4) not null default '0',
  currency text not null,
  remark text not null default '',
  constraint platform_tax_info_pkey primary key (id)
);
alter table platform_tax_info add constraint platform_tax_info_month_shop_id_key unique (org_id, month, shop_id);
create index platform_tax_info_month_idx on platform_tax_info (month desc);
create index platform_tax_info_shop_id_month_idx on platform_tax_info (shop_id, month);
create table finance_budget__shop_month_item_currency (
  shop_id bigint not null,
  month date not null,
  item smallint not null,
  currency text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_budget__shop_month_item_currency_pkey primary key (shop_id, month, item, currency)
);
create table finance_budget__shop_day_item_currency (
  shop_id bigint not null,
  day date not null,
  item smallint not null,
  currency text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_budget__shop_day_item_currency_pkey primary key (shop_id, day, item, currency)
);
create table finance_dept_budget__shop_month_dept_item_currency (
  shop_id bigint not null,
  month date not null,
  dept_id bigint not null,
  item smallint not null,
  currency text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_dept_budget__shop_month_dept_item_currency_pkey primary key (shop_id, month, dept_id, item, currency)
);
create table finance_dept_budget__shop_day_dept_item_currency (
  shop_id bigint not null,
  day date not null,
  dept_id bigint not null,
  item smallint not null,
  currency text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint finance_dept_budget__shop_day_dept_item_currency_pkey primary key (shop_id, day, dept_id, item, currency)
);
create table platform_tax_info__shop_month_currency (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  gross numeric(20,4) not null,
  refund numeric(20,4) not null,
  net numeric(20,4) not null,
  orders integer not null,
  commission numeric(20,4) not null,
  service numeric(20,4) not null,
  n integer not null,
  constraint platform_tax_info__shop_month_currency_pkey primary key (shop_id, month, currency)
);
create table platform_tax_info__shop_day_currency (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  gross numeric(20,4) not null,
  refund numeric(20,4) not null,
  net numeric(20,4) not null,
  orders integer not null,
  commission numeric(20,4) not null,
  service numeric(20,4) not null,
  n integer not null,
  constraint platform_tax_info__shop_day_currency_pkey primary key (shop_id, day, currency)
);
ALTER TABLE "public"."shop" ADD COLUMN "company_id" bigint;
ALTER TABLE "public"."finance_budget" ADD CONSTRAINT "finance_budget_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."finance_budget" ADD CONSTRAINT "finance_budget_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_budget" ADD CONSTRAINT "finance_budget_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."finance_dept_budget" ADD CONSTRAINT "finance_dept_budget_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."finance_dept_budget" ADD CONSTRAINT "finance_dept_budget_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."finance_dept_budget" ADD CONSTRAINT "finance_dept_budget_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_dept_budget" ADD CONSTRAINT "finance_dept_budget_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."platform_tax_info" ADD CONSTRAINT "platform_tax_info_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."platform_tax_info" ADD CONSTRAINT "platform_tax_info_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."platform_tax_info" ADD CONSTRAINT "platform_tax_info_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
