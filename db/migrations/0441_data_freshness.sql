create table monitor_setting (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  menu_id text not null,
  shop_id bigint,
  owner_id bigint,
  every_days integer,
  is_off boolean not null default false,
  constraint monitor_setting_pkey primary key (id)
);
create index monitor_setting_org_id_menu_id_shop_id_idx on monitor_setting (org_id, menu_id, shop_id);
create table monitor_late (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  menu_id text not null,
  page_title text not null,
  shop_id bigint,
  state smallint not null default 1,
  level smallint not null default 1,
  owner_id bigint,
  complete_until date,
  due_on date not null,
  opened_on date not null,
  closed_on date,
  days_late bigint not null default 0,
  constraint monitor_late_pkey primary key (id)
);
create index monitor_late_org_id_due_on_id_idx on monitor_late (org_id, due_on desc, id desc);
create index monitor_late_org_id_state_menu_id_shop_id_idx on monitor_late (org_id, state, menu_id, shop_id);
ALTER TABLE "public"."monitor_late" ADD CONSTRAINT "monitor_late_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."monitor_late" ADD CONSTRAINT "monitor_late_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."monitor_late" ADD CONSTRAINT "monitor_late_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."monitor_setting" ADD CONSTRAINT "monitor_setting_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."monitor_setting" ADD CONSTRAINT "monitor_setting_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."monitor_setting" ADD CONSTRAINT "monitor_setting_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
