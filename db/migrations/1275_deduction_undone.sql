ALTER TABLE "public"."receipt_discrepancy" ADD COLUMN "undone_on" date;
