create table market_traffic__shop_month (
  shop_id bigint not null,
  month date not null,
  sessions integer not null,
  page_views integer not null,
  n integer not null,
  constraint market_traffic__shop_month_pkey primary key (shop_id, month)
);
create table market_traffic__shop_week (
  shop_id bigint not null,
  week date not null,
  sessions integer not null,
  page_views integer not null,
  n integer not null,
  constraint market_traffic__shop_week_pkey primary key (shop_id, week)
);
create table market_traffic__shop_day (
  shop_id bigint not null,
  day date not null,
  sessions integer not null,
  page_views integer not null,
  n integer not null,
  constraint market_traffic__shop_day_pkey primary key (shop_id, day)
);
create table market_traffic__shop_month_asin (
  shop_id bigint not null,
  month date not null,
  asin text not null,
  sessions integer not null,
  page_views integer not null,
  n integer not null,
  constraint market_traffic__shop_month_asin_pkey primary key (shop_id, month, asin)
);
create table market_traffic__shop_week_asin (
  shop_id bigint not null,
  week date not null,
  asin text not null,
  sessions integer not null,
  page_views integer not null,
  n integer not null,
  constraint market_traffic__shop_week_asin_pkey primary key (shop_id, week, asin)
);
create table market_traffic__shop_day_asin (
  shop_id bigint not null,
  day date not null,
  asin text not null,
  sessions integer not null,
  page_views integer not null,
  n integer not null,
  constraint market_traffic__shop_day_asin_pkey primary key (shop_id, day, asin)
);
create table market_visit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  shop_id bigint not null,
  item_id text not null,
  sessions integer not null,
  page_views integer not null,
  constraint market_visit_pkey primary key (id)
);
alter table market_visit add constraint market_visit_shop_id_day_item_id_key unique (org_id, shop_id, day, item_id);
create index market_visit_day_shop_id_idx on market_visit (day, shop_id);
create index market_visit_search_idx on market_visit using gin (search_grams(item_id));
ALTER TABLE "public"."market_visit" ADD CONSTRAINT "market_visit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."market_visit" ADD CONSTRAINT "market_visit_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
