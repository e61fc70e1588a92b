-- grant: select,insert on regulation_version
create table folder (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  parent_id bigint,
  owner_id bigint not null,
  reads smallint not null default 1,
  read_depts bigint[],
  read_roles bigint[],
  read_people bigint[],
  writes smallint not null default 1,
  write_depts bigint[],
  write_roles bigint[],
  write_people bigint[],
  sort integer not null default 0,
  depth integer not null default 1,
  keepers text[],
  writers text[],
  audience text[],
  constraint folder_pkey primary key (id)
);
create index folder_org_id_sort_id_idx on folder (org_id, sort, id);
create index folder_parent_id_idx on folder (parent_id);
create index folder_owner_id_idx on folder (owner_id);
create index folder_read_depts_idx on folder using gin (read_depts);
create index folder_read_roles_idx on folder using gin (read_roles);
create index folder_read_people_idx on folder using gin (read_people);
create index folder_write_depts_idx on folder using gin (write_depts);
create index folder_write_roles_idx on folder using gin (write_roles);
create index folder_write_people_idx on folder using gin (write_people);
create index folder_search_idx on folder using gin (search_grams(name));
create table office_document (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  title text not null,
  folder_id bigint not null,
  kind_id bigint not null,
  owner_id bigint not null,
  level smallint not null default 2,
  current_no text,
  current_from date,
  latest_no text,
  review_on date,
  tags text,
  product_id bigint,
  supplier_id bigint,
  contract_id bigint,
  remark text,
  attachments bigint[],
  constraint office_document_pkey primary key (id)
);
alter table office_document add constraint office_document_no_key unique (org_id, no);
create index office_document_org_id_business_on_id_idx on office_document (org_id, business_on desc, id desc);
create index office_document_folder_id_business_on_idx on office_document (folder_id, business_on desc);
create index office_document_owner_id_idx on office_document (owner_id);
create index office_document_org_id_review_on_idx on office_document (org_id, review_on);
create index office_document_kind_id_idx on office_document (kind_id);
create index office_document_product_id_idx on office_document (product_id);
create index office_document_supplier_id_idx on office_document (supplier_id);
create index office_document_contract_id_idx on office_document (contract_id);
create index office_document_search_idx on office_document using gin (search_grams(title, tags));
create table document_version (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  document_id bigint not null,
  no text not null,
  seq integer not null,
  standing smallint not null default 1,
  state smallint not null default 0,
  effective_on date,
  until date,
  file bigint[],
  closed_file bigint[],
  file_name text,
  note text not null,
  sha256 text,
  same_as text,
  owner_id bigint,
  by_id bigint,
  checked_on date,
  damaged boolean not null default false,
  constraint document_version_pkey primary key (id)
);
alter table document_version add constraint document_version_document_id_no_key unique (org_id, document_id, no);
alter table document_version add constraint document_version_document_id_effective_on_key unique (org_id, document_id, effective_on);
create index document_version_org_id_id_idx on document_version (org_id, id desc);
create index document_version_org_id_effective_on_idx on document_version (org_id, effective_on);
create index document_version_org_id_checked_on_idx on document_version (org_id, checked_on);
create index document_version_sha256_idx on document_version (sha256);
create index document_version_by_id_idx on document_version (by_id);
create index document_version_search_idx on document_version using gin (search_grams(note, file_name));
create table regulation_reading (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  published_id bigint not null,
  revision integer not null,
  employee_id bigint not null,
  state smallint not null default 1,
  due_on date,
  confirmed_at timestamptz,
  constraint regulation_reading_pkey primary key (id)
);
alter table regulation_reading add constraint regulation_reading_published_id_revision_employee_id_key unique (org_id, published_id, revision, employee_id);
create index regulation_reading_employee_id_state_idx on regulation_reading (employee_id, state);
create index regulation_reading_org_id_id_idx on regulation_reading (org_id, id desc);
create index regulation_reading_org_id_due_on_idx on regulation_reading (org_id, due_on);
create table regulation_version (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  regulation_id bigint not null,
  revision integer not null,
  title text not null,
  effective_on date,
  changes text,
  content text,
  audited_by text not null,
  audited_at timestamptz not null,
  constraint regulation_version_pkey primary key (id)
);
alter table regulation_version add constraint regulation_version_regulation_id_revision_key unique (org_id, regulation_id, revision);
create index regulation_version_org_id_audited_at_id_idx on regulation_version (org_id, audited_at desc, id desc);
create table regulation (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  state smallint not null default 0,
  code text,
  kind smallint not null,
  owner_id bigint not null,
  effective_on date,
  review_on date,
  replaces_id bigint,
  content text,
  files bigint[],
  concerns_staff boolean not null default false,
  consulted_on date,
  minutes bigint[],
  changes text,
  writer_ids bigint[],
  for_all boolean not null default true,
  for_depts bigint[],
  for_roles bigint[],
  for_people bigint[],
  must_read boolean not null default false,
  confirm_by timestamptz,
  published_at timestamptz,
  revision integer not null default 0,
  published_version integer,
  constraint regulation_pkey primary key (id)
);
create index regulation_org_id_id_idx on regulation (org_id, id desc);
create index regulation_org_id_effective_on_idx on regulation (org_id, effective_on);
create index regulation_org_id_review_on_idx on regulation (org_id, review_on);
create index regulation_owner_id_idx on regulation (owner_id);
create index regulation_replaces_id_idx on regulation (replaces_id);
create index regulation_writer_ids_idx on regulation using gin (writer_ids);
create index regulation_for_depts_idx on regulation using gin (for_depts);
create index regulation_for_roles_idx on regulation using gin (for_roles);
create index regulation_for_people_idx on regulation using gin (for_people);
create index regulation_search_idx on regulation using gin (search_grams(title, code));
create table regulation_published (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  code text,
  kind smallint not null,
  effective_on date not null,
  content text not null,
  files bigint[],
  changes text,
  owner_id bigint not null,
  audience text[] not null,
  must_read boolean not null default false,
  confirm_by timestamptz,
  published_at timestamptz not null,
  revision integer not null,
  is_archived boolean not null default false,
  constraint regulation_published_pkey primary key (id)
);
create index regulation_published_org_id_published_at_id_idx on regulation_published (org_id, published_at desc, id desc);
create index regulation_published_search_idx on regulation_published using gin (search_grams(title, code));
ALTER TABLE "public"."document_version" ADD CONSTRAINT "document_version_by_id_fkey" FOREIGN KEY (by_id) REFERENCES public.employee(id);
ALTER TABLE "public"."document_version" ADD CONSTRAINT "document_version_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.office_document(id);
ALTER TABLE "public"."document_version" ADD CONSTRAINT "document_version_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."folder" ADD CONSTRAINT "folder_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."folder" ADD CONSTRAINT "folder_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."folder" ADD CONSTRAINT "folder_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.folder(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_contract_id_fkey" FOREIGN KEY (contract_id) REFERENCES public.contract(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_folder_id_fkey" FOREIGN KEY (folder_id) REFERENCES public.folder(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_kind_id_fkey" FOREIGN KEY (kind_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."office_document" ADD CONSTRAINT "office_document_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."regulation" ADD CONSTRAINT "regulation_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."regulation" ADD CONSTRAINT "regulation_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."regulation" ADD CONSTRAINT "regulation_replaces_id_fkey" FOREIGN KEY (replaces_id) REFERENCES public.regulation(id);
ALTER TABLE "public"."regulation_published" ADD CONSTRAINT "regulation_published_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."regulation_published" ADD CONSTRAINT "regulation_published_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."regulation_reading" ADD CONSTRAINT "regulation_reading_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."regulation_reading" ADD CONSTRAINT "regulation_reading_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."regulation_version" ADD CONSTRAINT "regulation_version_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."regulation_version" ADD CONSTRAINT "regulation_version_regulation_id_fkey" FOREIGN KEY (regulation_id) REFERENCES public.regulation(id);
-- organisations that were made before this dictionary came
insert into dictionary (org_id, code, name, name_en)
  select o.id, 123, '文档类别', 'Kinds of documents' from organisation o
  on conflict (org_id, code) do nothing;
insert into dictionary_item (org_id, dictionary_id, dictionary_code, value, label, label_en, sort)
  select d.org_id, d.id, d.code, i.value::text, i.label, i.label_en, i.value * 10 from dictionary d
  join (values
    (123, 1, '规范流程', 'Standards'), (123, 2, '模板表单', 'Templates'), (123, 3, '说明书', 'Manuals'),
    (123, 4, '检测报告', 'Test reports'), (123, 5, '培训资料', 'Training'), (123, 6, '设计图纸', 'Drawings'), (123, 7, '其他', 'Other')
  ) as i(code, value, label, label_en) on i.code = d.code
  on conflict (org_id, dictionary_id, value) do nothing;
