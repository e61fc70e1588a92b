ALTER TABLE "public"."employee" ADD COLUMN "birthday" date;
ALTER TABLE "public"."employee" ADD COLUMN "hired_on" date;
ALTER TABLE "public"."route_use" ADD COLUMN "type_id" integer;
