ALTER TABLE "public"."hr_roster" ADD COLUMN "left_on" date;
ALTER TABLE "public"."hr_roster" ALTER COLUMN "kind" DROP DEFAULT;
ALTER TABLE "public"."hr_roster" ALTER COLUMN "kind" DROP NOT NULL;
ALTER TABLE "public"."hr_roster" ALTER COLUMN "stage" DROP DEFAULT;
ALTER TABLE "public"."hr_roster" ALTER COLUMN "stage" DROP NOT NULL;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."hr_contract_sheet" ADD COLUMN "is_wished" boolean NOT NULL DEFAULT false;
-- files have them
update hr_roster set id_no = null, bank_account = null where id_no is not null or bank_account is not null;
-- who came as somebody who has left
update hr_file f set left_on = coalesce((select max(a.valid_to) from hr_assignment a where a.employee_id = f.employee_id), f.created_at::date)
  where f.stage = 5 and f.left_on is null;
update labour_contract c set finding = case when c.valid_to < f.protected_until then 1 end
  from hr_file f where f.employee_id = c.employee_id and c.state in (0, 1, 2)
  and c.finding is distinct from case when c.valid_to < f.protected_until then 1 end;
