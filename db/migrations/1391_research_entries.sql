delete from rd_done__manager_day_project_gate_reason;
delete from rd_done__manager_month_project_gate_reason;
ALTER TABLE "public"."rd_done__manager_day_project_gate_reason" ADD COLUMN "entries" integer NOT NULL;
ALTER TABLE "public"."rd_done__manager_month_project_gate_reason" ADD COLUMN "entries" integer NOT NULL;
ALTER TABLE "public"."rd_time" ADD COLUMN "counted" integer NOT NULL DEFAULT 1;
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct 'rd_done', org_id, owner_id, day, now() from (
    select org_id, manager_id as owner_id, left_on as day from rd_gate_stay where left_on is not null
    union all select org_id, manager_id, day from rd_sample_cost
    union all select org_id, manager_id, day from rd_time where manager_id is not null
    union all select org_id, owner_id, released_on from change_order where released = 1) x
  on conflict do nothing;
