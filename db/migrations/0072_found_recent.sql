create table found_recent (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  type text not null,
  record_id text not null default '',
  name text not null default '',
  at timestamptz not null,
  constraint found_recent_pkey primary key (id)
);
alter table found_recent add constraint found_recent_account_id_type_record_id_name_key unique (org_id, account_id, type, record_id, name);
ALTER TABLE "public"."found_recent" ADD CONSTRAINT "found_recent_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."found_recent" ADD CONSTRAINT "found_recent_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
