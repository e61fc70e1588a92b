ALTER TABLE "public"."user_tab" DROP CONSTRAINT "user_tab_account_id_key";
-- one row a person and organisation; a constant default rewrites nothing
ALTER TABLE "public"."user_tab" ADD COLUMN "screen" text NOT NULL DEFAULT 'desk'::text;
ALTER TABLE "public"."user_tab" ADD CONSTRAINT "user_tab_account_id_screen_key" UNIQUE (org_id, account_id, screen);
