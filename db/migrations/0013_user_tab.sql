create table user_tab (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  state jsonb,
  constraint user_tab_pkey primary key (id)
);
alter table user_tab add constraint user_tab_account_id_key unique (org_id, account_id);
ALTER TABLE "public"."user_tab" ADD CONSTRAINT "user_tab_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."user_tab" ADD CONSTRAINT "user_tab_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
