create table qr_upload (
  code_hash text not null,
  account_id bigint not null,
  org_id bigint not null,
  upload_type text not null,
  state smallint not null default 0,
  files jsonb,
  expires_at timestamptz not null,
  constraint qr_upload_pkey primary key (code_hash)
);
create index qr_upload_expires_at_idx on qr_upload (expires_at);
