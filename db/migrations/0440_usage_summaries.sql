create table usage_summary (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  grain integer not null,
  dept_id bigint not null,
  dimension integer not null,
  period date not null,
  key text not null,
  times integer not null,
  users integer not null,
  constraint usage_summary_pkey primary key (id)
);
alter table usage_summary add constraint usage_summary_grain_dept_id_dimension_period_key_key unique (org_id, grain, dept_id, dimension, period, key);
ALTER TABLE "public"."usage_record" ADD COLUMN "dept_id" bigint;
ALTER TABLE "public"."usage_summary" ADD CONSTRAINT "usage_summary_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
CREATE INDEX usage_record_org_id_used_on_idx ON public.usage_record USING btree (org_id, used_on);
