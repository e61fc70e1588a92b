create table cost_invoice (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  invoice_no text not null,
  line_no integer not null,
  day date not null,
  receipt_no text not null,
  receipt_line integer not null default 1,
  quantity numeric(20,6) not null,
  amount numeric(20,4),
  currency text not null default 'CNY',
  rate numeric(20,10),
  counts_from date,
  receipt_id bigint,
  remark text not null default '',
  constraint cost_invoice_pkey primary key (id),
  constraint cost_invoice_check_1 check (quantity > 0)
);
alter table cost_invoice add constraint cost_invoice_invoice_no_line_no_key unique (org_id, invoice_no, line_no);
create index cost_invoice_receipt_id_idx on cost_invoice (receipt_id);
create index cost_invoice_day_id_idx on cost_invoice (day desc, id desc);
create index cost_invoice_search_idx on cost_invoice using gin (search_grams(invoice_no, receipt_no));
create table stock_freight (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shipment_id bigint not null,
  product_id bigint not null,
  layer text not null,
  counts_from date not null,
  amount numeric(20,4) not null default '0',
  constraint stock_freight_pkey primary key (id)
);
alter table stock_freight add constraint stock_freight_layer_shipment_id_counts_from_key unique (org_id, layer, shipment_id, counts_from);
create index stock_freight_counts_from_id_idx on stock_freight (counts_from desc, id desc);
create index stock_freight_shipment_id_idx on stock_freight (shipment_id);
create index stock_freight_product_id_idx on stock_freight (product_id);
ALTER TABLE "public"."cost_receipt" ADD COLUMN "shipment_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."first_leg_bill" ADD COLUMN "meaning" smallint NOT NULL DEFAULT 1;
ALTER TABLE "public"."first_leg_bill" ADD COLUMN "replaces_id" bigint;
ALTER TABLE "public"."stock_movement" ADD COLUMN "shipment_id" bigint;
ALTER TABLE "public"."cost_invoice" ADD CONSTRAINT "cost_invoice_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."cost_invoice" ADD CONSTRAINT "cost_invoice_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cost_invoice" ADD CONSTRAINT "cost_invoice_receipt_id_fkey" FOREIGN KEY (receipt_id) REFERENCES public.cost_receipt(id);
ALTER TABLE "public"."cost_receipt" ADD CONSTRAINT "cost_receipt_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.first_leg_shipment(id);
ALTER TABLE "public"."first_leg_bill" ADD CONSTRAINT "first_leg_bill_replaces_id_fkey" FOREIGN KEY (replaces_id) REFERENCES public.first_leg_bill(id);
ALTER TABLE "public"."stock_freight" ADD CONSTRAINT "stock_freight_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."stock_freight" ADD CONSTRAINT "stock_freight_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."stock_movement" ADD CONSTRAINT "stock_movement_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.first_leg_shipment(id);
CREATE INDEX cost_receipt_shipment_id_idx ON public.cost_receipt USING btree (shipment_id);
CREATE INDEX first_leg_bill_replaces_id_idx ON public.first_leg_bill USING btree (replaces_id);
CREATE INDEX stock_movement_shipment_id_idx ON public.stock_movement USING btree (shipment_id);
