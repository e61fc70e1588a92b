create table workflow_setting (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  form_code text not null,
  name text not null,
  version_no integer not null default 1,
  status smallint not null default 0,
  remark text,
  published_at timestamptz,
  definition jsonb,
  constraint workflow_setting_pkey primary key (id)
);
alter table workflow_setting add constraint workflow_setting_form_code_version_no_key unique (org_id, form_code, version_no);
create index workflow_setting_org_id_form_code_idx on workflow_setting (org_id, form_code) where status = 1;
create index workflow_setting_search_idx on workflow_setting using gin (search_grams(name, form_code));
create table approval_instance (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  form_code text not null,
  subject text not null,
  record_id bigint,
  setting_id bigint not null,
  applicant_id bigint not null,
  applicant_account bigint not null,
  state smallint not null default 1,
  round integer not null default 1,
  matter text not null,
  wanted jsonb,
  title text not null,
  figures jsonb,
  engine jsonb,
  step text,
  urged_at timestamptz,
  ended_at timestamptz,
  reason text,
  constraint approval_instance_pkey primary key (id)
);
create index approval_instance_subject_record_id_idx on approval_instance (subject, record_id) where state in (1, 3);
create index approval_instance_subject_record_id_id_idx on approval_instance (subject, record_id, id desc);
create index approval_instance_applicant_id_id_idx on approval_instance (applicant_id, id desc);
create index approval_instance_setting_id_idx on approval_instance (setting_id);
create table approval_task (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  instance_id bigint not null,
  subject text not null,
  record_id bigint,
  form_code text not null,
  process_id text not null,
  process_name text not null,
  round integer not null,
  no integer not null,
  employee_id bigint not null,
  actor_id bigint,
  state smallint not null default 1,
  is_waiting boolean not null default false,
  is_extra boolean not null default false,
  is_auto boolean not null default false,
  arrived_at timestamptz not null,
  due_at timestamptz,
  remind_at timestamptz,
  reminded_at timestamptz,
  escalated_at timestamptz,
  ended_at timestamptz,
  opinion text,
  files bigint[],
  seen jsonb,
  constraint approval_task_pkey primary key (id)
);
create index approval_task_employee_id_state_id_idx on approval_task (employee_id, state, id desc);
create index approval_task_actor_id_id_idx on approval_task (actor_id, id desc);
create index approval_task_subject_record_id_employee_id_idx on approval_task (subject, record_id, employee_id);
create index approval_task_instance_id_id_idx on approval_task (instance_id, id);
create index approval_task_due_at_idx on approval_task (due_at) where state = 1 and due_at is not null and escalated_at is null;
create index approval_task_remind_at_idx on approval_task (remind_at) where state = 1 and remind_at is not null and reminded_at is null;
create table approval_note (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  instance_id bigint not null,
  kind smallint not null,
  round integer not null,
  process_id text,
  process_name text,
  employee_id bigint,
  acting_for_id bigint,
  text text,
  files bigint[],
  at timestamptz not null,
  constraint approval_note_pkey primary key (id)
);
create index approval_note_instance_id_id_idx on approval_note (instance_id, id);
create table approval_stand_in (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  stand_in_id bigint not null,
  from_on date not null,
  to_on date not null,
  reason text,
  constraint approval_stand_in_pkey primary key (id)
);
create index approval_stand_in_employee_id_from_on_idx on approval_stand_in (employee_id, from_on desc);
create index approval_stand_in_stand_in_id_from_on_idx on approval_stand_in (stand_in_id, from_on desc);
create index approval_stand_in_org_id_from_on_id_idx on approval_stand_in (org_id, from_on desc, id desc);
create index approval_stand_in_search_idx on approval_stand_in using gin (search_grams(reason));
ALTER TABLE "public"."approval_instance" ADD CONSTRAINT "approval_instance_applicant_id_fkey" FOREIGN KEY (applicant_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_instance" ADD CONSTRAINT "approval_instance_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."approval_instance" ADD CONSTRAINT "approval_instance_setting_id_fkey" FOREIGN KEY (setting_id) REFERENCES public.workflow_setting(id);
ALTER TABLE "public"."approval_note" ADD CONSTRAINT "approval_note_acting_for_id_fkey" FOREIGN KEY (acting_for_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_note" ADD CONSTRAINT "approval_note_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_note" ADD CONSTRAINT "approval_note_instance_id_fkey" FOREIGN KEY (instance_id) REFERENCES public.approval_instance(id);
ALTER TABLE "public"."approval_note" ADD CONSTRAINT "approval_note_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."approval_stand_in" ADD CONSTRAINT "approval_stand_in_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_stand_in" ADD CONSTRAINT "approval_stand_in_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."approval_stand_in" ADD CONSTRAINT "approval_stand_in_stand_in_id_fkey" FOREIGN KEY (stand_in_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_task" ADD CONSTRAINT "approval_task_actor_id_fkey" FOREIGN KEY (actor_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_task" ADD CONSTRAINT "approval_task_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."approval_task" ADD CONSTRAINT "approval_task_instance_id_fkey" FOREIGN KEY (instance_id) REFERENCES public.approval_instance(id);
ALTER TABLE "public"."approval_task" ADD CONSTRAINT "approval_task_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."workflow_setting" ADD CONSTRAINT "workflow_setting_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
