-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."attendance_device" ADD COLUMN "kind" smallint NOT NULL DEFAULT 6;
ALTER TABLE "public"."attendance_device" ADD COLUMN "attachments" bigint[];
ALTER TABLE "public"."attendance_group" ADD COLUMN "keeper_id" bigint;
ALTER TABLE "public"."attendance_member" ADD COLUMN "keeper_id" bigint;
ALTER TABLE "public"."attendance_group" ADD CONSTRAINT "attendance_group_keeper_id_fkey"
  FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."attendance_member" ADD CONSTRAINT "attendance_member_keeper_id_fkey"
  FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
CREATE INDEX attendance_group_keeper_id_idx ON public.attendance_group USING btree (keeper_id);
CREATE INDEX attendance_member_keeper_id_employee_id_idx ON public.attendance_member USING btree (keeper_id, employee_id);
