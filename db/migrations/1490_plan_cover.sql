DROP INDEX "public"."replenish_item_org_id_cover_id_idx";
CREATE INDEX replenish_item_cover_id_shop_id_idx ON public.replenish_item USING btree (cover, id, shop_id);
