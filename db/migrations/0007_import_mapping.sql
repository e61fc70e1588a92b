create table import_mapping (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  list_type text not null,
  heads_hash text not null,
  columns jsonb,
  constraint import_mapping_pkey primary key (id)
);
alter table import_mapping add constraint import_mapping_account_id_list_type_heads_hash_key unique (org_id, account_id, list_type, heads_hash);
ALTER TABLE "public"."import_mapping" ADD CONSTRAINT "import_mapping_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
