create table project (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  name text not null,
  state smallint not null default 1,
  manager_id bigint not null,
  member_ids bigint[],
  dept_id bigint,
  start_on date not null,
  end_on date not null,
  estimate_hours numeric(20,2) not null default '0',
  done_hours numeric(20,6) not null default '0',
  spent_hours numeric(20,2) not null default '0',
  progress numeric(20,2) not null default '0',
  closed_on date,
  content text,
  attachments bigint[],
  constraint project_pkey primary key (id)
);
alter table project add constraint project_no_key unique (org_id, no);
create index project_manager_id_id_idx on project (manager_id, id desc);
create index project_org_id_id_idx on project (org_id, id desc);
create index project_org_id_start_on_id_idx on project (org_id, start_on desc, id desc);
create index project_dept_id_idx on project (dept_id);
create index project_member_ids_idx on project using gin (member_ids);
create table project_comment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  record_id bigint not null,
  parent_id bigint,
  content text,
  files bigint[],
  by_name text not null,
  mentions jsonb,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint project_comment_pkey primary key (id)
);
create index project_comment_record_id_id_idx on project_comment (record_id, id desc);
create index project_comment_parent_id_idx on project_comment (parent_id) where parent_id is not null;
create table project_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint project_seen_pkey primary key (org_id, account_id, record_id)
);
create index project_seen_record_id_idx on project_seen (record_id);
create table project_member (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  project_id bigint not null,
  employee_id bigint not null,
  role smallint not null,
  constraint project_member_pkey primary key (id)
);
alter table project_member add constraint project_member_project_id_employee_id_key unique (org_id, project_id, employee_id);
create index project_member_employee_id_idx on project_member (employee_id);
create table project_plan (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  project_id bigint not null,
  kind smallint not null default 2,
  state smallint not null default 1,
  owner_id bigint,
  start_on date not null,
  end_on date not null,
  estimate_hours numeric(20,2) not null default '0',
  done_hours numeric(20,6) not null default '0',
  spent_hours numeric(20,2) not null default '0',
  progress numeric(20,2) not null default '0',
  finished_on date,
  due_on date,
  release_note text,
  constraint project_plan_pkey primary key (id)
);
alter table project_plan add constraint project_plan_project_id_name_key unique (org_id, project_id, name);
create index project_plan_project_id_start_on_idx on project_plan (project_id, start_on);
create index project_plan_org_id_start_on_id_idx on project_plan (org_id, start_on desc, id desc);
create index project_plan_org_id_id_idx on project_plan (org_id, id desc);
create index project_plan_owner_id_idx on project_plan (owner_id);
create index project_plan_org_id_due_on_idx on project_plan (org_id, due_on) where due_on is not null;
create table project_require (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  title text not null,
  project_id bigint not null,
  state smallint not null default 1,
  priority smallint not null default 2,
  plan_id bigint,
  owner_id bigint,
  points integer,
  work_order_id bigint,
  requester_id bigint,
  proposer_id bigint,
  estimate_hours numeric(20,2) not null default '0',
  done_hours numeric(20,6) not null default '0',
  spent_hours numeric(20,2) not null default '0',
  progress numeric(20,2) not null default '0',
  created_on date not null,
  live_on date,
  content text,
  attachments bigint[],
  constraint project_require_pkey primary key (id)
);
alter table project_require add constraint project_require_no_key unique (org_id, no);
create index project_require_project_id_created_on_id_idx on project_require (project_id, created_on desc, id desc);
create index project_require_org_id_created_on_id_idx on project_require (org_id, created_on desc, id desc);
create index project_require_org_id_id_idx on project_require (org_id, id desc);
create index project_require_plan_id_idx on project_require (plan_id);
create index project_require_work_order_id_idx on project_require (work_order_id);
create index project_require_owner_id_idx on project_require (owner_id);
create index project_require_requester_id_idx on project_require (requester_id);
create index project_require_proposer_id_idx on project_require (proposer_id);
create table project_require_comment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  record_id bigint not null,
  parent_id bigint,
  content text,
  files bigint[],
  by_name text not null,
  mentions jsonb,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint project_require_comment_pkey primary key (id)
);
create index project_require_comment_record_id_id_idx on project_require_comment (record_id, id desc);
create index project_require_comment_parent_id_idx on project_require_comment (parent_id) where parent_id is not null;
create table project_require_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint project_require_seen_pkey primary key (org_id, account_id, record_id)
);
create index project_require_seen_record_id_idx on project_require_seen (record_id);
create table project_task (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  project_id bigint not null,
  require_id bigint,
  parent_id bigint,
  state smallint not null default 1,
  assignee_id bigint,
  start_on date not null,
  end_on date not null,
  estimate_hours numeric(20,2) not null,
  spent_hours numeric(20,2) not null default '0',
  progress numeric(20,2) not null default '0',
  predecessor_ids bigint[],
  start_with_ids bigint[],
  blocked_by text,
  finished_on date,
  content text,
  attachments bigint[],
  done_hours numeric(20,6) not null default '0',
  plan_id bigint,
  work_order_id bigint,
  due_on date,
  waits_for integer not null default 0,
  is_parent boolean not null default false,
  constraint project_task_pkey primary key (id)
);
create index project_task_project_id_start_on_idx on project_task (project_id, start_on);
create index project_task_parent_id_idx on project_task (parent_id);
create index project_task_require_id_idx on project_task (require_id);
create index project_task_plan_id_idx on project_task (plan_id);
create index project_task_work_order_id_idx on project_task (work_order_id);
create index project_task_assignee_id_end_on_idx on project_task (assignee_id, end_on);
create index project_task_org_id_start_on_id_idx on project_task (org_id, start_on desc, id desc);
create index project_task_org_id_id_idx on project_task (org_id, id desc);
create index project_task_org_id_due_on_idx on project_task (org_id, due_on) where due_on is not null;
create index project_task_predecessor_ids_idx on project_task using gin (predecessor_ids);
create index project_task_start_with_ids_idx on project_task using gin (start_with_ids);
create table project_task_comment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  record_id bigint not null,
  parent_id bigint,
  content text,
  files bigint[],
  by_name text not null,
  mentions jsonb,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint project_task_comment_pkey primary key (id)
);
create index project_task_comment_record_id_id_idx on project_task_comment (record_id, id desc);
create index project_task_comment_parent_id_idx on project_task_comment (parent_id) where parent_id is not null;
create table project_task_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint project_task_seen_pkey primary key (org_id, account_id, record_id)
);
create index project_task_seen_record_id_idx on project_task_seen (record_id);
create table project_day (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  project_id bigint not null,
  on_day date not null,
  estimate_hours numeric(20,2) not null,
  done_hours numeric(20,6) not null,
  constraint project_day_pkey primary key (id)
);
alter table project_day add constraint project_day_project_id_on_day_key unique (org_id, project_id, on_day);
create table project_plan_day (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  plan_id bigint not null,
  on_day date not null,
  estimate_hours numeric(20,2) not null,
  done_hours numeric(20,6) not null,
  constraint project_plan_day_pkey primary key (id)
);
alter table project_plan_day add constraint project_plan_day_plan_id_on_day_key unique (org_id, plan_id, on_day);
ALTER TABLE "public"."project" ADD CONSTRAINT "project_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."project" ADD CONSTRAINT "project_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project" ADD CONSTRAINT "project_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_comment" ADD CONSTRAINT "project_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_comment" ADD CONSTRAINT "project_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.project_comment(id);
ALTER TABLE "public"."project_day" ADD CONSTRAINT "project_day_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_member" ADD CONSTRAINT "project_member_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project_member" ADD CONSTRAINT "project_member_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_plan" ADD CONSTRAINT "project_plan_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_plan" ADD CONSTRAINT "project_plan_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project_plan" ADD CONSTRAINT "project_plan_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.project(id);
ALTER TABLE "public"."project_plan_day" ADD CONSTRAINT "project_plan_day_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES public.project_plan(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.project(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_proposer_id_fkey" FOREIGN KEY (proposer_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_requester_id_fkey" FOREIGN KEY (requester_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project_require" ADD CONSTRAINT "project_require_work_order_id_fkey" FOREIGN KEY (work_order_id) REFERENCES public.work_order(id);
ALTER TABLE "public"."project_require_comment" ADD CONSTRAINT "project_require_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_require_comment" ADD CONSTRAINT "project_require_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.project_require_comment(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_assignee_id_fkey" FOREIGN KEY (assignee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.project_task(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES public.project_plan(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.project(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_require_id_fkey" FOREIGN KEY (require_id) REFERENCES public.project_require(id);
ALTER TABLE "public"."project_task" ADD CONSTRAINT "project_task_work_order_id_fkey" FOREIGN KEY (work_order_id) REFERENCES public.work_order(id);
ALTER TABLE "public"."project_task_comment" ADD CONSTRAINT "project_task_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."project_task_comment" ADD CONSTRAINT "project_task_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.project_task_comment(id);
