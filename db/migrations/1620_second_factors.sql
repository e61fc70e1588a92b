create table second_factor (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  kind smallint not null,
  name text not null,
  handle text,
  proof text not null,
  counter bigint not null default 0,
  made_at timestamptz not null,
  used_at timestamptz,
  constraint second_factor_pkey primary key (id)
);
alter table second_factor add constraint second_factor_kind_handle_account_id_key unique (kind, handle, account_id);
create index second_factor_account_id_kind_idx on second_factor (account_id, kind);
create table sign_in_ticket (
  token_hash text not null,
  browser_hash text not null,
  account_id bigint not null,
  purpose smallint not null,
  device_hash text,
  expires_at timestamptz not null,
  constraint sign_in_ticket_pkey primary key (token_hash)
);
create index sign_in_ticket_expires_at_idx on sign_in_ticket (expires_at);
create table trusted_device (
  token_hash text not null,
  account_id bigint not null,
  user_agent text not null,
  expires_at timestamptz not null,
  constraint trusted_device_pkey primary key (token_hash)
);
create index trusted_device_account_id_idx on trusted_device (account_id);
ALTER TABLE "public"."role" ADD COLUMN "factor_from" date;
ALTER TABLE "public"."session" ADD COLUMN "fresh_at" timestamp with time zone;
ALTER TABLE "public"."sys_config" ADD COLUMN "admin_factor_from" date;
ALTER TABLE "public"."second_factor" ADD CONSTRAINT "second_factor_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."sign_in_ticket" ADD CONSTRAINT "sign_in_ticket_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."trusted_device" ADD CONSTRAINT "trusted_device_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
