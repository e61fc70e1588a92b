create table voucher_book (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  company_id bigint not null,
  base_currency text not null default 'CNY',
  rate_source smallint not null default 1,
  start_month date not null,
  word text not null default '记',
  book_code text not null default '',
  book_org_code text not null default '',
  word_code text not null default 'PZZ1',
  rate_type_code text not null default 'HLTX01_SYS',
  preparer text not null default '',
  constraint voucher_book_pkey primary key (id)
);
alter table voucher_book add constraint voucher_book_company_id_key unique (org_id, company_id);
create table voucher_account (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  company_id bigint not null,
  code text not null,
  name text not null,
  class smallint not null,
  side smallint not null,
  auxiliaries integer[],
  bank_account_id bigint,
  status smallint not null default 1,
  constraint voucher_account_pkey primary key (id)
);
alter table voucher_account add constraint voucher_account_company_id_code_key unique (org_id, company_id, code);
create index voucher_account_org_id_code_idx on voucher_account (org_id, code);
create index voucher_account_bank_account_id_idx on voucher_account (bank_account_id);
create index voucher_account_search_idx on voucher_account using gin (search_grams(name, code));
create table voucher_auxiliary (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  company_id bigint not null,
  kind smallint not null,
  code text not null,
  name text not null,
  shop_ids bigint[],
  status smallint not null default 1,
  constraint voucher_auxiliary_pkey primary key (id)
);
alter table voucher_auxiliary add constraint voucher_auxiliary_company_id_kind_code_key unique (org_id, company_id, kind, code);
create index voucher_auxiliary_org_id_code_idx on voucher_auxiliary (org_id, code);
create index voucher_auxiliary_shop_ids_idx on voucher_auxiliary using gin (shop_ids);
create index voucher_auxiliary_search_idx on voucher_auxiliary using gin (search_grams(name, code));
create table voucher_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  company_id bigint not null,
  item smallint not null,
  debit_id bigint not null,
  credit_id bigint not null,
  debit_items bigint[],
  credit_items bigint[],
  summary text not null default '{月份} {店铺} {科目}',
  valid_from date not null,
  valid_to date,
  constraint voucher_rule_pkey primary key (id)
);
alter table voucher_rule add constraint voucher_rule_company_id_item_valid_from_key unique (org_id, company_id, item, valid_from);
create index voucher_rule_org_id_item_idx on voucher_rule (org_id, item);
create index voucher_rule_debit_id_idx on voucher_rule (debit_id);
create index voucher_rule_credit_id_idx on voucher_rule (credit_id);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table voucher_rule add constraint voucher_rule_validity_excl exclude using gist (org_id with =, company_id with =, item with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create index voucher_rule_debit_items_idx on voucher_rule using gin (debit_items);
create index voucher_rule_credit_items_idx on voucher_rule using gin (credit_items);
create table voucher (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  company_id bigint not null,
  month date not null,
  day date not null,
  number integer not null,
  edition integer not null,
  topic smallint not null,
  shop_id bigint,
  kind smallint not null,
  state smallint not null default 1,
  debit numeric(20,4) not null default '0',
  credit numeric(20,4) not null default '0',
  base_currency text not null,
  completeness smallint not null default 1,
  lines integer not null,
  reverses_id bigint,
  exported_at timestamptz,
  exported_by text not null default '',
  fingerprint uuid not null,
  constraint voucher_pkey primary key (id)
);
alter table voucher add constraint voucher_company_id_month_number_edition_key unique (org_id, company_id, month, number, edition);
create index voucher_org_id_month_id_idx on voucher (org_id, month desc, id desc);
create index voucher_shop_id_month_idx on voucher (shop_id, month);
create index voucher_reverses_id_idx on voucher (reverses_id);
create index voucher_search_idx on voucher using gin (search_grams(title));
create table voucher_column (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  format smallint not null,
  position integer not null,
  heading text not null default '',
  key text not null default '',
  source smallint not null,
  fixed text not null default '',
  constraint voucher_column_pkey primary key (id)
);
alter table voucher_column add constraint voucher_column_format_position_key unique (org_id, format, position);
create index voucher_column_search_idx on voucher_column using gin (search_grams(heading));
create table voucher_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  voucher_id bigint not null,
  company_id bigint not null,
  month date not null,
  no integer not null,
  summary text not null,
  account_id bigint not null,
  side smallint not null,
  debit numeric(20,4) not null default '0',
  credit numeric(20,4) not null default '0',
  base_currency text not null,
  amount numeric(20,4) not null,
  currency text not null,
  rate numeric(20,10) not null,
  cny numeric(20,4) not null default '0',
  department_item bigint,
  person_item bigint,
  customer_item bigint,
  supplier_item bigint,
  shop_item bigint,
  project_item bigint,
  constraint voucher_entry_pkey primary key (id)
);
alter table voucher_entry add constraint voucher_entry_voucher_id_no_key unique (org_id, voucher_id, no);
create index voucher_entry_org_id_month_voucher_id_no_idx on voucher_entry (org_id, month, voucher_id, no);
create index voucher_entry_account_id_month_idx on voucher_entry (account_id, month);
create index voucher_entry_department_item_idx on voucher_entry (department_item);
create index voucher_entry_person_item_idx on voucher_entry (person_item);
create index voucher_entry_customer_item_idx on voucher_entry (customer_item);
create index voucher_entry_supplier_item_idx on voucher_entry (supplier_item);
create index voucher_entry_shop_item_idx on voucher_entry (shop_item);
create index voucher_entry_project_item_idx on voucher_entry (project_item);
create table voucher_source (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  voucher_id bigint not null,
  month date not null,
  item smallint not null,
  shop_id bigint,
  bank_account_id bigint,
  amount numeric(20,4) not null,
  currency text not null,
  booked numeric(20,4) not null,
  cny numeric(20,4) not null,
  base numeric(20,4) not null,
  rate numeric(20,10) not null,
  base_rate numeric(20,10) not null,
  debit_no integer not null,
  credit_no integer not null,
  constraint voucher_source_pkey primary key (id)
);
create index voucher_source_org_id_month_id_idx on voucher_source (org_id, month desc, id desc);
create index voucher_source_voucher_id_idx on voucher_source (voucher_id);
create index voucher_source_shop_id_idx on voucher_source (shop_id);
create index voucher_source_bank_account_id_idx on voucher_source (bank_account_id);
ALTER TABLE "public"."voucher" ADD CONSTRAINT "voucher_base_currency_fkey" FOREIGN KEY (base_currency) REFERENCES public.currency(code);
ALTER TABLE "public"."voucher" ADD CONSTRAINT "voucher_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."voucher" ADD CONSTRAINT "voucher_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher" ADD CONSTRAINT "voucher_reverses_id_fkey" FOREIGN KEY (reverses_id) REFERENCES public.voucher(id);
ALTER TABLE "public"."voucher" ADD CONSTRAINT "voucher_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."voucher_account" ADD CONSTRAINT "voucher_account_bank_account_id_fkey" FOREIGN KEY (bank_account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."voucher_account" ADD CONSTRAINT "voucher_account_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."voucher_account" ADD CONSTRAINT "voucher_account_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_auxiliary" ADD CONSTRAINT "voucher_auxiliary_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."voucher_auxiliary" ADD CONSTRAINT "voucher_auxiliary_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_book" ADD CONSTRAINT "voucher_book_base_currency_fkey" FOREIGN KEY (base_currency) REFERENCES public.currency(code);
ALTER TABLE "public"."voucher_book" ADD CONSTRAINT "voucher_book_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."voucher_book" ADD CONSTRAINT "voucher_book_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_column" ADD CONSTRAINT "voucher_column_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.voucher_account(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_base_currency_fkey" FOREIGN KEY (base_currency) REFERENCES public.currency(code);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_customer_item_fkey" FOREIGN KEY (customer_item) REFERENCES public.voucher_auxiliary(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_department_item_fkey" FOREIGN KEY (department_item) REFERENCES public.voucher_auxiliary(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_person_item_fkey" FOREIGN KEY (person_item) REFERENCES public.voucher_auxiliary(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_project_item_fkey" FOREIGN KEY (project_item) REFERENCES public.voucher_auxiliary(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_shop_item_fkey" FOREIGN KEY (shop_item) REFERENCES public.voucher_auxiliary(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_supplier_item_fkey" FOREIGN KEY (supplier_item) REFERENCES public.voucher_auxiliary(id);
ALTER TABLE "public"."voucher_entry" ADD CONSTRAINT "voucher_entry_voucher_id_fkey" FOREIGN KEY (voucher_id) REFERENCES public.voucher(id);
ALTER TABLE "public"."voucher_rule" ADD CONSTRAINT "voucher_rule_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."voucher_rule" ADD CONSTRAINT "voucher_rule_credit_id_fkey" FOREIGN KEY (credit_id) REFERENCES public.voucher_account(id);
ALTER TABLE "public"."voucher_rule" ADD CONSTRAINT "voucher_rule_debit_id_fkey" FOREIGN KEY (debit_id) REFERENCES public.voucher_account(id);
ALTER TABLE "public"."voucher_rule" ADD CONSTRAINT "voucher_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_source" ADD CONSTRAINT "voucher_source_bank_account_id_fkey" FOREIGN KEY (bank_account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."voucher_source" ADD CONSTRAINT "voucher_source_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."voucher_source" ADD CONSTRAINT "voucher_source_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."voucher_source" ADD CONSTRAINT "voucher_source_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."voucher_source" ADD CONSTRAINT "voucher_source_voucher_id_fkey" FOREIGN KEY (voucher_id) REFERENCES public.voucher(id);
