create table marketplace_app (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  platform smallint not null default 1,
  region smallint not null default 1,
  client_id text not null,
  client_secret text,
  remark text,
  constraint marketplace_app_pkey primary key (id),
  constraint marketplace_app_client_secret_sealed check (client_secret like 'v1.%')
);
alter table marketplace_app add constraint marketplace_app_name_key unique (org_id, name);
create index marketplace_app_org_id_name_idx on marketplace_app (org_id, name);
create index marketplace_app_search_idx on marketplace_app using gin (search_grams(name));
create table shop_connection (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  app_id bigint not null,
  refresh_token text,
  backfill_from date,
  state smallint not null default 0,
  why text,
  owner_id bigint,
  runs_as bigint,
  tested_at timestamptz,
  sites text[],
  is_emulated boolean not null default false,
  constraint shop_connection_pkey primary key (id),
  constraint shop_connection_refresh_token_sealed check (refresh_token like 'v1.%')
);
alter table shop_connection add constraint shop_connection_name_key unique (org_id, name);
create index shop_connection_org_id_name_idx on shop_connection (org_id, name);
create index shop_connection_app_id_idx on shop_connection (app_id);
create index shop_connection_owner_id_idx on shop_connection (owner_id);
create index shop_connection_state_idx on shop_connection (state);
create index shop_connection_search_idx on shop_connection using gin (search_grams(name));
create table connection_shop (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  connection_id bigint not null,
  shop_id bigint not null,
  marketplace_id text not null default '',
  constraint connection_shop_pkey primary key (id)
);
alter table connection_shop add constraint connection_shop_connection_id_shop_id_key unique (org_id, connection_id, shop_id);
alter table connection_shop add constraint connection_shop_shop_id_key unique (org_id, shop_id);
create index connection_shop_connection_id_id_idx on connection_shop (connection_id, id desc);
create table connection_token (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  connection_id bigint not null,
  value text,
  ends_at timestamptz not null,
  constraint connection_token_pkey primary key (id),
  constraint connection_token_value_sealed check (value like 'v1.%')
);
alter table connection_token add constraint connection_token_connection_id_key unique (org_id, connection_id);
create table sync_plan (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  connection_id bigint not null,
  shop_id bigint not null,
  report text not null,
  state smallint not null default 1,
  why text,
  backfill_from date not null,
  complete_until date,
  failed integer not null default 0,
  constraint sync_plan_pkey primary key (id)
);
alter table sync_plan add constraint sync_plan_connection_id_shop_id_report_key unique (org_id, connection_id, shop_id, report);
create index sync_plan_connection_id_id_idx on sync_plan (connection_id, id);
create index sync_plan_shop_id_idx on sync_plan (shop_id);
create index sync_plan_org_id_id_idx on sync_plan (org_id, id);
create table sync_window (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  plan_id bigint not null,
  connection_id bigint not null,
  shop_id bigint not null,
  report text not null,
  from_on date not null,
  to_on date not null,
  reason smallint not null default 1,
  round integer not null default 0,
  state smallint not null default 0,
  said text,
  next_at timestamptz,
  calls integer not null default 0,
  tries integer not null default 0,
  lines integer not null default 0,
  ended_at timestamptz,
  asked_at timestamptz,
  page_token text,
  documents jsonb,
  digest text,
  constraint sync_window_pkey primary key (id)
);
alter table sync_window add constraint sync_window_plan_id_from_on_round_key unique (org_id, plan_id, from_on, round);
create index sync_window_org_id_id_idx on sync_window (org_id, id desc);
create index sync_window_connection_id_id_idx on sync_window (connection_id, id desc);
create index sync_window_connection_id_next_at_idx on sync_window (connection_id, next_at) where state in (0, 1, 2, 4);
create index sync_window_plan_id_to_on_idx on sync_window (plan_id, to_on desc);
create index sync_window_shop_id_id_idx on sync_window (shop_id, id desc);
create table sync_document (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  connection_id bigint not null,
  document_id text not null,
  file_id bigint not null,
  constraint sync_document_pkey primary key (id)
);
alter table sync_document add constraint sync_document_connection_id_document_id_key unique (org_id, connection_id, document_id);
create table sync_call (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  at timestamptz not null,
  connection_id bigint not null,
  operation text not null,
  status integer not null,
  ms integer not null,
  bytes integer not null,
  request_id text not null,
  constraint sync_call_pkey primary key (id)
);
create index sync_call_org_id_at_idx on sync_call (org_id, at desc);
create index sync_call_connection_id_at_idx on sync_call (connection_id, at desc);
create index sync_call_at_idx on sync_call (at);
create index sync_call_search_idx on sync_call using gin (search_grams(operation));
create table call_bucket (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  tokens numeric(20,6) not null,
  at timestamptz not null,
  rate numeric(20,6) not null,
  burst numeric(20,6) not null,
  blocked_until timestamptz,
  constraint call_bucket_pkey primary key (id)
);
alter table call_bucket add constraint call_bucket_code_key unique (code);
ALTER TABLE "public"."connection_shop" ADD CONSTRAINT "connection_shop_connection_id_fkey" FOREIGN KEY (connection_id) REFERENCES public.shop_connection(id);
ALTER TABLE "public"."connection_shop" ADD CONSTRAINT "connection_shop_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."connection_shop" ADD CONSTRAINT "connection_shop_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."connection_token" ADD CONSTRAINT "connection_token_connection_id_fkey" FOREIGN KEY (connection_id) REFERENCES public.shop_connection(id);
ALTER TABLE "public"."connection_token" ADD CONSTRAINT "connection_token_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."marketplace_app" ADD CONSTRAINT "marketplace_app_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shop_connection" ADD CONSTRAINT "shop_connection_app_id_fkey" FOREIGN KEY (app_id) REFERENCES public.marketplace_app(id);
ALTER TABLE "public"."shop_connection" ADD CONSTRAINT "shop_connection_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."shop_connection" ADD CONSTRAINT "shop_connection_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."sync_call" ADD CONSTRAINT "sync_call_connection_id_fkey" FOREIGN KEY (connection_id) REFERENCES public.shop_connection(id);
ALTER TABLE "public"."sync_call" ADD CONSTRAINT "sync_call_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sync_document" ADD CONSTRAINT "sync_document_connection_id_fkey" FOREIGN KEY (connection_id) REFERENCES public.shop_connection(id);
ALTER TABLE "public"."sync_document" ADD CONSTRAINT "sync_document_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sync_plan" ADD CONSTRAINT "sync_plan_connection_id_fkey" FOREIGN KEY (connection_id) REFERENCES public.shop_connection(id);
ALTER TABLE "public"."sync_plan" ADD CONSTRAINT "sync_plan_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sync_plan" ADD CONSTRAINT "sync_plan_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."sync_window" ADD CONSTRAINT "sync_window_connection_id_fkey" FOREIGN KEY (connection_id) REFERENCES public.shop_connection(id);
ALTER TABLE "public"."sync_window" ADD CONSTRAINT "sync_window_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."sync_window" ADD CONSTRAINT "sync_window_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES public.sync_plan(id);
ALTER TABLE "public"."sync_window" ADD CONSTRAINT "sync_window_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
