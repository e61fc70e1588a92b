create table work_day (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  kind smallint not null,
  name text not null,
  constraint work_day_pkey primary key (id)
);
alter table work_day add constraint work_day_day_key unique (org_id, day);
create table work_hours (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  from_on date not null,
  start_at text not null default '09:00',
  break_at text not null default '13:00',
  resume_at text not null default '14:00',
  end_at text not null default '18:00',
  constraint work_hours_pkey primary key (id)
);
alter table work_hours add constraint work_hours_from_on_key unique (org_id, from_on);
create table notice_event (
  org_id bigint not null,
  code text not null,
  event text not null,
  told_at timestamptz not null,
  constraint notice_event_pkey primary key (org_id, code, event)
);
create index notice_event_told_at_idx on notice_event (told_at);
create table timed_work (
  organisation_id bigint not null,
  name text not null,
  next_at timestamptz not null,
  declared text not null,
  constraint timed_work_pkey primary key (organisation_id, name)
);
create index timed_work_next_at_idx on timed_work (next_at);
create table timed_run (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  organisation_id bigint not null,
  name text not null,
  planned_at timestamptz not null,
  state smallint not null default 0,
  tries integer not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  next_try_at timestamptz,
  said text,
  ordered_by text,
  constraint timed_run_pkey primary key (id)
);
alter table timed_run add constraint timed_run_organisation_id_name_planned_at_key unique (organisation_id, name, planned_at);
create index timed_run_organisation_id_name_idx on timed_run (organisation_id, name) where state in (0, 1, 3);
create index timed_run_organisation_id_planned_at_idx on timed_run (organisation_id, planned_at desc) where state = 4;
create index timed_run_ended_at_idx on timed_run (ended_at);
alter table work_day add constraint work_day_org_id_fkey foreign key (org_id) references organisation(id);
alter table work_hours add constraint work_hours_org_id_fkey foreign key (org_id) references organisation(id);
-- jobs that ordered themselves again each hour: what they did is timed work now, and nobody would take them from the queue
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('files.cleanUp', 'audit.seal', 'audit.retention', 'listState.forget', 'message.forget',
      'export.forget', 'batch.forget', 'server.forget', 'account.forget', 'rollup.look', 'backup.take');
  end if;
end $$;
