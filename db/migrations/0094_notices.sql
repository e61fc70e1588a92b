create table notice_kind (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  title text not null,
  text text,
  reach smallint not null default 1,
  constraint notice_kind_pkey primary key (id)
);
alter table notice_kind add constraint notice_kind_code_key unique (code);
create table notice_channel (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  kind smallint not null default 2,
  address text,
  secret text,
  kinds bigint[] not null,
  language smallint not null default 1,
  status smallint not null default 1,
  owner_id bigint,
  constraint notice_channel_pkey primary key (id)
);
alter table notice_channel add constraint notice_channel_name_key unique (org_id, name);
create index notice_channel_kinds_idx on notice_channel using gin (kinds);
create index notice_channel_search_idx on notice_channel using gin (search_grams(name));
create table notice_template (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  language smallint not null default 1,
  title text not null,
  several text,
  text text,
  constraint notice_template_pkey primary key (id)
);
alter table notice_template add constraint notice_template_code_language_key unique (org_id, code, language);
create table notice_preference (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  code text not null,
  mail smallint not null,
  constraint notice_preference_pkey primary key (id)
);
alter table notice_preference add constraint notice_preference_account_id_code_key unique (org_id, account_id, code);
create table notice_setting (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  quiet_from text,
  quiet_to text,
  digest_at text not null default '09:00',
  language smallint not null default 1,
  constraint notice_setting_pkey primary key (id)
);
alter table notice_setting add constraint notice_setting_account_id_key unique (org_id, account_id);
create table notice_delivery (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  queued_at timestamptz not null,
  channel smallint not null,
  code text not null,
  receiver text not null,
  is_digest boolean not null default false,
  state smallint not null default 1,
  tries integer not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  fault text,
  event text not null,
  account_id bigint,
  channel_id bigint,
  message_ids text[] not null,
  title text,
  detail text,
  constraint notice_delivery_pkey primary key (id)
);
alter table notice_delivery add constraint notice_delivery_event_key unique (org_id, event);
create index notice_delivery_org_id_id_idx on notice_delivery (org_id, id desc);
create index notice_delivery_next_at_idx on notice_delivery (next_at) where state in (1, 3);
create index notice_delivery_queued_at_idx on notice_delivery (queued_at);
ALTER TABLE "public"."notice_channel" ADD CONSTRAINT "notice_channel_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice_channel" ADD CONSTRAINT "notice_channel_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."notice_delivery" ADD CONSTRAINT "notice_delivery_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice_preference" ADD CONSTRAINT "notice_preference_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice_setting" ADD CONSTRAINT "notice_setting_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."notice_template" ADD CONSTRAINT "notice_template_code_fkey" FOREIGN KEY (code) REFERENCES public.notice_kind(code);
ALTER TABLE "public"."notice_template" ADD CONSTRAINT "notice_template_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
