ALTER TABLE "public"."offline_order" ADD COLUMN "shop_id" bigint;
ALTER TABLE "public"."offline_order" ADD CONSTRAINT "offline_order_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
