-- What the first fetching of a plan takes, told before anybody presses.
alter table sync_plan
  add column first_calls integer not null default 0,
  add column first_minutes integer not null default 0;
