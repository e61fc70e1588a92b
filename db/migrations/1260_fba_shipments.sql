create table fba_shipment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  confirmation_id text,
  order_id bigint not null,
  shop_id bigint,
  status smallint not null default 2,
  centre text,
  boxes integer not null default 0,
  expected integer not null default 0,
  received integer not null default 0,
  unexpected integer not null default 0,
  delivered_on date,
  closed_on date,
  address text,
  labels bigint[],
  remark text,
  constraint fba_shipment_pkey primary key (id)
);
alter table fba_shipment add constraint fba_shipment_confirmation_id_key unique (org_id, confirmation_id);
create index fba_shipment_org_id_order_id_id_idx on fba_shipment (org_id, order_id desc, id desc);
create index fba_shipment_order_id_idx on fba_shipment (order_id);
create index fba_shipment_shop_id_status_idx on fba_shipment (shop_id, status);
create index fba_shipment_status_delivered_on_idx on fba_shipment (status, delivered_on);
create index fba_shipment_search_idx on fba_shipment using gin (search_grams(confirmation_id));
create table fba_shipment_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  shipment_id bigint not null,
  line_no integer not null,
  product_id bigint not null,
  label_id bigint,
  expected integer not null,
  received integer not null default 0,
  written_off integer not null default 0,
  reimbursed integer not null default 0,
  early integer not null default 0,
  state smallint not null default 0,
  wait_until date,
  claim_id bigint,
  constraint fba_shipment_line_pkey primary key (id)
);
alter table fba_shipment_line add constraint fba_shipment_line_shipment_id_line_no_key unique (org_id, shipment_id, line_no);
create index fba_shipment_line_org_id_id_idx on fba_shipment_line (org_id, id desc);
create index fba_shipment_line_product_id_idx on fba_shipment_line (product_id);
create index fba_shipment_line_label_id_idx on fba_shipment_line (label_id);
create index fba_shipment_line_state_idx on fba_shipment_line (state);
create index fba_shipment_line_claim_id_idx on fba_shipment_line (claim_id) where claim_id is not null;
create table box_limit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  marketplace_code text not null,
  max_side numeric(20,2) not null,
  max_weight numeric(20,3) not null,
  heavy_from numeric(20,3),
  source text not null,
  seen_on date not null,
  constraint box_limit_pkey primary key (id)
);
alter table box_limit add constraint box_limit_marketplace_code_key unique (org_id, marketplace_code);
ALTER TABLE "public"."packing_box" ADD COLUMN "fba_shipment_id" bigint;
ALTER TABLE "public"."packing_box" ADD COLUMN "tracking_no" text;
ALTER TABLE "public"."box_limit" ADD CONSTRAINT "box_limit_marketplace_code_fkey" FOREIGN KEY (marketplace_code) REFERENCES public.marketplace(code);
ALTER TABLE "public"."box_limit" ADD CONSTRAINT "box_limit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."fba_shipment" ADD CONSTRAINT "fba_shipment_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.shipping_order(id);
ALTER TABLE "public"."fba_shipment" ADD CONSTRAINT "fba_shipment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."fba_shipment" ADD CONSTRAINT "fba_shipment_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."fba_shipment_line" ADD CONSTRAINT "fba_shipment_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."fba_shipment_line" ADD CONSTRAINT "fba_shipment_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."fba_shipment_line" ADD CONSTRAINT "fba_shipment_line_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES public.fba_shipment(id);
CREATE INDEX fba_ledger_line_shop_id_reference_idx ON public.fba_ledger_line USING btree (shop_id, reference) WHERE (event = 'Receipts'::text);
CREATE INDEX packing_box_fba_shipment_id_idx ON public.packing_box USING btree (fba_shipment_id) WHERE (fba_shipment_id IS NOT NULL);
