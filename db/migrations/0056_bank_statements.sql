create table import_finding (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  import_id bigint not null,
  owner_name text not null default '',
  what text not null,
  line integer,
  currency text not null,
  stated numeric(20,4) not null,
  found numeric(20,4) not null,
  difference numeric(20,4) not null,
  reason text not null default '',
  state smallint not null default 1,
  remark text,
  constraint import_finding_pkey primary key (id)
);
create index import_finding_import_id_idx on import_finding (import_id);
create index import_finding_org_id_created_at_idx on import_finding (org_id, created_at desc);
create table import_seen (
  import_id bigint not null,
  record_id bigint not null,
  constraint import_seen_pkey primary key (import_id, record_id)
);
create index import_seen_record_id_idx on import_seen (record_id);
create unlogged table sheet_staging (
  import_id bigint not null,
  owner_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  line_key uuid not null,
  ordinal integer not null default 1,
  record_id bigint,
  line jsonb,
  constraint sheet_staging_pkey primary key (import_id, line_no)
);
create table bank_account (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  kind smallint not null default 1,
  bank smallint not null,
  branch text,
  number text not null,
  currency text,
  company_id bigint,
  keeper_id bigint,
  seen_by smallint not null default 1,
  status smallint not null default 1,
  remark text,
  constraint bank_account_pkey primary key (id)
);
alter table bank_account add constraint bank_account_number_key unique (org_id, number);
create table bank_statement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  posted_on date not null,
  posted_time text,
  counterparty text not null default '',
  income numeric(20,4) not null default '0',
  outgo numeric(20,4) not null default '0',
  balance numeric(20,4),
  currency text not null,
  matched numeric(20,4) not null default '0',
  purpose text not null default '',
  summary text not null default '',
  serial_no text not null default '',
  counterparty_account text not null default '',
  counterparty_bank text not null default '',
  direction smallint not null,
  amount numeric(20,4) not null,
  status text not null default '',
  remark text not null default '',
  line_key uuid,
  ordinal integer not null default 1,
  import_id bigint,
  constraint bank_statement_pkey primary key (id)
);
alter table bank_statement add constraint bank_statement_account_id_line_key_ordinal_key unique (org_id, account_id, line_key, ordinal);
create index bank_statement_org_id_posted_on_idx on bank_statement (org_id, posted_on desc);
create index bank_statement_account_id_posted_on_idx on bank_statement (account_id, posted_on desc);
create index bank_statement_import_id_idx on bank_statement (import_id);
create table bank_layout (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  account_id bigint not null,
  day_head text not null,
  time_head text,
  day_order smallint not null default 0,
  amount_head text,
  out_is_positive smallint not null default 0,
  income_head text,
  outgo_head text,
  side_head text,
  in_word text,
  out_word text,
  balance_head text,
  currency_head text,
  counterparty_head text,
  counterparty_account_head text,
  summary_head text,
  purpose_head text,
  serial_head text,
  closing_word text,
  constraint bank_layout_pkey primary key (id)
);
alter table bank_layout add constraint bank_layout_name_key unique (org_id, name);
ALTER TABLE "public"."import_run" ADD COLUMN "owner_table" text;
ALTER TABLE "public"."import_run" ADD COLUMN "owner_id" bigint;
ALTER TABLE "public"."import_run" ADD COLUMN "owner_name" text;
ALTER TABLE "public"."import_run" ADD COLUMN "keeper_id" bigint;
ALTER TABLE "public"."import_run" ADD COLUMN "doubts" jsonb;
ALTER TABLE "public"."import_run" ADD COLUMN "accept_reason" text;
ALTER TABLE "public"."import_run" ADD COLUMN "accepted_by_name" text;
ALTER TABLE "public"."bank_account" ADD CONSTRAINT "bank_account_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."bank_account" ADD CONSTRAINT "bank_account_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_account" ADD CONSTRAINT "bank_account_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_layout" ADD CONSTRAINT "bank_layout_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_layout" ADD CONSTRAINT "bank_layout_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_statement" ADD CONSTRAINT "bank_statement_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_statement" ADD CONSTRAINT "bank_statement_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_statement" ADD CONSTRAINT "bank_statement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."import_finding" ADD CONSTRAINT "import_finding_import_id_fkey" FOREIGN KEY (import_id) REFERENCES public.import_run(id);
ALTER TABLE "public"."import_finding" ADD CONSTRAINT "import_finding_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
