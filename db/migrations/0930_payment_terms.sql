create table payment_terms (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  on_order numeric(20,2) not null default '0',
  before_delivery numeric(20,2) not null default '0',
  on_receipt numeric(20,2) not null default '0',
  receipt_days integer not null default 0,
  on_statement numeric(20,2) not null default '0',
  statement_days integer not null default 0,
  status smallint not null default 1,
  constraint payment_terms_pkey primary key (id)
);
alter table payment_terms add constraint payment_terms_name_key unique (org_id, name);
create index payment_terms_search_idx on payment_terms using gin (search_grams(name));
ALTER TABLE "public"."supplier" ADD COLUMN "terms_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."supplier" ADD COLUMN "tax_rate" numeric(20,4) NOT NULL DEFAULT '13'::numeric;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."supplier" ADD COLUMN "tax_included" boolean NOT NULL DEFAULT true;
ALTER TABLE "public"."supplier" ADD COLUMN "lead_days" integer;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."supplier" ADD COLUMN "statement_day" integer NOT NULL DEFAULT 25;
ALTER TABLE "public"."payment_terms" ADD CONSTRAINT "payment_terms_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."supplier" ADD CONSTRAINT "supplier_terms_id_fkey" FOREIGN KEY (terms_id) REFERENCES public.payment_terms(id);
-- days of payment become terms: all is paid so many days after the statement
insert into payment_terms (org_id, name, on_statement, statement_days)
  select distinct org_id, '月结 ' || payment_days || ' 天', 100, payment_days from supplier where payment_days > 0;
update supplier s set terms_id = t.id from payment_terms t
  where t.org_id = s.org_id and s.payment_days > 0 and t.name = '月结 ' || s.payment_days || ' 天';
