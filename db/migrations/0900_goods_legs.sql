create table goods_legs__warehouse_month_product_reason (
  org_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  product_id bigint not null,
  reason smallint not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint goods_legs__warehouse_month_product_reason_pkey primary key (warehouse_id, month, product_id, reason)
);
create table goods_legs__warehouse_day_product_reason (
  org_id bigint not null,
  warehouse_id bigint not null,
  day date not null,
  product_id bigint not null,
  reason smallint not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint goods_legs__warehouse_day_product_reason_pkey primary key (warehouse_id, day, product_id, reason)
);
ALTER TABLE "public"."goods_count" ADD COLUMN "abc" smallint;
ALTER TABLE "public"."goods_legs__warehouse_day_product_reason" ADD CONSTRAINT "goods_legs__warehouse_day_product_reason_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_legs__warehouse_day_product_reason" ADD CONSTRAINT "goods_legs__warehouse_day_product_reason_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."goods_legs__warehouse_month_product_reason" ADD CONSTRAINT "goods_legs__warehouse_month_product_reason_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."goods_legs__warehouse_month_product_reason" ADD CONSTRAINT "goods_legs__warehouse_month_product_reason_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
-- moves that are there already are added up by the refresh; until then their days say so
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'goods_legs', m.org_id, w.id, m.booked_on, now()
  from goods_move m cross join lateral (values (m.from_warehouse_id), (m.to_warehouse_id)) as w (id)
  where w.id is not null
  on conflict do nothing;
