create table generated_sql (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  source text not null,
  source_title text not null,
  query jsonb,
  text text not null,
  owner_id bigint not null,
  shared_with_ids bigint[],
  remark text,
  constraint generated_sql_pkey primary key (id)
);
alter table generated_sql add constraint generated_sql_owner_id_name_key unique (org_id, owner_id, name);
create index generated_sql_org_id_name_id_idx on generated_sql (org_id, name, id);
create index generated_sql_shared_with_ids_idx on generated_sql using gin (shared_with_ids);
create index generated_sql_search_idx on generated_sql using gin (search_grams(name));
create table generated_sql_reader (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  sql_id bigint not null,
  employee_id bigint not null,
  constraint generated_sql_reader_pkey primary key (id)
);
alter table generated_sql_reader add constraint generated_sql_reader_sql_id_employee_id_key unique (org_id, sql_id, employee_id);
create index generated_sql_reader_employee_id_idx on generated_sql_reader (employee_id);
ALTER TABLE "public"."generated_sql" ADD CONSTRAINT "generated_sql_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."generated_sql" ADD CONSTRAINT "generated_sql_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."generated_sql_reader" ADD CONSTRAINT "generated_sql_reader_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."generated_sql_reader" ADD CONSTRAINT "generated_sql_reader_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."generated_sql_reader" ADD CONSTRAINT "generated_sql_reader_sql_id_fkey" FOREIGN KEY (sql_id) REFERENCES public.generated_sql(id);
