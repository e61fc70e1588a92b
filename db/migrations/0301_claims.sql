create table amazon_claim (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  subject text not null,
  days_left integer,
  state smallint not null default 1,
  kind smallint not null,
  value numeric(20,4),
  currency text not null,
  quantity integer not null,
  shop_id bigint not null,
  sku text not null default '',
  fnsku text not null default '',
  order_no text not null default '',
  cause smallint not null,
  happened_on date not null,
  claim_from date not null,
  due_on date not null,
  lost integer not null,
  recovered integer not null,
  unit_value numeric(20,4),
  value_note smallint,
  owner_id bigint,
  case_id text not null default '',
  filed_at timestamptz,
  found_on date not null,
  closed_at timestamptz,
  remark text not null default '',
  constraint amazon_claim_pkey primary key (id)
);
alter table amazon_claim add constraint amazon_claim_shop_id_kind_subject_key unique (org_id, shop_id, kind, subject);
create index amazon_claim_org_id_days_left_idx on amazon_claim (org_id, days_left);
create index amazon_claim_shop_id_kind_happened_on_idx on amazon_claim (shop_id, kind, happened_on);
create index amazon_claim_shop_id_order_no_idx on amazon_claim (shop_id, order_no);
create index amazon_claim_search_idx on amazon_claim using gin (search_grams(subject));
create table amazon_claim_comment (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  record_id bigint not null,
  parent_id bigint,
  content text,
  files bigint[],
  by_name text not null,
  mentions jsonb,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint amazon_claim_comment_pkey primary key (id)
);
create index amazon_claim_comment_record_id_id_idx on amazon_claim_comment (record_id, id desc);
create index amazon_claim_comment_parent_id_idx on amazon_claim_comment (parent_id) where parent_id is not null;
create table amazon_claim_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint amazon_claim_seen_pkey primary key (org_id, account_id, record_id)
);
create index amazon_claim_seen_record_id_idx on amazon_claim_seen (record_id);
create table claim_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  marketplace_code text not null,
  kind smallint not null,
  from_days integer not null,
  to_days integer not null,
  value_rule smallint not null default 1,
  unit_max numeric(20,4),
  currency text not null default 'USD',
  is_on boolean not null default true,
  valid_from date not null,
  valid_to date,
  remark text,
  constraint claim_rule_pkey primary key (id)
);
alter table claim_rule add constraint claim_rule_marketplace_code_kind_valid_from_key unique (org_id, marketplace_code, kind, valid_from);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table claim_rule add constraint claim_rule_validity_excl exclude using gist (org_id with =, marketplace_code with =, kind with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create table amazon_claim_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  claim_id bigint not null,
  place integer not null,
  source smallint not null,
  day date,
  order_no text not null default '',
  sku text not null default '',
  what text not null default '',
  quantity numeric(20,4),
  amount numeric(20,4),
  currency text,
  constraint amazon_claim_line_pkey primary key (id)
);
alter table amazon_claim_line add constraint amazon_claim_line_claim_id_place_key unique (org_id, claim_id, place);
create index amazon_claim_line_org_id_claim_id_place_idx on amazon_claim_line (org_id, claim_id desc, place);
ALTER TABLE "public"."amazon_claim" ADD CONSTRAINT "amazon_claim_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."amazon_claim" ADD CONSTRAINT "amazon_claim_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."amazon_claim" ADD CONSTRAINT "amazon_claim_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."amazon_claim" ADD CONSTRAINT "amazon_claim_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."amazon_claim_comment" ADD CONSTRAINT "amazon_claim_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."amazon_claim_comment" ADD CONSTRAINT "amazon_claim_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.amazon_claim_comment(id);
ALTER TABLE "public"."amazon_claim_line" ADD CONSTRAINT "amazon_claim_line_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."amazon_claim_line" ADD CONSTRAINT "amazon_claim_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."claim_rule" ADD CONSTRAINT "claim_rule_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."claim_rule" ADD CONSTRAINT "claim_rule_marketplace_code_fkey" FOREIGN KEY (marketplace_code) REFERENCES public.marketplace(code);
ALTER TABLE "public"."claim_rule" ADD CONSTRAINT "claim_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
