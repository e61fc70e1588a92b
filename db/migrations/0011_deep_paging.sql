DROP INDEX "public"."amazon_settlement_line_posted_at_idx";
DROP INDEX "public"."amazon_transaction_line_posted_at_idx";
CREATE INDEX amazon_settlement_line_posted_at_shop_id_posted_on_idx ON public.amazon_settlement_line USING btree (posted_at, shop_id, posted_on);
CREATE INDEX amazon_transaction_line_posted_at_shop_id_posted_on_idx ON public.amazon_transaction_line USING btree (posted_at, shop_id, posted_on);
