create table sealed_later (
  key text not null,
  org_id bigint not null,
  due_at timestamptz not null,
  task text not null,
  payload text not null,
  constraint sealed_later_pkey primary key (key)
);
create index sealed_later_due_at_idx on sealed_later (due_at);
create table sealed_click (
  org_id bigint not null,
  click_date date not null,
  module_id text not null,
  menu_id text not null,
  times integer not null default 1,
  constraint sealed_click_pkey primary key (org_id, click_date, menu_id)
);
