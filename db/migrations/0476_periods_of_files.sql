ALTER TABLE "public"."import_run" ADD COLUMN "period_from" date;
ALTER TABLE "public"."import_run" ADD COLUMN "period_to" date;
