-- Money in columns of a report that no table knows: kept with the line under the printed head, a part of its total. A constant default rewrites no table.
ALTER TABLE "public"."amazon_transaction_line" ADD COLUMN "unmapped_amount" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."amazon_transaction_line" ADD COLUMN "unmapped" jsonb;
ALTER TABLE "public"."amazon_transaction_staging" ADD COLUMN "unmapped_amount" numeric(20,4) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."amazon_transaction_staging" ADD COLUMN "unmapped" jsonb;
CREATE INDEX amazon_transaction_line_shop_id_posted_on_idx ON public.amazon_transaction_line USING btree (shop_id, posted_on) WHERE (unmapped IS NOT NULL);
-- The line of the file as a person counts it, for what is told of a conflict.
ALTER TABLE "public"."amazon_settlement_staging" ADD COLUMN "file_line" integer NOT NULL DEFAULT 0;
