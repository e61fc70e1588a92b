create table purchase_price_list (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  supplier_id bigint not null,
  subject text,
  buyer_id bigint not null,
  remark text,
  attachments bigint[],
  constraint purchase_price_list_pkey primary key (id)
);
alter table purchase_price_list add constraint purchase_price_list_no_key unique (org_id, no);
create index purchase_price_list_org_id_business_on_id_idx on purchase_price_list (org_id, business_on desc, id desc);
create table purchase_price (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  list_id bigint not null,
  line_no integer not null,
  supplier_id bigint not null,
  sku text not null,
  min_qty integer not null default 1,
  price numeric(20,4) not null,
  currency text not null,
  valid_from date not null,
  valid_to date,
  note text,
  constraint purchase_price_pkey primary key (id)
);
alter table purchase_price add constraint purchase_price_list_id_line_no_key unique (org_id, list_id, line_no);
create index purchase_price_org_id_id_idx on purchase_price (org_id, id desc);
create index purchase_price_sku_valid_from_idx on purchase_price (sku, valid_from);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table purchase_price add constraint purchase_price_validity_excl exclude using gist (org_id with =, supplier_id with =, sku with =, min_qty with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
ALTER TABLE "public"."purchase_price" ADD CONSTRAINT "purchase_price_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."purchase_price" ADD CONSTRAINT "purchase_price_list_id_fkey" FOREIGN KEY (list_id) REFERENCES public.purchase_price_list(id);
ALTER TABLE "public"."purchase_price" ADD CONSTRAINT "purchase_price_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_price" ADD CONSTRAINT "purchase_price_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."purchase_price_list" ADD CONSTRAINT "purchase_price_list_buyer_id_fkey" FOREIGN KEY (buyer_id) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_price_list" ADD CONSTRAINT "purchase_price_list_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_price_list" ADD CONSTRAINT "purchase_price_list_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
