create table schedule_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  title text not null,
  kind smallint not null default 1,
  start_at timestamptz not null,
  end_at timestamptz not null,
  all_day boolean not null default false,
  place text,
  remark text,
  remind integer,
  repeat text,
  visibility smallint not null default 1,
  done boolean not null default false,
  owner_id bigint not null,
  zone text not null,
  audience text[] not null,
  left_out text[],
  last_end_at timestamptz,
  remind_at timestamptz,
  series_id bigint,
  series_on date,
  constraint schedule_entry_pkey primary key (id)
);
create index schedule_entry_owner_id_start_at_idx on schedule_entry (owner_id, start_at);
create index schedule_entry_series_id_idx on schedule_entry (series_id);
create index schedule_entry_org_id_remind_at_idx on schedule_entry (org_id, remind_at) where remind_at is not null;
create table schedule_participant (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  entry_id bigint not null,
  employee_id bigint not null,
  answer smallint not null default 1,
  answered_at timestamptz,
  constraint schedule_participant_pkey primary key (id)
);
alter table schedule_participant add constraint schedule_participant_entry_id_employee_id_key unique (org_id, entry_id, employee_id);
create index schedule_participant_employee_id_entry_id_idx on schedule_participant (employee_id, entry_id);
create table schedule_feed (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  token_hash text not null,
  made_at timestamptz not null,
  read_at timestamptz,
  constraint schedule_feed_pkey primary key (id)
);
alter table schedule_feed add constraint schedule_feed_account_id_key unique (org_id, account_id);
create index schedule_feed_token_hash_idx on schedule_feed (token_hash);
ALTER TABLE "public"."schedule_entry" ADD CONSTRAINT "schedule_entry_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."schedule_entry" ADD CONSTRAINT "schedule_entry_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."schedule_entry" ADD CONSTRAINT "schedule_entry_series_id_fkey" FOREIGN KEY (series_id) REFERENCES public.schedule_entry(id);
ALTER TABLE "public"."schedule_feed" ADD CONSTRAINT "schedule_feed_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."schedule_participant" ADD CONSTRAINT "schedule_participant_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."schedule_participant" ADD CONSTRAINT "schedule_participant_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES public.schedule_entry(id);
ALTER TABLE "public"."schedule_participant" ADD CONSTRAINT "schedule_participant_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
