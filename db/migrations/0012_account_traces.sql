create table verification_code (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  target text not null,
  code_hash text not null,
  address text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  verified_by bigint,
  used_at timestamptz,
  constraint verification_code_pkey primary key (id)
);
create index verification_code_target_sent_at_idx on verification_code (target, sent_at);
create table account_link (
  token_hash text not null,
  account_id bigint not null,
  purpose smallint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint account_link_pkey primary key (token_hash)
);
create index account_link_account_id_idx on account_link (account_id);
create table post_request (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  target text not null,
  address text not null,
  at timestamptz not null,
  constraint post_request_pkey primary key (id)
);
create index post_request_target_at_idx on post_request (target, at);
create index post_request_address_at_idx on post_request (address, at);
create table outbox_message (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  channel smallint not null,
  receiver text not null,
  subject text not null,
  body text,
  state smallint not null,
  fault text,
  queued_at timestamptz not null,
  sent_at timestamptz,
  constraint outbox_message_pkey primary key (id)
);
create index outbox_message_queued_at_idx on outbox_message (queued_at);
create table login_record (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  username text not null,
  at timestamptz not null,
  outcome smallint not null,
  address text not null,
  user_agent text not null,
  constraint login_record_pkey primary key (id)
);
create index login_record_username_at_idx on login_record (username, at);
create index login_record_at_idx on login_record (at);
ALTER TABLE "public"."account_link" ADD CONSTRAINT "account_link_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."verification_code" ADD CONSTRAINT "verification_code_verified_by_fkey" FOREIGN KEY (verified_by) REFERENCES public.account(id);
