ALTER TABLE "public"."product" ADD COLUMN "description" text;
