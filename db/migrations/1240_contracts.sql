create table contract (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  title text not null,
  kind_id bigint not null,
  nature smallint not null default 1,
  state smallint not null default 0,
  side smallint not null default 1,
  supplier_id bigint,
  party_name text not null,
  party_code text,
  company_id bigint not null,
  amount numeric(20,4),
  currency text not null default 'CNY',
  tax_rate numeric(20,4) not null default '0',
  valid_from date not null,
  valid_to date,
  ends_on date,
  auto_renew boolean not null default false,
  notice_days integer not null default 30,
  notice_on date,
  owner_id bigint not null,
  dept_id bigint,
  member_ids bigint[],
  confidential smallint not null default 2,
  parent_id bigint,
  cancels bigint[],
  order_ids bigint[],
  values jsonb,
  draft bigint[],
  sign_on date,
  signed bigint[],
  signed_hash text,
  total numeric(20,4) not null default '0',
  planned numeric(20,4) not null default '0',
  matched numeric(20,4) not null default '0',
  open numeric(20,4) not null default '0',
  renewals integer not null default 0,
  stamp_on date,
  stamp_base numeric(20,4),
  stamp_tax numeric(20,4),
  stamped integer not null default 0,
  ended_on date,
  end_reason text,
  settlement text,
  remark text,
  attachments bigint[],
  constraint contract_pkey primary key (id)
);
alter table contract add constraint contract_no_key unique (org_id, no);
create index contract_org_id_business_on_id_idx on contract (org_id, business_on desc, id desc);
create index contract_owner_id_business_on_idx on contract (owner_id, business_on desc);
create index contract_org_id_ends_on_idx on contract (org_id, ends_on);
create index contract_org_id_notice_on_idx on contract (org_id, notice_on);
create index contract_org_id_valid_from_idx on contract (org_id, valid_from);
create index contract_supplier_id_business_on_idx on contract (supplier_id, business_on desc);
create index contract_parent_id_idx on contract (parent_id);
create index contract_kind_id_idx on contract (kind_id);
create index contract_company_id_idx on contract (company_id);
create index contract_org_id_confidential_idx on contract (org_id, confidential);
create index contract_member_ids_idx on contract using gin (member_ids);
create index contract_cancels_idx on contract using gin (cancels);
create index contract_order_ids_idx on contract using gin (order_ids);
create index contract_search_idx on contract using gin (search_grams(title, party_name));
create table contract_plan (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  contract_id bigint not null,
  line_no integer not null,
  name text not null,
  direction smallint not null default 1,
  trigger smallint not null default 2,
  days integer not null default 0,
  due_on date,
  share numeric(20,4),
  amount numeric(20,4),
  state smallint not null default 1,
  matched numeric(20,4) not null default '0',
  held numeric(20,4) not null default '0',
  open numeric(20,4) not null default '0',
  late numeric(20,4) not null default '0',
  owner_id bigint,
  kind_id bigint,
  company_id bigint,
  party_name text,
  currency text,
  planned_on date,
  counts integer not null default 0,
  constraint contract_plan_pkey primary key (id)
);
alter table contract_plan add constraint contract_plan_contract_id_line_no_key unique (org_id, contract_id, line_no);
create index contract_plan_org_id_id_idx on contract_plan (org_id, id desc);
create index contract_plan_org_id_due_on_idx on contract_plan (org_id, due_on);
create index contract_plan_org_id_state_due_on_idx on contract_plan (org_id, state, due_on);
create index contract_plan_owner_id_planned_on_idx on contract_plan (owner_id, planned_on);
create index contract_plan_search_idx on contract_plan using gin (search_grams(name));
create table contract_event (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  contract_id bigint not null,
  kind smallint not null,
  day date not null,
  amount numeric(20,4),
  plan_ids bigint[],
  files bigint[],
  note text,
  constraint contract_event_pkey primary key (id)
);
create index contract_event_contract_id_day_idx on contract_event (contract_id, day desc);
create index contract_event_org_id_day_id_idx on contract_event (org_id, day desc, id desc);
create index contract_event_plan_ids_idx on contract_event using gin (plan_ids);
create table contract_kind (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  direction smallint not null default 1,
  stamp_tax numeric(20,4) not null default '0',
  legal_id bigint,
  templates bigint[],
  status smallint not null default 1,
  constraint contract_kind_pkey primary key (id)
);
alter table contract_kind add constraint contract_kind_code_key unique (org_id, code);
create index contract_kind_legal_id_idx on contract_kind (legal_id);
create index contract_kind_search_idx on contract_kind using gin (search_grams(name, code));
create table contract_kind_field (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  kind_id bigint not null,
  name text not null,
  title text not null,
  kind smallint not null default 1,
  required boolean not null default false,
  options text[],
  sort integer not null default 0,
  constraint contract_kind_field_pkey primary key (id)
);
alter table contract_kind_field add constraint contract_kind_field_kind_id_name_key unique (org_id, kind_id, name);
create index contract_kind_field_kind_id_sort_id_idx on contract_kind_field (kind_id, sort, id);
create index contract_kind_field_org_id_sort_id_idx on contract_kind_field (org_id, sort, id);
create index contract_kind_field_search_idx on contract_kind_field using gin (search_grams(title, name));
create table contract_member (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  contract_id bigint not null,
  employee_id bigint not null,
  constraint contract_member_pkey primary key (id)
);
alter table contract_member add constraint contract_member_contract_id_employee_id_key unique (org_id, contract_id, employee_id);
create index contract_member_employee_id_idx on contract_member (employee_id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_kind_id_fkey" FOREIGN KEY (kind_id) REFERENCES public.contract_kind(id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.contract(id);
ALTER TABLE "public"."contract" ADD CONSTRAINT "contract_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."contract_event" ADD CONSTRAINT "contract_event_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."contract_event" ADD CONSTRAINT "contract_event_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."contract_kind" ADD CONSTRAINT "contract_kind_legal_id_fkey" FOREIGN KEY (legal_id) REFERENCES public.employee(id);
ALTER TABLE "public"."contract_kind" ADD CONSTRAINT "contract_kind_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."contract_kind_field" ADD CONSTRAINT "contract_kind_field_kind_id_fkey" FOREIGN KEY (kind_id) REFERENCES public.contract_kind(id);
ALTER TABLE "public"."contract_kind_field" ADD CONSTRAINT "contract_kind_field_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."contract_member" ADD CONSTRAINT "contract_member_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."contract_member" ADD CONSTRAINT "contract_member_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."contract_member" ADD CONSTRAINT "contract_member_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."contract_plan" ADD CONSTRAINT "contract_plan_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."contract_plan" ADD CONSTRAINT "contract_plan_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
