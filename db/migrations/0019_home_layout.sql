create table home_layout (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  shown text[] not null,
  hidden_cards text[] not null,
  constraint home_layout_pkey primary key (id)
);
alter table home_layout add constraint home_layout_account_id_key unique (org_id, account_id);
ALTER TABLE "public"."home_layout" ADD CONSTRAINT "home_layout_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."home_layout" ADD CONSTRAINT "home_layout_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
