ALTER TABLE "public"."account" ADD COLUMN "seal_turn" integer DEFAULT 0 NOT NULL;
ALTER TABLE "public"."account" ADD COLUMN "door_opened_at" timestamp with time zone;
