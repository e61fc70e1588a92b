-- grant: select,insert on help_article_version
create table help_article_version (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  article_id bigint not null,
  revision integer not null,
  title text not null,
  keywords text,
  content text,
  audited_by text not null,
  audited_at timestamptz not null,
  constraint help_article_version_pkey primary key (id)
);
alter table help_article_version add constraint help_article_version_article_id_revision_key unique (org_id, article_id, revision);
create table help_count (
  org_id bigint not null,
  subject smallint not null,
  record_id bigint not null,
  views integer not null default 0,
  recent_views integer not null default 0,
  helpful integer not null default 0,
  unhelpful integer not null default 0,
  constraint help_count_pkey primary key (org_id, subject, record_id)
);
create index help_count_org_id_recent_views_idx on help_count (org_id, recent_views desc) where subject = 1;
create index help_count_org_id_views_idx on help_count (org_id, views desc) where subject = 2;
create table help_gram (
  org_id bigint not null,
  gram text not null,
  article_id bigint not null,
  weight integer not null,
  constraint help_gram_pkey primary key (org_id, gram, article_id)
);
create index help_gram_article_id_idx on help_gram (article_id);
create table help_page_key (
  org_id bigint not null,
  page_key text not null,
  article_id bigint not null,
  constraint help_page_key_pkey primary key (org_id, page_key, article_id)
);
create index help_page_key_article_id_idx on help_page_key (article_id);
create table help_searched (
  org_id bigint not null,
  keyword text not null,
  subject smallint not null,
  times integer not null,
  missed integer not null,
  results integer not null,
  last_at timestamptz not null,
  constraint help_searched_pkey primary key (org_id, keyword, subject)
);
create index help_searched_org_id_last_at_idx on help_searched (org_id, last_at desc);
create table help_view (
  org_id bigint not null,
  day date not null,
  article_id bigint not null,
  views integer not null,
  constraint help_view_pkey primary key (org_id, day, article_id)
);
create table help_vote (
  org_id bigint not null,
  subject smallint not null,
  record_id bigint not null,
  account_id bigint not null,
  is_helpful boolean not null,
  constraint help_vote_pkey primary key (org_id, subject, record_id, account_id)
);
create table qa_search (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  keywords text not null,
  times integer not null default 1,
  results integer not null default 0,
  doc_id bigint,
  is_helpful boolean,
  is_hidden boolean not null default false,
  last_at timestamptz not null,
  constraint qa_search_pkey primary key (id)
);
alter table qa_search add constraint qa_search_account_id_keywords_key unique (org_id, account_id, keywords);
create index qa_search_account_id_last_at_id_idx on qa_search (account_id, last_at desc, id desc);
create table help_type (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  name_en text,
  parent_id bigint,
  icon smallint not null default 1,
  sort integer not null default 0,
  status smallint not null default 1,
  constraint help_type_pkey primary key (id)
);
alter table help_type add constraint help_type_name_key unique (org_id, name);
create index help_type_org_id_sort_id_idx on help_type (org_id, sort, id);
create index help_type_parent_id_idx on help_type (parent_id);
create index help_type_search_idx on help_type using gin (search_grams(name));
create table help_synonym (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  words text[] not null,
  constraint help_synonym_pkey primary key (id)
);
alter table help_synonym add constraint help_synonym_name_key unique (org_id, name);
create index help_synonym_org_id_id_idx on help_synonym (org_id, id desc);
create table help_article (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  title_en text,
  type_id bigint not null,
  content text,
  keywords text,
  page_keys text[],
  owner_id bigint,
  review_on date,
  content_text text,
  writer_ids bigint[],
  views integer not null default 0,
  recent_views integer not null default 0,
  helpful integer not null default 0,
  unhelpful integer not null default 0,
  state smallint not null default 0,
  published_at timestamptz,
  revision integer not null default 0,
  published_version integer,
  constraint help_article_pkey primary key (id)
);
create index help_article_org_id_id_idx on help_article (org_id, id desc);
create index help_article_org_id_recent_views_id_idx on help_article (org_id, recent_views desc, id desc) where recent_views > 0;
create index help_article_review_on_idx on help_article (review_on) where review_on is not null;
create index help_article_type_id_id_idx on help_article (type_id, id);
create index help_article_writer_ids_idx on help_article using gin (writer_ids);
create index help_article_search_idx on help_article using gin (search_grams(title));
create table help_article_published (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  title_en text,
  type_id bigint not null,
  content text not null,
  keywords text,
  page_keys text[],
  owner_id bigint,
  content_text text,
  published_at timestamptz not null,
  revision integer not null,
  is_archived boolean not null default false,
  constraint help_article_published_pkey primary key (id)
);
create index help_article_published_org_id_published_at_id_idx on help_article_published (org_id, published_at desc, id desc);
create index help_article_published_search_idx on help_article_published using gin (search_grams(title, keywords, content_text));
create table qa_type (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  name_en text,
  parent_id bigint,
  sort integer not null default 0,
  status smallint not null default 1,
  constraint qa_type_pkey primary key (id)
);
alter table qa_type add constraint qa_type_name_key unique (org_id, name);
create index qa_type_org_id_sort_id_idx on qa_type (org_id, sort, id);
create index qa_type_parent_id_idx on qa_type (parent_id);
create index qa_type_search_idx on qa_type using gin (search_grams(name));
create table qa_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  question text not null,
  answer text,
  type_id bigint,
  product_ids bigint[],
  keywords text,
  form_id bigint,
  answer_text text,
  views integer not null default 0,
  helpful integer not null default 0,
  status smallint not null default 0,
  publish_at timestamptz,
  published_at timestamptz,
  revision integer not null default 0,
  published_version integer,
  constraint qa_item_pkey primary key (id)
);
create index qa_item_org_id_id_idx on qa_item (org_id, id desc);
create index qa_item_org_id_views_id_idx on qa_item (org_id, views desc, id desc) where views > 0;
create index qa_item_type_id_idx on qa_item (type_id);
create index qa_item_org_id_publish_at_idx on qa_item (org_id, publish_at) where status = 3;
create index qa_item_product_ids_idx on qa_item using gin (product_ids);
create index qa_item_search_idx on qa_item using gin (search_grams(question));
create table qa_item_published (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  question text not null,
  answer text not null,
  type_id bigint,
  product_ids bigint[],
  keywords text,
  form_id bigint,
  answer_text text,
  published_at timestamptz not null,
  revision integer not null,
  is_archived boolean not null default false,
  constraint qa_item_published_pkey primary key (id)
);
create index qa_item_published_org_id_published_at_id_idx on qa_item_published (org_id, published_at desc, id desc);
create index qa_item_published_product_ids_idx on qa_item_published using gin (product_ids);
create index qa_item_published_search_idx on qa_item_published using gin (search_grams(question, keywords, answer_text));
create table qa_form (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  question text not null,
  state smallint not null default 1,
  type_id bigint,
  product_id bigint,
  detail text,
  files bigint[],
  asker_id bigint not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  qa_id bigint,
  constraint qa_form_pkey primary key (id)
);
alter table qa_form add constraint qa_form_no_key unique (org_id, no);
create index qa_form_org_id_asked_at_id_idx on qa_form (org_id, asked_at desc, id desc);
create index qa_form_asker_id_asked_at_id_idx on qa_form (asker_id, asked_at desc, id desc);
create index qa_form_type_id_idx on qa_form (type_id);
create index qa_form_search_idx on qa_form using gin (search_grams(no, question));
create table qa_form_comment (
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
  constraint qa_form_comment_pkey primary key (id)
);
create index qa_form_comment_record_id_id_idx on qa_form_comment (record_id, id desc);
create index qa_form_comment_parent_id_idx on qa_form_comment (parent_id) where parent_id is not null;
create table qa_form_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint qa_form_seen_pkey primary key (org_id, account_id, record_id)
);
create index qa_form_seen_record_id_idx on qa_form_seen (record_id);
ALTER TABLE "public"."help_article" ADD CONSTRAINT "help_article_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."help_article" ADD CONSTRAINT "help_article_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."help_article" ADD CONSTRAINT "help_article_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.help_type(id);
ALTER TABLE "public"."help_article_published" ADD CONSTRAINT "help_article_published_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."help_article_published" ADD CONSTRAINT "help_article_published_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."help_article_published" ADD CONSTRAINT "help_article_published_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.help_type(id);
ALTER TABLE "public"."help_article_version" ADD CONSTRAINT "help_article_version_article_id_fkey" FOREIGN KEY (article_id) REFERENCES public.help_article(id);
ALTER TABLE "public"."help_article_version" ADD CONSTRAINT "help_article_version_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."help_synonym" ADD CONSTRAINT "help_synonym_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."help_type" ADD CONSTRAINT "help_type_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."help_type" ADD CONSTRAINT "help_type_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.help_type(id);
ALTER TABLE "public"."qa_form" ADD CONSTRAINT "qa_form_asker_id_fkey" FOREIGN KEY (asker_id) REFERENCES public.employee(id);
ALTER TABLE "public"."qa_form" ADD CONSTRAINT "qa_form_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."qa_form" ADD CONSTRAINT "qa_form_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."qa_form" ADD CONSTRAINT "qa_form_qa_id_fkey" FOREIGN KEY (qa_id) REFERENCES public.qa_item(id);
ALTER TABLE "public"."qa_form" ADD CONSTRAINT "qa_form_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.qa_type(id);
ALTER TABLE "public"."qa_form_comment" ADD CONSTRAINT "qa_form_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."qa_form_comment" ADD CONSTRAINT "qa_form_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.qa_form_comment(id);
ALTER TABLE "public"."qa_item" ADD CONSTRAINT "qa_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."qa_item" ADD CONSTRAINT "qa_item_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.qa_type(id);
ALTER TABLE "public"."qa_item_published" ADD CONSTRAINT "qa_item_published_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."qa_item_published" ADD CONSTRAINT "qa_item_published_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.qa_type(id);
ALTER TABLE "public"."qa_search" ADD CONSTRAINT "qa_search_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."qa_search" ADD CONSTRAINT "qa_search_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."qa_type" ADD CONSTRAINT "qa_type_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."qa_type" ADD CONSTRAINT "qa_type_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.qa_type(id);
