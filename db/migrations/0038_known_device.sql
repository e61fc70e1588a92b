create table known_device (
  token_hash text not null,
  account_id bigint not null,
  seen_at timestamptz not null,
  constraint known_device_pkey primary key (token_hash, account_id)
);
create index known_device_account_id_seen_at_idx on known_device (account_id, seen_at);
ALTER TABLE "public"."login_failure" ADD COLUMN "device" text;
ALTER TABLE "public"."known_device" ADD CONSTRAINT "known_device_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
CREATE INDEX login_failure_device_at_idx ON public.login_failure USING btree (device, at);
