ALTER TABLE "public"."finance_month" ADD COLUMN "profit" numeric(20,4);
ALTER TABLE "public"."finance_month" ADD COLUMN "closed_by_name" text;
ALTER TABLE "public"."finance_month" ADD COLUMN "closed_at" timestamp with time zone;
ALTER TABLE "public"."finance_month" ADD COLUMN "result" jsonb;
