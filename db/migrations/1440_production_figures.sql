create table production_figure (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  source_key text not null,
  warehouse_id bigint not null,
  product_id bigint not null,
  order_id bigint not null,
  employee_id bigint not null,
  supplier_id bigint not null,
  day date not null,
  counted integer not null default 1,
  good numeric(20,6) not null default '0',
  bad numeric(20,6) not null default '0',
  hours numeric(20,6) not null default '0',
  received numeric(20,6) not null default '0',
  orders integer not null default 0,
  on_time integer not null default 0,
  planned numeric(20,4) not null default '0',
  actual numeric(20,4) not null default '0',
  by_quantity numeric(20,4) not null default '0',
  by_price numeric(20,4) not null default '0',
  constraint production_figure_pkey primary key (id)
);
alter table production_figure add constraint production_figure_source_key_key unique (org_id, source_key);
create index production_figure_org_id_day_id_idx on production_figure (org_id, day desc, id desc);
create index production_figure_warehouse_id_day_idx on production_figure (warehouse_id, day);
create index production_figure_order_id_idx on production_figure (order_id);
create index production_figure_product_id_idx on production_figure (product_id);
create table made_done__warehouse_month_product_order_employee_supplier (
  org_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  product_id bigint not null,
  order_id bigint not null,
  employee_id bigint not null,
  supplier_id bigint not null,
  counted integer not null,
  good numeric(20,6) not null,
  bad numeric(20,6) not null,
  hours numeric(20,6) not null,
  received numeric(20,6) not null,
  orders integer not null,
  on_time integer not null,
  n integer not null,
  constraint made_done__warehouse_month_product_order_employee_supplier_pkey primary key (warehouse_id, month, product_id, order_id, employee_id, supplier_id)
);
create table made_done__warehouse_day_product_order_employee_supplier (
  org_id bigint not null,
  warehouse_id bigint not null,
  day date not null,
  product_id bigint not null,
  order_id bigint not null,
  employee_id bigint not null,
  supplier_id bigint not null,
  counted integer not null,
  good numeric(20,6) not null,
  bad numeric(20,6) not null,
  hours numeric(20,6) not null,
  received numeric(20,6) not null,
  orders integer not null,
  on_time integer not null,
  n integer not null,
  constraint made_done__warehouse_day_product_order_employee_supplier_pkey primary key (warehouse_id, day, product_id, order_id, employee_id, supplier_id)
);
create table made_cost__warehouse_month_product_order_employee_supplier (
  org_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  product_id bigint not null,
  order_id bigint not null,
  employee_id bigint not null,
  supplier_id bigint not null,
  planned numeric(20,4) not null,
  actual numeric(20,4) not null,
  by_quantity numeric(20,4) not null,
  by_price numeric(20,4) not null,
  n integer not null,
  constraint made_cost__warehouse_month_product_order_employee_supplier_pkey primary key (warehouse_id, month, product_id, order_id, employee_id, supplier_id)
);
create table made_cost__warehouse_day_product_order_employee_supplier (
  org_id bigint not null,
  warehouse_id bigint not null,
  day date not null,
  product_id bigint not null,
  order_id bigint not null,
  employee_id bigint not null,
  supplier_id bigint not null,
  planned numeric(20,4) not null,
  actual numeric(20,4) not null,
  by_quantity numeric(20,4) not null,
  by_price numeric(20,4) not null,
  n integer not null,
  constraint made_cost__warehouse_day_product_order_employee_supplier_pkey primary key (warehouse_id, day, product_id, order_id, employee_id, supplier_id)
);
ALTER TABLE "public"."made_cost__warehouse_day_product_order_employee_supplier" ADD CONSTRAINT "made_cost__warehouse_day_product_order_employee_supplier_pi_fke" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."made_cost__warehouse_day_product_order_employee_supplier" ADD CONSTRAINT "made_cost__warehouse_day_product_order_employee_supplier_wi_fke" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."made_cost__warehouse_month_product_order_employee_supplier" ADD CONSTRAINT "made_cost__warehouse_month_product_order_employee_supplier_pi_f" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."made_cost__warehouse_month_product_order_employee_supplier" ADD CONSTRAINT "made_cost__warehouse_month_product_order_employee_supplier_wi_f" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."made_done__warehouse_day_product_order_employee_supplier" ADD CONSTRAINT "made_done__warehouse_day_product_order_employee_supplier_pi_fke" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."made_done__warehouse_day_product_order_employee_supplier" ADD CONSTRAINT "made_done__warehouse_day_product_order_employee_supplier_wi_fke" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."made_done__warehouse_month_product_order_employee_supplier" ADD CONSTRAINT "made_done__warehouse_month_product_order_employee_supplier_pi_f" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."made_done__warehouse_month_product_order_employee_supplier" ADD CONSTRAINT "made_done__warehouse_month_product_order_employee_supplier_wi_f" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."production_figure" ADD CONSTRAINT "production_figure_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."production_figure" ADD CONSTRAINT "production_figure_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."production_figure" ADD CONSTRAINT "production_figure_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
-- what was reported, received and made before; costs follow with the next fold of the parts
insert into production_figure (org_id, source_key, warehouse_id, product_id, order_id, employee_id, supplier_id, day, good, bad, hours,
    received, orders, on_time)
select o.org_id, x.key, o.warehouse_id, o.product_id, o.id, x.employee, coalesce(o.supplier_id, 0), x.day, x.good, x.bad, x.hours,
  x.received, x.orders, x.on_time
from production_order o cross join lateral (
  select 'w' || r.id as key, r.reported_on as day, r.employee_id as employee, r.good, r.bad,
    round(coalesce(r.minutes, 0) / 60.0, 6) as hours, 0::numeric as received, 0 as orders, 0 as on_time
  from work_report r where r.order_id = o.id and not r.voided
  union all select 'r' || t.id, t.received_on, 0, 0, 0, 0, t.quantity, 0, 0
  from production_receipt t where t.order_id = o.id and not t.reversed
  union all select 'o' || o.id, d.day, 0, 0, 0, 0, 0, 1, (d.day <= o.due_on)::int
  from (select max(t.received_on) as day from production_receipt t where t.order_id = o.id and not t.reversed) d
  where o.state in (7, 8) and d.day is not null) x;
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct r.name, f.org_id, f.warehouse_id, f.day, now() from production_figure f
    cross join (values ('made_done'), ('made_cost')) r(name)
  on conflict do nothing;
insert into stock_stale (org_id, product_id, mark, since)
  select distinct f.org_id, f.product_id, pg_current_xact_id()::text::bigint, now() from production_figure f where f.orders = 1
  on conflict do nothing;
