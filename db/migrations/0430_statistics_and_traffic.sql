create table fba_returned__shop_month_sku_reason_disposition (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  reason text not null,
  disposition text not null,
  quantity integer not null,
  n integer not null,
  constraint fba_returned__shop_month_sku_reason_disposition_pkey primary key (shop_id, month, sku, reason, disposition)
);
create table fba_returned__shop_day_sku_reason_disposition (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  reason text not null,
  disposition text not null,
  quantity integer not null,
  n integer not null,
  constraint fba_returned__shop_day_sku_reason_disposition_pkey primary key (shop_id, day, sku, reason, disposition)
);
create table traffic__shop_month_currency (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  sales numeric(20,4) not null,
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  units_refunded integer not null,
  box_views numeric(20,4) not null,
  n integer not null,
  constraint traffic__shop_month_currency_pkey primary key (shop_id, month, currency)
);
create table traffic__shop_day_currency (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  sales numeric(20,4) not null,
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  units_refunded integer not null,
  box_views numeric(20,4) not null,
  n integer not null,
  constraint traffic__shop_day_currency_pkey primary key (shop_id, day, currency)
);
create table traffic_asin__shop_month_asin_currency (
  shop_id bigint not null,
  month date not null,
  asin text not null,
  currency text not null,
  sales numeric(20,4) not null,
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  box_views numeric(20,4) not null,
  n integer not null,
  constraint traffic_asin__shop_month_asin_currency_pkey primary key (shop_id, month, asin, currency)
);
create table traffic_asin__shop_day_asin_currency (
  shop_id bigint not null,
  day date not null,
  asin text not null,
  currency text not null,
  sales numeric(20,4) not null,
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  box_views numeric(20,4) not null,
  n integer not null,
  constraint traffic_asin__shop_day_asin_currency_pkey primary key (shop_id, day, asin, currency)
);
create table sales_traffic (
  shop_id bigint not null,
  start_on date not null,
  end_on date not null,
  level integer not null,
  granularity text not null default '',
  parent_asin text not null default '',
  asin text not null default '',
  sku text not null default '',
  marketplace text not null default '',
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  units_refunded integer,
  sales numeric(20,4) not null,
  box_views numeric(20,4) not null,
  currency text not null,
  line_key uuid not null,
  fixed_key uuid not null,
  state_key uuid not null,
  ordinal integer not null default 1,
  import_id bigint not null,
  constraint sales_traffic_pkey primary key (shop_id, end_on, line_key, ordinal)
);
create index sales_traffic_end_on_shop_id_idx on sales_traffic (end_on desc, shop_id);
create index sales_traffic_shop_id_asin_idx on sales_traffic (shop_id, asin);
create unlogged table sales_traffic_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  there integer,
  start_on date not null,
  end_on date not null,
  level integer not null,
  granularity text not null default '',
  parent_asin text not null default '',
  asin text not null default '',
  sku text not null default '',
  marketplace text not null default '',
  sessions integer not null,
  mobile_sessions integer not null,
  page_views integer not null,
  units integer not null,
  order_items integer not null,
  units_refunded integer,
  sales numeric(20,4) not null,
  box_views numeric(20,4) not null,
  currency text not null,
  line_key uuid not null,
  fixed_key uuid not null,
  state_key uuid not null,
  ordinal integer not null default 1,
  constraint sales_traffic_staging_pkey primary key (shop_id, import_id, line_no)
);
create table product_group (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  remark text,
  constraint product_group_pkey primary key (id)
);
alter table product_group add constraint product_group_name_key unique (org_id, name);
create index product_group_search_idx on product_group using gin (search_grams(name));
create table product_tag (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  group_id bigint not null,
  tag text not null,
  constraint product_tag_pkey primary key (id)
);
alter table product_tag add constraint product_tag_group_id_tag_key unique (org_id, group_id, tag);
create index product_tag_search_idx on product_tag using gin (search_grams(tag));
create table product_group_member (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  group_id bigint not null,
  product_id bigint not null,
  tag_id bigint,
  constraint product_group_member_pkey primary key (id)
);
alter table product_group_member add constraint product_group_member_group_id_product_id_key unique (org_id, group_id, product_id);
create index product_group_member_product_id_idx on product_group_member (product_id);
create index product_group_member_tag_id_idx on product_group_member (tag_id);
ALTER TABLE "public"."product_group" ADD CONSTRAINT "product_group_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."product_group_member" ADD CONSTRAINT "product_group_member_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.product_group(id);
ALTER TABLE "public"."product_group_member" ADD CONSTRAINT "product_group_member_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."product_group_member" ADD CONSTRAINT "product_group_member_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."product_group_member" ADD CONSTRAINT "product_group_member_tag_id_fkey" FOREIGN KEY (tag_id) REFERENCES public.product_tag(id);
ALTER TABLE "public"."product_tag" ADD CONSTRAINT "product_tag_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.product_group(id);
ALTER TABLE "public"."product_tag" ADD CONSTRAINT "product_tag_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'fba_returned', s.org_id, f.shop_id, f.reported_on, now() from fba_return f join shop s on s.id = f.shop_id
  on conflict do nothing;
-- orders are counted by salesman and department of the day as well
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'sales_order/groups', s.org_id, f.shop_id, f.day, now()
  from sales_order__shop_day_country_currency_is_cancelled f join shop s on s.id = f.shop_id
  on conflict do nothing;
