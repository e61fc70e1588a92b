-- The trail becomes a table a month, says where a change came from, and is sealed in blocks. Its rows move; their text stays.
-- grant: insert,select on audit_entry
-- grant: insert,select on audit_block
alter table audit_entry rename to audit_entry_before;
alter table audit_entry_before rename constraint audit_entry_pkey to audit_entry_before_pkey;
alter table audit_entry_before rename constraint audit_entry_org_id_fkey to audit_entry_before_org_id_fkey;
alter sequence audit_entry_id_seq rename to audit_entry_before_id_seq;
drop index audit_entry_org_id_at_idx;
drop index audit_entry_subject_record_id_idx;
create table audit_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  at timestamptz not null,
  account_id bigint,
  account_name text not null,
  subject text not null,
  record_id text,
  verb text not null,
  before jsonb,
  after jsonb,
  address text,
  via text,
  request_id text,
  row_hash text not null,
  constraint audit_entry_pkey primary key (id, at)
) partition by range (at);
create index audit_entry_org_id_at_idx on audit_entry (org_id, at desc);
create index audit_entry_subject_record_id_at_idx on audit_entry (subject, record_id, at desc);
create index audit_entry_org_id_account_id_at_idx on audit_entry (org_id, account_id, at desc);
alter table audit_entry add constraint audit_entry_org_id_fkey foreign key (org_id) references organisation (id);
select ensure_month('audit_entry', month) from (select distinct date_trunc('month', at)::date as month from audit_entry_before) as months;
insert into audit_entry (id, org_id, version, created_at, created_by, updated_at, updated_by, at, account_id, account_name, subject, record_id, verb, before, after, request_id, row_hash)
select id, org_id, version, created_at, created_by, updated_at, updated_by, at, account_id, account_name, subject, record_id, verb, before, after, request_id,
  encode(sha256(convert_to(jsonb_build_array(org_id, (extract(epoch from at) * 1000000)::bigint, account_id, account_name, subject, record_id, verb, before, after, null::text, null::text, request_id)::text, 'UTF8')), 'hex')
from audit_entry_before;
select setval('audit_entry_id_seq', greatest((select max(id) from audit_entry_before), 1), exists (select 1 from audit_entry_before));
drop table audit_entry_before;
create table audit_block (
  no bigint not null,
  sealed_at timestamptz not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  previous text not null,
  hash text not null,
  entries text[] not null,
  constraint audit_block_pkey primary key (no)
);
create index audit_block_last_at_idx on audit_block (last_at desc);
