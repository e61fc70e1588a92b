create table shop_profit_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  name text not null,
  kind smallint not null,
  amount numeric(20,4) not null default '0',
  pay numeric(20,4) not null default '0',
  currency text not null,
  basis smallint not null default 1,
  owner smallint not null default 4,
  shop_id bigint,
  dept_id bigint,
  state smallint not null default 0,
  remark text not null default '',
  author_id bigint,
  constraint shop_profit_item_pkey primary key (id)
);
alter table shop_profit_item add constraint shop_profit_item_month_name_kind_currency_key unique (org_id, month, name, kind, currency);
create index shop_profit_item_org_id_month_id_idx on shop_profit_item (org_id, month desc, id desc);
create index shop_profit_item_shop_id_month_idx on shop_profit_item (shop_id, month);
create index shop_profit_item_search_idx on shop_profit_item using gin (search_grams(name));
create table shop_profit_name (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  alias text not null,
  shop_id bigint not null,
  remark text not null default '',
  constraint shop_profit_name_pkey primary key (id)
);
alter table shop_profit_name add constraint shop_profit_name_alias_key unique (org_id, alias);
create index shop_profit_name_shop_id_idx on shop_profit_name (shop_id);
create index shop_profit_name_search_idx on shop_profit_name using gin (search_grams(alias));
create table shop_profit_share (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  shop_id bigint not null,
  item_id bigint not null,
  name text not null,
  kind smallint not null,
  run integer not null,
  basis smallint not null,
  weight numeric(20,6) not null,
  amount numeric(20,4) not null default '0',
  pay numeric(20,4) not null default '0',
  currency text not null,
  state smallint not null default 1,
  constraint shop_profit_share_pkey primary key (id)
);
alter table shop_profit_share add constraint shop_profit_share_item_id_run_shop_id_key unique (org_id, item_id, run, shop_id);
create index shop_profit_share_org_id_month_id_idx on shop_profit_share (org_id, month desc, id desc);
create index shop_profit_share_shop_id_month_idx on shop_profit_share (shop_id, month);
create index shop_profit_share_search_idx on shop_profit_share using gin (search_grams(name));
create table shop_profit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  shop_id bigint not null,
  no integer not null,
  state smallint not null default 1,
  sales numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  platform_fees numeric(20,4) not null default '0',
  fba_fees numeric(20,4) not null default '0',
  advertising numeric(20,4) not null default '0',
  other_fees numeric(20,4) not null default '0',
  product_cost numeric(20,4) not null default '0',
  other_cost numeric(20,4) not null default '0',
  corrections numeric(20,4) not null default '0',
  platform_profit numeric(20,4) not null default '0',
  own_items numeric(20,4) not null default '0',
  shared_items numeric(20,4) not null default '0',
  profit numeric(20,4) not null default '0',
  pay_items numeric(20,4) not null default '0',
  net_profit numeric(20,4) not null default '0',
  open_items integer not null default 0,
  author_id bigint,
  constraint shop_profit_pkey primary key (id)
);
alter table shop_profit add constraint shop_profit_shop_id_month_no_key unique (org_id, shop_id, month, no);
create index shop_profit_month_shop_id_idx on shop_profit (month, shop_id);
ALTER TABLE "public"."shop_profit" ADD CONSTRAINT "shop_profit_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.employee(id);
ALTER TABLE "public"."shop_profit" ADD CONSTRAINT "shop_profit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shop_profit" ADD CONSTRAINT "shop_profit_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."shop_profit_item" ADD CONSTRAINT "shop_profit_item_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.employee(id);
ALTER TABLE "public"."shop_profit_item" ADD CONSTRAINT "shop_profit_item_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."shop_profit_item" ADD CONSTRAINT "shop_profit_item_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."shop_profit_item" ADD CONSTRAINT "shop_profit_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shop_profit_item" ADD CONSTRAINT "shop_profit_item_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."shop_profit_name" ADD CONSTRAINT "shop_profit_name_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shop_profit_name" ADD CONSTRAINT "shop_profit_name_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."shop_profit_share" ADD CONSTRAINT "shop_profit_share_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."shop_profit_share" ADD CONSTRAINT "shop_profit_share_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shop_profit_share" ADD CONSTRAINT "shop_profit_share_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
