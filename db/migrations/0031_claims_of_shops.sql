create table import_claim (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  identity text not null,
  value text not null,
  shop_id bigint not null,
  constraint import_claim_pkey primary key (id)
);
alter table import_claim add constraint import_claim_identity_value_key unique (org_id, identity, value);
create index import_claim_shop_id_identity_idx on import_claim (shop_id, identity);
ALTER TABLE "public"."import_claim" ADD CONSTRAINT "import_claim_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."import_claim" ADD CONSTRAINT "import_claim_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
-- What was imported before: where two shops have the same, the first one claims it and the proof names both.
insert into import_claim (org_id, identity, value, shop_id)
select o.org_id, x.identity, x.value, min(x.shop_id) from (
  select 'amazonSettlement' as identity, settlement_id as value, shop_id from amazon_settlement
  union select 'amazonSettlement', settlement_id, shop_id from amazon_transaction_line where settlement_id <> ''
  union select 'amazonOrder', order_id, shop_id from amazon_transaction_line where settlement_id = '' and order_id <> ''
  union select 'amazonOrder', order_id, shop_id from amazon_summary_line where order_id <> '') x
join shop o on o.id = x.shop_id group by 1, 2, 3;
