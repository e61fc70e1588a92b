create table freight_tariff (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  channel_id bigint not null,
  currency text not null default 'CNY',
  valid_from date not null,
  valid_to date,
  remark text,
  attachments bigint[],
  constraint freight_tariff_pkey primary key (id)
);
alter table freight_tariff add constraint freight_tariff_no_key unique (org_id, no);
create index freight_tariff_org_id_business_on_id_idx on freight_tariff (org_id, business_on desc, id desc);
create index freight_tariff_channel_id_valid_from_idx on freight_tariff (channel_id, valid_from);
create index freight_tariff_search_idx on freight_tariff using gin (search_grams(no));
create table freight_tariff_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  tariff_id bigint not null,
  line_no integer not null,
  zone text not null default '',
  item smallint not null default 1,
  from_weight numeric(20,3) not null default '0',
  to_weight numeric(20,3),
  by smallint not null default 1,
  price numeric(20,8) not null,
  minimum numeric(20,4),
  constraint freight_tariff_line_pkey primary key (id)
);
alter table freight_tariff_line add constraint freight_tariff_line_tariff_id_line_no_key unique (org_id, tariff_id, line_no);
create index freight_tariff_line_org_id_id_idx on freight_tariff_line (org_id, id desc);
DROP TRIGGER "shipping_order_closed_delete" ON "public"."shipping_order";
DROP TRIGGER "shipping_order_closed_insert" ON "public"."shipping_order";
DROP TRIGGER "shipping_order_closed_update" ON "public"."shipping_order";
ALTER TABLE "public"."first_leg_shipment" ADD COLUMN "doc_type" text;
ALTER TABLE "public"."first_leg_shipment" ADD COLUMN "doc_id" text;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."logistics_channel" ADD COLUMN "divisor" integer NOT NULL DEFAULT 6000;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."logistics_channel" ADD COLUMN "min_weight" numeric(20,3) NOT NULL DEFAULT '0'::numeric;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."logistics_channel" ADD COLUMN "weight_step" numeric(20,3) NOT NULL DEFAULT 0.5;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."logistics_channel" ADD COLUMN "prep_days" integer NOT NULL DEFAULT 3;
ALTER TABLE "public"."logistics_channel" ADD COLUMN "transit_days" integer;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."logistics_channel" ADD COLUMN "receive_days" integer NOT NULL DEFAULT 6;
ALTER TABLE "public"."shipping_order" ADD COLUMN "zone" text;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."shipping_order" ADD COLUMN "estimate" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."shipping_order" ADD COLUMN "estimate_currency" text;
ALTER TABLE "public"."shipping_order" ADD COLUMN "consignment_id" bigint;
ALTER TABLE "public"."freight_tariff" ADD CONSTRAINT "freight_tariff_channel_id_fkey" FOREIGN KEY (channel_id) REFERENCES public.logistics_channel(id);
ALTER TABLE "public"."freight_tariff" ADD CONSTRAINT "freight_tariff_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."freight_tariff" ADD CONSTRAINT "freight_tariff_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."freight_tariff_line" ADD CONSTRAINT "freight_tariff_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."freight_tariff_line" ADD CONSTRAINT "freight_tariff_line_tariff_id_fkey" FOREIGN KEY (tariff_id) REFERENCES public.freight_tariff(id);
ALTER TABLE "public"."shipping_order" ADD CONSTRAINT "shipping_order_estimate_currency_fkey" FOREIGN KEY (estimate_currency) REFERENCES public.currency(code);
CREATE INDEX shipping_order_consignment_id_idx ON public.shipping_order USING btree (consignment_id) WHERE (consignment_id IS NOT NULL);
CREATE TRIGGER shipping_order_closed_delete AFTER DELETE ON public.shipping_order REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,logistics_no,etd,eta,priority,incoterm,zone,to_put_back,is_lack,track_stage,arrived_on,boxes,units,volume,gross,chargeable,estimate,estimate_currency,consignment_id');
CREATE TRIGGER shipping_order_closed_insert AFTER INSERT ON public.shipping_order REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,logistics_no,etd,eta,priority,incoterm,zone,to_put_back,is_lack,track_stage,arrived_on,boxes,units,volume,gross,chargeable,estimate,estimate_currency,consignment_id');
CREATE TRIGGER shipping_order_closed_update AFTER UPDATE ON public.shipping_order REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,logistics_no,etd,eta,priority,incoterm,zone,to_put_back,is_lack,track_stage,arrived_on,boxes,units,volume,gross,chargeable,estimate,estimate_currency,consignment_id');
