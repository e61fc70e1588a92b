-- Phones of employees are masked from now on; whoever keeps their records goes on seeing them.
INSERT INTO public.role_permission (org_id, role_id, permission, operation) SELECT org_id, role_id, permission, 10 FROM public.role_permission WHERE permission = 'employee' AND operation = 3;
ALTER TABLE "public"."supplier" ADD COLUMN "bank_name" text;
ALTER TABLE "public"."supplier" ADD COLUMN "bank_holder" text;
ALTER TABLE "public"."supplier" ADD COLUMN "bank_account" text;
