create table attendance_month (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  month date not null,
  group_id bigint not null,
  state smallint not null default 1,
  confirmed_by smallint,
  confirm_due date,
  objection text,
  answer text,
  days_due integer not null default 0,
  days_came integer not null default 0,
  scheduled integer not null default 0,
  worked integer not null default 0,
  late integer not null default 0,
  late_times integer not null default 0,
  early integer not null default 0,
  absent integer not null default 0,
  missing integer not null default 0,
  missing_times integer not null default 0,
  leave integer not null default 0,
  leave_by_type text,
  trip integer not null default 0,
  outing integer not null default 0,
  ot_work integer not null default 0,
  ot_rest integer not null default 0,
  ot_holiday integer not null default 0,
  holiday_worked integer not null default 0,
  lieu integer not null default 0,
  night integer not null default 0,
  open_days integer not null default 0,
  locked_at timestamptz,
  lock_no integer not null default 0,
  reopen_reason text,
  constraint attendance_month_pkey primary key (id)
);
alter table attendance_month add constraint attendance_month_employee_id_month_key unique (org_id, employee_id, month);
create index attendance_month_org_id_month_idx on attendance_month (org_id, month desc);
create index attendance_month_employee_id_month_idx on attendance_month (employee_id, month desc);
create index attendance_month_group_id_month_idx on attendance_month (group_id, month);
ALTER TABLE "public"."attendance_month" ADD CONSTRAINT "attendance_month_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_month" ADD CONSTRAINT "attendance_month_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.attendance_group(id);
ALTER TABLE "public"."attendance_month" ADD CONSTRAINT "attendance_month_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
