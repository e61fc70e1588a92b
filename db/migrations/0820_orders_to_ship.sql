-- Shops ship from a warehouse: their orders become goods issues, each line once. Freight of a parcel; who sends it, of Amazon.
DROP TRIGGER "goods_out_closed_delete" ON "public"."goods_out";
DROP TRIGGER "goods_out_closed_insert" ON "public"."goods_out";
DROP TRIGGER "goods_out_closed_update" ON "public"."goods_out";
ALTER TABLE "public"."goods_out" ADD COLUMN "freight" numeric(20,2);
ALTER TABLE "public"."goods_out" ADD COLUMN "freight_currency" text;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."goods_out" ADD COLUMN "from_order" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."goods_out" ADD COLUMN "order_note" smallint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."goods_out" ADD COLUMN "unpaired" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."goods_out_line" ADD COLUMN "order_line" text;
ALTER TABLE "public"."order_line" ADD COLUMN "shipped_by" smallint;
ALTER TABLE "public"."order_line_staging" ADD COLUMN "shipped_by" smallint;
ALTER TABLE "public"."shop" ADD COLUMN "warehouse_id" bigint;
ALTER TABLE "public"."goods_out" ADD CONSTRAINT "goods_out_freight_currency_fkey" FOREIGN KEY (freight_currency) REFERENCES public.currency(code);
ALTER TABLE "public"."goods_out_line" ADD CONSTRAINT "goods_out_line_order_line_key" UNIQUE (org_id, order_line);
ALTER TABLE "public"."shop" ADD CONSTRAINT "shop_warehouse_id_fkey" FOREIGN KEY (warehouse_id) REFERENCES public.warehouse(id);
CREATE TRIGGER goods_out_closed_delete AFTER DELETE ON public.goods_out REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,channel_id,carrier,tracking_no,freight,freight_currency,to_put_back,is_lack,order_note');
CREATE TRIGGER goods_out_closed_insert AFTER INSERT ON public.goods_out REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,channel_id,carrier,tracking_no,freight,freight_currency,to_put_back,is_lack,order_note');
CREATE TRIGGER goods_out_closed_update AFTER UPDATE ON public.goods_out REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,channel_id,carrier,tracking_no,freight,freight_currency,to_put_back,is_lack,order_note');
