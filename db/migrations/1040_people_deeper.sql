-- grant: select,insert on hr_reading
create table hr_file_change (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  state smallint not null default 0,
  what text,
  id_no text,
  nation bigint,
  politics bigint,
  marriage bigint,
  native_place text,
  household smallint,
  address text,
  emergency_name text,
  emergency_phone text,
  education bigint,
  bank_name text,
  bank_holder text,
  bank_account text,
  reason text,
  refusal text,
  constraint hr_file_change_pkey primary key (id),
  constraint hr_file_change_id_no_sealed check (id_no like 'v1.%'),
  constraint hr_file_change_bank_account_sealed check (bank_account like 'v1.%')
);
create index hr_file_change_employee_id_idx on hr_file_change (employee_id);
create index hr_file_change_org_id_created_at_idx on hr_file_change (org_id, created_at desc);
create table hr_letter (
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
  kind smallint not null,
  state smallint not null default 0,
  purpose text not null,
  addressee text,
  language smallint not null default 1,
  income numeric(20,4),
  issued_on date,
  refusal text,
  remark text,
  attachments bigint[],
  constraint hr_letter_pkey primary key (id)
);
alter table hr_letter add constraint hr_letter_no_key unique (org_id, no);
create index hr_letter_org_id_business_on_id_idx on hr_letter (org_id, business_on desc, id desc);
create index hr_letter_employee_id_idx on hr_letter (employee_id);
create index hr_letter_search_idx on hr_letter using gin (search_grams(no));
create table hr_letter_template (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  kind smallint not null,
  language smallint not null default 1,
  title text not null,
  body text not null,
  constraint hr_letter_template_pkey primary key (id)
);
alter table hr_letter_template add constraint hr_letter_template_kind_language_key unique (org_id, kind, language);
create index hr_letter_template_org_id_kind_idx on hr_letter_template (org_id, kind);
create index hr_letter_template_search_idx on hr_letter_template using gin (search_grams(title));
create table hr_task (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  kind smallint not null,
  item text not null,
  owner_id bigint not null,
  due_on date not null,
  required boolean not null default true,
  state smallint not null default 0,
  done_on date,
  note text,
  action_id bigint,
  constraint hr_task_pkey primary key (id)
);
create index hr_task_employee_id_idx on hr_task (employee_id);
create index hr_task_owner_id_idx on hr_task (owner_id);
create index hr_task_action_id_idx on hr_task (action_id);
create index hr_task_org_id_due_on_idx on hr_task (org_id, due_on);
create index hr_task_state_due_on_idx on hr_task (state, due_on);
create table hr_task_template (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  kind smallint not null,
  item text not null,
  owner_by smallint not null default 3,
  owner_id bigint,
  days integer not null default 0,
  required boolean not null default true,
  sort integer not null default 0,
  constraint hr_task_template_pkey primary key (id)
);
alter table hr_task_template add constraint hr_task_template_kind_item_key unique (org_id, kind, item);
create index hr_task_template_org_id_kind_idx on hr_task_template (org_id, kind);
create index hr_task_template_owner_id_idx on hr_task_template (owner_id);
create index hr_task_template_search_idx on hr_task_template using gin (search_grams(item));
create table hr_roster (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text not null,
  name text not null,
  dept_id bigint not null,
  position_id bigint,
  grade_id bigint,
  manager_no text,
  workplace_id bigint,
  company_id bigint,
  kind smallint not null default 1,
  stage smallint not null default 3,
  id_kind smallint not null default 1,
  id_no text,
  first_worked_on date,
  hired_on date not null,
  probation_to date,
  phone text,
  email text,
  education bigint,
  bank_name text,
  bank_holder text,
  bank_account text,
  salary_level text,
  constraint hr_roster_pkey primary key (id),
  constraint hr_roster_id_no_sealed check (id_no like 'v1.%'),
  constraint hr_roster_bank_account_sealed check (bank_account like 'v1.%')
);
alter table hr_roster add constraint hr_roster_no_key unique (org_id, no);
create index hr_roster_dept_id_idx on hr_roster (dept_id);
create index hr_roster_position_id_idx on hr_roster (position_id);
create index hr_roster_grade_id_idx on hr_roster (grade_id);
create index hr_roster_workplace_id_idx on hr_roster (workplace_id);
create index hr_roster_company_id_idx on hr_roster (company_id);
create index hr_roster_search_idx on hr_roster using gin (search_grams(no, name));
create table hr_language (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  language_id bigint not null,
  level_id bigint not null,
  remark text,
  constraint hr_language_pkey primary key (id)
);
alter table hr_language add constraint hr_language_employee_id_language_id_key unique (org_id, employee_id, language_id);
create index hr_language_org_id_language_id_idx on hr_language (org_id, language_id);
create table hr_experience (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  company text not null,
  title text,
  from_on date,
  to_on date,
  proof text,
  constraint hr_experience_pkey primary key (id)
);
create index hr_experience_employee_id_idx on hr_experience (employee_id);
create index hr_experience_org_id_to_on_idx on hr_experience (org_id, to_on desc);
create index hr_experience_search_idx on hr_experience using gin (search_grams(company));
create table hr_reading (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  read_at timestamptz not null,
  reader_id bigint,
  what smallint not null,
  way smallint not null,
  reason text,
  constraint hr_reading_pkey primary key (id)
);
create index hr_reading_employee_id_read_at_idx on hr_reading (employee_id, read_at desc);
create index hr_reading_org_id_read_at_idx on hr_reading (org_id, read_at desc);
create index hr_reading_reader_id_idx on hr_reading (reader_id);
create table hr_contract_sheet (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  company_id bigint not null,
  kind smallint not null default 1,
  valid_from date not null,
  valid_to date,
  probation_to date,
  signed_on date,
  hours smallint not null default 1,
  constraint hr_contract_sheet_pkey primary key (id)
);
alter table hr_contract_sheet add constraint hr_contract_sheet_employee_id_valid_from_key unique (org_id, employee_id, valid_from);
create index hr_contract_sheet_company_id_idx on hr_contract_sheet (company_id);
create index hr_contract_sheet_org_id_valid_from_idx on hr_contract_sheet (org_id, valid_from desc);
create table hr_heads__employee_month_dept_position_key_workplace_key (
  org_id bigint not null,
  employee_id bigint not null,
  month date not null,
  dept_id bigint not null,
  position_key bigint not null,
  workplace_key bigint not null,
  heads integer not null,
  joined integer not null,
  gone integer not null,
  n integer not null,
  constraint hr_heads__employee_month_dept_position_key_workplace_key_pkey primary key (employee_id, month, dept_id, position_key, workplace_key)
);
create table hr_heads__employee_day_dept_position_key_workplace_key (
  org_id bigint not null,
  employee_id bigint not null,
  day date not null,
  dept_id bigint not null,
  position_key bigint not null,
  workplace_key bigint not null,
  heads integer not null,
  joined integer not null,
  gone integer not null,
  n integer not null,
  constraint hr_heads__employee_day_dept_position_key_workplace_key_pkey primary key (employee_id, day, dept_id, position_key, workplace_key)
);
ALTER TABLE "public"."employee" ADD COLUMN "manager_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_assignment" ADD COLUMN "position_key" bigint NOT NULL DEFAULT '0'::bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_assignment" ADD COLUMN "workplace_key" bigint NOT NULL DEFAULT '0'::bigint;
ALTER TABLE "public"."hr_assignment" ADD COLUMN "ended_on" date;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_assignment" ADD COLUMN "heads" integer NOT NULL DEFAULT 1;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_assignment" ADD COLUMN "joined" integer NOT NULL DEFAULT 0;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_assignment" ADD COLUMN "gone" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."hr_file" ADD COLUMN "age_band" smallint;
ALTER TABLE "public"."hr_file" ADD COLUMN "service_band" smallint;
ALTER TABLE "public"."hr_file" ADD COLUMN "emptied_on" date;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."labour_contract" ADD COLUMN "is_wished" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."labour_contract" ADD COLUMN "renewal_no" integer;
ALTER TABLE "public"."labour_contract" ADD COLUMN "finding" smallint;
ALTER TABLE "public"."position" ADD COLUMN "post_type" bigint;
ALTER TABLE "public"."employee" ADD CONSTRAINT "employee_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_employee_id_valid_from_key" UNIQUE (org_id, employee_id, valid_from);
ALTER TABLE "public"."hr_contract_sheet" ADD CONSTRAINT "hr_contract_sheet_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."hr_contract_sheet" ADD CONSTRAINT "hr_contract_sheet_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_contract_sheet" ADD CONSTRAINT "hr_contract_sheet_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_experience" ADD CONSTRAINT "hr_experience_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_experience" ADD CONSTRAINT "hr_experience_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_file_change" ADD CONSTRAINT "hr_file_change_education_fkey" FOREIGN KEY (education) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file_change" ADD CONSTRAINT "hr_file_change_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_file_change" ADD CONSTRAINT "hr_file_change_marriage_fkey" FOREIGN KEY (marriage) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file_change" ADD CONSTRAINT "hr_file_change_nation_fkey" FOREIGN KEY (nation) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file_change" ADD CONSTRAINT "hr_file_change_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_file_change" ADD CONSTRAINT "hr_file_change_politics_fkey" FOREIGN KEY (politics) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_heads__employee_day_dept_position_key_workplace_key" ADD CONSTRAINT "hr_heads__employee_day_dept_position_key_workplace_key_di_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_heads__employee_day_dept_position_key_workplace_key" ADD CONSTRAINT "hr_heads__employee_day_dept_position_key_workplace_key_ei_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_heads__employee_month_dept_position_key_workplace_key" ADD CONSTRAINT "hr_heads__employee_month_dept_position_key_workplace_key_di_fke" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_heads__employee_month_dept_position_key_workplace_key" ADD CONSTRAINT "hr_heads__employee_month_dept_position_key_workplace_key_ei_fke" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_language" ADD CONSTRAINT "hr_language_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_language" ADD CONSTRAINT "hr_language_language_id_fkey" FOREIGN KEY (language_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_language" ADD CONSTRAINT "hr_language_level_id_fkey" FOREIGN KEY (level_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_language" ADD CONSTRAINT "hr_language_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_letter" ADD CONSTRAINT "hr_letter_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_letter" ADD CONSTRAINT "hr_letter_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_letter_template" ADD CONSTRAINT "hr_letter_template_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_reading" ADD CONSTRAINT "hr_reading_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_reading" ADD CONSTRAINT "hr_reading_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_reading" ADD CONSTRAINT "hr_reading_reader_id_fkey" FOREIGN KEY (reader_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_education_fkey" FOREIGN KEY (education) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_grade_id_fkey" FOREIGN KEY (grade_id) REFERENCES public.hr_grade(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_workplace_id_fkey" FOREIGN KEY (workplace_id) REFERENCES public.hr_workplace(id);
ALTER TABLE "public"."hr_task" ADD CONSTRAINT "hr_task_action_id_fkey" FOREIGN KEY (action_id) REFERENCES public.personnel_action(id);
ALTER TABLE "public"."hr_task" ADD CONSTRAINT "hr_task_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_task" ADD CONSTRAINT "hr_task_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_task" ADD CONSTRAINT "hr_task_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_task_template" ADD CONSTRAINT "hr_task_template_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_task_template" ADD CONSTRAINT "hr_task_template_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."position" ADD CONSTRAINT "position_post_type_fkey" FOREIGN KEY (post_type) REFERENCES public.dictionary_item(id);
CREATE INDEX employee_manager_id_idx ON public.employee USING btree (manager_id);
CREATE INDEX hr_assignment_org_id_ended_on_idx ON public.hr_assignment USING btree (org_id, ended_on);
CREATE INDEX hr_file_org_id_left_on_idx ON public.hr_file USING btree (org_id, left_on);
CREATE INDEX hr_file_org_id_retire_on_idx ON public.hr_file USING btree (org_id, retire_on);
update hr_assignment a set
  position_key = coalesce(a.position_id, 0),
  workplace_key = coalesce(a.workplace_id, 0),
  ended_on = a.valid_to + 1,
  joined = case when exists (select from hr_assignment b where b.employee_id = a.employee_id and b.valid_to = a.valid_from - 1) then 0 else 1 end,
  gone = case when a.valid_to is null
    or exists (select from hr_assignment b where b.employee_id = a.employee_id and b.valid_from = a.valid_to + 1) then 0 else 1 end;
update employee e set manager_id = a.manager_id from hr_assignment a
  where a.employee_id = e.id and a.valid_to is null and a.manager_id is not null;
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'hr_heads', org_id, employee_id, day, now()
  from (select org_id, employee_id, valid_from as day from hr_assignment
    union all select org_id, employee_id, ended_on from hr_assignment where ended_on is not null) x
  on conflict do nothing;
