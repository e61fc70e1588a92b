-- What each cell held when the last closed month ended: what is proven from then on reads the moves of open months alone.
-- grant: select on goods_closed
create table goods_closed (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  product_id bigint not null,
  location_id bigint not null,
  batch_id bigint not null default '0',
  label_id bigint not null default '0',
  quantity numeric(20,6) not null,
  constraint goods_closed_pkey primary key (id)
);
alter table goods_closed add constraint goods_closed_day_product_id_location_id_batch_id_label_id_key unique (org_id, day, product_id, location_id, batch_id, label_id);
ALTER TABLE "public"."goods_closed" ADD CONSTRAINT "goods_closed_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
