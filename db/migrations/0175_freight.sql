create table carrier (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  source smallint not null,
  number text not null,
  currency text,
  company_id bigint,
  keeper_id bigint,
  seen_by smallint not null default 1,
  status smallint not null default 1,
  remark text,
  constraint carrier_pkey primary key (id)
);
alter table carrier add constraint carrier_number_key unique (org_id, number);
create index carrier_search_idx on carrier using gin (search_grams(number, name));
create table final_leg_fee (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shipped_on date not null,
  carrier_id bigint not null,
  tracking_no text not null,
  order_no text not null default '',
  service text not null default '',
  zone_code text not null default '',
  weight numeric(20,4),
  fee numeric(20,4) not null default '0',
  surcharge numeric(20,4) not null default '0',
  currency text not null,
  source smallint not null default 9,
  voided smallint not null default 0,
  remark text not null default '',
  entered_fee numeric(20,4),
  entered_surcharge numeric(20,4),
  constraint final_leg_fee_pkey primary key (id)
);
alter table final_leg_fee add constraint final_leg_fee_tracking_no_key unique (org_id, tracking_no);
create index final_leg_fee_org_id_shipped_on_idx on final_leg_fee (org_id, shipped_on desc);
create index final_leg_fee_org_id_order_no_idx on final_leg_fee (org_id, order_no);
create index final_leg_fee_carrier_id_shipped_on_idx on final_leg_fee (carrier_id, shipped_on desc);
create index final_leg_fee_search_idx on final_leg_fee using gin (search_grams(tracking_no));
create table carrier_charge (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  carrier_id bigint not null,
  tracking_no text not null,
  shipped_on date not null,
  charge_kind text not null default '',
  fee numeric(20,4) not null default '0',
  surcharge numeric(20,4) not null default '0',
  currency text not null,
  invoice_no text not null default '',
  order_no text not null default '',
  service text not null default '',
  zone_code text not null default '',
  weight numeric(20,4),
  kind smallint not null,
  voided smallint not null default 0,
  status text not null default '',
  line_key uuid,
  ordinal integer not null default 1,
  import_id bigint,
  constraint carrier_charge_pkey primary key (id)
);
alter table carrier_charge add constraint carrier_charge_carrier_id_line_key_ordinal_key unique (org_id, carrier_id, line_key, ordinal);
create index carrier_charge_org_id_tracking_no_idx on carrier_charge (org_id, tracking_no);
create index carrier_charge_org_id_shipped_on_idx on carrier_charge (org_id, shipped_on desc);
create index carrier_charge_import_id_idx on carrier_charge (import_id);
create index carrier_charge_search_idx on carrier_charge using gin (search_grams(tracking_no));
create table first_leg_shipment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shipment_no text not null,
  stage smallint not null default 1,
  period date not null,
  mode smallint not null default 1,
  carrier_id bigint,
  departed_on date,
  target text,
  remark text,
  constraint first_leg_shipment_pkey primary key (id)
);
alter table first_leg_shipment add constraint first_leg_shipment_shipment_no_key unique (org_id, shipment_no);
create index first_leg_shipment_org_id_period_id_idx on first_leg_shipment (org_id, period desc, id desc);
create index first_leg_shipment_search_idx on first_leg_shipment using gin (search_grams(shipment_no));
create table first_leg_fee (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shipment_id bigint not null,
  period date,
  row_no integer not null,
  sku text not null default '',
  name text not null default '',
  quantity numeric(20,4) not null default '0',
  cartons numeric(20,2) not null default '0',
  volume numeric(20,6) not null default '0',
  gross_weight numeric(20,4) not null default '0',
  net_weight numeric(20,4) not null default '0',
  declared_value numeric(20,4) not null default '0',
  fee numeric(20,4) not null default '0',
  currency text,
  remark text not null default '',
  stated_fee numeric(20,4) not null default '0',
  line_key uuid,
  ordinal integer not null default 1,
  import_id bigint,
  constraint first_leg_fee_pkey primary key (id)
);
alter table first_leg_fee add constraint first_leg_fee_shipment_id_line_key_ordinal_key unique (org_id, shipment_id, line_key, ordinal);
create index first_leg_fee_org_id_period_id_idx on first_leg_fee (org_id, period desc, id desc);
create index first_leg_fee_org_id_sku_period_idx on first_leg_fee (org_id, sku, period);
create index first_leg_fee_import_id_idx on first_leg_fee (import_id);
create index first_leg_fee_search_idx on first_leg_fee using gin (search_grams(sku));
create table first_leg_bill (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  shipment_id bigint not null,
  carrier_id bigint,
  basis smallint not null default 1,
  kg_per_cbm numeric(20,2) not null default '167',
  currency text not null,
  state smallint not null default 0,
  remark text,
  attachments bigint[],
  constraint first_leg_bill_pkey primary key (id)
);
alter table first_leg_bill add constraint first_leg_bill_no_key unique (org_id, no);
create index first_leg_bill_org_id_business_on_id_idx on first_leg_bill (org_id, business_on desc, id desc);
create index first_leg_bill_shipment_id_idx on first_leg_bill (shipment_id);
create index first_leg_bill_search_idx on first_leg_bill using gin (search_grams(no));
create table first_leg_bill_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  bill_id bigint not null,
  line_no integer not null,
  kind smallint not null default 1,
  amount numeric(20,4) not null,
  note text,
  constraint first_leg_bill_item_pkey primary key (id)
);
alter table first_leg_bill_item add constraint first_leg_bill_item_bill_id_line_no_key unique (org_id, bill_id, line_no);
create index first_leg_bill_item_org_id_id_idx on first_leg_bill_item (org_id, id desc);
create table first_leg_share (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  bill_id bigint not null,
  fee_id bigint not null,
  row_no integer not null,
  sku text not null default '',
  basis smallint not null,
  weight numeric(20,6) not null,
  share numeric(20,4) not null,
  currency text not null,
  in_force smallint not null default 0,
  constraint first_leg_share_pkey primary key (id)
);
alter table first_leg_share add constraint first_leg_share_bill_id_fee_id_key unique (org_id, bill_id, fee_id);
create index first_leg_share_org_id_bill_id_row_no_idx on first_leg_share (org_id, bill_id desc, row_no);
create index first_leg_share_fee_id_idx on first_leg_share (fee_id);
create index first_leg_share_search_idx on first_leg_share using gin (search_grams(sku));
ALTER TABLE "public"."carrier" ADD CONSTRAINT "carrier_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."carrier" ADD CONSTRAINT "carrier_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."carrier" ADD CONSTRAINT "carrier_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."carrier_charge" ADD CONSTRAINT "carrier_charge_carrier_id_fkey" FOREIGN KEY (carrier_id) REFERENCES public.carrier(id);
ALTER TABLE "public"."carrier_charge" ADD CONSTRAINT "carrier_charge_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."carrier_charge" ADD CONSTRAINT "carrier_charge_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."final_leg_fee" ADD CONSTRAINT "final_leg_fee_carrier_id_fkey" FOREIGN KEY (carrier_id) REFERENCES public.carrier(id);
ALTER TABLE "public"."final_leg_fee" ADD CONSTRAINT "final_leg_fee_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."final_leg_fee" ADD CONSTRAINT "final_leg_fee_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."first_leg_bill" ADD CONSTRAINT "first_leg_bill_carrier_id_fkey" FOREIGN KEY (carrier_id) REFERENCES public.carrier(id);
ALTER TABLE "public"."first_leg_bill" ADD CONSTRAINT "first_leg_bill_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."first_leg_bill" ADD CONSTRAINT "first_leg_bill_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."first_leg_bill" ADD CONSTRAINT "first_leg_bill_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.first_leg_shipment(id);
ALTER TABLE "public"."first_leg_bill_item" ADD CONSTRAINT "first_leg_bill_item_bill_id_fkey" FOREIGN KEY (bill_id) REFERENCES public.first_leg_bill(id);
ALTER TABLE "public"."first_leg_bill_item" ADD CONSTRAINT "first_leg_bill_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."first_leg_fee" ADD CONSTRAINT "first_leg_fee_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."first_leg_fee" ADD CONSTRAINT "first_leg_fee_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."first_leg_fee" ADD CONSTRAINT "first_leg_fee_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.first_leg_shipment(id);
ALTER TABLE "public"."first_leg_share" ADD CONSTRAINT "first_leg_share_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."first_leg_share" ADD CONSTRAINT "first_leg_share_fee_id_fkey" FOREIGN KEY (fee_id) REFERENCES public.first_leg_fee(id);
ALTER TABLE "public"."first_leg_share" ADD CONSTRAINT "first_leg_share_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."first_leg_shipment" ADD CONSTRAINT "first_leg_shipment_carrier_id_fkey" FOREIGN KEY (carrier_id) REFERENCES public.carrier(id);
ALTER TABLE "public"."first_leg_shipment" ADD CONSTRAINT "first_leg_shipment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
