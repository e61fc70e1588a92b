create table stock_ledger (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  product_id bigint not null,
  kind smallint not null,
  quantity numeric(20,6) not null,
  amount numeric(20,4) not null default '0',
  constraint stock_ledger_pkey primary key (id)
);
alter table stock_ledger add constraint stock_ledger_product_id_month_kind_key unique (org_id, product_id, month, kind);
create index stock_ledger_month_id_idx on stock_ledger (month desc, id desc);
create table stock_age (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  product_id bigint not null,
  since date not null,
  quantity numeric(20,6) not null,
  amount numeric(20,4) not null default '0',
  constraint stock_age_pkey primary key (id)
);
alter table stock_age add constraint stock_age_product_id_month_since_key unique (org_id, product_id, month, since);
create index stock_age_month_id_idx on stock_age (month desc, id desc);
create table write_down_band (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  valid_from date not null,
  from_days integer not null,
  percent numeric(20,2) not null,
  remark text not null default '',
  constraint write_down_band_pkey primary key (id)
);
alter table write_down_band add constraint write_down_band_valid_from_from_days_key unique (org_id, valid_from, from_days);
create index write_down_band_valid_from_id_idx on write_down_band (valid_from desc, id desc);
create index write_down_band_search_idx on write_down_band using gin (search_grams(remark));
create table stock_write_down (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  month date not null,
  value numeric(20,4) not null default '0',
  needed numeric(20,4) not null default '0',
  earlier numeric(20,4) not null default '0',
  amount numeric(20,4) not null default '0',
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  constraint stock_write_down_pkey primary key (id)
);
alter table stock_write_down add constraint stock_write_down_no_key unique (org_id, no);
create index stock_write_down_org_id_business_on_id_idx on stock_write_down (org_id, business_on desc, id desc);
create index stock_write_down_month_idx on stock_write_down (month);
create index stock_write_down_search_idx on stock_write_down using gin (search_grams(no));
create table stock_write_down_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  write_down_id bigint not null,
  product_id bigint not null,
  value numeric(20,4) not null default '0',
  needed numeric(20,4) not null default '0',
  earlier numeric(20,4) not null default '0',
  amount numeric(20,4) not null default '0',
  made_of text not null default '',
  constraint stock_write_down_line_pkey primary key (id)
);
alter table stock_write_down_line add constraint stock_write_down_line_write_down_id_product_id_key unique (org_id, write_down_id, product_id);
create index stock_write_down_line_write_down_id_id_idx on stock_write_down_line (write_down_id desc, id desc);
create index stock_write_down_line_product_id_idx on stock_write_down_line (product_id);
ALTER TABLE "public"."stock_freight" DROP CONSTRAINT "stock_freight_layer_shipment_id_counts_from_key";
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."first_leg_share" ADD COLUMN "duty" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."stock_freight" ADD COLUMN "part" smallint NOT NULL DEFAULT 2;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."stock_value" ADD COLUMN "in_layers" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."stock_age" ADD CONSTRAINT "stock_age_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_age" ADD CONSTRAINT "stock_age_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_freight" ADD CONSTRAINT "stock_freight_layer_part_shipment_id_counts_from_key" UNIQUE (org_id, layer, part, shipment_id, counts_from);
ALTER TABLE "public"."stock_ledger" ADD CONSTRAINT "stock_ledger_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_write_down" ADD CONSTRAINT "stock_write_down_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_write_down_line" ADD CONSTRAINT "stock_write_down_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_write_down_line" ADD CONSTRAINT "stock_write_down_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."write_down_band" ADD CONSTRAINT "write_down_band_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
-- what is stored was proved by neither way yet: values of closed months stand for their layers, all products are worked out anew
update stock_value set in_layers = purchase + first_leg + duty + other;
insert into stock_stale (org_id, product_id, mark, since) select distinct org_id, product_id, 0, now() from cost_receipt on conflict do nothing;
