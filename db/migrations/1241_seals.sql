create table seal (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  kind smallint not null,
  company_id bigint not null,
  keeper_id bigint not null,
  place text,
  status smallint not null default 1,
  constraint seal_pkey primary key (id)
);
alter table seal add constraint seal_name_key unique (org_id, name);
create index seal_company_id_idx on seal (company_id);
create index seal_keeper_id_idx on seal (keeper_id);
create index seal_search_idx on seal using gin (search_grams(name));
create table certificate (
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
  kind_id bigint not null,
  state smallint not null default 0,
  number text not null,
  company_id bigint,
  holder text,
  countries bigint[],
  product_ids bigint[],
  classes text,
  issuer text,
  valid_from date not null,
  valid_to date,
  renews_id bigint,
  owner_id bigint not null,
  agency_id bigint,
  files bigint[],
  original_place text,
  remark text,
  attachments bigint[],
  constraint certificate_pkey primary key (id)
);
alter table certificate add constraint certificate_no_key unique (org_id, no);
create index certificate_org_id_business_on_id_idx on certificate (org_id, business_on desc, id desc);
create index certificate_org_id_valid_to_idx on certificate (org_id, valid_to);
create index certificate_org_id_valid_from_idx on certificate (org_id, valid_from);
create index certificate_kind_id_state_idx on certificate (kind_id, state);
create index certificate_owner_id_idx on certificate (owner_id);
create index certificate_renews_id_idx on certificate (renews_id);
create index certificate_company_id_idx on certificate (company_id);
create index certificate_countries_idx on certificate using gin (countries);
create index certificate_product_ids_idx on certificate using gin (product_ids);
create index certificate_search_idx on certificate using gin (search_grams(name, number, holder));
create table certificate_kind (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  family smallint not null,
  status smallint not null default 1,
  constraint certificate_kind_pkey primary key (id)
);
alter table certificate_kind add constraint certificate_kind_code_key unique (org_id, code);
create index certificate_kind_search_idx on certificate_kind using gin (search_grams(name, code));
create table compliance_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  category_id bigint not null,
  country_code text not null,
  kind_id bigint not null,
  or_kind_ids bigint[],
  must boolean not null default true,
  source text,
  valid_from date not null,
  valid_to date,
  constraint compliance_rule_pkey primary key (id)
);
create index compliance_rule_org_id_valid_from_id_idx on compliance_rule (org_id, valid_from desc, id desc);
create index compliance_rule_category_id_country_code_kind_id_idx on compliance_rule (category_id, country_code, kind_id);
create index compliance_rule_kind_id_idx on compliance_rule (kind_id);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table compliance_rule add constraint compliance_rule_validity_excl exclude using gist (org_id with =, category_id with =, country_code with =, kind_id with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create index compliance_rule_or_kind_ids_idx on compliance_rule using gin (or_kind_ids);
create table seal_request (
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
  seal_id bigint not null,
  state smallint not null default 0,
  purpose text not null,
  papers bigint[],
  papers_hash text,
  copies integer not null default 1,
  party text,
  contract_id bigint,
  letter_id bigint,
  take_out boolean not null default false,
  back_on date,
  keeper_id bigint,
  stamped integer,
  stamped_on date,
  photo bigint[],
  out_on date,
  returned_on date,
  archive bigint[],
  remark text,
  attachments bigint[],
  constraint seal_request_pkey primary key (id)
);
alter table seal_request add constraint seal_request_no_key unique (org_id, no);
create index seal_request_org_id_business_on_id_idx on seal_request (org_id, business_on desc, id desc);
create index seal_request_employee_id_business_on_idx on seal_request (employee_id, business_on desc);
create index seal_request_keeper_id_state_idx on seal_request (keeper_id, state);
create index seal_request_seal_id_business_on_idx on seal_request (seal_id, business_on desc);
create index seal_request_contract_id_idx on seal_request (contract_id);
create index seal_request_letter_id_idx on seal_request (letter_id);
create index seal_request_org_id_back_on_idx on seal_request (org_id, back_on);
create index seal_request_search_idx on seal_request using gin (search_grams(no));
create table certificate_fee (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  certificate_id bigint not null,
  line_no integer not null,
  name text not null default '年费',
  due_on date not null,
  amount numeric(20,4),
  currency text not null default 'CNY',
  paid_on date,
  open boolean not null default true,
  constraint certificate_fee_pkey primary key (id)
);
alter table certificate_fee add constraint certificate_fee_certificate_id_line_no_key unique (org_id, certificate_id, line_no);
create index certificate_fee_org_id_id_idx on certificate_fee (org_id, id desc);
create index certificate_fee_org_id_due_on_idx on certificate_fee (org_id, due_on);
create table borrow_request (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  certificate_id bigint,
  contract_id bigint,
  employee_id bigint not null,
  state smallint not null default 1,
  from_on date not null,
  to_on date not null,
  reason text not null,
  returned_on date,
  remark text,
  attachments bigint[],
  constraint borrow_request_pkey primary key (id)
);
alter table borrow_request add constraint borrow_request_no_key unique (org_id, no);
create index borrow_request_org_id_business_on_id_idx on borrow_request (org_id, business_on desc, id desc);
create index borrow_request_certificate_id_idx on borrow_request (certificate_id);
create index borrow_request_contract_id_idx on borrow_request (contract_id);
create index borrow_request_employee_id_idx on borrow_request (employee_id);
create index borrow_request_org_id_to_on_idx on borrow_request (org_id, to_on);
create index borrow_request_search_idx on borrow_request using gin (search_grams(no));
ALTER TABLE "public"."borrow_request" ADD CONSTRAINT "borrow_request_certificate_id_fkey" FOREIGN KEY (certificate_id) REFERENCES public.certificate(id);
ALTER TABLE "public"."borrow_request" ADD CONSTRAINT "borrow_request_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."borrow_request" ADD CONSTRAINT "borrow_request_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."borrow_request" ADD CONSTRAINT "borrow_request_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."certificate" ADD CONSTRAINT "certificate_agency_id_fkey" FOREIGN KEY (agency_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."certificate" ADD CONSTRAINT "certificate_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."certificate" ADD CONSTRAINT "certificate_kind_id_fkey" FOREIGN KEY (kind_id) REFERENCES public.certificate_kind(id);
ALTER TABLE "public"."certificate" ADD CONSTRAINT "certificate_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."certificate" ADD CONSTRAINT "certificate_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."certificate" ADD CONSTRAINT "certificate_renews_id_fkey" FOREIGN KEY (renews_id) REFERENCES public.certificate(id);
ALTER TABLE "public"."certificate_fee" ADD CONSTRAINT "certificate_fee_certificate_id_fkey" FOREIGN KEY (certificate_id) REFERENCES public.certificate(id);
ALTER TABLE "public"."certificate_fee" ADD CONSTRAINT "certificate_fee_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."certificate_fee" ADD CONSTRAINT "certificate_fee_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."certificate_kind" ADD CONSTRAINT "certificate_kind_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."compliance_rule" ADD CONSTRAINT "compliance_rule_category_id_fkey" FOREIGN KEY (category_id) REFERENCES public.product_category(id);
ALTER TABLE "public"."compliance_rule" ADD CONSTRAINT "compliance_rule_country_code_fkey" FOREIGN KEY (country_code) REFERENCES public.country(code);
ALTER TABLE "public"."compliance_rule" ADD CONSTRAINT "compliance_rule_kind_id_fkey" FOREIGN KEY (kind_id) REFERENCES public.certificate_kind(id);
ALTER TABLE "public"."compliance_rule" ADD CONSTRAINT "compliance_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."seal" ADD CONSTRAINT "seal_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."seal" ADD CONSTRAINT "seal_keeper_id_fkey" FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."seal" ADD CONSTRAINT "seal_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."seal_request" ADD CONSTRAINT "seal_request_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."seal_request" ADD CONSTRAINT "seal_request_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."seal_request" ADD CONSTRAINT "seal_request_keeper_id_fkey" FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."seal_request" ADD CONSTRAINT "seal_request_letter_id_fkey" FOREIGN KEY (letter_id) REFERENCES public.hr_letter(id);
ALTER TABLE "public"."seal_request" ADD CONSTRAINT "seal_request_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."seal_request" ADD CONSTRAINT "seal_request_seal_id_fkey" FOREIGN KEY (seal_id) REFERENCES public.seal(id);
