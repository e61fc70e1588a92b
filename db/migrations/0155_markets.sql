create table market_line (
  shop_id bigint not null,
  posted_on date not null,
  tx_key uuid not null,
  typed_key uuid not null,
  part integer not null,
  posted_at timestamptz not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  quantity integer,
  amount numeric(20,4) not null,
  currency text not null,
  transaction_id text not null default '',
  payout_id text not null default '',
  ordinal integer not null,
  booked_on date not null,
  kind_id bigint not null,
  source smallint not null,
  import_id bigint not null,
  constraint market_line_pkey primary key (shop_id, posted_on, tx_key, ordinal, part)
) partition by range (posted_on);
create index market_line_posted_at_shop_id_posted_on_idx on market_line (posted_at, shop_id, posted_on);
create index market_line_shop_id_order_no_idx on market_line (shop_id, order_no);
create index market_line_shop_id_typed_key_idx on market_line (shop_id, typed_key);
create index market_line_shop_id_import_id_idx on market_line (shop_id, import_id);
create index market_line_shop_id_kind_id_posted_at_idx on market_line (shop_id, kind_id, posted_at);
create index market_line_shop_id_payout_id_idx on market_line (shop_id, payout_id) where payout_id <> '';
create index market_line_shop_id_booked_on_idx on market_line (shop_id, booked_on) where booked_on <> posted_on;
create table market_line_seen (
  shop_id bigint not null,
  tx_key uuid not null,
  ordinal integer not null,
  import_id bigint not null,
  part integer not null,
  source smallint not null,
  line jsonb,
  constraint market_line_seen_pkey primary key (shop_id, tx_key, ordinal, import_id, part)
);
create index market_line_seen_shop_id_import_id_idx on market_line_seen (shop_id, import_id);
create unlogged table market_staging (
  import_id bigint not null,
  shop_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  ordinal integer not null default 1,
  counts boolean not null default false,
  posted_on date not null,
  tx_key uuid not null,
  typed_key uuid not null,
  part integer not null,
  posted_at timestamptz not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  quantity integer,
  amount numeric(20,4) not null,
  currency text not null,
  transaction_id text not null default '',
  payout_id text not null default '',
  constraint market_staging_pkey primary key (shop_id, import_id, line_no)
);
create table ebay_order_profit (
  shop_id bigint not null,
  booked_on date not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  salesman_id bigint,
  quantity integer not null default 0,
  sale numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  unmapped numeric(20,4) not null default '0',
  cost numeric(20,4),
  adjustment numeric(20,4) not null default '0',
  currency text not null,
  rate numeric(20,10),
  lacking smallint not null default 0,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  constraint ebay_order_profit_pkey primary key (shop_id, booked_on, order_no, sku, item_id)
);
create index ebay_order_profit_booked_on_shop_id_order_no_idx on ebay_order_profit (booked_on, shop_id, order_no);
create index ebay_order_profit_shop_id_order_no_idx on ebay_order_profit (shop_id, order_no);
create table ebay_order_profit_delivery (
  shop_id bigint not null,
  booked_on date not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  salesman_id bigint,
  quantity integer not null default 0,
  sale numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  final_leg numeric(20,4),
  unmapped numeric(20,4) not null default '0',
  cost numeric(20,4),
  adjustment numeric(20,4) not null default '0',
  currency text not null,
  rate numeric(20,10),
  lacking smallint not null default 0,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  constraint ebay_order_profit_delivery_pkey primary key (shop_id, booked_on, order_no, sku, item_id)
);
create index ebay_order_profit_delivery_booked_on_shop_id_order_no_idx on ebay_order_profit_delivery (booked_on, shop_id, order_no);
create index ebay_order_profit_delivery_shop_id_order_no_idx on ebay_order_profit_delivery (shop_id, order_no);
create table yx_order_profit (
  shop_id bigint not null,
  booked_on date not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  salesman_id bigint,
  quantity integer not null default 0,
  sale numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  unmapped numeric(20,4) not null default '0',
  cost numeric(20,4),
  adjustment numeric(20,4) not null default '0',
  currency text not null,
  rate numeric(20,10),
  lacking smallint not null default 0,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  constraint yx_order_profit_pkey primary key (shop_id, booked_on, order_no, sku, item_id)
);
create index yx_order_profit_booked_on_shop_id_order_no_idx on yx_order_profit (booked_on, shop_id, order_no);
create index yx_order_profit_shop_id_order_no_idx on yx_order_profit (shop_id, order_no);
create table yx_order_profit_delivery (
  shop_id bigint not null,
  booked_on date not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  salesman_id bigint,
  quantity integer not null default 0,
  sale numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  final_leg numeric(20,4),
  unmapped numeric(20,4) not null default '0',
  cost numeric(20,4),
  adjustment numeric(20,4) not null default '0',
  currency text not null,
  rate numeric(20,10),
  lacking smallint not null default 0,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  constraint yx_order_profit_delivery_pkey primary key (shop_id, booked_on, order_no, sku, item_id)
);
create index yx_order_profit_delivery_booked_on_shop_id_order_no_idx on yx_order_profit_delivery (booked_on, shop_id, order_no);
create index yx_order_profit_delivery_shop_id_order_no_idx on yx_order_profit_delivery (shop_id, order_no);
create table yx_ae_order_profit (
  shop_id bigint not null,
  booked_on date not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  salesman_id bigint,
  quantity integer not null default 0,
  sale numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  unmapped numeric(20,4) not null default '0',
  cost numeric(20,4),
  adjustment numeric(20,4) not null default '0',
  currency text not null,
  rate numeric(20,10),
  lacking smallint not null default 0,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  constraint yx_ae_order_profit_pkey primary key (shop_id, booked_on, order_no, sku, item_id)
);
create index yx_ae_order_profit_booked_on_shop_id_order_no_idx on yx_ae_order_profit (booked_on, shop_id, order_no);
create index yx_ae_order_profit_shop_id_order_no_idx on yx_ae_order_profit (shop_id, order_no);
create table yx_ae_order_profit_delivery (
  shop_id bigint not null,
  booked_on date not null,
  order_no text not null default '',
  sku text not null default '',
  item_id text not null default '',
  title text not null default '',
  salesman_id bigint,
  quantity integer not null default 0,
  sale numeric(20,4) not null default '0',
  refund numeric(20,4) not null default '0',
  fees numeric(20,4) not null default '0',
  freight numeric(20,4) not null default '0',
  final_leg numeric(20,4),
  unmapped numeric(20,4) not null default '0',
  cost numeric(20,4),
  adjustment numeric(20,4) not null default '0',
  currency text not null,
  rate numeric(20,10),
  lacking smallint not null default 0,
  remark text not null default '',
  audit_state smallint not null default 0,
  version integer not null default 1,
  constraint yx_ae_order_profit_delivery_pkey primary key (shop_id, booked_on, order_no, sku, item_id)
);
create index yx_ae_order_profit_delivery_booked_on_shop_id_order_no_idx on yx_ae_order_profit_delivery (booked_on, shop_id, order_no);
create index yx_ae_order_profit_delivery_shop_id_order_no_idx on yx_ae_order_profit_delivery (shop_id, order_no);
