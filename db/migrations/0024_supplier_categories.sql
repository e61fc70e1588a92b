ALTER TABLE "public"."supplier" ADD COLUMN "category_ids" bigint[];
CREATE INDEX supplier_category_ids_idx ON public.supplier USING gin (category_ids);
