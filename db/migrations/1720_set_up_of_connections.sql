-- What of a connection ends when, which roles its consent has, which of its sites are no shop, and what its first fetching takes.
alter table marketplace_app
  add column secret_ends_on date,
  add column signing_ends_on date,
  add column genuine_at timestamptz;
create index marketplace_app_org_id_secret_ends_on_idx on marketplace_app (org_id, secret_ends_on);
create index marketplace_app_org_id_signing_ends_on_idx on marketplace_app (org_id, signing_ends_on);
alter table shop_connection
  add column ends_on date,
  add column site_ids text[],
  add column free_sites text[],
  add column shops integer not null default 0,
  add column granted text[],
  add column lacking text[],
  add column spare text[],
  add column first_calls integer not null default 0,
  add column first_minutes integer not null default 0;
create index shop_connection_org_id_ends_on_idx on shop_connection (org_id, ends_on);
-- sites by which the shops of a connection are known: those of before are told by the next test
update shop_connection c set shops = (select count(*) from connection_shop s where s.connection_id = c.id);
