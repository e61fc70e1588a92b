create table rd_project (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  name text not null,
  gate smallint not null default 1,
  health smallint not null default 1,
  manager_id bigint not null,
  member_ids bigint[],
  category_id bigint not null,
  product_id bigint,
  market_codes bigint[],
  target_on date,
  open_required integer not null default 0,
  gate_on date,
  target_cost numeric(20,4),
  target_price numeric(20,4),
  budget numeric(20,4),
  sample_cost numeric(20,4) not null default '0',
  idea text,
  cover bigint[],
  work_project_id bigint,
  remark text,
  attachments bigint[],
  constraint rd_project_pkey primary key (id)
);
alter table rd_project add constraint rd_project_no_key unique (org_id, no);
create index rd_project_org_id_business_on_id_idx on rd_project (org_id, business_on desc, id desc);
create index rd_project_manager_id_business_on_idx on rd_project (manager_id, business_on desc);
create index rd_project_gate_business_on_idx on rd_project (gate, business_on desc);
create index rd_project_category_id_idx on rd_project (category_id);
create index rd_project_product_id_idx on rd_project (product_id);
create index rd_project_work_project_id_idx on rd_project (work_project_id);
create index rd_project_member_ids_idx on rd_project using gin (member_ids);
create index rd_project_market_codes_idx on rd_project using gin (market_codes);
create index rd_project_search_idx on rd_project using gin (search_grams(no, name));
create table rd_project_comment (
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
  constraint rd_project_comment_pkey primary key (id)
);
create index rd_project_comment_record_id_id_idx on rd_project_comment (record_id, id desc);
create index rd_project_comment_parent_id_idx on rd_project_comment (parent_id) where parent_id is not null;
create table rd_project_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint rd_project_seen_pkey primary key (org_id, account_id, record_id)
);
create index rd_project_seen_record_id_idx on rd_project_seen (record_id);
create table gate_template (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  gate smallint not null,
  name text not null,
  category_id bigint,
  proof smallint not null default 1,
  required boolean not null default true,
  days integer not null default 14,
  sort integer not null default 0,
  constraint gate_template_pkey primary key (id)
);
alter table gate_template add constraint gate_template_category_id_gate_name_key unique (org_id, category_id, gate, name);
create index gate_template_org_id_gate_idx on gate_template (org_id, gate);
create index gate_template_search_idx on gate_template using gin (search_grams(name));
create table rd_deliverable (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  project_id bigint not null,
  gate smallint not null,
  name text not null,
  state smallint not null default 0,
  required boolean not null default true,
  owner_id bigint not null,
  due_on date,
  proof smallint not null default 1,
  files bigint[],
  sample_id bigint,
  test_id bigint,
  check_id bigint,
  done_on date,
  note text,
  constraint rd_deliverable_pkey primary key (id)
);
alter table rd_deliverable add constraint rd_deliverable_project_id_gate_name_key unique (org_id, project_id, gate, name);
create index rd_deliverable_org_id_gate_idx on rd_deliverable (org_id, gate);
create index rd_deliverable_owner_id_due_on_idx on rd_deliverable (owner_id, due_on);
create index rd_deliverable_sample_id_idx on rd_deliverable (sample_id);
create index rd_deliverable_test_id_idx on rd_deliverable (test_id);
create index rd_deliverable_check_id_idx on rd_deliverable (check_id);
create index rd_deliverable_org_id_due_on_idx on rd_deliverable (org_id, due_on) where state < 2;
create table rd_gate_stay (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  project_id bigint not null,
  gate smallint not null,
  entered_on date not null,
  left_on date,
  ended smallint,
  days integer not null default 0,
  first_try integer not null default 0,
  leaves integer not null default 0,
  passes integer not null default 0,
  manager_id bigint not null,
  constraint rd_gate_stay_pkey primary key (id)
);
create index rd_gate_stay_project_id_entered_on_idx on rd_gate_stay (project_id, entered_on);
create index rd_gate_stay_org_id_entered_on_idx on rd_gate_stay (org_id, entered_on desc);
create index rd_gate_stay_manager_id_left_on_idx on rd_gate_stay (manager_id, left_on);
create table sample (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  name text not null,
  project_id bigint,
  state smallint not null default 0,
  kind smallint not null,
  revision text,
  quantity integer not null default 1,
  on_hand integer not null default 0,
  lent integer not null default 0,
  keeper_id bigint not null,
  result smallint not null default 1,
  product_id bigint,
  supplier_id bigint,
  due_on date,
  arrived_on date,
  cost numeric(20,4),
  defects text,
  pictures bigint[],
  asked_on date not null,
  remark text,
  constraint sample_pkey primary key (id),
  constraint sample_check_1 check (on_hand >= 0),
  constraint sample_check_2 check (lent >= 0)
);
alter table sample add constraint sample_no_key unique (org_id, no);
create index sample_org_id_asked_on_idx on sample (org_id, asked_on desc);
create index sample_keeper_id_asked_on_idx on sample (keeper_id, asked_on desc);
create index sample_project_id_asked_on_idx on sample (project_id, asked_on desc);
create index sample_state_asked_on_idx on sample (state, asked_on desc);
create index sample_product_id_idx on sample (product_id);
create index sample_supplier_id_idx on sample (supplier_id);
create index sample_search_idx on sample using gin (search_grams(no, name));
create table sample_move (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  sample_id bigint not null,
  day date not null,
  kind smallint not null,
  quantity integer not null,
  borrower_id bigint,
  to_name text,
  due_on date,
  returned integer not null default 0,
  loan smallint,
  loan_id bigint,
  note text,
  constraint sample_move_pkey primary key (id),
  constraint sample_move_check_1 check (returned <= quantity)
);
create index sample_move_sample_id_day_idx on sample_move (sample_id, day desc);
create index sample_move_borrower_id_loan_idx on sample_move (borrower_id, loan);
create index sample_move_loan_id_idx on sample_move (loan_id);
create index sample_move_org_id_day_idx on sample_move (org_id, day desc);
create index sample_move_org_id_due_on_idx on sample_move (org_id, due_on) where loan = 1;
create table rd_test (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  sample_id bigint not null,
  project_id bigint,
  kind bigint not null,
  verdict smallint not null default 1,
  lab text,
  standard text,
  cost numeric(20,4),
  report bigint[],
  asked_by bigint not null,
  judged_on date,
  remark text,
  attachments bigint[],
  constraint rd_test_pkey primary key (id)
);
alter table rd_test add constraint rd_test_no_key unique (org_id, no);
create index rd_test_org_id_business_on_id_idx on rd_test (org_id, business_on desc, id desc);
create index rd_test_sample_id_business_on_idx on rd_test (sample_id, business_on desc);
create index rd_test_project_id_idx on rd_test (project_id);
create index rd_test_asked_by_idx on rd_test (asked_by);
create index rd_test_search_idx on rd_test using gin (search_grams(no));
create table infringement_check (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  project_id bigint,
  product_id bigint,
  state smallint not null default 0,
  verdict smallint not null,
  kinds integer[] not null,
  countries bigint[] not null,
  databases text not null,
  owner_id bigint not null,
  audited_on date,
  valid_to date,
  conclusion text,
  remark text,
  attachments bigint[],
  constraint infringement_check_pkey primary key (id)
);
alter table infringement_check add constraint infringement_check_no_key unique (org_id, no);
create index infringement_check_org_id_business_on_id_idx on infringement_check (org_id, business_on desc, id desc);
create index infringement_check_owner_id_business_on_idx on infringement_check (owner_id, business_on desc);
create index infringement_check_project_id_audited_on_idx on infringement_check (project_id, audited_on desc);
create index infringement_check_product_id_audited_on_idx on infringement_check (product_id, audited_on desc);
create index infringement_check_org_id_valid_to_idx on infringement_check (org_id, valid_to);
create index infringement_check_countries_idx on infringement_check using gin (countries);
create index infringement_check_search_idx on infringement_check using gin (search_grams(no));
create table rd_time (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  employee_id bigint not null,
  project_id bigint not null,
  days numeric(20,2) not null,
  note text,
  constraint rd_time_pkey primary key (id)
);
alter table rd_time add constraint rd_time_month_employee_id_project_id_key unique (org_id, month, employee_id, project_id);
create index rd_time_org_id_month_idx on rd_time (org_id, month desc);
create index rd_time_employee_id_month_idx on rd_time (employee_id, month);
create index rd_time_project_id_idx on rd_time (project_id);
create table rd_member (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  project_id bigint not null,
  employee_id bigint not null,
  constraint rd_member_pkey primary key (id)
);
alter table rd_member add constraint rd_member_project_id_employee_id_key unique (org_id, project_id, employee_id);
create index rd_member_employee_id_idx on rd_member (employee_id);
create table infringement_hit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  check_id bigint not null,
  line_no integer not null,
  number text not null,
  holder text,
  similarity numeric(20,1),
  link text,
  note text,
  picture bigint[],
  constraint infringement_hit_pkey primary key (id)
);
alter table infringement_hit add constraint infringement_hit_check_id_line_no_key unique (org_id, check_id, line_no);
create index infringement_hit_org_id_id_idx on infringement_hit (org_id, id desc);
create table rd_gates_left__manager_month_project_gate (
  org_id bigint not null,
  manager_id bigint not null,
  month date not null,
  project_id bigint not null,
  gate smallint not null,
  leaves integer not null,
  passes integer not null,
  first_try integer not null,
  days integer not null,
  n integer not null,
  constraint rd_gates_left__manager_month_project_gate_pkey primary key (manager_id, month, project_id, gate)
);
create table rd_gates_left__manager_day_project_gate (
  org_id bigint not null,
  manager_id bigint not null,
  day date not null,
  project_id bigint not null,
  gate smallint not null,
  leaves integer not null,
  passes integer not null,
  first_try integer not null,
  days integer not null,
  n integer not null,
  constraint rd_gates_left__manager_day_project_gate_pkey primary key (manager_id, day, project_id, gate)
);
ALTER TABLE "public"."gate_template" ADD CONSTRAINT "gate_template_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."gate_template" ADD CONSTRAINT "gate_template_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."infringement_check" ADD CONSTRAINT "infringement_check_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."infringement_check" ADD CONSTRAINT "infringement_check_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."infringement_check" ADD CONSTRAINT "infringement_check_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."infringement_check" ADD CONSTRAINT "infringement_check_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."infringement_hit" ADD CONSTRAINT "infringement_hit_check_id_fkey" FOREIGN KEY (check_id) REFERENCES public.infringement_check(id);
ALTER TABLE "public"."infringement_hit" ADD CONSTRAINT "infringement_hit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_check_id_fkey" FOREIGN KEY (check_id) REFERENCES public.infringement_check(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_sample_id_fkey" FOREIGN KEY (sample_id) REFERENCES public.sample(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_test_id_fkey" FOREIGN KEY (test_id) REFERENCES public.rd_test(id);
ALTER TABLE "public"."rd_gate_stay" ADD CONSTRAINT "rd_gate_stay_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_gate_stay" ADD CONSTRAINT "rd_gate_stay_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_gate_stay" ADD CONSTRAINT "rd_gate_stay_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."rd_gates_left__manager_day_project_gate" ADD CONSTRAINT "rd_gates_left__manager_day_project_gate_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_gates_left__manager_day_project_gate" ADD CONSTRAINT "rd_gates_left__manager_day_project_gate_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."rd_gates_left__manager_month_project_gate" ADD CONSTRAINT "rd_gates_left__manager_month_project_gate_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_gates_left__manager_month_project_gate" ADD CONSTRAINT "rd_gates_left__manager_month_project_gate_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."rd_member" ADD CONSTRAINT "rd_member_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_member" ADD CONSTRAINT "rd_member_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_project" ADD CONSTRAINT "rd_project_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."rd_project" ADD CONSTRAINT "rd_project_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_project" ADD CONSTRAINT "rd_project_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_project" ADD CONSTRAINT "rd_project_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."rd_project" ADD CONSTRAINT "rd_project_work_project_id_fkey" FOREIGN KEY (work_project_id) REFERENCES public.project(id);
ALTER TABLE "public"."rd_project_comment" ADD CONSTRAINT "rd_project_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_project_comment" ADD CONSTRAINT "rd_project_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.rd_project_comment(id);
ALTER TABLE "public"."rd_test" ADD CONSTRAINT "rd_test_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_test" ADD CONSTRAINT "rd_test_kind_fkey" FOREIGN KEY (kind) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."rd_test" ADD CONSTRAINT "rd_test_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_test" ADD CONSTRAINT "rd_test_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."rd_test" ADD CONSTRAINT "rd_test_sample_id_fkey" FOREIGN KEY (sample_id) REFERENCES public.sample(id);
ALTER TABLE "public"."rd_time" ADD CONSTRAINT "rd_time_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_time" ADD CONSTRAINT "rd_time_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_time" ADD CONSTRAINT "rd_time_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."sample" ADD CONSTRAINT "sample_keeper_id_fkey" FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."sample" ADD CONSTRAINT "sample_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sample" ADD CONSTRAINT "sample_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."sample" ADD CONSTRAINT "sample_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."sample" ADD CONSTRAINT "sample_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."sample_move" ADD CONSTRAINT "sample_move_borrower_id_fkey" FOREIGN KEY (borrower_id) REFERENCES public.employee(id);
ALTER TABLE "public"."sample_move" ADD CONSTRAINT "sample_move_loan_id_fkey" FOREIGN KEY (loan_id) REFERENCES public.sample_move(id);
ALTER TABLE "public"."sample_move" ADD CONSTRAINT "sample_move_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sample_move" ADD CONSTRAINT "sample_move_sample_id_fkey" FOREIGN KEY (sample_id) REFERENCES public.sample(id);
-- organisations that were made before these dictionaries came
insert into dictionary (org_id, code, name, name_en)
  select o.id, d.code, d.name, d.name_en from organisation o
  cross join (values (125, '测试类别', 'Kinds of tests'), (126, '变更原因', 'Reasons of changes')) as d(code, name, name_en)
  on conflict (org_id, code) do nothing;
insert into dictionary_item (org_id, dictionary_id, dictionary_code, value, label, label_en, sort)
  select d.org_id, d.id, d.code, i.value::text, i.label, i.label_en, i.value * 10 from dictionary d
  join (values
    (125, 1, '性能', 'Performance'), (125, 2, '安全', 'Safety'), (125, 3, '可靠性', 'Reliability'),
    (125, 4, '材料', 'Material'), (125, 5, '包装运输', 'Packing and transport'), (125, 6, '电磁兼容', 'Electromagnetic'),
    (126, 1, '质量改进', 'Quality'), (126, 2, '降本', 'Cost'), (126, 3, '供应商变更', 'Supplier'),
    (126, 4, '法规', 'Regulation'), (126, 5, '客户反馈', 'Customers'), (126, 6, '设计缺陷', 'Design fault')
  ) as i(code, value, label, label_en) on i.code = d.code
  on conflict (org_id, dictionary_id, value) do nothing;
