create table file_text (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  file_id bigint not null,
  state smallint not null default 0,
  pages integer not null default 0,
  grams text[],
  constraint file_text_pkey primary key (id)
);
alter table file_text add constraint file_text_file_id_key unique (org_id, file_id);
create index file_text_grams_idx on file_text using gin (grams);
create table file_page (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  file_id bigint not null,
  page integer not null,
  body text not null,
  constraint file_page_pkey primary key (id)
);
alter table file_page add constraint file_page_file_id_page_key unique (org_id, file_id, page);
alter table file_page add constraint file_page_file_id_fkey foreign key (file_id) references stored_file(id);
alter table file_page add constraint file_page_org_id_fkey foreign key (org_id) references organisation(id);
alter table file_text add constraint file_text_file_id_fkey foreign key (file_id) references stored_file(id);
alter table file_text add constraint file_text_org_id_fkey foreign key (org_id) references organisation(id);
-- what is held already is read within the hour: orders that are an hour old are given again
insert into file_text (org_id, file_id, created_at)
  select f.org_id, f.id, now() - interval '1 day' from stored_file f
  where f.deleted_at is null and f.id in (
    select unnest(coalesce(draft, '{}') || coalesce(signed, '{}')) from contract union select unnest(files) from certificate
    union select unnest(coalesce(file, '{}') || coalesce(closed_file, '{}')) from document_version);
