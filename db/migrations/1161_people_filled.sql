ALTER TABLE "public"."hr_file" ADD COLUMN "dept_id" bigint;
ALTER TABLE "public"."hr_file" ADD COLUMN "position_id" bigint;
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."hr_file" ADD CONSTRAINT "hr_file_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
CREATE INDEX hr_file_dept_id_idx ON public.hr_file USING btree (dept_id);
CREATE INDEX hr_file_position_id_idx ON public.hr_file USING btree (position_id);
update hr_file f set birthday_on = (e.birthday + make_interval(years => (extract(year from now()) - extract(year from e.birthday))::integer))::date
  from employee e where e.id = f.employee_id and e.birthday is not null;
update hr_headcount h set actual = (
  select count(*) from hr_assignment a
  where a.dept_id = h.dept_id and a.position_id = h.position_id and a.valid_from <= current_date
    and (a.valid_to is null or a.valid_to >= current_date)
)
where h.year = extract(year from now());
update hr_file f set dept_id = e.dept_id, position_id = e.position_id from employee e where e.id = f.employee_id;
