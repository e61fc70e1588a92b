-- kinds of amounts of every marketplace: the platform, and the language of words that no table knows (part of what makes a kind)
DROP INDEX "public"."amazon_kind_search_idx";
ALTER TABLE "public"."amazon_kind" DROP CONSTRAINT "amazon_kind_family_type_amount_type_description_column_name_key";
ALTER TABLE "public"."amazon_kind" ADD COLUMN "platform" smallint NOT NULL DEFAULT 1;
ALTER TABLE "public"."amazon_kind" ADD COLUMN "language" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."amazon_kind" ADD CONSTRAINT "amazon_kind_f_t_at_d_cn_l_key" UNIQUE (org_id, family, type, amount_type, description, column_name, language);
CREATE INDEX amazon_kind_search_idx ON public.amazon_kind USING gin (public.search_grams(VARIADIC ARRAY[title, type, amount_type, description, column_name, language]));
