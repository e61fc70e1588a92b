create table record_number (
  org_id bigint not null,
  kind text not null,
  period text not null,
  last integer not null,
  constraint record_number_pkey primary key (org_id, kind, period)
);
create table sealed_author (
  org_id bigint not null,
  subject text not null,
  record_id text not null,
  author_hash text not null,
  cipher text not null,
  constraint sealed_author_pkey primary key (subject, record_id)
);
create index sealed_author_subject_author_hash_idx on sealed_author (subject, author_hash);
ALTER TABLE "public"."audit_entry" ADD COLUMN "acting_for_id" bigint;
ALTER TABLE "public"."audit_entry" ADD COLUMN "acting_for" text;
