alter table shop_connection add column skew_seconds integer not null default 0;
