-- The round of fetching of a connection (its bar), and the import that a window became.
alter table shop_connection
  add column round_at timestamptz,
  add column due integer not null default 0,
  add column fetched integer not null default 0;
alter table sync_window add column import_id bigint;
