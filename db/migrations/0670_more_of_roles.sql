-- Subjects that a role opens and leaves out of the menu: they stand in 全部应用. Roles that are there keep all of theirs in the menu.
create table role_more (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  role_id bigint not null,
  menu_id text not null,
  constraint role_more_pkey primary key (id)
);
alter table role_more add constraint role_more_role_id_menu_id_key unique (org_id, role_id, menu_id);
create index role_more_role_id_idx on role_more (role_id);
alter table role_more add constraint role_more_org_id_fkey foreign key (org_id) references organisation (id);
alter table role_more add constraint role_more_role_id_fkey foreign key (role_id) references role (id);
