create table approval_link (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  task_id bigint not null,
  message_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint approval_link_pkey primary key (id)
);
alter table approval_link add constraint approval_link_message_id_key unique (org_id, message_id);
create index approval_link_expires_at_idx on approval_link (expires_at);
create index approval_link_task_id_idx on approval_link (task_id);
ALTER TABLE "public"."approval_link" ADD CONSTRAINT "approval_link_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."approval_link" ADD CONSTRAINT "approval_link_task_id_fkey" FOREIGN KEY (task_id) REFERENCES public.approval_task(id);
