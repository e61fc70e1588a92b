create table hr_joiner (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  effective_on date not null,
  seq integer not null,
  person_name text not null,
  employee_no text,
  dept_id bigint not null,
  position_id bigint,
  grade_id bigint,
  manager_id bigint,
  workplace_id bigint,
  company_id bigint,
  probation_to date,
  id_no text,
  phone text,
  email text,
  salary_level text,
  action_id bigint,
  constraint hr_joiner_pkey primary key (id),
  constraint hr_joiner_id_no_sealed check (id_no like 'v1.%')
);
alter table hr_joiner add constraint hr_joiner_effective_on_seq_key unique (org_id, effective_on, seq);
create index hr_joiner_org_id_effective_on_idx on hr_joiner (org_id, effective_on desc);
create index hr_joiner_action_id_idx on hr_joiner (action_id);
create index hr_joiner_dept_id_idx on hr_joiner (dept_id);
create index hr_joiner_position_id_idx on hr_joiner (position_id);
create index hr_joiner_grade_id_idx on hr_joiner (grade_id);
create index hr_joiner_manager_id_idx on hr_joiner (manager_id);
create index hr_joiner_workplace_id_idx on hr_joiner (workplace_id);
create index hr_joiner_company_id_idx on hr_joiner (company_id);
create index hr_joiner_search_idx on hr_joiner using gin (search_grams(person_name));
ALTER TABLE "public"."hr_file" ADD COLUMN "birthday_on" date;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_headcount" ADD COLUMN "actual" integer NOT NULL DEFAULT 0;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_headcount" ADD COLUMN "arriving" integer NOT NULL DEFAULT 0;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_headcount" ADD COLUMN "leaving" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."hr_letter" ADD COLUMN "wording" text;
ALTER TABLE "public"."hr_roster" ADD COLUMN "id_valid_to" date;
ALTER TABLE "public"."hr_roster" ADD COLUMN "nation" bigint;
ALTER TABLE "public"."hr_roster" ADD COLUMN "politics" bigint;
ALTER TABLE "public"."hr_roster" ADD COLUMN "marriage" bigint;
ALTER TABLE "public"."hr_roster" ADD COLUMN "native_place" text;
ALTER TABLE "public"."hr_roster" ADD COLUMN "household" smallint;
ALTER TABLE "public"."hr_roster" ADD COLUMN "address" text;
ALTER TABLE "public"."hr_roster" ADD COLUMN "emergency_name" text;
ALTER TABLE "public"."hr_roster" ADD COLUMN "emergency_phone" text;
ALTER TABLE "public"."personnel_action" ADD COLUMN "findings" integer[];
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_action_id_fkey" FOREIGN KEY (action_id) REFERENCES public.personnel_action(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_grade_id_fkey" FOREIGN KEY (grade_id) REFERENCES public.hr_grade(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
ALTER TABLE "public"."hr_joiner" ADD CONSTRAINT "hr_joiner_workplace_id_fkey" FOREIGN KEY (workplace_id) REFERENCES public.hr_workplace(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_marriage_fkey" FOREIGN KEY (marriage) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_nation_fkey" FOREIGN KEY (nation) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."hr_roster" ADD CONSTRAINT "hr_roster_politics_fkey" FOREIGN KEY (politics) REFERENCES public.dictionary_item(id);
CREATE INDEX hr_file_org_id_birthday_on_idx ON public.hr_file USING btree (org_id, birthday_on);
