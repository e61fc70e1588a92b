-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."cost_allocation" ADD COLUMN "source" smallint NOT NULL DEFAULT 1;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."cost_allocation_share" ADD COLUMN "moves" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."cost_allocation" ALTER COLUMN "amount" SET DEFAULT '0'::numeric;
