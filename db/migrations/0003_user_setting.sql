create table user_setting (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  device text not null,
  settings jsonb,
  constraint user_setting_pkey primary key (id)
);
alter table user_setting add constraint user_setting_account_id_device_key unique (account_id, device);
ALTER TABLE "public"."user_setting" ADD CONSTRAINT "user_setting_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
