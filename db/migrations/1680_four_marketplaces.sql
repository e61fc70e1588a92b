-- Keys that sign calls, and pages of an answer on their way.
alter table marketplace_app
  add column signing_key text,
  add column signing_name text,
  add constraint marketplace_app_signing_key_sealed check (signing_key like 'v1.%'),
  add constraint marketplace_app_signing_name_sealed check (signing_name like 'v1.%');
create table sync_part (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  window_id bigint not null,
  no integer not null,
  body text not null,
  constraint sync_part_pkey primary key (id)
);
alter table sync_part add constraint sync_part_window_id_key unique (org_id, window_id, no);
alter table sync_part add constraint sync_part_org_id_fkey foreign key (org_id) references organisation (id);
alter table sync_part add constraint sync_part_window_id_fkey foreign key (window_id) references sync_window (id);
