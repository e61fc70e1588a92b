create table order_line (
  shop_id bigint not null,
  ordered_on date not null,
  order_no text not null,
  line_no text not null,
  customer_order_no text not null default '',
  purchased_at timestamptz not null,
  paid_at timestamptz,
  status smallint not null,
  status_at timestamptz not null,
  item_id text not null default '',
  sku text not null default '',
  title text not null default '',
  quantity integer not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null default '0',
  gift_wrap numeric(20,4) not null default '0',
  discount numeric(20,4) not null default '0',
  tax numeric(20,4) not null default '0',
  currency text not null,
  country text not null default '',
  sales numeric(20,4) not null,
  is_cancelled boolean not null,
  first_of_order integer not null,
  first_of_sku integer not null,
  import_id bigint not null,
  constraint order_line_pkey primary key (shop_id, ordered_on, order_no, line_no)
) partition by range (ordered_on);
create index order_line_purchased_at_shop_id_ordered_on_idx on order_line (purchased_at, shop_id, ordered_on);
create index order_line_shop_id_order_no_idx on order_line (shop_id, order_no);
create index order_line_shop_id_import_id_idx on order_line (shop_id, import_id);
create table order_line_seen (
  shop_id bigint not null,
  order_no text not null,
  line_no text not null,
  import_id bigint not null,
  status_at timestamptz not null,
  line jsonb,
  constraint order_line_seen_pkey primary key (shop_id, order_no, line_no, import_id)
);
create index order_line_seen_shop_id_import_id_idx on order_line_seen (shop_id, import_id);
create unlogged table order_line_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  is_new integer,
  order_line_no text not null,
  ordered_on date not null,
  order_no text not null,
  customer_order_no text not null default '',
  purchased_at timestamptz not null,
  paid_at timestamptz,
  status smallint not null,
  status_at timestamptz not null,
  item_id text not null default '',
  sku text not null default '',
  title text not null default '',
  quantity integer not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null default '0',
  gift_wrap numeric(20,4) not null default '0',
  discount numeric(20,4) not null default '0',
  tax numeric(20,4) not null default '0',
  currency text not null,
  country text not null default '',
  constraint order_line_staging_pkey primary key (shop_id, import_id, line_no)
);
create table sale_stock_plan (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  dept_id bigint not null,
  shop_id bigint not null,
  sku text not null,
  approval_qty integer not null,
  surplus_qty integer not null,
  status smallint not null default 0,
  constraint sale_stock_plan_pkey primary key (id)
);
alter table sale_stock_plan add constraint sale_stock_plan_month_shop_id_sku_dept_id_key unique (org_id, month, shop_id, sku, dept_id);
create table sales_order__shop_month_country_currency_is_cancelled (
  shop_id bigint not null,
  month date not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
  sales numeric(20,4) not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null,
  gift_wrap numeric(20,4) not null,
  discount numeric(20,4) not null,
  tax numeric(20,4) not null,
  quantity integer not null,
  first_of_order integer not null,
  first_of_sku integer not null,
  n integer not null,
  constraint sales_order__shop_month_country_currency_is_cancelled_pkey primary key (shop_id, month, country, currency, is_cancelled)
);
create table sales_order__shop_day_country_currency_is_cancelled (
  shop_id bigint not null,
  day date not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
  sales numeric(20,4) not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null,
  gift_wrap numeric(20,4) not null,
  discount numeric(20,4) not null,
  tax numeric(20,4) not null,
  quantity integer not null,
  first_of_order integer not null,
  first_of_sku integer not null,
  n integer not null,
  constraint sales_order__shop_day_country_currency_is_cancelled_pkey primary key (shop_id, day, country, currency, is_cancelled)
);
create table sales_order__shop_month_sku_country_currency_is_cancelled (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
  sales numeric(20,4) not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null,
  gift_wrap numeric(20,4) not null,
  discount numeric(20,4) not null,
  tax numeric(20,4) not null,
  quantity integer not null,
  first_of_order integer not null,
  first_of_sku integer not null,
  n integer not null,
  constraint sales_order__shop_month_sku_country_currency_is_cancelled_pkey primary key (shop_id, month, sku, country, currency, is_cancelled)
);
create table sales_order__shop_day_sku_country_currency_is_cancelled (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  country text not null,
  currency text not null,
  is_cancelled boolean not null,
  sales numeric(20,4) not null,
  item numeric(20,4) not null,
  shipping numeric(20,4) not null,
  gift_wrap numeric(20,4) not null,
  discount numeric(20,4) not null,
  tax numeric(20,4) not null,
  quantity integer not null,
  first_of_order integer not null,
  first_of_sku integer not null,
  n integer not null,
  constraint sales_order__shop_day_sku_country_currency_is_cancelled_pkey primary key (shop_id, day, sku, country, currency, is_cancelled)
);
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."organisation" ADD COLUMN "year_start" integer NOT NULL DEFAULT 1;
ALTER TABLE "public"."sale_stock_plan" ADD CONSTRAINT "sale_stock_plan_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."sale_stock_plan" ADD CONSTRAINT "sale_stock_plan_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sale_stock_plan" ADD CONSTRAINT "sale_stock_plan_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
