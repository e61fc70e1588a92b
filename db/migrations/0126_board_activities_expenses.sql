create table bbs_section (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  intro text,
  sort integer not null default 0,
  moderator_ids bigint[],
  allow_anonymous boolean not null default false,
  status smallint not null default 1,
  for_all boolean not null default true,
  for_depts bigint[],
  for_roles bigint[],
  for_people bigint[],
  owner_id bigint,
  audience text[] not null,
  constraint bbs_section_pkey primary key (id)
);
alter table bbs_section add constraint bbs_section_name_key unique (org_id, name);
create index bbs_section_org_id_sort_id_idx on bbs_section (org_id, sort, id);
create index bbs_section_moderator_ids_idx on bbs_section using gin (moderator_ids);
create index bbs_section_for_depts_idx on bbs_section using gin (for_depts);
create index bbs_section_for_roles_idx on bbs_section using gin (for_roles);
create index bbs_section_for_people_idx on bbs_section using gin (for_people);
create index bbs_section_search_idx on bbs_section using gin (search_grams(name, intro));
create table bbs_moderator (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  section_id bigint not null,
  employee_id bigint not null,
  constraint bbs_moderator_pkey primary key (id)
);
alter table bbs_moderator add constraint bbs_moderator_section_id_employee_id_key unique (org_id, section_id, employee_id);
create index bbs_moderator_employee_id_idx on bbs_moderator (employee_id);
create table bbs_topic (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  section_id bigint not null,
  title text not null,
  content text not null,
  pictures bigint[],
  is_anonymous boolean not null default false,
  author_id bigint,
  state smallint not null default 1,
  sticky boolean not null default false,
  posted_at timestamptz not null,
  replies integer not null default 0,
  likes integer not null default 0,
  views integer not null default 0,
  last_reply_at timestamptz,
  last_reply_by text,
  best_reply_id bigint,
  reason text,
  order_at timestamptz not null,
  audience text[] not null,
  constraint bbs_topic_pkey primary key (id)
);
create index bbs_topic_org_id_order_at_id_idx on bbs_topic (org_id, order_at desc, id desc);
create index bbs_topic_section_id_order_at_id_idx on bbs_topic (section_id, order_at desc, id desc);
create index bbs_topic_author_id_posted_at_idx on bbs_topic (author_id, posted_at desc);
create index bbs_topic_search_idx on bbs_topic using gin (search_grams(title));
create table bbs_topic_comment (
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
  is_sealed boolean not null default false,
  constraint bbs_topic_comment_pkey primary key (id)
);
create index bbs_topic_comment_record_id_id_idx on bbs_topic_comment (record_id, id desc);
create index bbs_topic_comment_parent_id_idx on bbs_topic_comment (parent_id) where parent_id is not null;
create table bbs_like (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  topic_id bigint not null,
  account_id bigint not null,
  constraint bbs_like_pkey primary key (id)
);
alter table bbs_like add constraint bbs_like_topic_id_account_id_key unique (org_id, topic_id, account_id);
create table bbs_report (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  topic_id bigint not null,
  section_id bigint not null,
  comment_id bigint,
  excerpt text,
  kind smallint not null default 3,
  reason text,
  reporter_id bigint,
  state smallint not null default 1,
  answer text,
  handled_by_id bigint,
  handled_at timestamptz,
  audience text[] not null,
  constraint bbs_report_pkey primary key (id)
);
create index bbs_report_org_id_state_id_idx on bbs_report (org_id, state, id desc);
create index bbs_report_topic_id_idx on bbs_report (topic_id);
create index bbs_report_search_idx on bbs_report using gin (search_grams(excerpt, reason));
create table culture_activity (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  cover bigint[],
  content text,
  place text,
  start_at timestamptz not null,
  end_at timestamptz not null,
  sign_up_until timestamptz not null,
  capacity integer not null default 20,
  points integer not null default 0,
  state smallint not null default 0,
  signed_up integer not null default 0,
  waiting integer not null default 0,
  checked_in integer not null default 0,
  is_full boolean not null default false,
  for_all boolean not null default true,
  for_depts bigint[],
  for_roles bigint[],
  for_people bigint[],
  owner_id bigint,
  reason text,
  code text,
  audience text[] not null,
  constraint culture_activity_pkey primary key (id)
);
create index culture_activity_org_id_start_at_id_idx on culture_activity (org_id, start_at desc, id desc);
create index culture_activity_org_id_start_at_idx on culture_activity (org_id, start_at);
create index culture_activity_code_idx on culture_activity (code);
create index culture_activity_org_id_sign_up_until_idx on culture_activity (org_id, sign_up_until) where state in (1, 3, 4);
create index culture_activity_for_depts_idx on culture_activity using gin (for_depts);
create index culture_activity_for_roles_idx on culture_activity using gin (for_roles);
create index culture_activity_for_people_idx on culture_activity using gin (for_people);
create index culture_activity_search_idx on culture_activity using gin (search_grams(title, place));
create table activity_sign_up (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  activity_id bigint not null,
  employee_id bigint not null,
  state smallint not null default 1,
  signed_up_at timestamptz not null,
  checked_in_at timestamptz,
  points integer,
  constraint activity_sign_up_pkey primary key (id)
);
alter table activity_sign_up add constraint activity_sign_up_activity_id_employee_id_key unique (org_id, activity_id, employee_id);
create index activity_sign_up_org_id_signed_up_at_id_idx on activity_sign_up (org_id, signed_up_at desc, id desc);
create index activity_sign_up_activity_id_state_signed_up_at_id_idx on activity_sign_up (activity_id, state, signed_up_at, id);
create index activity_sign_up_employee_id_idx on activity_sign_up (employee_id);
create table culture_budget (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  dept_id bigint not null,
  year integer not null,
  amount numeric(20,4) not null,
  used numeric(20,4) not null default 0,
  remark text,
  owner_id bigint,
  audience text[] not null,
  constraint culture_budget_pkey primary key (id)
);
alter table culture_budget add constraint culture_budget_dept_id_year_key unique (org_id, dept_id, year);
create index culture_budget_org_id_year_id_idx on culture_budget (org_id, year desc, id desc);
create index culture_budget_search_idx on culture_budget using gin (search_grams(remark));
create table culture_expense (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  day date not null,
  title text not null,
  type_id bigint not null,
  amount numeric(20,4) not null,
  currency text not null default 'CNY',
  amount_cny numeric(20,4),
  claimant_id bigint not null,
  dept_id bigint,
  activity_id bigint,
  state smallint not null default 0,
  over_budget boolean not null default false,
  papers bigint[],
  reason text,
  remark text,
  constraint culture_expense_pkey primary key (id)
);
alter table culture_expense add constraint culture_expense_no_key unique (org_id, no);
create index culture_expense_org_id_day_id_idx on culture_expense (org_id, day desc, id desc);
create index culture_expense_dept_id_day_idx on culture_expense (dept_id, day);
create index culture_expense_claimant_id_day_idx on culture_expense (claimant_id, day desc);
create index culture_expense_search_idx on culture_expense using gin (search_grams(no, title));
create table culture_expense_comment (
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
  constraint culture_expense_comment_pkey primary key (id)
);
create index culture_expense_comment_record_id_id_idx on culture_expense_comment (record_id, id desc);
create index culture_expense_comment_parent_id_idx on culture_expense_comment (parent_id) where parent_id is not null;
create table culture_expense_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint culture_expense_seen_pkey primary key (org_id, account_id, record_id)
);
create index culture_expense_seen_record_id_idx on culture_expense_seen (record_id);
ALTER TABLE "public"."activity_sign_up" ADD CONSTRAINT "activity_sign_up_activity_id_fkey" FOREIGN KEY (activity_id) REFERENCES public.culture_activity(id);
ALTER TABLE "public"."activity_sign_up" ADD CONSTRAINT "activity_sign_up_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."activity_sign_up" ADD CONSTRAINT "activity_sign_up_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_like" ADD CONSTRAINT "bbs_like_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."bbs_like" ADD CONSTRAINT "bbs_like_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_like" ADD CONSTRAINT "bbs_like_topic_id_fkey" FOREIGN KEY (topic_id) REFERENCES public.bbs_topic(id);
ALTER TABLE "public"."bbs_moderator" ADD CONSTRAINT "bbs_moderator_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."bbs_moderator" ADD CONSTRAINT "bbs_moderator_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_moderator" ADD CONSTRAINT "bbs_moderator_section_id_fkey" FOREIGN KEY (section_id) REFERENCES public.bbs_section(id);
ALTER TABLE "public"."bbs_report" ADD CONSTRAINT "bbs_report_handled_by_id_fkey" FOREIGN KEY (handled_by_id) REFERENCES public.employee(id);
ALTER TABLE "public"."bbs_report" ADD CONSTRAINT "bbs_report_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_report" ADD CONSTRAINT "bbs_report_reporter_id_fkey" FOREIGN KEY (reporter_id) REFERENCES public.employee(id);
ALTER TABLE "public"."bbs_report" ADD CONSTRAINT "bbs_report_section_id_fkey" FOREIGN KEY (section_id) REFERENCES public.bbs_section(id);
ALTER TABLE "public"."bbs_report" ADD CONSTRAINT "bbs_report_topic_id_fkey" FOREIGN KEY (topic_id) REFERENCES public.bbs_topic(id);
ALTER TABLE "public"."bbs_section" ADD CONSTRAINT "bbs_section_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_section" ADD CONSTRAINT "bbs_section_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."bbs_topic" ADD CONSTRAINT "bbs_topic_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.employee(id);
ALTER TABLE "public"."bbs_topic" ADD CONSTRAINT "bbs_topic_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_topic" ADD CONSTRAINT "bbs_topic_section_id_fkey" FOREIGN KEY (section_id) REFERENCES public.bbs_section(id);
ALTER TABLE "public"."bbs_topic_comment" ADD CONSTRAINT "bbs_topic_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_topic_comment" ADD CONSTRAINT "bbs_topic_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.bbs_topic_comment(id);
ALTER TABLE "public"."culture_activity" ADD CONSTRAINT "culture_activity_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_activity" ADD CONSTRAINT "culture_activity_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_budget" ADD CONSTRAINT "culture_budget_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."culture_budget" ADD CONSTRAINT "culture_budget_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_budget" ADD CONSTRAINT "culture_budget_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_expense" ADD CONSTRAINT "culture_expense_activity_id_fkey" FOREIGN KEY (activity_id) REFERENCES public.culture_activity(id);
ALTER TABLE "public"."culture_expense" ADD CONSTRAINT "culture_expense_claimant_id_fkey" FOREIGN KEY (claimant_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_expense" ADD CONSTRAINT "culture_expense_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."culture_expense" ADD CONSTRAINT "culture_expense_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."culture_expense" ADD CONSTRAINT "culture_expense_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_expense" ADD CONSTRAINT "culture_expense_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."culture_expense_comment" ADD CONSTRAINT "culture_expense_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_expense_comment" ADD CONSTRAINT "culture_expense_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.culture_expense_comment(id);
