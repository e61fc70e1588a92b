create table file_use (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  file_id bigint not null,
  table_name text not null,
  record_id text not null,
  is_open boolean not null default false,
  constraint file_use_pkey primary key (id)
);
alter table file_use add constraint file_use_table_name_record_id_file_id_is_open_key unique (org_id, table_name, record_id, file_id, is_open);
create index file_use_file_id_idx on file_use (file_id);
ALTER TABLE "public"."file_use" ADD CONSTRAINT "file_use_file_id_fkey" FOREIGN KEY (file_id) REFERENCES public.stored_file(id);
ALTER TABLE "public"."file_use" ADD CONSTRAINT "file_use_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
-- what records held before files had this table: pictures in texts of products, faces
insert into file_use (org_id, created_by, file_id, table_name, record_id)
select distinct p.org_id, p.updated_by, f.id, 'product', p.id::text from product p
cross join lateral regexp_matches(p.description, 'fileUpload/down2\?id=([0-9]{1,18})', 'g') as link
join stored_file f on f.id = link[1]::bigint and f.org_id = p.org_id and f.deleted_at is null;
insert into file_use (org_id, created_by, file_id, table_name, record_id, is_open)
select distinct e.org_id, e.updated_by, f.id, 'employee', e.id::text, true from employee e
cross join lateral regexp_matches(e.avatar, 'fileUpload/down2\?id=([0-9]{1,18})', 'g') as link
join stored_file f on f.id = link[1]::bigint and f.org_id = e.org_id and f.deleted_at is null;
