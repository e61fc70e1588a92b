ALTER TABLE "public"."supplier" ADD COLUMN "buyer_id" bigint;
ALTER TABLE "public"."supplier" ADD COLUMN "first_buyer_id" bigint;
ALTER TABLE "public"."supplier" ADD COLUMN "first_dept_id" bigint;
