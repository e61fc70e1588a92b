ALTER TABLE "public"."account_link" ADD COLUMN "password_hash" text;
