-- grant: select,insert on audit_entry
create table audit_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  at timestamptz not null,
  account_id bigint,
  account_name text not null,
  subject text not null,
  record_id text,
  verb text not null,
  before jsonb,
  after jsonb,
  request_id text,
  constraint audit_entry_pkey primary key (id)
);
create index audit_entry_org_id_at_idx on audit_entry (org_id, at desc);
create index audit_entry_subject_record_id_idx on audit_entry (subject, record_id);
create table task (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  kind text not null,
  title text not null,
  state smallint not null default 0,
  progress numeric(20,4),
  step text not null default '',
  cancel_requested boolean not null default false,
  message text,
  result jsonb,
  started_at timestamptz,
  finished_at timestamptz,
  constraint task_pkey primary key (id)
);
create index task_account_id_created_at_idx on task (account_id, created_at desc);
create table stored_file (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  storage_key text not null,
  name text not null,
  size bigint not null,
  sha256 text not null,
  upload_type text not null,
  content_type text not null,
  deleted_at timestamptz,
  constraint stored_file_pkey primary key (id)
);
create index stored_file_sha256_idx on stored_file (sha256);
create table import_run (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  task_id bigint not null,
  file_id bigint not null,
  file_name text not null,
  state smallint not null default 0,
  kind text,
  kind_title text,
  family text,
  shop_id bigint,
  year_month date,
  first_day date,
  last_day date,
  document_id text,
  progress numeric(20,4),
  step text not null default '',
  lines_read integer not null default 0,
  lines_merged integer not null default 0,
  lines_unchanged integer not null default 0,
  lines_refused integer not null default 0,
  control_totals jsonb,
  unmapped jsonb,
  notes jsonb,
  message text,
  cancel_requested boolean not null default false,
  started_at timestamptz,
  finished_at timestamptz,
  created_by_name text not null,
  constraint import_run_pkey primary key (id)
);
create index import_run_org_id_created_at_idx on import_run (org_id, created_at desc);
create index import_run_task_id_idx on import_run (task_id);
create index import_run_shop_id_document_id_idx on import_run (shop_id, document_id);
create table import_refusal (
  import_id bigint not null,
  ordinal integer not null,
  line integer,
  column_title text,
  value text,
  reason text not null,
  constraint import_refusal_pkey primary key (import_id, ordinal)
);
create table stale_day (
  rollup text not null,
  shop_id bigint not null,
  day date not null,
  since timestamptz not null,
  constraint stale_day_pkey primary key (rollup, shop_id, day)
);
create table idempotency (
  account_id bigint not null,
  path text not null,
  key text not null,
  body_hash text not null,
  status integer,
  answer text,
  created_at timestamptz not null,
  constraint idempotency_pkey primary key (account_id, path, key)
);
create index idempotency_created_at_idx on idempotency (created_at);
create table realtime_ticket (
  ticket_hash text not null,
  account_id bigint not null,
  expires_at timestamptz not null,
  constraint realtime_ticket_pkey primary key (ticket_hash)
);
create index realtime_ticket_expires_at_idx on realtime_ticket (expires_at);
create table push_counter (
  account_id bigint not null,
  last bigint not null,
  constraint push_counter_pkey primary key (account_id)
);
create table push_message (
  account_id bigint not null,
  no bigint not null,
  message jsonb,
  created_at timestamptz not null,
  constraint push_message_pkey primary key (account_id, no)
);
create index push_message_created_at_idx on push_message (created_at);
create table amazon_kind (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  family smallint not null,
  type text not null default '',
  amount_type text not null default '',
  description text not null default '',
  column_name text not null default '',
  base_id bigint,
  title text not null default '',
  constraint amazon_kind_pkey primary key (id)
);
alter table amazon_kind add constraint amazon_kind_family_type_amount_type_description_column_name_key unique (org_id, family, type, amount_type, description, column_name);
create index amazon_kind_base_id_column_name_idx on amazon_kind (base_id, column_name);
create table amazon_type_map (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  kind_id bigint not null,
  item smallint not null,
  valid_from date not null,
  valid_to date,
  source smallint not null default 2,
  constraint amazon_type_map_pkey primary key (id)
);
alter table amazon_type_map add constraint amazon_type_map_kind_id_valid_from_key unique (org_id, kind_id, valid_from);
create table amazon_settlement (
  shop_id bigint not null,
  settlement_id text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  deposit_on date not null,
  total numeric(20,4) not null,
  currency text not null,
  line_count integer not null,
  transaction_total numeric(20,4),
  transaction_count integer not null default 0,
  difference numeric(20,4),
  reconciled smallint not null default 0,
  layout smallint not null,
  counted_from smallint not null,
  content_hash uuid,
  import_id bigint not null,
  constraint amazon_settlement_pkey primary key (shop_id, settlement_id)
);
create index amazon_settlement_deposit_on_idx on amazon_settlement (deposit_on desc);
create table amazon_settlement_line (
  shop_id bigint not null,
  posted_on date not null,
  settlement_id text not null,
  line_no integer not null,
  posted_at timestamptz not null,
  booked_on date not null,
  kind_id bigint not null,
  order_id text not null default '',
  sku text not null default '',
  quantity integer,
  amount numeric(20,4) not null,
  currency text not null,
  marketplace_name text not null default '',
  fulfillment text not null default '',
  merchant_order_id text not null default '',
  adjustment_id text not null default '',
  shipment_id text not null default '',
  order_item_code text not null default '',
  promotion_id text not null default '',
  audit_state smallint not null default 0,
  import_id bigint not null,
  constraint amazon_settlement_line_pkey primary key (shop_id, posted_on, settlement_id, line_no)
) partition by range (posted_on);
create index amazon_settlement_line_shop_id_kind_id_posted_at_idx on amazon_settlement_line (shop_id, kind_id, posted_at);
create index amazon_settlement_line_posted_at_idx on amazon_settlement_line (posted_at);
create index amazon_settlement_line_shop_id_settlement_id_idx on amazon_settlement_line (shop_id, settlement_id);
create index amazon_settlement_line_shop_id_booked_on_idx on amazon_settlement_line (shop_id, booked_on) where booked_on <> posted_on;
create table amazon_transaction_line (
  shop_id bigint not null,
  posted_on date not null,
  line_key uuid not null,
  ordinal integer not null,
  posted_at timestamptz not null,
  booked_on date not null,
  settlement_id text not null default '',
  type_id bigint not null,
  order_id text not null default '',
  sku text not null default '',
  description text not null default '',
  quantity integer,
  total numeric(20,4) not null,
  currency text not null,
  product_sales numeric(20,4) not null default '0',
  product_sales_tax numeric(20,4) not null default '0',
  shipping_credits numeric(20,4) not null default '0',
  shipping_credits_tax numeric(20,4) not null default '0',
  gift_wrap_credits numeric(20,4) not null default '0',
  gift_wrap_credits_tax numeric(20,4) not null default '0',
  regulatory_fee numeric(20,4) not null default '0',
  regulatory_fee_tax numeric(20,4) not null default '0',
  points_granted numeric(20,4) not null default '0',
  promotional_rebates numeric(20,4) not null default '0',
  promotional_rebates_tax numeric(20,4) not null default '0',
  sales_tax_collected numeric(20,4) not null default '0',
  marketplace_facilitator_tax numeric(20,4) not null default '0',
  marketplace_withheld_tax numeric(20,4) not null default '0',
  selling_fees numeric(20,4) not null default '0',
  fba_fees numeric(20,4) not null default '0',
  other_transaction_fees numeric(20,4) not null default '0',
  other numeric(20,4) not null default '0',
  marketplace text not null default '',
  account_type text not null default '',
  fulfillment text not null default '',
  city text not null default '',
  state text not null default '',
  postal text not null default '',
  tax_model text not null default '',
  deferred boolean not null default false,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  import_id bigint not null,
  constraint amazon_transaction_line_pkey primary key (shop_id, posted_on, line_key, ordinal)
) partition by range (posted_on);
create index amazon_transaction_line_shop_id_type_id_posted_at_idx on amazon_transaction_line (shop_id, type_id, posted_at);
create index amazon_transaction_line_posted_at_idx on amazon_transaction_line (posted_at);
create index amazon_transaction_line_shop_id_settlement_id_idx on amazon_transaction_line (shop_id, settlement_id);
create index amazon_transaction_line_shop_id_booked_on_idx on amazon_transaction_line (shop_id, booked_on) where booked_on <> posted_on;
create table amazon_line_release (
  shop_id bigint not null,
  posted_on date not null,
  line_key uuid not null,
  ordinal integer not null,
  released_on date not null,
  import_id bigint not null,
  constraint amazon_line_release_pkey primary key (shop_id, posted_on, line_key, ordinal)
);
create table amazon_summary_line (
  shop_id bigint not null,
  posted_on date not null,
  line_key uuid not null,
  ordinal integer not null,
  booked_on date not null,
  kind_id bigint not null,
  order_id text not null default '',
  sku text not null default '',
  description text not null default '',
  quantity integer,
  amount numeric(20,4) not null,
  currency text not null,
  audit_state smallint not null default 0,
  import_id bigint not null,
  constraint amazon_summary_line_pkey primary key (shop_id, posted_on, line_key, ordinal)
) partition by range (posted_on);
create index amazon_summary_line_shop_id_kind_id_posted_on_idx on amazon_summary_line (shop_id, kind_id, posted_on);
create index amazon_summary_line_shop_id_booked_on_idx on amazon_summary_line (shop_id, booked_on) where booked_on <> posted_on;
create table amazon_line_seen (
  shop_id bigint not null,
  import_id bigint not null,
  family smallint not null,
  posted_on date not null,
  line_key uuid not null,
  ordinal integer not null,
  constraint amazon_line_seen_pkey primary key (shop_id, import_id, family, posted_on, line_key, ordinal)
);
create table amazon_settlement_seen (
  shop_id bigint not null,
  settlement_id text not null,
  import_id bigint not null,
  constraint amazon_settlement_seen_pkey primary key (shop_id, settlement_id, import_id)
);
create table amazon_shop_alias (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  alias text not null,
  shop_id bigint not null,
  start_on date,
  remark text,
  constraint amazon_shop_alias_pkey primary key (id)
);
alter table amazon_shop_alias add constraint amazon_shop_alias_alias_shop_id_key unique (org_id, alias, shop_id);
create table product_cost (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  month date not null,
  unit_cost numeric(20,8) not null,
  currency text not null,
  remark text,
  constraint product_cost_pkey primary key (id)
);
alter table product_cost add constraint product_cost_product_id_month_key unique (org_id, product_id, month);
create table finance_cost_line (
  shop_id bigint not null,
  booked_on date not null,
  sku text not null,
  item smallint not null,
  currency text not null,
  quantity numeric(20,6) not null,
  unit_cost numeric(20,8),
  amount numeric(20,4) not null,
  constraint finance_cost_line_pkey primary key (shop_id, booked_on, sku, item, currency)
);
create table finance_month (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  state smallint not null default 0,
  constraint finance_month_pkey primary key (id)
);
alter table finance_month add constraint finance_month_month_key unique (org_id, month);
create unlogged table amazon_settlement_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  there integer,
  kind_no integer not null,
  posted_on date not null,
  settlement_id text not null,
  posted_at timestamptz not null,
  order_id text not null,
  sku text not null,
  quantity integer,
  amount numeric(20,4) not null,
  currency text not null,
  marketplace_name text not null,
  fulfillment text not null,
  merchant_order_id text not null,
  adjustment_id text not null,
  shipment_id text not null,
  order_item_code text not null,
  promotion_id text not null,
  amount_type text not null,
  constraint amazon_settlement_staging_pkey primary key (shop_id, import_id, line_no)
);
create unlogged table amazon_transaction_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  there integer,
  kind_no integer not null,
  posted_on date not null,
  line_key uuid not null,
  ordinal integer not null default 1,
  posted_at timestamptz not null,
  settlement_id text not null,
  order_id text not null,
  sku text not null,
  description text not null,
  quantity integer,
  total numeric(20,4) not null,
  currency text not null,
  product_sales numeric(20,4) not null,
  product_sales_tax numeric(20,4) not null,
  shipping_credits numeric(20,4) not null,
  shipping_credits_tax numeric(20,4) not null,
  gift_wrap_credits numeric(20,4) not null,
  gift_wrap_credits_tax numeric(20,4) not null,
  regulatory_fee numeric(20,4) not null,
  regulatory_fee_tax numeric(20,4) not null,
  points_granted numeric(20,4) not null,
  promotional_rebates numeric(20,4) not null,
  promotional_rebates_tax numeric(20,4) not null,
  sales_tax_collected numeric(20,4) not null,
  marketplace_facilitator_tax numeric(20,4) not null,
  marketplace_withheld_tax numeric(20,4) not null,
  selling_fees numeric(20,4) not null,
  fba_fees numeric(20,4) not null,
  other_transaction_fees numeric(20,4) not null,
  other numeric(20,4) not null,
  marketplace text not null,
  account_type text not null,
  fulfillment text not null,
  city text not null,
  state text not null,
  postal text not null,
  tax_model text not null,
  deferred boolean not null,
  released_on date,
  constraint amazon_transaction_staging_pkey primary key (shop_id, import_id, line_no)
);
create unlogged table amazon_summary_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  there integer,
  kind_no integer not null,
  posted_on date not null,
  line_key uuid not null,
  ordinal integer not null default 1,
  order_id text not null,
  sku text not null,
  description text not null,
  quantity integer,
  amount numeric(20,4) not null,
  currency text not null,
  constraint amazon_summary_staging_pkey primary key (shop_id, import_id, line_no)
);
create table finance_amount__shop_month_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__shop_month_currency_kind_deferred_pkey primary key (shop_id, month, currency, kind_id, deferred)
);
create table finance_amount__shop_month_sku_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__shop_month_sku_currency_kind_deferred_pkey primary key (shop_id, month, sku, currency, kind_id, deferred)
);
create table finance_amount__shop_day_sku_currency_kind_deferred (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__shop_day_sku_currency_kind_deferred_pkey primary key (shop_id, day, sku, currency, kind_id, deferred)
);
create table finance_cost__shop_month_currency_item (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__shop_month_currency_item_pkey primary key (shop_id, month, currency, item)
);
create table finance_cost__shop_month_sku_currency_item (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__shop_month_sku_currency_item_pkey primary key (shop_id, month, sku, currency, item)
);
create table finance_cost__shop_day_sku_currency_item (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__shop_day_sku_currency_item_pkey primary key (shop_id, day, sku, currency, item)
);
create table country (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  name_en text not null,
  constraint country_pkey primary key (id)
);
alter table country add constraint country_code_key unique (code);
create table currency (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  decimals integer not null default 2,
  constraint currency_pkey primary key (id)
);
alter table currency add constraint currency_code_key unique (code);
create table marketplace (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  platform smallint not null,
  country_code text,
  currency text not null,
  zone text not null,
  amazon_id text,
  constraint marketplace_pkey primary key (id)
);
alter table marketplace add constraint marketplace_code_key unique (code);
create table shop (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  account_name text not null,
  marketplace_code text not null,
  country_code text,
  currency text not null,
  status smallint not null default 1,
  constraint shop_pkey primary key (id)
);
alter table shop add constraint shop_name_key unique (org_id, name);
create table currency_rate (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  currency text not null,
  rate numeric(20,10) not null,
  source text,
  constraint currency_rate_pkey primary key (id),
  constraint currency_rate_check_1 check (rate > 0)
);
alter table currency_rate add constraint currency_rate_month_currency_key unique (org_id, month, currency);
create table product (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  sku text not null,
  name text not null,
  brand text,
  category text,
  status smallint not null default 1,
  constraint product_pkey primary key (id)
);
alter table product add constraint product_sku_key unique (org_id, sku);
create table sku_map (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shop_id bigint not null,
  seller_sku text not null,
  product_id bigint not null,
  constraint sku_map_pkey primary key (id)
);
alter table sku_map add constraint sku_map_shop_id_seller_sku_key unique (org_id, shop_id, seller_sku);
create index sku_map_product_id_idx on sku_map (product_id);
create table organisation (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  short_name text not null,
  zone text not null default 'Asia/Shanghai',
  currency text not null default 'CNY',
  constraint organisation_pkey primary key (id)
);
alter table organisation add constraint organisation_name_key unique (name);
create table department (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  parent_id bigint,
  manager_id bigint,
  constraint department_pkey primary key (id)
);
alter table department add constraint department_name_key unique (org_id, name);
create index department_parent_id_idx on department (parent_id);
create table employee (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text not null,
  name text not null,
  nickname text,
  dept_id bigint not null,
  other_dept_ids text[],
  position_name text not null,
  status smallint not null default 1,
  phone text,
  email text,
  avatar text,
  constraint employee_pkey primary key (id)
);
alter table employee add constraint employee_no_key unique (org_id, no);
create index employee_dept_id_idx on employee (dept_id);
create table account (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  username text not null,
  password_hash text not null,
  name text not null,
  is_system_admin boolean not null default false,
  is_manager boolean not null default false,
  must_change boolean not null default false,
  status smallint not null default 1,
  last_org_id bigint,
  constraint account_pkey primary key (id)
);
alter table account add constraint account_username_key unique (username);
create table account_organisation (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  employee_id bigint,
  data_scope smallint not null default 0,
  named_dept_ids text[],
  constraint account_organisation_pkey primary key (id)
);
alter table account_organisation add constraint account_organisation_account_id_key unique (org_id, account_id);
create index account_organisation_account_id_idx on account_organisation (account_id);
create index account_organisation_employee_id_idx on account_organisation (employee_id);
create table role (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  remark text,
  constraint role_pkey primary key (id)
);
alter table role add constraint role_name_key unique (org_id, name);
create table role_permission (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  role_id bigint not null,
  permission text not null,
  operation integer not null,
  constraint role_permission_pkey primary key (id)
);
alter table role_permission add constraint role_permission_role_id_permission_operation_key unique (org_id, role_id, permission, operation);
create index role_permission_role_id_idx on role_permission (role_id);
create table account_role (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  role_id bigint not null,
  constraint account_role_pkey primary key (id)
);
alter table account_role add constraint account_role_account_id_role_id_key unique (org_id, account_id, role_id);
create index account_role_account_id_idx on account_role (account_id);
create index account_role_role_id_idx on account_role (role_id);
create table shop_grant (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  shop_id bigint not null,
  constraint shop_grant_pkey primary key (id)
);
alter table shop_grant add constraint shop_grant_employee_id_shop_id_key unique (org_id, employee_id, shop_id);
create index shop_grant_employee_id_idx on shop_grant (employee_id);
create index shop_grant_shop_id_idx on shop_grant (shop_id);
create table session (
  token_hash text not null,
  account_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  address text not null,
  user_agent text not null,
  constraint session_pkey primary key (token_hash)
);
create index session_account_id_idx on session (account_id);
create table login_failure (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  username text not null,
  address text not null,
  at timestamptz not null,
  constraint login_failure_pkey primary key (id)
);
create index login_failure_username_at_idx on login_failure (username, at);
create index login_failure_address_at_idx on login_failure (address, at);
create table login_captcha (
  username text not null,
  address text not null,
  answer text not null,
  expires_at timestamptz not null,
  constraint login_captcha_pkey primary key (username, address)
);
create table scope_version (
  organisation_id bigint not null,
  version bigint not null default 1,
  constraint scope_version_pkey primary key (organisation_id)
);
alter table audit_entry add constraint audit_entry_org_id_fkey foreign key (org_id) references organisation (id);
alter table task add constraint task_org_id_fkey foreign key (org_id) references organisation (id);
alter table stored_file add constraint stored_file_org_id_fkey foreign key (org_id) references organisation (id);
alter table import_run add constraint import_run_org_id_fkey foreign key (org_id) references organisation (id);
alter table import_run add constraint import_run_shop_id_fkey foreign key (shop_id) references shop (id);
alter table stale_day add constraint stale_day_shop_id_fkey foreign key (shop_id) references shop (id);
alter table amazon_kind add constraint amazon_kind_org_id_fkey foreign key (org_id) references organisation (id);
alter table amazon_type_map add constraint amazon_type_map_org_id_fkey foreign key (org_id) references organisation (id);
alter table amazon_type_map add constraint amazon_type_map_kind_id_fkey foreign key (kind_id) references amazon_kind (id);
alter table amazon_shop_alias add constraint amazon_shop_alias_org_id_fkey foreign key (org_id) references organisation (id);
alter table amazon_shop_alias add constraint amazon_shop_alias_shop_id_fkey foreign key (shop_id) references shop (id);
alter table product_cost add constraint product_cost_org_id_fkey foreign key (org_id) references organisation (id);
alter table product_cost add constraint product_cost_product_id_fkey foreign key (product_id) references product (id);
alter table product_cost add constraint product_cost_currency_fkey foreign key (currency) references currency (code);
alter table finance_month add constraint finance_month_org_id_fkey foreign key (org_id) references organisation (id);
alter table marketplace add constraint marketplace_country_code_fkey foreign key (country_code) references country (code);
alter table marketplace add constraint marketplace_currency_fkey foreign key (currency) references currency (code);
alter table shop add constraint shop_org_id_fkey foreign key (org_id) references organisation (id);
alter table shop add constraint shop_marketplace_code_fkey foreign key (marketplace_code) references marketplace (code);
alter table shop add constraint shop_country_code_fkey foreign key (country_code) references country (code);
alter table shop add constraint shop_currency_fkey foreign key (currency) references currency (code);
alter table currency_rate add constraint currency_rate_org_id_fkey foreign key (org_id) references organisation (id);
alter table currency_rate add constraint currency_rate_currency_fkey foreign key (currency) references currency (code);
alter table product add constraint product_org_id_fkey foreign key (org_id) references organisation (id);
alter table sku_map add constraint sku_map_org_id_fkey foreign key (org_id) references organisation (id);
alter table sku_map add constraint sku_map_shop_id_fkey foreign key (shop_id) references shop (id);
alter table sku_map add constraint sku_map_product_id_fkey foreign key (product_id) references product (id);
alter table organisation add constraint organisation_currency_fkey foreign key (currency) references currency (code);
alter table department add constraint department_org_id_fkey foreign key (org_id) references organisation (id);
alter table department add constraint department_parent_id_fkey foreign key (parent_id) references department (id);
alter table department add constraint department_manager_id_fkey foreign key (manager_id) references employee (id);
alter table employee add constraint employee_org_id_fkey foreign key (org_id) references organisation (id);
alter table employee add constraint employee_dept_id_fkey foreign key (dept_id) references department (id);
alter table account add constraint account_last_org_id_fkey foreign key (last_org_id) references organisation (id);
alter table account_organisation add constraint account_organisation_org_id_fkey foreign key (org_id) references organisation (id);
alter table account_organisation add constraint account_organisation_account_id_fkey foreign key (account_id) references account (id);
alter table account_organisation add constraint account_organisation_employee_id_fkey foreign key (employee_id) references employee (id);
alter table role add constraint role_org_id_fkey foreign key (org_id) references organisation (id);
alter table role_permission add constraint role_permission_org_id_fkey foreign key (org_id) references organisation (id);
alter table role_permission add constraint role_permission_role_id_fkey foreign key (role_id) references role (id);
alter table account_role add constraint account_role_org_id_fkey foreign key (org_id) references organisation (id);
alter table account_role add constraint account_role_account_id_fkey foreign key (account_id) references account (id);
alter table account_role add constraint account_role_role_id_fkey foreign key (role_id) references role (id);
alter table shop_grant add constraint shop_grant_org_id_fkey foreign key (org_id) references organisation (id);
alter table shop_grant add constraint shop_grant_employee_id_fkey foreign key (employee_id) references employee (id);
alter table shop_grant add constraint shop_grant_shop_id_fkey foreign key (shop_id) references shop (id);
alter table session add constraint session_account_id_fkey foreign key (account_id) references account (id);
alter table scope_version add constraint scope_version_organisation_id_fkey foreign key (organisation_id) references organisation (id);
