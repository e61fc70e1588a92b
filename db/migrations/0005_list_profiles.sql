create table list_profile (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  type text not null,
  kind smallint not null default 1,
  name text not null,
  audience text[] not null,
  default_of text[] not null,
  content jsonb,
  history jsonb,
  constraint list_profile_pkey primary key (id)
);
create index list_profile_org_id_type_idx on list_profile (org_id, type);
create table list_layout (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  type text not null,
  layout jsonb,
  constraint list_layout_pkey primary key (id)
);
alter table list_layout add constraint list_layout_account_id_type_key unique (org_id, account_id, type);
ALTER TABLE "public"."list_layout" ADD CONSTRAINT "list_layout_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."list_profile" ADD CONSTRAINT "list_profile_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
