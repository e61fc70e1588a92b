create table qc_lot__warehouse_month_product_supplier_key (
  org_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  product_id bigint not null,
  supplier_key bigint not null,
  lots integer not null,
  good_lots integer not null,
  units numeric(20,6) not null,
  bad numeric(20,6) not null,
  bad_millions numeric(20,6) not null,
  n integer not null,
  constraint qc_lot__warehouse_month_product_supplier_key_pkey primary key (warehouse_id, month, product_id, supplier_key)
);
create table qc_lot__warehouse_day_product_supplier_key (
  org_id bigint not null,
  warehouse_id bigint not null,
  day date not null,
  product_id bigint not null,
  supplier_key bigint not null,
  lots integer not null,
  good_lots integer not null,
  units numeric(20,6) not null,
  bad numeric(20,6) not null,
  bad_millions numeric(20,6) not null,
  n integer not null,
  constraint qc_lot__warehouse_day_product_supplier_key_pkey primary key (warehouse_id, day, product_id, supplier_key)
);
create table qc_defect__warehouse_month_product_supplier_key_name (
  org_id bigint not null,
  warehouse_id bigint not null,
  month date not null,
  product_id bigint not null,
  supplier_key bigint not null,
  name text not null,
  bad integer not null,
  n integer not null,
  constraint qc_defect__warehouse_month_product_supplier_key_name_pkey primary key (warehouse_id, month, product_id, supplier_key, name)
);
create table qc_defect__warehouse_day_product_supplier_key_name (
  org_id bigint not null,
  warehouse_id bigint not null,
  day date not null,
  product_id bigint not null,
  supplier_key bigint not null,
  name text not null,
  bad integer not null,
  n integer not null,
  constraint qc_defect__warehouse_day_product_supplier_key_name_pkey primary key (warehouse_id, day, product_id, supplier_key, name)
);
DROP TRIGGER "inspection_closed_delete" ON "public"."inspection";
DROP TRIGGER "inspection_closed_insert" ON "public"."inspection";
DROP TRIGGER "inspection_closed_update" ON "public"."inspection";
ALTER TABLE "public"."inspection" ADD COLUMN "supplier_key" bigint NOT NULL DEFAULT '0'::bigint;
ALTER TABLE "public"."inspection" ADD COLUMN "bad_millions" numeric(20,6);
ALTER TABLE "public"."inspection_line" ADD COLUMN "bad" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."inspection_line" ADD COLUMN "warehouse_id" bigint;
ALTER TABLE "public"."inspection_line" ADD COLUMN "product_id" bigint;
ALTER TABLE "public"."inspection_line" ADD COLUMN "supplier_key" bigint NOT NULL DEFAULT '0'::bigint;
ALTER TABLE "public"."inspection_line" ADD COLUMN "day" date;
update inspection set supplier_key = coalesce(supplier_id, 0), bad_millions = case when lots is not null then rejected_qty * 1000000 end;
update inspection_line l set warehouse_id = i.warehouse_id, product_id = i.product_id, supplier_key = coalesce(i.supplier_id, 0),
    day = i.business_on, bad = greatest(l.bad_qty, case when l.ok = 2 then 1 else 0 end)
  from inspection i where i.id = l.inspection_id;
ALTER TABLE "public"."inspection_line" ALTER COLUMN "warehouse_id" SET NOT NULL, ALTER COLUMN "product_id" SET NOT NULL,
  ALTER COLUMN "day" SET NOT NULL;
ALTER TABLE "public"."qc_defect__warehouse_day_product_supplier_key_name" ADD CONSTRAINT "qc_defect__warehouse_day_product_supplier_key_name_pi_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."qc_defect__warehouse_day_product_supplier_key_name" ADD CONSTRAINT "qc_defect__warehouse_day_product_supplier_key_name_wi_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."qc_defect__warehouse_month_product_supplier_key_name" ADD CONSTRAINT "qc_defect__warehouse_month_product_supplier_key_name_pi_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."qc_defect__warehouse_month_product_supplier_key_name" ADD CONSTRAINT "qc_defect__warehouse_month_product_supplier_key_name_wi_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."qc_lot__warehouse_day_product_supplier_key" ADD CONSTRAINT "qc_lot__warehouse_day_product_supplier_key_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."qc_lot__warehouse_day_product_supplier_key" ADD CONSTRAINT "qc_lot__warehouse_day_product_supplier_key_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
ALTER TABLE "public"."qc_lot__warehouse_month_product_supplier_key" ADD CONSTRAINT "qc_lot__warehouse_month_product_supplier_key_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."qc_lot__warehouse_month_product_supplier_key" ADD CONSTRAINT "qc_lot__warehouse_month_product_supplier_key_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
CREATE TRIGGER inspection_closed_delete AFTER DELETE ON public.inspection REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,lots,good_lots,bad_millions');
CREATE TRIGGER inspection_closed_insert AFTER INSERT ON public.inspection REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,lots,good_lots,bad_millions');
CREATE TRIGGER inspection_closed_update AFTER UPDATE ON public.inspection REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,lots,good_lots,bad_millions');
