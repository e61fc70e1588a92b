ALTER TABLE "public"."hr_roster" ADD COLUMN "taken" text;
