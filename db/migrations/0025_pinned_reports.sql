create table home_pin (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  type text not null,
  title text not null,
  url text not null,
  constraint home_pin_pkey primary key (id)
);
create index home_pin_account_id_org_id_idx on home_pin (account_id, org_id);
ALTER TABLE "public"."home_pin" ADD CONSTRAINT "home_pin_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."home_pin" ADD CONSTRAINT "home_pin_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
