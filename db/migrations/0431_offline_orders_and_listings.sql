create table offline_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  channel smallint not null,
  customer text not null,
  contact text,
  salesman_id bigint not null,
  dept_id bigint,
  currency text not null,
  status smallint not null default 1,
  paid numeric(20,4) not null default '0',
  paid_on date,
  shipped_on date,
  remark text,
  attachments bigint[],
  constraint offline_order_pkey primary key (id)
);
alter table offline_order add constraint offline_order_no_key unique (org_id, no);
create index offline_order_org_id_business_on_id_idx on offline_order (org_id, business_on desc, id desc);
create index offline_order_salesman_id_idx on offline_order (salesman_id);
create index offline_order_search_idx on offline_order using gin (search_grams(no));
create table offline_order_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  line_no integer not null,
  sku text not null,
  quantity integer not null,
  price numeric(20,4) not null,
  currency text not null,
  note text,
  constraint offline_order_line_pkey primary key (id)
);
alter table offline_order_line add constraint offline_order_line_order_id_line_no_key unique (org_id, order_id, line_no);
create index offline_order_line_org_id_id_idx on offline_order_line (org_id, id desc);
create index offline_order_line_sku_idx on offline_order_line (sku);
ALTER TABLE "public"."sku_listing" ADD COLUMN "first_on" date;
ALTER TABLE "public"."offline_order" ADD CONSTRAINT "offline_order_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."offline_order" ADD CONSTRAINT "offline_order_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."offline_order" ADD CONSTRAINT "offline_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."offline_order" ADD CONSTRAINT "offline_order_salesman_id_fkey" FOREIGN KEY (salesman_id) REFERENCES public.employee(id);
ALTER TABLE "public"."offline_order_line" ADD CONSTRAINT "offline_order_line_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."offline_order_line" ADD CONSTRAINT "offline_order_line_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.offline_order(id);
ALTER TABLE "public"."offline_order_line" ADD CONSTRAINT "offline_order_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
update sku_listing l set first_on = g.day from (
    select shop_id, sku, min(day) as day from sales_order__shop_day_sku_country_currency_is_cancelled where not is_cancelled group by 1, 2
  ) g where g.shop_id = l.shop_id and g.sku = l.sku;
