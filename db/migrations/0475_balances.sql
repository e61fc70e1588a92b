create table fba_stock__shop_month_sku_event (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  event text not null,
  quantity integer not null,
  n integer not null,
  constraint fba_stock__shop_month_sku_event_pkey primary key (shop_id, month, sku, event)
);
create table fba_stock__shop_day_sku_event_disposition_centre (
  shop_id bigint not null,
  day date not null,
  sku text not null,
  event text not null,
  disposition text not null,
  centre text not null,
  quantity integer not null,
  n integer not null,
  constraint fba_stock__shop_day_sku_event_disposition_centre_pkey primary key (shop_id, day, sku, event, disposition, centre)
);
create table finance_owed__shop_month_currency (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  change numeric(20,4) not null,
  events numeric(20,4) not null,
  payouts numeric(20,4) not null,
  n integer not null,
  constraint finance_owed__shop_month_currency_pkey primary key (shop_id, month, currency)
);
create table finance_owed__shop_day_currency (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  change numeric(20,4) not null,
  events numeric(20,4) not null,
  payouts numeric(20,4) not null,
  n integer not null,
  constraint finance_owed__shop_day_currency_pkey primary key (shop_id, day, currency)
);
ALTER TABLE "public"."fba_inventory_month" ADD COLUMN "untold" integer NOT NULL DEFAULT 0;
-- what months have without lines, of what stands there
update fba_inventory_month m set untold = n.untold
from (select shop_id, month, sku, opening - coalesce(lag(closing) over (partition by shop_id, sku order by month), 0)
    + case when source = 2 then received + sold + returned + removed + transferred + adjusted else 0 end as untold
  from fba_inventory_month) n
where n.shop_id = m.shop_id and n.month = m.month and n.sku = m.sku;
-- days that have movements, and days of receivables, are added up once
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'fba_stock', s.org_id, f.shop_id, f.happened_on, now() from fba_ledger_line f join shop s on s.id = f.shop_id
  union select distinct 'fba_stock', s.org_id, f.shop_id, f.month, now() from fba_inventory_month f join shop s on s.id = f.shop_id
  union select distinct 'finance_owed', s.org_id, f.shop_id, f.day, now() from finance_receivable f join shop s on s.id = f.shop_id
  on conflict do nothing;
