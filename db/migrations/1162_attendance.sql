-- grant: select,insert on punch
-- grant: select,insert on punch_void
create table attendance_shift (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  spans text not null,
  meal_breaks text,
  flex_minutes integer not null default 0,
  pairs boolean not null default false,
  valid_from date not null,
  valid_to date,
  constraint attendance_shift_pkey primary key (id)
);
alter table attendance_shift add constraint attendance_shift_code_valid_from_key unique (org_id, code, valid_from);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table attendance_shift add constraint attendance_shift_validity_excl exclude using gist (org_id with =, code with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create index attendance_shift_search_idx on attendance_shift using gin (search_grams(name, code, spans));
create table attendance_group (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  workplace_id bigint not null,
  hours_system smallint not null default 1,
  permit_to date,
  mon bigint,
  tue bigint,
  wed bigint,
  thu bigint,
  fri bigint,
  sat bigint,
  sun bigint,
  alt_from date,
  alt_sat bigint,
  alt_sun bigint,
  follows_holidays boolean not null default true,
  constraint attendance_group_pkey primary key (id)
);
alter table attendance_group add constraint attendance_group_name_key unique (org_id, name);
create index attendance_group_org_id_permit_to_idx on attendance_group (org_id, permit_to);
create index attendance_group_search_idx on attendance_group using gin (search_grams(name));
create table attendance_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  group_id bigint not null,
  valid_from date not null,
  valid_to date,
  late_grace integer not null default 0,
  early_grace integer not null default 0,
  absent_after integer not null default 120,
  merge_minutes integer not null default 5,
  turns_at text not null default '04:00',
  overtime_by smallint not null default 1,
  overtime_min integer not null default 30,
  overtime_unit integer not null default 30,
  lieu_on_workdays boolean not null default false,
  lieu_on_rest_days boolean not null default true,
  holiday_pay boolean not null default false,
  supplements_a_month integer not null default 3,
  supplement_days integer not null default 7,
  constraint attendance_rule_pkey primary key (id)
);
alter table attendance_rule add constraint attendance_rule_group_id_valid_from_key unique (org_id, group_id, valid_from);
create index attendance_rule_org_id_valid_from_idx on attendance_rule (org_id, valid_from desc);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table attendance_rule add constraint attendance_rule_validity_excl exclude using gist (org_id with =, group_id with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create table attendance_member (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  group_id bigint not null,
  valid_from date not null,
  valid_to date,
  constraint attendance_member_pkey primary key (id)
);
alter table attendance_member add constraint attendance_member_employee_id_valid_from_key unique (org_id, employee_id, valid_from);
create index attendance_member_org_id_valid_from_idx on attendance_member (org_id, valid_from desc);
create index attendance_member_group_id_valid_from_idx on attendance_member (group_id, valid_from);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table attendance_member add constraint attendance_member_validity_excl exclude using gist (org_id with =, employee_id with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create table roster_day (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  day date not null,
  shift_id bigint,
  remark text,
  constraint roster_day_pkey primary key (id)
);
alter table roster_day add constraint roster_day_employee_id_day_key unique (org_id, employee_id, day);
create index roster_day_org_id_day_idx on roster_day (org_id, day desc);
create index roster_day_shift_id_idx on roster_day (shift_id);
create table attendance_device (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  workplace_id bigint not null,
  serial text,
  complete_until timestamptz,
  constraint attendance_device_pkey primary key (id)
);
alter table attendance_device add constraint attendance_device_name_key unique (org_id, name);
create index attendance_device_workplace_id_idx on attendance_device (workplace_id);
create index attendance_device_search_idx on attendance_device using gin (search_grams(name));
create table punch (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  at timestamptz not null,
  source smallint not null default 4,
  device_id bigint,
  outside boolean not null default false,
  distance_m integer,
  accuracy_m integer,
  note text,
  constraint punch_pkey primary key (id)
);
alter table punch add constraint punch_employee_id_at_key unique (org_id, employee_id, at);
create index punch_org_id_at_idx on punch (org_id, at desc);
create index punch_employee_id_at_idx on punch (employee_id, at desc);
create index punch_device_id_idx on punch (device_id);
create table punch_void (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  punch_id bigint not null,
  employee_id bigint not null,
  reason text not null,
  by bigint,
  constraint punch_void_pkey primary key (id)
);
alter table punch_void add constraint punch_void_punch_id_key unique (org_id, punch_id);
create index punch_void_employee_id_idx on punch_void (employee_id);
create table away (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  source smallint not null,
  doc_id text not null,
  no text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  approved boolean not null default false,
  constraint away_pkey primary key (id)
);
alter table away add constraint away_source_doc_id_key unique (org_id, source, doc_id);
create index away_employee_id_from_at_idx on away (employee_id, from_at);
create index away_org_id_from_at_idx on away (org_id, from_at desc);
create table overtime_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  employee_id bigint,
  state smallint not null default 0,
  from_at timestamptz not null,
  to_at timestamptz not null,
  compensation smallint not null default 1,
  unpunched boolean not null default false,
  reason text not null,
  remark text,
  attachments bigint[],
  constraint overtime_order_pkey primary key (id)
);
alter table overtime_order add constraint overtime_order_no_key unique (org_id, no);
create index overtime_order_org_id_business_on_id_idx on overtime_order (org_id, business_on desc, id desc);
create index overtime_order_employee_id_from_at_idx on overtime_order (employee_id, from_at desc);
create index overtime_order_from_at_idx on overtime_order (from_at);
create index overtime_order_org_id_business_on_idx on overtime_order (org_id, business_on desc);
create index overtime_order_search_idx on overtime_order using gin (search_grams(no));
create table attendance_day (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  day date not null,
  group_id bigint not null,
  shift_id bigint,
  kind smallint not null,
  state smallint not null,
  marks integer[],
  first_in timestamptz,
  last_out timestamptz,
  scheduled integer not null default 0,
  worked integer not null default 0,
  forgiven integer not null default 0,
  late integer not null default 0,
  early integer not null default 0,
  absent integer not null default 0,
  missing integer not null default 0,
  leave integer not null default 0,
  trip integer not null default 0,
  outing integer not null default 0,
  ot_work integer not null default 0,
  ot_rest integer not null default 0,
  ot_holiday integer not null default 0,
  lieu integer not null default 0,
  holiday_worked integer not null default 0,
  night integer not null default 0,
  constraint attendance_day_pkey primary key (id),
  constraint attendance_day_check_1 check (scheduled = worked + forgiven + late + early + absent + missing + leave + trip + outing or state <> 3)
);
alter table attendance_day add constraint attendance_day_employee_id_day_key unique (org_id, employee_id, day);
create index attendance_day_org_id_day_idx on attendance_day (org_id, day desc);
create index attendance_day_employee_id_day_idx on attendance_day (employee_id, day desc);
create index attendance_day_group_id_day_idx on attendance_day (group_id, day);
create index attendance_day_shift_id_idx on attendance_day (shift_id);
create table attendance_stale (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  day date not null,
  constraint attendance_stale_pkey primary key (id)
);
alter table attendance_stale add constraint attendance_stale_employee_id_day_key unique (org_id, employee_id, day);
create index attendance_stale_org_id_day_idx on attendance_stale (org_id, day);
create table supplement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  employee_id bigint,
  state smallint not null default 0,
  at timestamptz not null,
  reason text not null,
  remark text,
  attachments bigint[],
  constraint supplement_pkey primary key (id)
);
alter table supplement add constraint supplement_no_key unique (org_id, no);
create index supplement_org_id_business_on_id_idx on supplement (org_id, business_on desc, id desc);
create index supplement_employee_id_at_idx on supplement (employee_id, at desc);
create index supplement_org_id_business_on_idx on supplement (org_id, business_on desc);
create index supplement_search_idx on supplement using gin (search_grams(no));
create table leave_type (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  pay smallint not null default 1,
  proof_from_days integer,
  status smallint not null default 1,
  constraint leave_type_pkey primary key (id)
);
alter table leave_type add constraint leave_type_code_key unique (org_id, code);
create index leave_type_search_idx on leave_type using gin (search_grams(name, code));
create table leave_request (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  employee_id bigint,
  state smallint not null default 0,
  type_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  minutes integer not null default 0,
  reason text not null,
  proof bigint[],
  remark text,
  attachments bigint[],
  constraint leave_request_pkey primary key (id)
);
alter table leave_request add constraint leave_request_no_key unique (org_id, no);
create index leave_request_org_id_business_on_id_idx on leave_request (org_id, business_on desc, id desc);
create index leave_request_employee_id_from_at_idx on leave_request (employee_id, from_at desc);
create index leave_request_from_at_idx on leave_request (from_at);
create index leave_request_org_id_business_on_idx on leave_request (org_id, business_on desc);
create index leave_request_type_id_idx on leave_request (type_id);
create index leave_request_search_idx on leave_request using gin (search_grams(no));
create table outing (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  employee_id bigint,
  state smallint not null default 0,
  from_at timestamptz not null,
  to_at timestamptz not null,
  place text not null,
  reason text not null,
  remark text,
  attachments bigint[],
  constraint outing_pkey primary key (id)
);
alter table outing add constraint outing_no_key unique (org_id, no);
create index outing_org_id_business_on_id_idx on outing (org_id, business_on desc, id desc);
create index outing_employee_id_from_at_idx on outing (employee_id, from_at desc);
create index outing_from_at_idx on outing (from_at);
create index outing_org_id_business_on_idx on outing (org_id, business_on desc);
create index outing_search_idx on outing using gin (search_grams(no));
create table trip (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  employee_id bigint,
  state smallint not null default 0,
  place text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null,
  remark text,
  attachments bigint[],
  constraint trip_pkey primary key (id)
);
alter table trip add constraint trip_no_key unique (org_id, no);
create index trip_org_id_business_on_id_idx on trip (org_id, business_on desc, id desc);
create index trip_employee_id_from_at_idx on trip (employee_id, from_at desc);
create index trip_from_at_idx on trip (from_at);
create index trip_org_id_business_on_idx on trip (org_id, business_on desc);
create index trip_search_idx on trip using gin (search_grams(no));
ALTER TABLE "public"."attendance_day" ADD CONSTRAINT "attendance_day_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_day" ADD CONSTRAINT "attendance_day_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.attendance_group(id);
ALTER TABLE "public"."attendance_day" ADD CONSTRAINT "attendance_day_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."attendance_day" ADD CONSTRAINT "attendance_day_shift_id_fkey" FOREIGN KEY (shift_id) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_device" ADD CONSTRAINT "attendance_device_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."attendance_device" ADD CONSTRAINT "attendance_device_workplace_id_fkey" FOREIGN KEY (workplace_id) REFERENCES public.hr_workplace(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_alt_sat_fkey" FOREIGN KEY (alt_sat) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_alt_sun_fkey" FOREIGN KEY (alt_sun) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_fri_fkey" FOREIGN KEY (fri) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_mon_fkey" FOREIGN KEY (mon) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_sat_fkey" FOREIGN KEY (sat) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_sun_fkey" FOREIGN KEY (sun) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_thu_fkey" FOREIGN KEY (thu) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_tue_fkey" FOREIGN KEY (tue) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_wed_fkey" FOREIGN KEY (wed) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_workplace_id_fkey" FOREIGN KEY (workplace_id) REFERENCES public.hr_workplace(id);
ALTER TABLE "public"."attendance_member" ADD CONSTRAINT "attendance_member_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_member" ADD CONSTRAINT "attendance_member_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.attendance_group(id);
ALTER TABLE "public"."attendance_member" ADD CONSTRAINT "attendance_member_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."attendance_rule" ADD CONSTRAINT "attendance_rule_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.attendance_group(id);
ALTER TABLE "public"."attendance_rule" ADD CONSTRAINT "attendance_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."attendance_shift" ADD CONSTRAINT "attendance_shift_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."attendance_stale" ADD CONSTRAINT "attendance_stale_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_stale" ADD CONSTRAINT "attendance_stale_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."away" ADD CONSTRAINT "away_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."away" ADD CONSTRAINT "away_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_request" ADD CONSTRAINT "leave_request_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_request" ADD CONSTRAINT "leave_request_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_request" ADD CONSTRAINT "leave_request_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.leave_type(id);
ALTER TABLE "public"."leave_type" ADD CONSTRAINT "leave_type_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."outing" ADD CONSTRAINT "outing_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."outing" ADD CONSTRAINT "outing_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."overtime_order" ADD CONSTRAINT "overtime_order_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."overtime_order" ADD CONSTRAINT "overtime_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."punch" ADD CONSTRAINT "punch_device_id_fkey" FOREIGN KEY (device_id) REFERENCES public.attendance_device(id);
ALTER TABLE "public"."punch" ADD CONSTRAINT "punch_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."punch" ADD CONSTRAINT "punch_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."punch_void" ADD CONSTRAINT "punch_void_by_fkey" FOREIGN KEY (by) REFERENCES public.employee(id);
ALTER TABLE "public"."punch_void" ADD CONSTRAINT "punch_void_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."punch_void" ADD CONSTRAINT "punch_void_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."punch_void" ADD CONSTRAINT "punch_void_punch_id_fkey" FOREIGN KEY (punch_id) REFERENCES public.punch(id);
ALTER TABLE "public"."roster_day" ADD CONSTRAINT "roster_day_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."roster_day" ADD CONSTRAINT "roster_day_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."roster_day" ADD CONSTRAINT "roster_day_shift_id_fkey" FOREIGN KEY (shift_id) REFERENCES public.attendance_shift(id);
ALTER TABLE "public"."supplement" ADD CONSTRAINT "supplement_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."supplement" ADD CONSTRAINT "supplement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."trip" ADD CONSTRAINT "trip_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."trip" ADD CONSTRAINT "trip_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
