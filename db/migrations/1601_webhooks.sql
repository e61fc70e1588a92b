create table webhook_wish (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  event text not null,
  constraint webhook_wish_pkey primary key (id)
);
alter table webhook_wish add constraint webhook_wish_event_key unique (org_id, event);
create table webhook_event (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  event text not null,
  list text not null,
  record_id text not null,
  record_version integer,
  shop_id bigint,
  fields text[],
  image jsonb,
  xact bigint not null,
  is_spread boolean not null default false,
  constraint webhook_event_pkey primary key (id)
);
create index webhook_event_org_id_id_idx on webhook_event (org_id, id);
create index webhook_event_id_idx on webhook_event (id) where not is_spread;
create table webhook_endpoint (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  address text,
  host text,
  events text not null,
  state smallint not null default 1,
  runs_as text,
  said text,
  last_ok_at timestamptz,
  failing_since timestamptz,
  account_id bigint,
  signing text,
  signing_before text,
  constraint webhook_endpoint_pkey primary key (id),
  constraint webhook_endpoint_address_sealed check (address like 'v1.%'),
  constraint webhook_endpoint_signing_sealed check (signing like 'v1.%'),
  constraint webhook_endpoint_signing_before_sealed check (signing_before like 'v1.%')
);
alter table webhook_endpoint add constraint webhook_endpoint_name_key unique (org_id, name);
create index webhook_endpoint_state_idx on webhook_endpoint (state);
create index webhook_endpoint_search_idx on webhook_endpoint using gin (search_grams(name));
create table webhook_delivery (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  at timestamptz not null,
  endpoint_id bigint not null,
  event text not null,
  record_id text,
  state smallint not null default 1,
  tries integer not null default 0,
  next_at timestamptz,
  status integer,
  said text,
  sent_at timestamptz,
  event_id bigint,
  constraint webhook_delivery_pkey primary key (id)
);
alter table webhook_delivery add constraint webhook_delivery_endpoint_id_event_id_key unique (org_id, endpoint_id, event_id);
create index webhook_delivery_org_id_id_idx on webhook_delivery (org_id, id desc);
create index webhook_delivery_endpoint_id_id_idx on webhook_delivery (endpoint_id, id desc);
create index webhook_delivery_next_at_idx on webhook_delivery (next_at) where state in (1, 3);
ALTER TABLE "public"."webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY (endpoint_id) REFERENCES public.webhook_endpoint(id);
ALTER TABLE "public"."webhook_delivery" ADD CONSTRAINT "webhook_delivery_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."webhook_event" ADD CONSTRAINT "webhook_event_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."webhook_wish" ADD CONSTRAINT "webhook_wish_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
