create table order_finding (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  subject text not null,
  kind smallint not null,
  state smallint not null default 1,
  shop_id bigint not null,
  order_no text not null default '',
  sku text not null default '',
  happened_on date not null,
  amount numeric(20,4) not null,
  currency text not null,
  expected numeric(20,4),
  actual numeric(20,4),
  cause smallint not null,
  owner_id bigint,
  found_on date not null,
  closed_at timestamptz,
  remark text not null default '',
  constraint order_finding_pkey primary key (id)
);
alter table order_finding add constraint order_finding_shop_id_kind_subject_key unique (org_id, shop_id, kind, subject);
create index order_finding_org_id_amount_idx on order_finding (org_id, amount desc);
create index order_finding_shop_id_kind_happened_on_idx on order_finding (shop_id, kind, happened_on);
create index order_finding_shop_id_order_no_idx on order_finding (shop_id, order_no);
create index order_finding_search_idx on order_finding using gin (search_grams(subject));
create table order_finding_comment (
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
  constraint order_finding_comment_pkey primary key (id)
);
create index order_finding_comment_record_id_id_idx on order_finding_comment (record_id, id desc);
create index order_finding_comment_parent_id_idx on order_finding_comment (parent_id) where parent_id is not null;
create table order_finding_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint order_finding_seen_pkey primary key (org_id, account_id, record_id)
);
create index order_finding_seen_record_id_idx on order_finding_seen (record_id);
create table order_check_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  kind smallint not null,
  is_on boolean not null default true,
  days integer not null,
  tolerance numeric(20,4) not null default '0',
  remark text,
  constraint order_check_rule_pkey primary key (id)
);
alter table order_check_rule add constraint order_check_rule_kind_key unique (org_id, kind);
create table order_finding_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  finding_id bigint not null,
  place integer not null,
  source smallint not null,
  day date,
  order_no text not null default '',
  sku text not null default '',
  what text not null default '',
  quantity numeric(20,4),
  amount numeric(20,4),
  currency text,
  constraint order_finding_line_pkey primary key (id)
);
alter table order_finding_line add constraint order_finding_line_finding_id_place_key unique (org_id, finding_id, place);
create index order_finding_line_org_id_finding_id_place_idx on order_finding_line (org_id, finding_id desc, place);
create table finance_accrual (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  month date not null,
  shop_id bigint not null,
  kind smallint not null,
  currency text not null,
  fact_amount numeric(20,4) not null default '0',
  hand_amount numeric(20,4) not null default '0',
  reversed numeric(20,4) not null default '0',
  state smallint not null default 1,
  reversed_on date,
  age integer not null default 0,
  band smallint not null default 1,
  note text not null default '',
  constraint finance_accrual_pkey primary key (id)
);
alter table finance_accrual add constraint finance_accrual_shop_id_month_kind_currency_key unique (org_id, shop_id, month, kind, currency);
create index finance_accrual_month_shop_id_idx on finance_accrual (month, shop_id);
ALTER TABLE "public"."finance_accrual" ADD CONSTRAINT "finance_accrual_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."finance_accrual" ADD CONSTRAINT "finance_accrual_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."finance_accrual" ADD CONSTRAINT "finance_accrual_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."order_check_rule" ADD CONSTRAINT "order_check_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."order_finding" ADD CONSTRAINT "order_finding_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."order_finding" ADD CONSTRAINT "order_finding_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."order_finding" ADD CONSTRAINT "order_finding_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."order_finding" ADD CONSTRAINT "order_finding_shop_id_fkey" FOREIGN KEY (shop_id) REFERENCES public.shop(id);
ALTER TABLE "public"."order_finding_comment" ADD CONSTRAINT "order_finding_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."order_finding_comment" ADD CONSTRAINT "order_finding_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.order_finding_comment(id);
ALTER TABLE "public"."order_finding_line" ADD CONSTRAINT "order_finding_line_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."order_finding_line" ADD CONSTRAINT "order_finding_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
CREATE INDEX amazon_settlement_line_order_id_idx ON public.amazon_settlement_line USING btree (order_id);
CREATE INDEX amazon_transaction_line_order_id_idx ON public.amazon_transaction_line USING btree (order_id);
CREATE INDEX fba_reimbursement_order_id_idx ON public.fba_reimbursement USING btree (order_id);
CREATE INDEX fba_return_order_id_idx ON public.fba_return USING btree (order_id);
