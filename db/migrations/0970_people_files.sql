create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
create table hr_file (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  stage smallint not null default 3,
  kind smallint not null default 1,
  id_kind smallint not null default 1,
  id_no text,
  id_valid_to date,
  sex smallint,
  nation bigint,
  politics bigint,
  marriage bigint,
  native_place text,
  household smallint,
  address text,
  emergency_name text,
  emergency_phone text,
  education bigint,
  size bigint,
  first_worked_on date,
  hired_on date,
  probation_to date,
  regular_on date,
  left_on date,
  leave_reason bigint,
  protected_until date,
  retire_on date,
  notice_on date,
  salary_level text,
  bank_name text,
  bank_holder text,
  bank_account text,
  constraint hr_file_pkey primary key (id),
  constraint hr_file_id_no_sealed check (id_no like 'v1.%'),
  constraint hr_file_bank_account_sealed check (bank_account like 'v1.%')
);
alter table hr_file add constraint hr_file_employee_id_key unique (org_id, employee_id);
create unique index hr_file_id_no_key on hr_file (org_id, split_part(id_no, '.', 6));
create index hr_file_org_id_hired_on_idx on hr_file (org_id, hired_on desc);
create index hr_file_org_id_probation_to_idx on hr_file (org_id, probation_to);
create table personnel_action (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  kind smallint not null,
  state smallint not null default 0,
  employee_id bigint,
  effective_on date not null,
  reason text,
  person_name text,
  employee_no text,
  id_no text,
  phone text,
  email text,
  dept_id bigint,
  position_id bigint,
  grade_id bigint,
  manager_id bigint,
  workplace_id bigint,
  company_id bigint,
  probation_to date,
  salary_level text,
  leave_reason bigint,
  hand_over_to bigint,
  asked_by bigint not null,
  failed text,
  remark text,
  attachments bigint[],
  constraint personnel_action_pkey primary key (id),
  constraint personnel_action_id_no_sealed check (id_no like 'v1.%')
);
alter table personnel_action add constraint personnel_action_no_key unique (org_id, no);
create index personnel_action_org_id_business_on_id_idx on personnel_action (org_id, business_on desc, id desc);
create index personnel_action_employee_id_effective_on_idx on personnel_action (employee_id, effective_on desc);
create index personnel_action_asked_by_idx on personnel_action (asked_by);
create index personnel_action_state_effective_on_idx on personnel_action (state, effective_on);
create index personnel_action_org_id_effective_on_idx on personnel_action (org_id, effective_on desc);
create index personnel_action_search_idx on personnel_action using gin (search_grams(no));
create table hr_education (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  school text not null,
  major text,
  education bigint not null,
  kind bigint,
  from_on date,
  to_on date,
  files bigint[],
  constraint hr_education_pkey primary key (id)
);
create index hr_education_employee_id_idx on hr_education (employee_id);
create index hr_education_org_id_to_on_idx on hr_education (org_id, to_on desc);
create index hr_education_search_idx on hr_education using gin (search_grams(school));
create table hr_family (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  name text not null,
  relation bigint not null,
  phone text,
  birthday date,
  constraint hr_family_pkey primary key (id)
);
create index hr_family_employee_id_idx on hr_family (employee_id);
create index hr_family_org_id_name_idx on hr_family (org_id, name);
create index hr_family_search_idx on hr_family using gin (search_grams(name));
create table hr_paper (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  kind smallint not null,
  no text,
  valid_to date,
  files bigint[],
  constraint hr_paper_pkey primary key (id)
);
create index hr_paper_employee_id_idx on hr_paper (employee_id);
create index hr_paper_org_id_valid_to_idx on hr_paper (org_id, valid_to);
create table hr_workplace (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  region text,
  zone text not null default 'Asia/Shanghai',
  address text,
  lat numeric(20,6),
  lng numeric(20,6),
  radius_m integer not null default 300,
  calendar smallint not null default 1,
  constraint hr_workplace_pkey primary key (id)
);
alter table hr_workplace add constraint hr_workplace_name_key unique (org_id, name);
create index hr_workplace_search_idx on hr_workplace using gin (search_grams(name));
create table hr_grade (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  post_type bigint,
  sort integer not null default 0,
  constraint hr_grade_pkey primary key (id)
);
alter table hr_grade add constraint hr_grade_code_key unique (org_id, code);
create index hr_grade_search_idx on hr_grade using gin (search_grams(code, name));
create table hr_headcount (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  year integer not null,
  dept_id bigint not null,
  position_id bigint not null,
  planned integer not null,
  constraint hr_headcount_pkey primary key (id)
);
alter table hr_headcount add constraint hr_headcount_year_dept_id_position_id_key unique (org_id, year, dept_id, position_id);
create table labour_contract (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  employee_id bigint not null,
  company_id bigint not null,
  kind smallint not null default 1,
  state smallint not null default 0,
  valid_from date not null,
  valid_to date,
  probation_to date,
  hours smallint not null default 1,
  renewal_of bigint,
  signed_on date,
  ended_on date,
  end_reason text,
  remark text,
  attachments bigint[],
  constraint labour_contract_pkey primary key (id)
);
alter table labour_contract add constraint labour_contract_no_key unique (org_id, no);
create index labour_contract_org_id_business_on_id_idx on labour_contract (org_id, business_on desc, id desc);
create index labour_contract_employee_id_valid_from_idx on labour_contract (employee_id, valid_from desc);
create index labour_contract_org_id_valid_from_idx on labour_contract (org_id, valid_from desc);
create index labour_contract_org_id_valid_to_idx on labour_contract (org_id, valid_to);
create index labour_contract_company_id_idx on labour_contract (company_id);
create index labour_contract_renewal_of_idx on labour_contract (renewal_of);
create index labour_contract_search_idx on labour_contract using gin (search_grams(no));
alter table labour_contract add constraint labour_contract_validity_excl exclude using gist (org_id with =, employee_id with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create table hr_agreement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  kind smallint not null,
  from_on date not null,
  to_on date,
  amount numeric(20,4),
  files bigint[],
  remark text,
  constraint hr_agreement_pkey primary key (id)
);
create index hr_agreement_employee_id_idx on hr_agreement (employee_id);
create index hr_agreement_org_id_from_on_idx on hr_agreement (org_id, from_on desc);
create index hr_agreement_org_id_to_on_idx on hr_agreement (org_id, to_on);
create table hr_assignment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  dept_id bigint not null,
  position_id bigint,
  grade_id bigint,
  manager_id bigint,
  workplace_id bigint,
  company_id bigint,
  valid_from date not null,
  valid_to date,
  action_id bigint,
  constraint hr_assignment_pkey primary key (id)
);
create index hr_assignment_org_id_valid_from_idx on hr_assignment (org_id, valid_from desc);
create index hr_assignment_dept_id_idx on hr_assignment (dept_id);
create index hr_assignment_action_id_idx on hr_assignment (action_id);
alter table hr_assignment add constraint hr_assignment_validity_excl exclude using gist (org_id with =, employee_id with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
ALTER TABLE "public"."hr_agreement" ADD CONSTRAINT "hr_agreement_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_agreement" ADD CONSTRAINT "hr_agreement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_action_id_fkey" FOREIGN KEY (action_id) REFERENCES public.personnel_action(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_grade_id_fkey" FOREIGN KEY (grade_id) REFERENCES public.hr_grade(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
ALTER TABLE "public"."hr_assignment" ADD CONSTRAINT "hr_assignment_workplace_id_fkey" FOREIGN KEY (workplace_id) REFERENCES public.hr_workplace(id);
ALTER TABLE "public"."hr_education" ADD CONSTRAINT "hr_education_education_fkey" FOREIGN KEY (education) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_education" ADD CONSTRAINT "hr_education_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_education" ADD CONSTRAINT "hr_education_kind_fkey" FOREIGN KEY (kind) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_education" ADD CONSTRAINT "hr_education_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_family" ADD CONSTRAINT "hr_family_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_family" ADD CONSTRAINT "hr_family_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_family" ADD CONSTRAINT "hr_family_relation_fkey" FOREIGN KEY (relation) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_education_fkey" FOREIGN KEY (education) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_leave_reason_fkey" FOREIGN KEY (leave_reason) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_marriage_fkey" FOREIGN KEY (marriage) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_nation_fkey" FOREIGN KEY (nation) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_politics_fkey" FOREIGN KEY (politics) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_size_fkey" FOREIGN KEY (size) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_grade" ADD CONSTRAINT "hr_grade_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_grade" ADD CONSTRAINT "hr_grade_post_type_fkey" FOREIGN KEY (post_type) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_headcount" ADD CONSTRAINT "hr_headcount_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_headcount" ADD CONSTRAINT "hr_headcount_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_headcount" ADD CONSTRAINT "hr_headcount_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
ALTER TABLE "public"."hr_paper" ADD CONSTRAINT "hr_paper_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_paper" ADD CONSTRAINT "hr_paper_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_workplace" ADD CONSTRAINT "hr_workplace_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."labour_contract" ADD CONSTRAINT "labour_contract_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."labour_contract" ADD CONSTRAINT "labour_contract_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."labour_contract" ADD CONSTRAINT "labour_contract_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."labour_contract" ADD CONSTRAINT "labour_contract_renewal_of_fkey" FOREIGN KEY (renewal_of) REFERENCES public.labour_contract(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES public.employee(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_grade_id_fkey" FOREIGN KEY (grade_id) REFERENCES public.hr_grade(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_hand_over_to_fkey" FOREIGN KEY (hand_over_to) REFERENCES public.employee(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_leave_reason_fkey" FOREIGN KEY (leave_reason) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
ALTER TABLE "public"."personnel_action" ADD CONSTRAINT "personnel_action_workplace_id_fkey" FOREIGN KEY (workplace_id) REFERENCES public.hr_workplace(id);

-- who is there already has a file, and an assignment from the first day that is known
insert into hr_file (org_id, employee_id, stage, hired_on) select org_id, id, case status when 2 then 5 else 3 end, hired_on from employee;
insert into hr_assignment (org_id, employee_id, dept_id, position_id, valid_from)
  select org_id, id, dept_id, position_id, least(coalesce(hired_on, created_at::date), current_date) from employee where status = 1;

-- 120 of the dictionaries, for organisations that are there
insert into dictionary (org_id, code, name, name_en) select id, 120, '离职原因', 'Reasons for leaving' from organisation
  on conflict (org_id, code) do nothing;
insert into dictionary_item (org_id, dictionary_id, dictionary_code, value, label, label_en, sort)
  select d.org_id, d.id, 120, x.value, x.label, x.label_en, x.value::int * 10
  from dictionary d cross join (values
    ('1', '协商一致', 'By agreement'), ('2', '本人辞职', 'Resigned'), ('3', '试用期不合格', 'Failed probation'),
    ('4', '单位过失被迫解除', 'Employer at fault'), ('5', '严重违纪', 'Serious breach'), ('6', '不能胜任', 'Not competent'),
    ('7', '经济性裁员', 'Redundancy'), ('8', '合同到期', 'Contract ended'), ('9', '退休', 'Retired'), ('10', '其他', 'Other')
  ) as x (value, label, label_en)
  where d.code = 120 on conflict (org_id, dictionary_id, value) do nothing;
