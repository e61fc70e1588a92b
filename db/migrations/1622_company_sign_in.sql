create table sign_in_provider (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  kind smallint not null default 1,
  issuer text,
  corp_id text,
  client_id text not null,
  client_secret text,
  is_both boolean not null default false,
  state smallint not null default 0,
  constraint sign_in_provider_pkey primary key (id),
  constraint sign_in_provider_client_secret_sealed check (client_secret like 'v1.%')
);
alter table sign_in_provider add constraint sign_in_provider_name_key unique (org_id, name);
create index sign_in_provider_org_id_name_idx on sign_in_provider (org_id, name);
create index sign_in_provider_search_idx on sign_in_provider using gin (search_grams(name));
create table account_identity (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  provider_id bigint not null,
  subject text not null,
  account_id bigint not null,
  linked_at timestamptz not null,
  used_at timestamptz,
  constraint account_identity_pkey primary key (id)
);
alter table account_identity add constraint account_identity_provider_id_subject_key unique (provider_id, subject);
alter table account_identity add constraint account_identity_provider_id_account_id_key unique (provider_id, account_id);
create index account_identity_account_id_idx on account_identity (account_id);
create table company_try (
  state_hash text not null,
  browser_hash text not null,
  provider_id bigint not null,
  nonce text not null,
  verifier text not null,
  account_id bigint,
  arrived_as bigint,
  fault text,
  expires_at timestamptz not null,
  constraint company_try_pkey primary key (state_hash)
);
create index company_try_expires_at_idx on company_try (expires_at);
ALTER TABLE "public"."account_identity" ADD CONSTRAINT "account_identity_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."account_identity" ADD CONSTRAINT "account_identity_provider_id_fkey" FOREIGN KEY (provider_id) REFERENCES public.sign_in_provider(id);
ALTER TABLE "public"."company_try" ADD CONSTRAINT "company_try_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."company_try" ADD CONSTRAINT "company_try_arrived_as_fkey" FOREIGN KEY (arrived_as) REFERENCES public.account(id);
ALTER TABLE "public"."company_try" ADD CONSTRAINT "company_try_provider_id_fkey" FOREIGN KEY (provider_id) REFERENCES public.sign_in_provider(id);
ALTER TABLE "public"."sign_in_provider" ADD CONSTRAINT "sign_in_provider_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
