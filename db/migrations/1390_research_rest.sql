create table sales_ban (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  product_id bigint not null,
  country_code text not null,
  document_no text not null,
  day date not null,
  constraint sales_ban_pkey primary key (id)
);
alter table sales_ban add constraint sales_ban_product_id_country_code_key unique (org_id, product_id, country_code);
create table rd_sample_cost (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  manager_id bigint not null,
  project_id bigint not null,
  sample_id bigint not null,
  day date not null,
  counted integer not null default 1,
  spent numeric(20,4) not null default '0',
  constraint rd_sample_cost_pkey primary key (id)
);
alter table rd_sample_cost add constraint rd_sample_cost_sample_id_key unique (org_id, sample_id);
create index rd_sample_cost_org_id_day_id_idx on rd_sample_cost (org_id, day desc, id desc);
create index rd_sample_cost_manager_id_day_idx on rd_sample_cost (manager_id, day);
create index rd_sample_cost_project_id_idx on rd_sample_cost (project_id);
create table rd_done__manager_month_project_gate_reason (
  org_id bigint not null,
  manager_id bigint not null,
  month date not null,
  project_id bigint not null,
  gate smallint not null,
  reason_id bigint not null,
  leaves integer not null,
  passes integer not null,
  first_try integer not null,
  days integer not null,
  samples integer not null,
  worked numeric(20,2) not null,
  changes integer not null,
  n integer not null,
  constraint rd_done__manager_month_project_gate_reason_pkey primary key (manager_id, month, project_id, gate, reason_id)
);
create table rd_done__manager_day_project_gate_reason (
  org_id bigint not null,
  manager_id bigint not null,
  day date not null,
  project_id bigint not null,
  gate smallint not null,
  reason_id bigint not null,
  leaves integer not null,
  passes integer not null,
  first_try integer not null,
  days integer not null,
  samples integer not null,
  worked numeric(20,2) not null,
  changes integer not null,
  n integer not null,
  constraint rd_done__manager_day_project_gate_reason_pkey primary key (manager_id, day, project_id, gate, reason_id)
);
create table rd_spent__manager_month_project_gate_reason (
  org_id bigint not null,
  manager_id bigint not null,
  month date not null,
  project_id bigint not null,
  gate smallint not null,
  reason_id bigint not null,
  spent numeric(20,4) not null,
  n integer not null,
  constraint rd_spent__manager_month_project_gate_reason_pkey primary key (manager_id, month, project_id, gate, reason_id)
);
create table rd_spent__manager_day_project_gate_reason (
  org_id bigint not null,
  manager_id bigint not null,
  day date not null,
  project_id bigint not null,
  gate smallint not null,
  reason_id bigint not null,
  spent numeric(20,4) not null,
  n integer not null,
  constraint rd_spent__manager_day_project_gate_reason_pkey primary key (manager_id, day, project_id, gate, reason_id)
);
ALTER TABLE "public"."rd_gates_left__manager_day_project_gate" DROP CONSTRAINT "rd_gates_left__manager_day_project_gate_manager_id_fkey";
ALTER TABLE "public"."rd_gates_left__manager_day_project_gate" DROP CONSTRAINT "rd_gates_left__manager_day_project_gate_project_id_fkey";
ALTER TABLE "public"."rd_gates_left__manager_month_project_gate" DROP CONSTRAINT "rd_gates_left__manager_month_project_gate_manager_id_fkey";
ALTER TABLE "public"."rd_gates_left__manager_month_project_gate" DROP CONSTRAINT "rd_gates_left__manager_month_project_gate_project_id_fkey";
DROP TABLE "public"."rd_gates_left__manager_day_project_gate";
DROP TABLE "public"."rd_gates_left__manager_month_project_gate";
ALTER TABLE "public"."change_order" ADD COLUMN "released" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."change_order" ADD COLUMN "project_key" bigint NOT NULL DEFAULT '0'::bigint;
ALTER TABLE "public"."rd_deliverable" ADD COLUMN "certificate_id" bigint;
ALTER TABLE "public"."rd_deliverable" ADD COLUMN "contract_id" bigint;
ALTER TABLE "public"."rd_project" ADD COLUMN "bom_cost" numeric(20,4);
ALTER TABLE "public"."rd_test" ADD COLUMN "inspection_id" bigint;
ALTER TABLE "public"."rd_time" ADD COLUMN "day" date;
ALTER TABLE "public"."rd_time" ADD COLUMN "manager_id" bigint;
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_certificate_id_fkey" FOREIGN KEY (certificate_id) REFERENCES public.certificate(id);
ALTER TABLE "public"."rd_deliverable" ADD CONSTRAINT "rd_deliverable_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."rd_done__manager_day_project_gate_reason" ADD CONSTRAINT "rd_done__manager_day_project_gate_reason_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_done__manager_month_project_gate_reason" ADD CONSTRAINT "rd_done__manager_month_project_gate_reason_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_sample_cost" ADD CONSTRAINT "rd_sample_cost_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_sample_cost" ADD CONSTRAINT "rd_sample_cost_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."rd_sample_cost" ADD CONSTRAINT "rd_sample_cost_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."rd_spent__manager_day_project_gate_reason" ADD CONSTRAINT "rd_spent__manager_day_project_gate_reason_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_spent__manager_month_project_gate_reason" ADD CONSTRAINT "rd_spent__manager_month_project_gate_reason_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."rd_test" ADD CONSTRAINT "rd_test_inspection_id_fkey" FOREIGN KEY (inspection_id) REFERENCES public.inspection(id);
ALTER TABLE "public"."rd_time" ADD CONSTRAINT "rd_time_manager_id_fkey" FOREIGN KEY (manager_id) REFERENCES public.employee(id);
ALTER TABLE "public"."sales_ban" ADD CONSTRAINT "sales_ban_country_code_fkey" FOREIGN KEY (country_code) REFERENCES public.country(code);
ALTER TABLE "public"."sales_ban" ADD CONSTRAINT "sales_ban_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sales_ban" ADD CONSTRAINT "sales_ban_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
CREATE INDEX change_order_project_key_idx ON public.change_order USING btree (project_key);
CREATE INDEX rd_deliverable_certificate_id_idx ON public.rd_deliverable USING btree (certificate_id);
CREATE INDEX rd_deliverable_contract_id_idx ON public.rd_deliverable USING btree (contract_id);
CREATE INDEX rd_test_inspection_id_idx ON public.rd_test USING btree (inspection_id);
CREATE INDEX rd_time_manager_id_day_idx ON public.rd_time USING btree (manager_id, day);
update rd_time t set day = t.month, manager_id = p.manager_id from rd_project p where p.id = t.project_id;
update change_order set released = 1, project_key = coalesce(project_id, 0) where state in (4, 5);
insert into rd_sample_cost (org_id, manager_id, project_id, sample_id, day, spent)
  select s.org_id, p.manager_id, s.project_id, s.id, s.asked_on, coalesce(s.cost, 0)
  from sample s join rd_project p on p.id = s.project_id where s.state <> 6 and s.asked_on is not null;
delete from stale_day where rollup = 'rd_gates_left';
insert into stale_day (rollup, org_id, owner_id, day, since)
  select distinct rollup, org_id, owner_id, day, now() from (
    select 'rd_done' as rollup, org_id, manager_id as owner_id, left_on as day from rd_gate_stay where left_on is not null
    union all select 'rd_done', org_id, manager_id, day from rd_sample_cost
    union all select 'rd_spent', org_id, manager_id, day from rd_sample_cost
    union all select 'rd_done', org_id, manager_id, day from rd_time where manager_id is not null
    union all select 'rd_done', org_id, owner_id, released_on from change_order where released = 1) x
  on conflict do nothing;
insert into sales_ban (org_id, product_id, country_code, document_no, day)
  select distinct on (org_id, product, code) org_id, product, code, no, audited_on from (
    select distinct on (c.org_id, product, n.code, kind) c.org_id, product, n.code, c.no, c.audited_on, c.verdict
    from infringement_check c left join rd_project p on p.id = c.project_id
      cross join lateral unnest(array_remove(array[c.product_id, p.product_id], null)) product
      cross join lateral unnest(c.kinds) kind cross join lateral unnest(c.countries) country
      join country n on n.id = country
    where c.state = 2 order by c.org_id, product, n.code, kind, c.audited_on desc, c.id desc) newest
  where verdict = 4 order by org_id, product, code, audited_on, no
  on conflict do nothing;
