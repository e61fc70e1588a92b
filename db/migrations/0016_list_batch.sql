create table list_batch (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  subject text not null,
  kind smallint not null,
  rows integer not null default 0,
  task_id bigint,
  import_id bigint,
  undone_by bigint,
  constraint list_batch_pkey primary key (id)
);
create index list_batch_created_at_idx on list_batch (created_at);
create index list_batch_task_id_idx on list_batch (task_id) where task_id is not null;
create index list_batch_import_id_idx on list_batch (import_id) where import_id is not null;
create table list_batch_row (
  org_id bigint not null,
  batch_id bigint not null,
  record_id text not null,
  outcome smallint not null,
  before jsonb,
  version integer,
  reason text,
  constraint list_batch_row_pkey primary key (batch_id, record_id)
);
ALTER TABLE "public"."list_batch" ADD CONSTRAINT "list_batch_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
