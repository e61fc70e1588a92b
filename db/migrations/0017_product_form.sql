create table product_category (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  parent_id bigint,
  constraint product_category_pkey primary key (id)
);
alter table product_category add constraint product_category_name_key unique (org_id, name);
create index product_category_parent_id_idx on product_category (parent_id);
ALTER TABLE "public"."product" ADD COLUMN "category_id" bigint;
-- what was typed as a word becomes a category of that name
insert into product_category (org_id, name) select distinct org_id, category from product where category <> '';
update product set category_id = product_category.id from product_category where product_category.org_id = product.org_id and product_category.name = product.category;
ALTER TABLE "public"."product" DROP COLUMN "category";
ALTER TABLE "public"."product" ADD COLUMN "handling" integer[];
ALTER TABLE "public"."product" ADD COLUMN "net_weight" numeric(20,3);
ALTER TABLE "public"."product" ADD COLUMN "sold_from" date;
ALTER TABLE "public"."product" ADD COLUMN "sold_until" date;
ALTER TABLE "public"."product" ADD COLUMN "pictures" bigint[];
ALTER TABLE "public"."product" ADD CONSTRAINT "product_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."product_category" ADD CONSTRAINT "product_category_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."product_category" ADD CONSTRAINT "product_category_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.product_category(id);
CREATE INDEX product_category_id_idx ON public.product USING btree (category_id);
