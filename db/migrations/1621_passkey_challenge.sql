create table passkey_challenge (
  challenge_hash text not null,
  account_id bigint,
  expires_at timestamptz not null,
  constraint passkey_challenge_pkey primary key (challenge_hash)
);
create index passkey_challenge_expires_at_idx on passkey_challenge (expires_at);
ALTER TABLE "public"."passkey_challenge" ADD CONSTRAINT "passkey_challenge_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
