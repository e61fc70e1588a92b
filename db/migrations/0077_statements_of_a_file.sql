ALTER TABLE "public"."bank_layout" ADD COLUMN "number_word" text;
ALTER TABLE "public"."import_finding" ADD COLUMN "gap" text;
ALTER TABLE "public"."import_run" ADD COLUMN "part" integer;
ALTER TABLE "public"."import_run" ADD COLUMN "statements" jsonb;
CREATE INDEX import_run_owner_id_idx ON public.import_run USING btree (owner_id) WHERE (owner_id IS NOT NULL);
