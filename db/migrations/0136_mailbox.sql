create table boss_letter (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null default '0',
  subject text,
  content text,
  kind smallint not null default 1,
  is_anonymous boolean not null default false,
  files bigint[],
  answers_id bigint,
  state smallint not null default 0,
  sent_at timestamptz,
  read_at timestamptz,
  trashed_at timestamptz,
  removed_at timestamptz,
  constraint boss_letter_pkey primary key (id)
);
create index boss_letter_org_id_trashed_at_idx on boss_letter (org_id, trashed_at);
create table boss_letter_copy (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null default '0',
  letter_id bigint not null,
  subject text,
  content text,
  kind smallint not null default 1,
  is_anonymous boolean not null default false,
  files bigint[],
  answers_id bigint,
  sender_id bigint,
  sent_at timestamptz not null,
  is_read boolean not null default false,
  is_replied boolean not null default false,
  trashed_at timestamptz,
  constraint boss_letter_copy_pkey primary key (id)
);
create index boss_letter_copy_org_id_sent_at_id_idx on boss_letter_copy (org_id, sent_at desc, id desc);
create index boss_letter_copy_letter_id_idx on boss_letter_copy (letter_id);
create index boss_letter_copy_org_id_idx on boss_letter_copy (org_id) where not is_read and trashed_at is null;
create index boss_letter_copy_org_id_trashed_at_idx on boss_letter_copy (org_id, trashed_at);
create table boss_reply (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null default '0',
  copy_id bigint not null,
  letter_id bigint not null,
  subject text,
  content text,
  files bigint[],
  writer text not null,
  state smallint not null default 0,
  sent_at timestamptz,
  read_at timestamptz,
  trashed_at timestamptz,
  removed_at timestamptz,
  constraint boss_reply_pkey primary key (id)
);
create index boss_reply_org_id_updated_at_id_idx on boss_reply (org_id, updated_at desc, id desc);
create index boss_reply_copy_id_idx on boss_reply (copy_id);
create index boss_reply_letter_id_idx on boss_reply (letter_id);
create index boss_reply_org_id_trashed_at_idx on boss_reply (org_id, trashed_at);
create table boss_reply_copy (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null default '0',
  reply_id bigint not null,
  letter_id bigint not null,
  subject text,
  content text,
  files bigint[],
  sent_at timestamptz not null,
  is_read boolean not null default false,
  trashed_at timestamptz,
  constraint boss_reply_copy_pkey primary key (id)
);
create index boss_reply_copy_letter_id_sent_at_idx on boss_reply_copy (letter_id, sent_at desc);
create index boss_reply_copy_reply_id_idx on boss_reply_copy (reply_id);
create index boss_reply_copy_org_id_trashed_at_idx on boss_reply_copy (org_id, trashed_at);
ALTER TABLE "public"."boss_letter" ADD CONSTRAINT "boss_letter_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."boss_letter_copy" ADD CONSTRAINT "boss_letter_copy_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."boss_reply" ADD CONSTRAINT "boss_reply_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."boss_reply_copy" ADD CONSTRAINT "boss_reply_copy_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
