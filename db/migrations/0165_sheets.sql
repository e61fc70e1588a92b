create table yx_sales_profit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  shop_id bigint not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  cost numeric(20,4) not null,
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  profit numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint yx_sales_profit_pkey primary key (id)
);
alter table yx_sales_profit add constraint yx_sales_profit_month_shop_id_key unique (org_id, month, shop_id);
create index yx_sales_profit_month_idx on yx_sales_profit (month desc);
create index yx_sales_profit_shop_id_month_idx on yx_sales_profit (shop_id, month);
create table yx_sales_site (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  site_code text not null,
  shop_id bigint not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint yx_sales_site_pkey primary key (id)
);
alter table yx_sales_site add constraint yx_sales_site_month_shop_id_site_code_key unique (org_id, month, shop_id, site_code);
create index yx_sales_site_month_idx on yx_sales_site (month desc);
create index yx_sales_site_shop_id_month_idx on yx_sales_site (shop_id, month);
create table yx_sale_income (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  income_kind smallint not null,
  shop_id bigint not null,
  amount numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint yx_sale_income_pkey primary key (id)
);
alter table yx_sale_income add constraint yx_sale_income_month_shop_id_income_kind_key unique (org_id, month, shop_id, income_kind);
create index yx_sale_income_month_idx on yx_sale_income (month desc);
create index yx_sale_income_shop_id_month_idx on yx_sale_income (shop_id, month);
create table yx_sale_monthly_qty (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  sku text not null,
  shop_id bigint not null,
  quantity integer not null,
  remark text not null default '',
  constraint yx_sale_monthly_qty_pkey primary key (id)
);
alter table yx_sale_monthly_qty add constraint yx_sale_monthly_qty_month_shop_id_sku_key unique (org_id, month, shop_id, sku);
create index yx_sale_monthly_qty_month_idx on yx_sale_monthly_qty (month desc);
create index yx_sale_monthly_qty_shop_id_month_idx on yx_sale_monthly_qty (shop_id, month);
create index yx_sale_monthly_qty_search_idx on yx_sale_monthly_qty using gin (search_grams(sku));
create table yx_sale_monthly_stat (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  brand text not null,
  category_id bigint not null,
  shop_id bigint not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  target numeric(20,4) not null default '0',
  currency text not null,
  remark text not null default '',
  constraint yx_sale_monthly_stat_pkey primary key (id)
);
alter table yx_sale_monthly_stat add constraint yx_sale_monthly_stat_month_shop_id_brand_category_id_key unique (org_id, month, shop_id, brand, category_id);
create index yx_sale_monthly_stat_month_idx on yx_sale_monthly_stat (month desc);
create index yx_sale_monthly_stat_shop_id_month_idx on yx_sale_monthly_stat (shop_id, month);
create index yx_sale_monthly_stat_search_idx on yx_sale_monthly_stat using gin (search_grams(brand));
create table finance_jxh_profit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  employee_id bigint not null,
  dept_id bigint not null,
  shop_id bigint not null,
  sales numeric(20,4) not null,
  cost numeric(20,4) not null,
  fees numeric(20,4) not null default '0',
  profit numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint finance_jxh_profit_pkey primary key (id)
);
alter table finance_jxh_profit add constraint finance_jxh_profit_month_shop_id_employee_id_dept_id_key unique (org_id, month, shop_id, employee_id, dept_id);
create index finance_jxh_profit_month_idx on finance_jxh_profit (month desc);
create index finance_jxh_profit_shop_id_month_idx on finance_jxh_profit (shop_id, month);
create table amazon_subsidy (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  day date not null,
  document_no text not null,
  sku text not null default '',
  name text not null default '',
  amount numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint amazon_subsidy_pkey primary key (id)
);
alter table amazon_subsidy add constraint amazon_subsidy_shop_id_day_document_no_key unique (org_id, shop_id, day, document_no);
create index amazon_subsidy_shop_id_day_idx on amazon_subsidy (shop_id, day);
create index amazon_subsidy_day_idx on amazon_subsidy (day desc);
create index amazon_subsidy_search_idx on amazon_subsidy using gin (search_grams(document_no, sku));
create table amazon_multichannel_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  day date not null,
  document_no text not null,
  sku text not null default '',
  sold_shop_id bigint not null,
  quantity integer not null default 0,
  fee numeric(20,4) not null,
  currency text not null,
  remark text not null default '',
  constraint amazon_multichannel_order_pkey primary key (id)
);
alter table amazon_multichannel_order add constraint amazon_multichannel_order_shop_id_day_document_no_key unique (org_id, shop_id, day, document_no);
create index amazon_multichannel_order_shop_id_day_idx on amazon_multichannel_order (shop_id, day);
create index amazon_multichannel_order_day_idx on amazon_multichannel_order (day desc);
create index amazon_multichannel_order_search_idx on amazon_multichannel_order using gin (search_grams(document_no, sku));
create table amazon_dropshipping (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  day date not null,
  document_no text not null,
  sku text not null default '',
  supplier_id bigint,
  quantity integer not null default 0,
  cost numeric(20,4) not null,
  freight numeric(20,4) not null default '0',
  currency text not null,
  remark text not null default '',
  constraint amazon_dropshipping_pkey primary key (id)
);
alter table amazon_dropshipping add constraint amazon_dropshipping_shop_id_day_document_no_key unique (org_id, shop_id, day, document_no);
create index amazon_dropshipping_shop_id_day_idx on amazon_dropshipping (shop_id, day);
create index amazon_dropshipping_day_idx on amazon_dropshipping (day desc);
create index amazon_dropshipping_search_idx on amazon_dropshipping using gin (search_grams(document_no, sku));
create table order_payment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  order_no text not null,
  paid_at timestamptz not null,
  channel smallint not null default 1,
  gross numeric(20,4) not null,
  fee numeric(20,4) not null default '0',
  currency text not null,
  shipped_at timestamptz,
  tracking_no text not null default '',
  remark text not null default '',
  constraint order_payment_pkey primary key (id)
);
alter table order_payment add constraint order_payment_shop_id_order_no_paid_at_key unique (org_id, shop_id, order_no, paid_at);
create index order_payment_paid_at_idx on order_payment (paid_at desc);
create index order_payment_org_id_order_no_idx on order_payment (org_id, order_no);
create index order_payment_shop_id_paid_at_idx on order_payment (shop_id, paid_at desc);
create index order_payment_search_idx on order_payment using gin (search_grams(order_no, tracking_no));
create table yx_sales_profit__shop_month_currency (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  cost numeric(20,4) not null,
  fees numeric(20,4) not null,
  freight numeric(20,4) not null,
  profit numeric(20,4) not null,
  n integer not null,
  constraint yx_sales_profit__shop_month_currency_pkey primary key (shop_id, month, currency)
);
create table yx_sales_profit__shop_day_currency (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  cost numeric(20,4) not null,
  fees numeric(20,4) not null,
  freight numeric(20,4) not null,
  profit numeric(20,4) not null,
  n integer not null,
  constraint yx_sales_profit__shop_day_currency_pkey primary key (shop_id, day, currency)
);
create table yx_sales_site__shop_month_site_code_currency (
  shop_id bigint not null,
  month date not null,
  site_code text not null,
  currency text not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  n integer not null,
  constraint yx_sales_site__shop_month_site_code_currency_pkey primary key (shop_id, month, site_code, currency)
);
create table yx_sales_site__shop_day_site_code_currency (
  shop_id bigint not null,
  day date not null,
  site_code text not null,
  currency text not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  n integer not null,
  constraint yx_sales_site__shop_day_site_code_currency_pkey primary key (shop_id, day, site_code, currency)
);
create table yx_sale_income__shop_month_income_kind_currency (
  shop_id bigint not null,
  month date not null,
  income_kind smallint not null,
  currency text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint yx_sale_income__shop_month_income_kind_currency_pkey primary key (shop_id, month, income_kind, currency)
);
create table yx_sale_income__shop_day_income_kind_currency (
  shop_id bigint not null,
  day date not null,
  income_kind smallint not null,
  currency text not null,
  amount numeric(20,4) not null,
  n integer not null,
  constraint yx_sale_income__shop_day_income_kind_currency_pkey primary key (shop_id, day, income_kind, currency)
);
create table yx_sale_monthly_qty__shop_month_sku (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  quantity integer not null,
  n integer not null,
  constraint yx_sale_monthly_qty__shop_month_sku_pkey primary key (shop_id, month, sku)
);
create table yx_sale_monthly_qty__shop_day_sku (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  quantity integer not null,
  n integer not null,
  constraint yx_sale_monthly_qty__shop_day_sku_pkey primary key (shop_id, day, sku)
);
create table yx_sale_monthly_stat__shop_month_brand_category_currency (
  shop_id bigint not null,
  month date not null,
  brand text not null,
  category_id bigint not null,
  currency text not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  target numeric(20,4) not null,
  n integer not null,
  constraint yx_sale_monthly_stat__shop_month_brand_category_currency_pkey primary key (shop_id, month, brand, category_id, currency)
);
create table yx_sale_monthly_stat__shop_day_brand_category_currency (
  shop_id bigint not null,
  day date not null,
  brand text not null,
  category_id bigint not null,
  currency text not null,
  quantity integer not null,
  sales numeric(20,4) not null,
  target numeric(20,4) not null,
  n integer not null,
  constraint yx_sale_monthly_stat__shop_day_brand_category_currency_pkey primary key (shop_id, day, brand, category_id, currency)
);
create table finance_jxh_profit__shop_month_employee_dept_currency (
  shop_id bigint not null,
  month date not null,
  employee_id bigint not null,
  dept_id bigint not null,
  currency text not null,
  sales numeric(20,4) not null,
  cost numeric(20,4) not null,
  fees numeric(20,4) not null,
  profit numeric(20,4) not null,
  n integer not null,
  constraint finance_jxh_profit__shop_month_employee_dept_currency_pkey primary key (shop_id, month, employee_id, dept_id, currency)
);
create table finance_jxh_profit__shop_day_employee_dept_currency (
  shop_id bigint not null,
  day date not null,
  employee_id bigint not null,
  dept_id bigint not null,
  currency text not null,
  sales numeric(20,4) not null,
  cost numeric(20,4) not null,
  fees numeric(20,4) not null,
  profit numeric(20,4) not null,
  n integer not null,
  constraint finance_jxh_profit__shop_day_employee_dept_currency_pkey primary key (shop_id, day, employee_id, dept_id, currency)
);
ALTER TABLE "public"."amazon_dropshipping" ADD CONSTRAINT "amazon_dropshipping_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."amazon_dropshipping" ADD CONSTRAINT "amazon_dropshipping_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."amazon_dropshipping" ADD CONSTRAINT "amazon_dropshipping_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."amazon_dropshipping" ADD CONSTRAINT "amazon_dropshipping_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."amazon_multichannel_order" ADD CONSTRAINT "amazon_multichannel_order_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."amazon_multichannel_order" ADD CONSTRAINT "amazon_multichannel_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."amazon_multichannel_order" ADD CONSTRAINT "amazon_multichannel_order_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."amazon_multichannel_order" ADD CONSTRAINT "amazon_multichannel_order_sold_shop_id_fkey" FOREIGN KEY (sold_shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."amazon_subsidy" ADD CONSTRAINT "amazon_subsidy_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."amazon_subsidy" ADD CONSTRAINT "amazon_subsidy_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."amazon_subsidy" ADD CONSTRAINT "amazon_subsidy_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."finance_jxh_profit" ADD CONSTRAINT "finance_jxh_profit_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."finance_jxh_profit" ADD CONSTRAINT "finance_jxh_profit_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."finance_jxh_profit" ADD CONSTRAINT "finance_jxh_profit_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."finance_jxh_profit" ADD CONSTRAINT "finance_jxh_profit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_jxh_profit" ADD CONSTRAINT "finance_jxh_profit_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."order_payment" ADD CONSTRAINT "order_payment_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."order_payment" ADD CONSTRAINT "order_payment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."order_payment" ADD CONSTRAINT "order_payment_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."yx_sale_income" ADD CONSTRAINT "yx_sale_income_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."yx_sale_income" ADD CONSTRAINT "yx_sale_income_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."yx_sale_income" ADD CONSTRAINT "yx_sale_income_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."yx_sale_monthly_qty" ADD CONSTRAINT "yx_sale_monthly_qty_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."yx_sale_monthly_qty" ADD CONSTRAINT "yx_sale_monthly_qty_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."yx_sale_monthly_stat" ADD CONSTRAINT "yx_sale_monthly_stat_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."yx_sale_monthly_stat" ADD CONSTRAINT "yx_sale_monthly_stat_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."yx_sale_monthly_stat" ADD CONSTRAINT "yx_sale_monthly_stat_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."yx_sale_monthly_stat" ADD CONSTRAINT "yx_sale_monthly_stat_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."yx_sales_profit" ADD CONSTRAINT "yx_sales_profit_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."yx_sales_profit" ADD CONSTRAINT "yx_sales_profit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."yx_sales_profit" ADD CONSTRAINT "yx_sales_profit_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."yx_sales_site" ADD CONSTRAINT "yx_sales_site_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."yx_sales_site" ADD CONSTRAINT "yx_sales_site_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."yx_sales_site" ADD CONSTRAINT "yx_sales_site_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."yx_sales_site" ADD CONSTRAINT "yx_sales_site_site_code_fkey" FOREIGN KEY (site_code) REFERENCES public.marketplace(code);
