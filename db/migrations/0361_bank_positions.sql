create table bank_trace (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  expected_id bigint not null,
  no integer not null,
  step smallint not null,
  account_id bigint not null,
  amount numeric(20,4) not null,
  currency text not null,
  to_account_id bigint,
  to_amount numeric(20,4),
  to_currency text,
  rate numeric(20,10),
  constraint bank_trace_pkey primary key (id)
);
create index bank_trace_org_id_day_idx on bank_trace (org_id, day desc);
create index bank_trace_expected_id_no_idx on bank_trace (expected_id, no);
ALTER TABLE "public"."bank_match" ADD COLUMN "booked_account_id" bigint;
ALTER TABLE "public"."bank_match" ADD COLUMN "booked_currency" text;
ALTER TABLE "public"."bank_match" ADD CONSTRAINT "bank_match_booked_account_id_fkey" FOREIGN KEY (booked_account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_match" ADD CONSTRAINT "bank_match_booked_currency_fkey" FOREIGN KEY (booked_currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_trace" ADD CONSTRAINT "bank_trace_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_trace" ADD CONSTRAINT "bank_trace_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_trace" ADD CONSTRAINT "bank_trace_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_trace" ADD CONSTRAINT "bank_trace_to_account_id_fkey" FOREIGN KEY (to_account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_trace" ADD CONSTRAINT "bank_trace_to_currency_fkey" FOREIGN KEY (to_currency) REFERENCES public.currency(code);
CREATE INDEX bank_match_booked_account_id_matched_on_idx ON public.bank_match USING btree (booked_account_id, matched_on) WHERE (realised IS NOT NULL);
