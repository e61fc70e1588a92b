create table call_hour (
  hour timestamptz not null,
  route text not null,
  calls integer not null,
  slow integer not null,
  failed integer not null,
  total_ms bigint not null,
  max_ms integer not null,
  constraint call_hour_pkey primary key (hour, route)
);
create table health_limit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  threshold numeric(20,2) not null,
  constraint health_limit_pkey primary key (id)
);
alter table health_limit add constraint health_limit_code_key unique (org_id, code);
create table health_alert (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  title text not null,
  state smallint not null default 1,
  value numeric(20,2) not null,
  threshold numeric(20,2) not null,
  worst numeric(20,2) not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint health_alert_pkey primary key (id)
);
create index health_alert_org_id_opened_at_id_idx on health_alert (org_id, opened_at desc, id desc);
create index health_alert_org_id_state_idx on health_alert (org_id, state);
ALTER TABLE "public"."health_alert" ADD CONSTRAINT "health_alert_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."health_limit" ADD CONSTRAINT "health_limit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
