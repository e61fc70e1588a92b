create table list_state (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  state_key text not null,
  digest text not null,
  type text not null,
  state text not null,
  used_at timestamptz not null,
  constraint list_state_pkey primary key (id)
);
alter table list_state add constraint list_state_state_key_key unique (org_id, state_key);
alter table list_state add constraint list_state_digest_key unique (org_id, digest);
create index list_state_used_at_idx on list_state (used_at);
ALTER TABLE "public"."list_state" ADD CONSTRAINT "list_state_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
