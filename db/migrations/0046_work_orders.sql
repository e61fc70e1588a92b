create table work_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  title text not null,
  catalog_id bigint not null,
  priority smallint not null default 2,
  values jsonb,
  state smallint not null default 1,
  due_at timestamptz,
  requester_id bigint not null,
  handler_id bigint,
  owner_id bigint,
  order_type smallint,
  requirement text not null,
  watcher_ids bigint[],
  plan_date date,
  antipate_delivery_date date,
  allocate_status smallint not null default 0,
  allocate_date date,
  pick_date date,
  is_lack smallint not null default 0,
  data_status smallint not null default 1,
  delivery_status smallint not null default 0,
  send_msg boolean not null default false,
  attchment_list bigint[],
  packing_pictures bigint[],
  solution text,
  reject_reason text,
  stars integer,
  change_order_no text,
  change_reason text,
  requirement_version integer not null default 1,
  created_on date not null,
  responded_at timestamptz,
  solved_at timestamptz,
  finished_at timestamptz,
  response_due_at timestamptz,
  solution_due_at timestamptz,
  reopen_until timestamptz,
  confirm_due_at timestamptz,
  constraint work_order_pkey primary key (id)
);
alter table work_order add constraint work_order_no_key unique (org_id, no);
create index work_order_org_id_created_on_id_idx on work_order (org_id, created_on desc, id desc);
create index work_order_requester_id_created_on_id_idx on work_order (requester_id, created_on desc, id desc);
create index work_order_handler_id_created_on_id_idx on work_order (handler_id, created_on desc, id desc);
create index work_order_catalog_id_created_on_id_idx on work_order (catalog_id, created_on desc, id desc);
create index work_order_org_id_due_at_idx on work_order (org_id, due_at) where due_at is not null;
create index work_order_org_id_response_due_at_idx on work_order (org_id, response_due_at) where state = 1;
create index work_order_org_id_solution_due_at_idx on work_order (org_id, solution_due_at) where state in (2, 3);
create index work_order_org_id_confirm_due_at_idx on work_order (org_id, confirm_due_at) where state = 5;
create index work_order_watcher_ids_idx on work_order using gin (watcher_ids);
create table work_order_comment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  record_id bigint not null,
  parent_id bigint,
  content text,
  files bigint[],
  by_name text not null,
  mentions jsonb,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint work_order_comment_pkey primary key (id)
);
create index work_order_comment_record_id_id_idx on work_order_comment (record_id, id desc);
create index work_order_comment_parent_id_idx on work_order_comment (parent_id) where parent_id is not null;
create table work_order_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint work_order_seen_pkey primary key (org_id, account_id, record_id)
);
create index work_order_seen_record_id_idx on work_order_seen (record_id);
create table work_order_watcher (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  work_order_id bigint not null,
  employee_id bigint not null,
  constraint work_order_watcher_pkey primary key (id)
);
alter table work_order_watcher add constraint work_order_watcher_work_order_id_employee_id_key unique (org_id, work_order_id, employee_id);
create index work_order_watcher_employee_id_idx on work_order_watcher (employee_id);
create table work_order_carton (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  work_order_id bigint not null,
  line_no integer not null,
  sku text not null,
  qty integer not null,
  carton_no text not null,
  length numeric(20,2),
  width numeric(20,2),
  height numeric(20,2),
  weight numeric(20,2),
  constraint work_order_carton_pkey primary key (id)
);
alter table work_order_carton add constraint work_order_carton_work_order_id_line_no_key unique (org_id, work_order_id, line_no);
create index work_order_carton_org_id_id_idx on work_order_carton (org_id, id desc);
create table work_catalog (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  type smallint,
  parent_id bigint,
  owner_id bigint,
  response_low integer not null default 16,
  response_middle integer not null default 8,
  response_high integer not null default 4,
  response_urgent integer not null default 1,
  solution_low integer not null default 80,
  solution_middle integer not null default 40,
  solution_high integer not null default 16,
  solution_urgent integer not null default 8,
  sort integer not null default 0,
  status smallint not null default 1,
  constraint work_catalog_pkey primary key (id)
);
alter table work_catalog add constraint work_catalog_name_key unique (org_id, name);
create index work_catalog_org_id_sort_id_idx on work_catalog (org_id, sort, id);
create table work_catalog_employee (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  catalog_id bigint not null,
  employee_id bigint not null,
  constraint work_catalog_employee_pkey primary key (id)
);
alter table work_catalog_employee add constraint work_catalog_employee_catalog_id_employee_id_key unique (org_id, catalog_id, employee_id);
create index work_catalog_employee_employee_id_idx on work_catalog_employee (employee_id);
create index work_catalog_employee_org_id_id_idx on work_catalog_employee (org_id, id desc);
create table work_catalog_field (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  catalog_id bigint not null,
  name text not null,
  title text not null,
  kind smallint not null default 1,
  required boolean not null default false,
  options text[],
  sort integer not null default 0,
  constraint work_catalog_field_pkey primary key (id)
);
alter table work_catalog_field add constraint work_catalog_field_catalog_id_name_key unique (org_id, catalog_id, name);
create index work_catalog_field_org_id_sort_id_idx on work_catalog_field (org_id, sort, id);
create table work_order_requirement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  work_order_id bigint not null,
  version_no integer not null,
  requirement text not null,
  reason text,
  by_employee_id bigint,
  at timestamptz not null,
  constraint work_order_requirement_pkey primary key (id)
);
alter table work_order_requirement add constraint work_order_requirement_work_order_id_version_no_key unique (org_id, work_order_id, version_no);
create index work_order_requirement_org_id_id_idx on work_order_requirement (org_id, id desc);
ALTER TABLE "public"."work_catalog" ADD CONSTRAINT "work_catalog_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_catalog" ADD CONSTRAINT "work_catalog_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_catalog" ADD CONSTRAINT "work_catalog_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.work_catalog(id);
ALTER TABLE "public"."work_catalog_employee" ADD CONSTRAINT "work_catalog_employee_catalog_id_fkey" FOREIGN KEY (catalog_id) REFERENCES public.work_catalog(id);
ALTER TABLE "public"."work_catalog_employee" ADD CONSTRAINT "work_catalog_employee_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_catalog_employee" ADD CONSTRAINT "work_catalog_employee_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_catalog_field" ADD CONSTRAINT "work_catalog_field_catalog_id_fkey" FOREIGN KEY (catalog_id) REFERENCES public.work_catalog(id);
ALTER TABLE "public"."work_catalog_field" ADD CONSTRAINT "work_catalog_field_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_order" ADD CONSTRAINT "work_order_catalog_id_fkey" FOREIGN KEY (catalog_id) REFERENCES public.work_catalog(id);
ALTER TABLE "public"."work_order" ADD CONSTRAINT "work_order_handler_id_fkey" FOREIGN KEY (handler_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_order" ADD CONSTRAINT "work_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_order" ADD CONSTRAINT "work_order_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_order" ADD CONSTRAINT "work_order_requester_id_fkey" FOREIGN KEY (requester_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_order_carton" ADD CONSTRAINT "work_order_carton_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_order_carton" ADD CONSTRAINT "work_order_carton_work_order_id_fkey" FOREIGN KEY (work_order_id) REFERENCES public.work_order(id);
ALTER TABLE "public"."work_order_comment" ADD CONSTRAINT "work_order_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_order_comment" ADD CONSTRAINT "work_order_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.work_order_comment(id);
ALTER TABLE "public"."work_order_requirement" ADD CONSTRAINT "work_order_requirement_by_employee_id_fkey" FOREIGN KEY (by_employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_order_requirement" ADD CONSTRAINT "work_order_requirement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_order_requirement" ADD CONSTRAINT "work_order_requirement_work_order_id_fkey" FOREIGN KEY (work_order_id) REFERENCES public.work_order(id);
ALTER TABLE "public"."work_order_watcher" ADD CONSTRAINT "work_order_watcher_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."work_order_watcher" ADD CONSTRAINT "work_order_watcher_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."work_order_watcher" ADD CONSTRAINT "work_order_watcher_work_order_id_fkey" FOREIGN KEY (work_order_id) REFERENCES public.work_order(id);
