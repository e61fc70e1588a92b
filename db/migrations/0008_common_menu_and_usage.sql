create table menu_log (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  menu_id text not null,
  log_year integer not null,
  month integer not null,
  times integer not null default 1,
  last_at timestamptz not null,
  constraint menu_log_pkey primary key (id)
);
alter table menu_log add constraint menu_log_account_id_menu_id_log_year_month_key unique (org_id, account_id, menu_id, log_year, month);
create table menu_click (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  click_date date not null,
  dept_id bigint,
  module_id text not null,
  menu_id text not null,
  times integer not null default 1,
  last_at timestamptz not null,
  constraint menu_click_pkey primary key (id)
);
alter table menu_click add constraint menu_click_account_id_click_date_menu_id_key unique (org_id, account_id, click_date, menu_id);
create index menu_click_org_id_click_date_idx on menu_click (org_id, click_date);
create table usage_record (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  used_on date not null,
  times integer not null default 1,
  last_at timestamptz not null,
  constraint usage_record_pkey primary key (id)
);
alter table usage_record add constraint usage_record_account_id_used_on_key unique (org_id, account_id, used_on);
create table route_use (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  component text not null,
  times integer not null default 1,
  last_at timestamptz not null,
  updated_data_at timestamptz,
  constraint route_use_pkey primary key (id)
);
alter table route_use add constraint route_use_account_id_component_key unique (org_id, account_id, component);
create table common_menu (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  kind text not null,
  targets text[] not null,
  constraint common_menu_pkey primary key (id)
);
alter table common_menu add constraint common_menu_account_id_kind_key unique (org_id, account_id, kind);
ALTER TABLE "public"."role" ADD COLUMN "pinned_modules" text[];
ALTER TABLE "public"."common_menu" ADD CONSTRAINT "common_menu_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."common_menu" ADD CONSTRAINT "common_menu_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."menu_click" ADD CONSTRAINT "menu_click_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."menu_click" ADD CONSTRAINT "menu_click_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."menu_log" ADD CONSTRAINT "menu_log_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."menu_log" ADD CONSTRAINT "menu_log_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."route_use" ADD CONSTRAINT "route_use_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."route_use" ADD CONSTRAINT "route_use_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."usage_record" ADD CONSTRAINT "usage_record_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."usage_record" ADD CONSTRAINT "usage_record_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
