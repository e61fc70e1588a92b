create table walmart_statement (
  shop_id bigint not null,
  settled_on date not null,
  cycle text not null default '',
  part integer not null,
  stated numeric(20,4) not null,
  currency text not null,
  line_key uuid not null,
  fixed_key uuid not null,
  state_key uuid not null,
  ordinal integer not null default 1,
  import_id bigint not null,
  constraint walmart_statement_pkey primary key (shop_id, settled_on, line_key, ordinal)
);
create index walmart_statement_settled_on_shop_id_idx on walmart_statement (settled_on desc, shop_id);
create unlogged table walmart_statement_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  there integer,
  settled_on date not null,
  cycle text not null default '',
  part integer not null,
  stated numeric(20,4) not null,
  currency text not null,
  line_key uuid not null,
  fixed_key uuid not null,
  state_key uuid not null,
  ordinal integer not null default 1,
  constraint walmart_statement_staging_pkey primary key (shop_id, import_id, line_no)
);
create table walmart_proof (
  shop_id bigint not null,
  settled_on date not null,
  part smallint not null,
  stated numeric(20,4) not null,
  found numeric(20,4),
  difference numeric(20,4),
  state smallint not null,
  currency text not null,
  period text not null default '',
  constraint walmart_proof_pkey primary key (shop_id, settled_on, part)
);
create index walmart_proof_settled_on_shop_id_idx on walmart_proof (settled_on desc, shop_id);
