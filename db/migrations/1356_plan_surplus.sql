ALTER TABLE "public"."replenish_item" ADD COLUMN "out_days" integer;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."replenish_item" ADD COLUMN "surplus" integer NOT NULL DEFAULT 0;
