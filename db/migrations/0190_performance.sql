create table performance_year (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  year integer not null,
  net_sales_weight integer not null default 100,
  profit_weight integer not null default 0,
  settled_units_weight integer not null default 0,
  status smallint not null default 0,
  remark text,
  constraint performance_year_pkey primary key (id)
);
alter table performance_year add constraint performance_year_year_key unique (org_id, year);
create table performance_group (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  leader_id bigint not null,
  dept_id bigint,
  shop_ids bigint[],
  remark text,
  constraint performance_group_pkey primary key (id)
);
alter table performance_group add constraint performance_group_name_key unique (org_id, name);
create index performance_group_shop_ids_idx on performance_group using gin (shop_ids);
create index performance_group_search_idx on performance_group using gin (search_grams(name));
create table performance_group_member (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  group_id bigint not null,
  line_no integer not null,
  employee_id bigint not null,
  share numeric(20,2) not null,
  valid_from date not null,
  valid_to date,
  constraint performance_group_member_pkey primary key (id)
);
alter table performance_group_member add constraint performance_group_member_group_id_line_no_key unique (org_id, group_id, line_no);
create index performance_group_member_org_id_id_idx on performance_group_member (org_id, id desc);
create table performance (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  year_id bigint not null,
  month date not null,
  group_id bigint not null,
  employee_id bigint not null,
  dept_id bigint,
  measure smallint not null,
  target numeric(20,2) not null default 0,
  actual numeric(20,2) not null default 0,
  adjust numeric(20,2) not null default 0,
  rate numeric(20,6),
  score integer,
  grade smallint,
  rank integer,
  state smallint not null default 0,
  is_estimate boolean not null default true,
  is_superseded boolean not null default false,
  close_version integer not null default 0,
  constraint performance_pkey primary key (id)
);
alter table performance add constraint performance_month_group_id_employee_id_measure_key unique (org_id, month, group_id, employee_id, measure);
create index performance_org_id_month_id_idx on performance (org_id, month desc, id desc);
create index performance_year_id_month_idx on performance (year_id, month);
create index performance_employee_id_month_idx on performance (employee_id, month);
create index performance_group_id_month_idx on performance (group_id, month);
create table performance_group_amount (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  year_id bigint not null,
  month date not null,
  group_id bigint not null,
  measure smallint not null,
  target numeric(20,2) not null default 0,
  actual numeric(20,2) not null default 0,
  adjust numeric(20,2) not null default 0,
  is_estimate boolean not null default true,
  constraint performance_group_amount_pkey primary key (id)
);
alter table performance_group_amount add constraint performance_group_amount_month_group_id_measure_key unique (org_id, month, group_id, measure);
create index performance_group_amount_org_id_month_id_idx on performance_group_amount (org_id, month desc, id desc);
create index performance_group_amount_year_id_month_idx on performance_group_amount (year_id, month);
create table performance_adjustment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  amount_id bigint not null,
  group_id bigint not null,
  amount numeric(20,2) not null,
  reason text not null,
  papers bigint[],
  asked_by bigint,
  state smallint not null default 1,
  answered_by bigint,
  constraint performance_adjustment_pkey primary key (id)
);
create index performance_adjustment_amount_id_idx on performance_adjustment (amount_id);
create index performance_adjustment_search_idx on performance_adjustment using gin (search_grams(reason));
create table performance_ranking (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  groups text not null,
  text text not null,
  figures_hash text not null,
  recipients integer not null,
  sent_by bigint,
  constraint performance_ranking_pkey primary key (id)
);
alter table performance_ranking add constraint performance_ranking_month_groups_key unique (org_id, month, groups);
create index performance_ranking_org_id_month_id_idx on performance_ranking (org_id, month desc, id desc);
ALTER TABLE "public"."performance" ADD CONSTRAINT "performance_dept_id_fkey" FOREIGN KEY (dept_id) REFERENCES public.department(id);
ALTER TABLE "public"."performance" ADD CONSTRAINT "performance_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."performance" ADD CONSTRAINT "performance_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.performance_group(id);
ALTER TABLE "public"."performance" ADD CONSTRAINT "performance_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."performance" ADD CONSTRAINT "performance_year_id_fkey" FOREIGN KEY (year_id) REFERENCES public.performance_year(id);
ALTER TABLE "public"."performance_adjustment" ADD CONSTRAINT "performance_adjustment_amount_id_fkey" FOREIGN KEY (amount_id) REFERENCES public.performance_group_amount(id);
ALTER TABLE "public"."performance_adjustment" ADD CONSTRAINT "performance_adjustment_answered_by_fkey" FOREIGN KEY (answered_by) REFERENCES public.employee(id);
ALTER TABLE "public"."performance_adjustment" ADD CONSTRAINT "performance_adjustment_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES public.employee(id);
ALTER TABLE "public"."performance_adjustment" ADD CONSTRAINT "performance_adjustment_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.performance_group(id);
ALTER TABLE "public"."performance_adjustment" ADD CONSTRAINT "performance_adjustment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."performance_group" ADD CONSTRAINT "performance_group_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."performance_group_amount" ADD CONSTRAINT "performance_group_amount_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.performance_group(id);
ALTER TABLE "public"."performance_group_amount" ADD CONSTRAINT "performance_group_amount_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."performance_group_amount" ADD CONSTRAINT "performance_group_amount_year_id_fkey" FOREIGN KEY (year_id) REFERENCES public.performance_year(id);
ALTER TABLE "public"."performance_group_member" ADD CONSTRAINT "performance_group_member_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."performance_group_member" ADD CONSTRAINT "performance_group_member_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.performance_group(id);
ALTER TABLE "public"."performance_group_member" ADD CONSTRAINT "performance_group_member_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."performance_ranking" ADD CONSTRAINT "performance_ranking_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."performance_ranking" ADD CONSTRAINT "performance_ranking_sent_by_fkey" FOREIGN KEY (sent_by) REFERENCES public.employee(id);
ALTER TABLE "public"."performance_year" ADD CONSTRAINT "performance_year_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
