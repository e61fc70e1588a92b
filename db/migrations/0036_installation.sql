create table country_own (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  country_id bigint not null,
  original_name text,
  name text,
  hidden boolean not null default false,
  constraint country_own_pkey primary key (id)
);
alter table country_own add constraint country_own_country_id_key unique (org_id, country_id);
create table currency_own (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  currency_id bigint not null,
  original_name text,
  name text,
  hidden boolean not null default false,
  constraint currency_own_pkey primary key (id)
);
alter table currency_own add constraint currency_own_currency_id_key unique (org_id, currency_id);
create table marketplace_own (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  marketplace_id bigint not null,
  original_name text,
  name text,
  hidden boolean not null default false,
  constraint marketplace_own_pkey primary key (id)
);
alter table marketplace_own add constraint marketplace_own_marketplace_id_key unique (org_id, marketplace_id);
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."account" ADD COLUMN "is_installation_admin" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."country_own" ADD CONSTRAINT "country_own_country_id_fkey" FOREIGN KEY (country_id) REFERENCES public.country(id);
ALTER TABLE "public"."country_own" ADD CONSTRAINT "country_own_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."currency_own" ADD CONSTRAINT "currency_own_currency_id_fkey" FOREIGN KEY (currency_id) REFERENCES public.currency(id);
ALTER TABLE "public"."currency_own" ADD CONSTRAINT "currency_own_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."marketplace_own" ADD CONSTRAINT "marketplace_own_marketplace_id_fkey" FOREIGN KEY (marketplace_id) REFERENCES public.marketplace(id);
ALTER TABLE "public"."marketplace_own" ADD CONSTRAINT "marketplace_own_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
-- the system administrator who was there first: from now on what belongs to no organisation is changed by such accounts alone
update account set is_installation_admin = true where id = (
  select a.id from account a join account_organisation m on m.account_id = a.id left join employee e on e.id = m.employee_id
  where a.is_system_admin and a.status = 1 and (e.id is null or e.status = 1) order by a.id limit 1);
-- files of countries are no longer imported by whom a role lets
delete from role_permission where permission = 'country' and operation = 5;
