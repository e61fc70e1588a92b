create table customer (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  customer_no text not null default '',
  user_name text,
  first_name text,
  last_name text,
  email text,
  country text not null default '',
  first_on date,
  last_on date,
  orders integer not null,
  units integer not null,
  sales numeric(20,4) not null,
  currency text not null,
  told_at timestamptz not null,
  constraint customer_pkey primary key (id)
);
alter table customer add constraint customer_shop_id_customer_no_key unique (org_id, shop_id, customer_no);
create index customer_orders_shop_id_idx on customer (orders, shop_id);
create table customer_month (
  shop_id bigint not null,
  month date not null,
  customer_no text not null default '',
  currency text not null,
  orders integer not null,
  units integer not null,
  sales numeric(20,4) not null,
  first_on date not null,
  last_on date not null,
  constraint customer_month_pkey primary key (shop_id, month, customer_no, currency)
);
create index customer_month_shop_id_customer_no_idx on customer_month (shop_id, customer_no);
ALTER TABLE "public"."order_line" ADD COLUMN "due_on" date;
ALTER TABLE "public"."order_line" ADD COLUMN "customer_no" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "due_on" date;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "customer_no" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "buyer_user" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "buyer_first" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "buyer_last" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "buyer_email" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."customer" ADD CONSTRAINT "customer_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."customer" ADD CONSTRAINT "customer_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."customer" ADD CONSTRAINT "customer_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
CREATE INDEX order_line_shop_id_customer_no_idx ON public.order_line USING btree (shop_id, customer_no) WHERE (customer_no <> ''::text);
-- orders that are there name no customer until their file is imported again
insert into customer_month (shop_id, month, customer_no, currency, orders, units, sales, first_on, last_on)
  select f.shop_id, date_trunc('month', f.ordered_on)::date, '', f.currency, sum(f.first_of_order), sum(f.quantity), sum(f.sales),
    min(f.ordered_on), max(f.ordered_on)
  from order_line f where not f.is_cancelled group by 1, 2, f.currency;
