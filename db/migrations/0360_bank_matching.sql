create table bank_expected (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  due_on date not null,
  source smallint not null default 9,
  reference text not null,
  party text not null default '',
  shop_id bigint,
  amount numeric(20,4) not null,
  currency text not null,
  matched numeric(20,4) not null default '0',
  state smallint not null default 1,
  remark text not null default '',
  fact_key text,
  constraint bank_expected_pkey primary key (id)
);
alter table bank_expected add constraint bank_expected_source_fact_key_key unique (org_id, source, fact_key);
create index bank_expected_org_id_due_on_idx on bank_expected (org_id, due_on desc);
create index bank_expected_org_id_currency_due_on_idx on bank_expected (org_id, currency, due_on) where state <= 2;
create index bank_expected_search_idx on bank_expected using gin (search_grams(reference, party));
create table bank_match (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text not null,
  matched_on date not null,
  kind smallint not null,
  account_id bigint not null,
  lines integer not null,
  payments integer not null,
  amount numeric(20,4) not null,
  currency text not null,
  to_amount numeric(20,4),
  to_currency text,
  rate numeric(20,10),
  charge numeric(20,4) not null default '0',
  realised numeric(20,4),
  item smallint,
  suggested boolean not null default false,
  reason text not null default '',
  note text not null default '',
  matched_by text not null default '',
  first_on date not null,
  rule_id bigint,
  constraint bank_match_pkey primary key (id)
);
create index bank_match_org_id_matched_on_idx on bank_match (org_id, matched_on desc);
create index bank_match_account_id_matched_on_idx on bank_match (account_id, matched_on desc);
create table bank_suggestion (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  line_id bigint not null,
  kind smallint not null,
  confidence smallint not null,
  score integer not null,
  line_ids jsonb,
  expected_ids jsonb,
  expected_id bigint,
  other_line_id bigint,
  item smallint,
  difference numeric(20,4) not null default '0',
  reasons text not null default '',
  rule_id bigint,
  constraint bank_suggestion_pkey primary key (id)
);
alter table bank_suggestion add constraint bank_suggestion_line_id_key unique (org_id, line_id);
create index bank_suggestion_line_id_idx on bank_suggestion (line_id);
create table bank_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  words text not null,
  account_id bigint not null,
  direction smallint not null default 1,
  source smallint,
  shop_id bigint,
  item smallint,
  is_on boolean not null default true,
  origin smallint not null default 2,
  hits integer not null default 0,
  last_on date,
  remark text not null default '',
  constraint bank_rule_pkey primary key (id)
);
alter table bank_rule add constraint bank_rule_account_id_direction_words_key unique (org_id, account_id, direction, words);
create index bank_rule_org_id_hits_idx on bank_rule (org_id, hits desc);
create index bank_rule_search_idx on bank_rule using gin (search_grams(words));
create table bank_match_side (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  day date not null,
  match_id bigint not null,
  role smallint not null,
  account_id bigint,
  text text not null default '',
  line_id bigint,
  expected_id bigint,
  amount numeric(20,4) not null,
  currency text not null,
  item smallint,
  constraint bank_match_side_pkey primary key (id)
);
create index bank_match_side_org_id_day_idx on bank_match_side (org_id, day desc);
create index bank_match_side_match_id_idx on bank_match_side (match_id);
create index bank_match_side_line_id_idx on bank_match_side (line_id);
create index bank_match_side_expected_id_idx on bank_match_side (expected_id);
ALTER TABLE "public"."bank_expected" ADD CONSTRAINT "bank_expected_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_expected" ADD CONSTRAINT "bank_expected_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_expected" ADD CONSTRAINT "bank_expected_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."bank_match" ADD CONSTRAINT "bank_match_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_match" ADD CONSTRAINT "bank_match_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_match" ADD CONSTRAINT "bank_match_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_match" ADD CONSTRAINT "bank_match_to_currency_fkey" FOREIGN KEY (to_currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_match_side" ADD CONSTRAINT "bank_match_side_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_match_side" ADD CONSTRAINT "bank_match_side_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."bank_match_side" ADD CONSTRAINT "bank_match_side_expected_id_fkey" FOREIGN KEY (expected_id) REFERENCES public.bank_expected(id);
ALTER TABLE "public"."bank_match_side" ADD CONSTRAINT "bank_match_side_line_id_fkey" FOREIGN KEY (line_id) REFERENCES public.bank_statement(id);
ALTER TABLE "public"."bank_match_side" ADD CONSTRAINT "bank_match_side_match_id_fkey" FOREIGN KEY (match_id) REFERENCES public.bank_match(id);
ALTER TABLE "public"."bank_match_side" ADD CONSTRAINT "bank_match_side_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_rule" ADD CONSTRAINT "bank_rule_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.bank_account(id);
ALTER TABLE "public"."bank_rule" ADD CONSTRAINT "bank_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bank_rule" ADD CONSTRAINT "bank_rule_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."bank_suggestion" ADD CONSTRAINT "bank_suggestion_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
CREATE INDEX bank_statement_org_id_posted_on_id_idx ON public.bank_statement USING btree (org_id, posted_on DESC, id) WHERE ((direction <= 2) AND (matched < (income + outgo)));
