create table unread_count (
  account_id bigint not null,
  org_id bigint not null,
  kind text not null,
  total bigint not null,
  constraint unread_count_pkey primary key (account_id, org_id, kind)
);
create table record_watch (
  type text not null,
  record_id text not null,
  org_id bigint not null,
  account_id bigint not null,
  until timestamptz not null,
  constraint record_watch_pkey primary key (type, record_id, org_id, account_id)
);
create index record_watch_until_idx on record_watch (until);
