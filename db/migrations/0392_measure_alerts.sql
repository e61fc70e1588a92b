create table measure_alert (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  name text not null,
  report text not null,
  measure text not null,
  report_title text not null,
  measure_title text not null,
  level text,
  level_title text,
  content jsonb,
  rule smallint not null,
  threshold numeric(20,4),
  is_on boolean not null default true,
  state smallint not null default 1,
  checked_until date,
  told_on date,
  constraint measure_alert_pkey primary key (id)
);
create index measure_alert_account_id_name_id_idx on measure_alert (account_id, name, id);
create index measure_alert_org_id_name_id_idx on measure_alert (org_id, name, id);
create index measure_alert_org_id_id_idx on measure_alert (org_id, id);
ALTER TABLE "public"."measure_alert" ADD CONSTRAINT "measure_alert_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
