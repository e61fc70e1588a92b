create table leave_unused (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  kind smallint not null,
  entitlement_id bigint not null,
  on_day date not null,
  minutes integer not null,
  days numeric(20,2) not null,
  why smallint not null,
  state smallint not null default 1,
  paper bigint[],
  constraint leave_unused_pkey primary key (id)
);
alter table leave_unused add constraint leave_unused_entitlement_id_on_day_key unique (org_id, entitlement_id, on_day);
create index leave_unused_org_id_on_day_idx on leave_unused (org_id, on_day desc);
create index leave_unused_employee_id_on_day_idx on leave_unused (employee_id, on_day desc);
create table attendance_sum__employee_month_dept_key_group_kind (
  org_id bigint not null,
  employee_id bigint not null,
  month date not null,
  dept_key bigint not null,
  group_id bigint not null,
  kind smallint not null,
  scheduled integer not null,
  days_due integer not null,
  worked integer not null,
  forgiven integer not null,
  late integer not null,
  late_times integer not null,
  early integer not null,
  absent integer not null,
  missing integer not null,
  leave integer not null,
  trip integer not null,
  outing integer not null,
  ot_work integer not null,
  ot_rest integer not null,
  ot_holiday integer not null,
  lieu integer not null,
  holiday_worked integer not null,
  night integer not null,
  n integer not null,
  constraint attendance_sum__employee_month_dept_key_group_kind_pkey primary key (employee_id, month, dept_key, group_id, kind)
);
create table attendance_sum__employee_day_dept_key_group_kind (
  org_id bigint not null,
  employee_id bigint not null,
  day date not null,
  dept_key bigint not null,
  group_id bigint not null,
  kind smallint not null,
  scheduled integer not null,
  days_due integer not null,
  worked integer not null,
  forgiven integer not null,
  late integer not null,
  late_times integer not null,
  early integer not null,
  absent integer not null,
  missing integer not null,
  leave integer not null,
  trip integer not null,
  outing integer not null,
  ot_work integer not null,
  ot_rest integer not null,
  ot_holiday integer not null,
  lieu integer not null,
  holiday_worked integer not null,
  night integer not null,
  n integer not null,
  constraint attendance_sum__employee_day_dept_key_group_kind_pkey primary key (employee_id, day, dept_key, group_id, kind)
);
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."attendance_day" ADD COLUMN "dept_key" bigint NOT NULL DEFAULT '0'::bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."attendance_day" ADD COLUMN "days_due" integer NOT NULL DEFAULT 0;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."attendance_day" ADD COLUMN "late_times" integer NOT NULL DEFAULT 0;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."attendance_month" ADD COLUMN "forgiven" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."attendance_month" ADD COLUMN "signed_sheet" bigint[];
ALTER TABLE "public"."overtime_order" ADD COLUMN "protected_reason" text;
ALTER TABLE "public"."roster_day" ADD COLUMN "protected_reason" text;
ALTER TABLE "public"."attendance_sum__employee_day_dept_key_group_kind" ADD CONSTRAINT "attendance_sum__employee_day_dept_key_group_kind_ei_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_sum__employee_day_dept_key_group_kind" ADD CONSTRAINT "attendance_sum__employee_day_dept_key_group_kind_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.attendance_group(id);
ALTER TABLE "public"."attendance_sum__employee_month_dept_key_group_kind" ADD CONSTRAINT "attendance_sum__employee_month_dept_key_group_kind_ei_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_sum__employee_month_dept_key_group_kind" ADD CONSTRAINT "attendance_sum__employee_month_dept_key_group_kind_gi_fkey" FOREIGN KEY (group_id) REFERENCES public.attendance_group(id);
ALTER TABLE "public"."leave_unused" ADD CONSTRAINT "leave_unused_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_unused" ADD CONSTRAINT "leave_unused_entitlement_id_fkey" FOREIGN KEY (entitlement_id) REFERENCES public.leave_entitlement(id);
ALTER TABLE "public"."leave_unused" ADD CONSTRAINT "leave_unused_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
-- days and months that are there: what the report adds up, and the report itself
update attendance_day d set
    days_due = case when d.scheduled > 0 and d.kind = 1 then 1 else 0 end,
    late_times = case when d.late > 0 then 1 else 0 end,
    dept_key = coalesce((
      select a.dept_id from hr_assignment a
      where a.employee_id = d.employee_id and a.valid_from <= d.day and (a.valid_to is null or a.valid_to >= d.day) limit 1), 0);
update attendance_month m set forgiven = x.forgiven
  from (select employee_id, date_trunc('month', day)::date as month, sum(forgiven)::integer as forgiven from attendance_day group by 1, 2) x
  where x.employee_id = m.employee_id and x.month = m.month and x.forgiven <> 0;
insert into stale_day (rollup, org_id, owner_id, day, since)
  select 'attendance_sum', org_id, employee_id, day, now() from attendance_day
  on conflict do nothing;
