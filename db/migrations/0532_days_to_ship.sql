alter table shop add column handling_days integer not null default 2;
