-- Every amount by five clocks. The finest grain holds the day of each; until a day is computed again its further clocks say "not yet". All
-- days that have figures are marked, so that the next start works them out, a month of one shop at a time.
create table finance_amount_ev__shop_month_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_ev__shop_month_currency_kind_deferred_pkey primary key (shop_id, month, currency, kind_id, deferred)
);
create table finance_amount_ev__shop_month_sku_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_ev__shop_month_sku_currency_kind_deferred_pkey primary key (shop_id, month, sku, currency, kind_id, deferred)
);
create table finance_amount_sh__shop_month_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_sh__shop_month_currency_kind_deferred_pkey primary key (shop_id, month, currency, kind_id, deferred)
);
create table finance_amount_sh__shop_month_sku_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_sh__shop_month_sku_currency_kind_deferred_pkey primary key (shop_id, month, sku, currency, kind_id, deferred)
);
create table finance_amount_st__shop_month_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_st__shop_month_currency_kind_deferred_pkey primary key (shop_id, month, currency, kind_id, deferred)
);
create table finance_amount_st__shop_month_sku_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_st__shop_month_sku_currency_kind_deferred_pkey primary key (shop_id, month, sku, currency, kind_id, deferred)
);
create table finance_amount_ca__shop_month_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_ca__shop_month_currency_kind_deferred_pkey primary key (shop_id, month, currency, kind_id, deferred)
);
create table finance_amount_ca__shop_month_sku_currency_kind_deferred (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount_ca__shop_month_sku_currency_kind_deferred_pkey primary key (shop_id, month, sku, currency, kind_id, deferred)
);
create table finance_amount__clocks (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  kind_id bigint not null,
  deferred boolean not null,
  event_day date not null,
  delivered_day date not null,
  settled_day date not null,
  cash_day date not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_amount__clocks_pkey primary key (shop_id, month, currency, kind_id, deferred, event_day, delivered_day, settled_day, cash_day)
);
create table finance_cost_ev__shop_month_currency_item (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_ev__shop_month_currency_item_pkey primary key (shop_id, month, currency, item)
);
create table finance_cost_ev__shop_month_sku_currency_item (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_ev__shop_month_sku_currency_item_pkey primary key (shop_id, month, sku, currency, item)
);
create table finance_cost_sh__shop_month_currency_item (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_sh__shop_month_currency_item_pkey primary key (shop_id, month, currency, item)
);
create table finance_cost_sh__shop_month_sku_currency_item (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_sh__shop_month_sku_currency_item_pkey primary key (shop_id, month, sku, currency, item)
);
create table finance_cost_st__shop_month_currency_item (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_st__shop_month_currency_item_pkey primary key (shop_id, month, currency, item)
);
create table finance_cost_st__shop_month_sku_currency_item (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_st__shop_month_sku_currency_item_pkey primary key (shop_id, month, sku, currency, item)
);
create table finance_cost_ca__shop_month_currency_item (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_ca__shop_month_currency_item_pkey primary key (shop_id, month, currency, item)
);
create table finance_cost_ca__shop_month_sku_currency_item (
  shop_id bigint not null,
  month date not null,
  sku text not null,
  currency text not null,
  item smallint not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost_ca__shop_month_sku_currency_item_pkey primary key (shop_id, month, sku, currency, item)
);
create table finance_cost__clocks (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  item smallint not null,
  event_day date not null,
  delivered_day date not null,
  settled_day date not null,
  cash_day date not null,
  amount numeric(20,4) not null,
  quantity numeric(20,6) not null,
  n integer not null,
  constraint finance_cost__clocks_pkey primary key (shop_id, month, currency, item, event_day, delivered_day, settled_day, cash_day)
);
create table amazon_line_event (
  shop_id bigint not null,
  posted_on date not null,
  settlement_id text not null,
  line_no integer not null,
  event_on date not null,
  constraint amazon_line_event_pkey primary key (shop_id, posted_on, settlement_id, line_no)
);
create table finance_order_day (
  shop_id bigint not null,
  order_no text not null,
  shipped_on date not null,
  constraint finance_order_day_pkey primary key (shop_id, order_no)
);
create table finance_payout_day (
  shop_id bigint not null,
  payout text not null,
  cash_on date not null,
  constraint finance_payout_day_pkey primary key (shop_id, payout)
);
create table finance_cost_part (
  shop_id bigint not null,
  booked_on date not null,
  sku text not null,
  item smallint not null,
  currency text not null,
  event_on date not null,
  shipped_on date not null,
  settled_on date not null,
  cash_on date not null,
  quantity numeric(20,6) not null,
  unit_cost numeric(20,8),
  amount numeric(20,4) not null,
  constraint finance_cost_part_pkey primary key (shop_id, booked_on, sku, item, currency, event_on, shipped_on, settled_on, cash_on)
);
ALTER TABLE "public"."finance_amount__shop_day_sku_currency_kind_deferred" DROP CONSTRAINT "finance_amount__shop_day_sku_currency_kind_deferred_pkey";
ALTER TABLE "public"."finance_cost__shop_day_sku_currency_item" DROP CONSTRAINT "finance_cost__shop_day_sku_currency_item_pkey";
ALTER TABLE "public"."finance_amount__shop_day_sku_currency_kind_deferred" ADD COLUMN "event_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_amount__shop_day_sku_currency_kind_deferred" ADD COLUMN "delivered_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_amount__shop_day_sku_currency_kind_deferred" ADD COLUMN "settled_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_amount__shop_day_sku_currency_kind_deferred" ADD COLUMN "cash_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_cost__shop_day_sku_currency_item" ADD COLUMN "event_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_cost__shop_day_sku_currency_item" ADD COLUMN "delivered_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_cost__shop_day_sku_currency_item" ADD COLUMN "settled_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_cost__shop_day_sku_currency_item" ADD COLUMN "cash_day" date NOT NULL DEFAULT 'infinity';
ALTER TABLE "public"."finance_amount__shop_day_sku_currency_kind_deferred" ADD CONSTRAINT "finance_amount__shop_day_sku_currency_kind_deferred_pkey" PRIMARY KEY (shop_id, day, sku, currency, kind_id, deferred, event_day, delivered_day, settled_day, cash_day);
ALTER TABLE "public"."finance_cost__shop_day_sku_currency_item" ADD CONSTRAINT "finance_cost__shop_day_sku_currency_item_pkey" PRIMARY KEY (shop_id, day, sku, currency, item, event_day, delivered_day, settled_day, cash_day);
CREATE INDEX finance_amount__shop_day_sku_currency_kind_deferred_si_cd_idx ON public.finance_amount__shop_day_sku_currency_kind_deferred USING btree (shop_id, cash_day);
CREATE INDEX finance_amount__shop_day_sku_currency_kind_deferred_si_dd_idx ON public.finance_amount__shop_day_sku_currency_kind_deferred USING btree (shop_id, delivered_day);
CREATE INDEX finance_amount__shop_day_sku_currency_kind_deferred_si_ed_idx ON public.finance_amount__shop_day_sku_currency_kind_deferred USING btree (shop_id, event_day);
CREATE INDEX finance_amount__shop_day_sku_currency_kind_deferred_si_sd_idx ON public.finance_amount__shop_day_sku_currency_kind_deferred USING btree (shop_id, settled_day);
CREATE INDEX finance_cost__shop_day_sku_currency_item_shop_id_cash_day_idx ON public.finance_cost__shop_day_sku_currency_item USING btree (shop_id, cash_day);
CREATE INDEX finance_cost__shop_day_sku_currency_item_shop_id_event_day_idx ON public.finance_cost__shop_day_sku_currency_item USING btree (shop_id, event_day);
CREATE INDEX finance_cost__shop_day_sku_currency_item_si_dd_idx ON public.finance_cost__shop_day_sku_currency_item USING btree (shop_id, delivered_day);
CREATE INDEX finance_cost__shop_day_sku_currency_item_si_sd_idx ON public.finance_cost__shop_day_sku_currency_item USING btree (shop_id, settled_day);
ALTER TABLE public.finance_amount__shop_day_sku_currency_kind_deferred ALTER COLUMN event_day DROP DEFAULT;
ALTER TABLE public.finance_amount__shop_day_sku_currency_kind_deferred ALTER COLUMN delivered_day DROP DEFAULT;
ALTER TABLE public.finance_amount__shop_day_sku_currency_kind_deferred ALTER COLUMN settled_day DROP DEFAULT;
ALTER TABLE public.finance_amount__shop_day_sku_currency_kind_deferred ALTER COLUMN cash_day DROP DEFAULT;
ALTER TABLE public.finance_cost__shop_day_sku_currency_item ALTER COLUMN event_day DROP DEFAULT;
ALTER TABLE public.finance_cost__shop_day_sku_currency_item ALTER COLUMN delivered_day DROP DEFAULT;
ALTER TABLE public.finance_cost__shop_day_sku_currency_item ALTER COLUMN settled_day DROP DEFAULT;
ALTER TABLE public.finance_cost__shop_day_sku_currency_item ALTER COLUMN cash_day DROP DEFAULT;
-- Cost lines stand on their own day by every clock until their day is computed.
INSERT INTO public.finance_cost_part (shop_id, booked_on, sku, item, currency, event_on, shipped_on, settled_on, cash_on, quantity, unit_cost, amount)
  SELECT shop_id, booked_on, sku, item, currency, booked_on, booked_on, booked_on, booked_on, quantity, unit_cost, amount FROM public.finance_cost_line;
-- The day an order was shipped, where its payment says so.
INSERT INTO public.finance_order_day (shop_id, order_no, shipped_on)
  SELECT p.shop_id, p.order_no, min((p.shipped_at AT TIME ZONE m.zone)::date) FROM public.order_payment p
    JOIN public.shop s ON s.id = p.shop_id JOIN public.marketplace m ON m.code = s.marketplace_code
  WHERE p.shipped_at IS NOT NULL AND p.order_no <> '' GROUP BY 1, 2;
INSERT INTO public.stale_day (rollup, org_id, owner_id, day, since)
  SELECT DISTINCT 'finance_amount', s.org_id, f.shop_id, f.day, now() FROM public.finance_amount__shop_day_sku_currency_kind_deferred f JOIN public.shop s ON s.id = f.shop_id
  ON CONFLICT DO NOTHING;
INSERT INTO public.stale_day (rollup, org_id, owner_id, day, since)
  SELECT DISTINCT 'finance_cost', s.org_id, f.shop_id, f.day, now() FROM public.finance_cost__shop_day_sku_currency_item f JOIN public.shop s ON s.id = f.shop_id
  ON CONFLICT DO NOTHING;
