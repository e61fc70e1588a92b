ALTER TABLE "public"."product" ADD COLUMN "compliance" smallint;
ALTER TABLE "public"."sku_map" ADD COLUMN "compliance" smallint;
