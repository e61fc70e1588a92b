create table sku_owner (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  seller_sku text not null,
  employee_id bigint not null,
  dept_id bigint,
  valid_from date not null,
  valid_to date,
  remark text,
  constraint sku_owner_pkey primary key (id)
);
alter table sku_owner add constraint sku_owner_shop_id_seller_sku_valid_from_key unique (org_id, shop_id, seller_sku, valid_from);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table sku_owner add constraint sku_owner_validity_excl exclude using gist (org_id with =, shop_id with =, seller_sku with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
ALTER TABLE "public"."sku_owner" ADD CONSTRAINT "sku_owner_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sku_owner" ADD CONSTRAINT "sku_owner_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
