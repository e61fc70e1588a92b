create table ebay_earning (
  shop_id bigint not null,
  ordered_on date not null,
  order_no text not null,
  item_id text not null default '',
  title text not null default '',
  quantity integer,
  currency text not null,
  transaction_currency text not null default '',
  subtotal numeric(20,4),
  shipping numeric(20,4),
  seller_tax numeric(20,4),
  ebay_tax numeric(20,4),
  discount numeric(20,4),
  gross numeric(20,4),
  fixed_fee numeric(20,4),
  variable_fee numeric(20,4),
  standard_fee numeric(20,4),
  not_as_described_fee numeric(20,4),
  international_fee numeric(20,4),
  deposit_fee numeric(20,4),
  regulatory_fee numeric(20,4),
  promoted_fee numeric(20,4),
  donation numeric(20,4),
  labels numeric(20,4),
  dispute_fee numeric(20,4),
  expenses numeric(20,4),
  refunds numeric(20,4),
  earnings numeric(20,4) not null default '0',
  line_key uuid not null,
  state_key uuid not null,
  ordinal integer not null default 1,
  import_id bigint not null,
  constraint ebay_earning_pkey primary key (shop_id, ordered_on, line_key, ordinal)
);
create index ebay_earning_ordered_on_shop_id_idx on ebay_earning (ordered_on desc, shop_id);
create index ebay_earning_shop_id_order_no_idx on ebay_earning (shop_id, order_no);
create unlogged table ebay_earning_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  there integer,
  ordered_on date not null,
  order_no text not null,
  item_id text not null default '',
  title text not null default '',
  quantity integer,
  currency text not null,
  transaction_currency text not null default '',
  subtotal numeric(20,4),
  shipping numeric(20,4),
  seller_tax numeric(20,4),
  ebay_tax numeric(20,4),
  discount numeric(20,4),
  gross numeric(20,4),
  fixed_fee numeric(20,4),
  variable_fee numeric(20,4),
  standard_fee numeric(20,4),
  not_as_described_fee numeric(20,4),
  international_fee numeric(20,4),
  deposit_fee numeric(20,4),
  regulatory_fee numeric(20,4),
  promoted_fee numeric(20,4),
  donation numeric(20,4),
  labels numeric(20,4),
  dispute_fee numeric(20,4),
  expenses numeric(20,4),
  refunds numeric(20,4),
  earnings numeric(20,4) not null default '0',
  line_key uuid not null,
  state_key uuid not null,
  ordinal integer not null default 1,
  constraint ebay_earning_staging_pkey primary key (shop_id, import_id, line_no)
);
create table ebay_earning_check (
  ordered_on date not null,
  shop_id bigint not null,
  order_no text not null,
  state smallint not null,
  earnings numeric(20,4) not null,
  found numeric(20,4),
  difference numeric(20,4),
  gross numeric(20,4),
  found_gross numeric(20,4),
  quantity integer,
  found_quantity integer,
  currency text not null,
  constraint ebay_earning_check_pkey primary key (shop_id, order_no)
);
create index ebay_earning_check_ordered_on_shop_id_idx on ebay_earning_check (ordered_on desc, shop_id);
alter table ad_invoice_check drop constraint ad_invoice_check_pkey;
-- a constant default rewrites nothing
alter table ad_invoice_check add column place integer not null default 0;
-- a constant default rewrites nothing
alter table ad_invoice_check add column words text not null default ''::text;
alter table ad_invoice_check alter column invoiced drop not null;
alter table ad_invoice_check alter column net_amount drop not null;
alter table ad_invoice_check alter column period_from drop not null;
alter table ad_invoice_check alter column period_to drop not null;
alter table ad_invoice_check alter column tax drop not null;
alter table ad_invoice_check alter column invoice_no set default ''::text;
alter table ad_invoice_check add constraint ad_invoice_check_pkey primary key (shop_id, invoice_no, place);
