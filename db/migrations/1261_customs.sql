ALTER TABLE "public"."product_supply" ADD COLUMN "hs_code" text;
ALTER TABLE "public"."product_supply" ADD COLUMN "declare_name" text;
ALTER TABLE "public"."product_supply" ADD COLUMN "declare_name_en" text;
ALTER TABLE "public"."product_supply" ADD COLUMN "declare_value" numeric(20,6);
