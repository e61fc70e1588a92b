ALTER TABLE "public"."measure_alert" ADD COLUMN "checked_each" jsonb;
