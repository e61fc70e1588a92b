create table material_part (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  part_id bigint not null,
  quantity numeric(20,6) not null,
  scrap numeric(20,2) not null default '0',
  valid_from date not null,
  valid_to date,
  remark text not null default '',
  constraint material_part_pkey primary key (id)
);
alter table material_part add constraint material_part_product_id_part_id_valid_from_key unique (org_id, product_id, part_id, valid_from);
create index material_part_org_id_valid_from_id_idx on material_part (org_id, valid_from desc, id desc);
create index material_part_part_id_idx on material_part (part_id);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table material_part add constraint material_part_validity_excl exclude using gist (org_id with =, product_id with =, part_id with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
ALTER TABLE "public"."material_part" ADD CONSTRAINT "material_part_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."material_part" ADD CONSTRAINT "material_part_part_id_fkey" FOREIGN KEY (part_id) REFERENCES public.product(id);
ALTER TABLE "public"."material_part" ADD CONSTRAINT "material_part_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
