create table publication_count (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  subject text not null,
  record_id bigint not null,
  audience integer not null default 0,
  readers integer not null default 0,
  confirmed integer not null default 0,
  likes integer not null default 0,
  reminded_at timestamptz,
  constraint publication_count_pkey primary key (id)
);
alter table publication_count add constraint publication_count_subject_record_id_key unique (org_id, subject, record_id);
create table notice (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  type_id bigint,
  summary text,
  cover bigint[],
  content text,
  files bigint[],
  for_all boolean not null default true,
  for_depts bigint[],
  for_roles bigint[],
  for_people bigint[],
  must_read boolean not null default false,
  confirm_by timestamptz,
  sticky_until timestamptz,
  allow_comment boolean not null default true,
  status smallint not null default 0,
  publish_at timestamptz,
  published_at timestamptz,
  revision integer not null default 0,
  published_version integer,
  constraint notice_pkey primary key (id)
);
create index notice_org_id_publish_at_idx on notice (org_id, publish_at) where status = 3;
create index notice_for_depts_idx on notice using gin (for_depts);
create index notice_for_roles_idx on notice using gin (for_roles);
create index notice_for_people_idx on notice using gin (for_people);
create index notice_search_idx on notice using gin (search_grams(title));
create table notice_published (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  type_id bigint,
  summary text,
  cover bigint[],
  content text not null,
  files bigint[],
  audience text[] not null,
  must_read boolean not null default false,
  confirm_by timestamptz,
  sticky_until timestamptz,
  allow_comment boolean not null default true,
  published_at timestamptz not null,
  revision integer not null,
  is_archived boolean not null default false,
  constraint notice_published_pkey primary key (id)
);
create index notice_published_org_id_published_at_id_idx on notice_published (org_id, published_at desc, id desc);
create index notice_published_search_idx on notice_published using gin (search_grams(title, summary));
create table notice_published_comment (
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
  constraint notice_published_comment_pkey primary key (id)
);
create index notice_published_comment_record_id_id_idx on notice_published_comment (record_id, id desc);
create index notice_published_comment_parent_id_idx on notice_published_comment (parent_id) where parent_id is not null;
create table notice_published_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint notice_published_seen_pkey primary key (org_id, account_id, record_id)
);
create index notice_published_seen_record_id_idx on notice_published_seen (record_id);
create table news (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  type_id bigint,
  author text,
  source text,
  summary text,
  cover bigint[],
  content text,
  files bigint[],
  for_all boolean not null default true,
  for_depts bigint[],
  for_roles bigint[],
  for_people bigint[],
  sticky_until timestamptz,
  allow_comment boolean not null default true,
  status smallint not null default 0,
  publish_at timestamptz,
  published_at timestamptz,
  revision integer not null default 0,
  published_version integer,
  constraint news_pkey primary key (id)
);
create index news_org_id_publish_at_idx on news (org_id, publish_at) where status = 3;
create index news_for_depts_idx on news using gin (for_depts);
create index news_for_roles_idx on news using gin (for_roles);
create index news_for_people_idx on news using gin (for_people);
create index news_search_idx on news using gin (search_grams(title));
create table news_published (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  type_id bigint,
  author text,
  source text,
  summary text,
  cover bigint[],
  content text not null,
  files bigint[],
  audience text[] not null,
  sticky_until timestamptz,
  allow_comment boolean not null default true,
  published_at timestamptz not null,
  revision integer not null,
  is_archived boolean not null default false,
  constraint news_published_pkey primary key (id)
);
create index news_published_org_id_published_at_id_idx on news_published (org_id, published_at desc, id desc);
create index news_published_search_idx on news_published using gin (search_grams(title, summary));
create table news_published_comment (
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
  constraint news_published_comment_pkey primary key (id)
);
create index news_published_comment_record_id_id_idx on news_published_comment (record_id, id desc);
create index news_published_comment_parent_id_idx on news_published_comment (parent_id) where parent_id is not null;
create table news_published_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint news_published_seen_pkey primary key (org_id, account_id, record_id)
);
create index news_published_seen_record_id_idx on news_published_seen (record_id);
ALTER TABLE "public"."publication_reader" ADD COLUMN "liked_at" timestamp with time zone;
ALTER TABLE "public"."news" ADD CONSTRAINT "news_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."news" ADD CONSTRAINT "news_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."news_published" ADD CONSTRAINT "news_published_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."news_published" ADD CONSTRAINT "news_published_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."news_published_comment" ADD CONSTRAINT "news_published_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."news_published_comment" ADD CONSTRAINT "news_published_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.news_published_comment(id);
ALTER TABLE "public"."notice" ADD CONSTRAINT "notice_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice" ADD CONSTRAINT "notice_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."notice_published" ADD CONSTRAINT "notice_published_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice_published" ADD CONSTRAINT "notice_published_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."notice_published_comment" ADD CONSTRAINT "notice_published_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice_published_comment" ADD CONSTRAINT "notice_published_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.notice_published_comment(id);
ALTER TABLE "public"."publication_count" ADD CONSTRAINT "publication_count_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
insert into publication_count (org_id, subject, record_id, readers, confirmed)
  select org_id, subject, record_id, count(*), count(confirmed_at) from publication_reader group by 1, 2, 3;
