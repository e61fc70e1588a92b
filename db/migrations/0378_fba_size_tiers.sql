create table fba_size_tier (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  marketplace_code text not null,
  place integer not null,
  tier text not null,
  also_called text not null default '',
  longest numeric(20,3),
  median numeric(20,3),
  shortest numeric(20,3),
  girth numeric(20,3),
  weight numeric(20,4),
  volume_weight numeric(20,4),
  divisor numeric(20,1) not null default '5000.0',
  fee numeric(20,4),
  currency text not null default 'USD',
  valid_from date not null,
  valid_to date,
  remark text,
  constraint fba_size_tier_pkey primary key (id)
);
alter table fba_size_tier add constraint fba_size_tier_marketplace_code_place_valid_from_key unique (org_id, marketplace_code, place, valid_from);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table fba_size_tier add constraint fba_size_tier_validity_excl exclude using gist (org_id with =, marketplace_code with =, place with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create index fba_size_tier_search_idx on fba_size_tier using gin (search_grams(tier));
ALTER TABLE "public"."product" ADD COLUMN "packed_length" numeric(20,2);
ALTER TABLE "public"."product" ADD COLUMN "packed_width" numeric(20,2);
ALTER TABLE "public"."product" ADD COLUMN "packed_height" numeric(20,2);
ALTER TABLE "public"."product" ADD COLUMN "packed_weight" numeric(20,4);
ALTER TABLE "public"."fba_size_tier" ADD CONSTRAINT "fba_size_tier_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."fba_size_tier" ADD CONSTRAINT "fba_size_tier_marketplace_code_fkey" FOREIGN KEY (marketplace_code) REFERENCES public.marketplace(code);
ALTER TABLE "public"."fba_size_tier" ADD CONSTRAINT "fba_size_tier_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
