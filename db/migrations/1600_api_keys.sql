create table technical_account (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  role_ids bigint[],
  dept_ids bigint[],
  status smallint not null default 1,
  remark text,
  account_id bigint,
  constraint technical_account_pkey primary key (id)
);
alter table technical_account add constraint technical_account_name_key unique (org_id, name);
create index technical_account_account_id_idx on technical_account (account_id);
create index technical_account_role_ids_idx on technical_account using gin (role_ids);
create index technical_account_dept_ids_idx on technical_account using gin (dept_ids);
create index technical_account_search_idx on technical_account using gin (search_grams(name));
create table api_key (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  part text not null,
  technical_id bigint,
  owner text not null,
  rights integer not null,
  shops integer,
  addresses text[],
  per_minute integer not null default 600,
  ends_on date not null,
  state smallint not null default 1,
  last_used_at timestamptz,
  last_address text,
  account_id bigint not null,
  hash text not null,
  scopes text[] not null,
  shop_ids text[],
  constraint api_key_pkey primary key (id)
);
create index api_key_org_id_id_idx on api_key (org_id, id desc);
create index api_key_account_id_idx on api_key (account_id);
create index api_key_technical_id_idx on api_key (technical_id);
create index api_key_hash_idx on api_key (hash);
create index api_key_search_idx on api_key using gin (search_grams(name));
ALTER TABLE "public"."api_key" ADD CONSTRAINT "api_key_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."api_key" ADD CONSTRAINT "api_key_technical_id_fkey" FOREIGN KEY (technical_id) REFERENCES public.technical_account(id);
ALTER TABLE "public"."technical_account" ADD CONSTRAINT "technical_account_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
