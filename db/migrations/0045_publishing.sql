create table publication_reader (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  subject text not null,
  record_id bigint not null,
  account_id bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  confirmed_at timestamptz,
  constraint publication_reader_pkey primary key (id)
);
alter table publication_reader add constraint publication_reader_subject_record_id_account_id_key unique (org_id, subject, record_id, account_id);
create table chronicle (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  event_date date not null,
  title text not null,
  type_id bigint,
  content text,
  pictures bigint[],
  publish_at timestamptz,
  published_at timestamptz,
  revision integer not null default 0,
  published_version integer,
  status smallint not null default 0,
  constraint chronicle_pkey primary key (id)
);
create index chronicle_org_id_event_date_id_idx on chronicle (org_id, event_date desc, id desc);
create index chronicle_org_id_publish_at_idx on chronicle (org_id, publish_at) where status = 3;
create table chronicle_published (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  event_date date not null,
  title text not null,
  type_id bigint,
  content text not null,
  pictures bigint[],
  published_at timestamptz not null,
  revision integer not null,
  is_archived boolean not null default false,
  constraint chronicle_published_pkey primary key (id)
);
create index chronicle_published_org_id_event_date_id_idx on chronicle_published (org_id, event_date desc, id desc);
ALTER TABLE "public"."dictionary_item" ADD COLUMN "dictionary_code" integer;
ALTER TABLE "public"."chronicle" ADD CONSTRAINT "chronicle_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."chronicle" ADD CONSTRAINT "chronicle_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."chronicle_published" ADD CONSTRAINT "chronicle_published_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."chronicle_published" ADD CONSTRAINT "chronicle_published_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."publication_reader" ADD CONSTRAINT "publication_reader_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."publication_reader" ADD CONSTRAINT "publication_reader_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
update dictionary_item i set dictionary_code = d.code from dictionary d where d.id = i.dictionary_id;
-- the kinds of events, for organisations that are there already; new ones begin with them
insert into dictionary (org_id, code, name) select id, 109, '大事记分类' from organisation on conflict do nothing;
insert into dictionary_item (org_id, dictionary_id, dictionary_code, value, label, sort)
select d.org_id, d.id, d.code, k.value, k.label, k.value::integer * 10
from dictionary d
cross join (values ('1', '公司发展'), ('2', '产品与研发'), ('3', '荣誉与资质'), ('4', '团队与活动'), ('5', '市场与渠道')) as k(value, label)
where d.code = 109
on conflict do nothing;
