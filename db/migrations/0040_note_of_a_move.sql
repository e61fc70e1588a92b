ALTER TABLE "public"."audit_entry" ADD COLUMN "note" text;
