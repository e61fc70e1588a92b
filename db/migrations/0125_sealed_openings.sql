create table sealed_opening (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  label text not null,
  kind text not null,
  subject text not null,
  record_id bigint not null,
  reason text not null,
  state smallint not null default 1,
  asked_by text not null,
  asked_by_id bigint not null,
  asked_as smallint not null,
  asked_at timestamptz not null,
  until timestamptz not null,
  confirmed_by text,
  confirmed_by_id bigint,
  confirmed_at timestamptz,
  answer text,
  constraint sealed_opening_pkey primary key (id)
);
create index sealed_opening_org_id_asked_at_id_idx on sealed_opening (org_id, asked_at desc, id desc);
create index sealed_opening_subject_record_id_idx on sealed_opening (subject, record_id);
create index sealed_opening_search_idx on sealed_opening using gin (search_grams(label));
create table sealed_notice (
  key text not null,
  org_id bigint not null,
  subject text not null,
  record_id text not null,
  title text not null,
  detail text,
  at timestamptz not null,
  is_read boolean not null default false,
  constraint sealed_notice_pkey primary key (key)
);
create index sealed_notice_subject_record_id_idx on sealed_notice (subject, record_id);
ALTER TABLE "public"."sealed_opening" ADD CONSTRAINT "sealed_opening_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
