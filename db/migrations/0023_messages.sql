create table message (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  kind smallint not null,
  title text not null,
  detail text,
  target jsonb,
  read_at timestamptz,
  constraint message_pkey primary key (id)
);
create index message_account_id_org_id_id_idx on message (account_id, org_id, id desc);
create index message_account_id_org_id_read_at_idx on message (account_id, org_id, read_at) where read_at is null;
create index message_created_at_idx on message (created_at);
ALTER TABLE "public"."message" ADD CONSTRAINT "message_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."message" ADD CONSTRAINT "message_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
