create table purchase_invoice (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  supplier_id bigint not null,
  invoice_no text not null,
  kind smallint not null default 1,
  state smallint not null default 0,
  currency text not null default 'CNY',
  total numeric(20,4),
  tax numeric(20,4),
  expected numeric(20,4),
  beyond boolean not null default false,
  due_on date,
  statement_id bigint,
  remark text,
  attachments bigint[],
  posted_on date,
  posted_by bigint,
  reversed_on date,
  reversed_by bigint,
  constraint purchase_invoice_pkey primary key (id)
);
alter table purchase_invoice add constraint purchase_invoice_no_key unique (org_id, no);
alter table purchase_invoice add constraint purchase_invoice_supplier_id_invoice_no_key unique (org_id, supplier_id, invoice_no);
create index purchase_invoice_org_id_business_on_id_idx on purchase_invoice (org_id, business_on desc, id desc);
create index purchase_invoice_supplier_id_state_business_on_idx on purchase_invoice (supplier_id, state, business_on desc);
create index purchase_invoice_org_id_due_on_idx on purchase_invoice (org_id, due_on);
create index purchase_invoice_statement_id_idx on purchase_invoice (statement_id);
create index purchase_invoice_search_idx on purchase_invoice using gin (search_grams(no));
create trigger purchase_invoice_closed_insert after insert on purchase_invoice referencing new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,due_on');
create trigger purchase_invoice_closed_update after update on purchase_invoice referencing old table as went new table as came for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,due_on');
create trigger purchase_invoice_closed_delete after delete on purchase_invoice referencing old table as went for each statement execute function refuse_closed_month('posted_on', 'org_id', 'version,updated_at,updated_by,state,reversed_on,reversed_by,remark,attachments,due_on');
create table purchase_invoice_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  invoice_id bigint not null,
  line_no integer not null,
  in_line_id bigint not null,
  product_id bigint not null,
  quantity numeric(20,6) not null,
  amount numeric(20,4),
  tax numeric(20,4) not null default '0',
  expected numeric(20,4),
  asked numeric(20,4) not null default '0',
  constraint purchase_invoice_line_pkey primary key (id)
);
alter table purchase_invoice_line add constraint purchase_invoice_line_invoice_id_line_no_key unique (org_id, invoice_id, line_no);
create index purchase_invoice_line_org_id_id_idx on purchase_invoice_line (org_id, id desc);
create index purchase_invoice_line_in_line_id_idx on purchase_invoice_line (in_line_id);
create index purchase_invoice_line_product_id_idx on purchase_invoice_line (product_id);
create table supplier_statement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  supplier_id bigint not null,
  month date not null,
  state smallint not null default 0,
  currency text not null default 'CNY',
  opening numeric(20,4) not null default '0',
  change numeric(20,4),
  closing numeric(20,4) not null default '0',
  remark text,
  attachments bigint[],
  constraint supplier_statement_pkey primary key (id)
);
alter table supplier_statement add constraint supplier_statement_no_key unique (org_id, no);
create index supplier_statement_org_id_business_on_id_idx on supplier_statement (org_id, business_on desc, id desc);
create index supplier_statement_supplier_id_month_idx on supplier_statement (supplier_id, month);
create index supplier_statement_org_id_month_idx on supplier_statement (org_id, month);
create index supplier_statement_search_idx on supplier_statement using gin (search_grams(no));
create table supplier_statement_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  statement_id bigint not null,
  line_no integer not null,
  kind smallint not null default 1,
  day date not null,
  reference text not null default '',
  product_id bigint,
  quantity text not null default '',
  amount numeric(20,4) not null default '0',
  constraint supplier_statement_line_pkey primary key (id)
);
alter table supplier_statement_line add constraint supplier_statement_line_statement_id_line_no_key unique (org_id, statement_id, line_no);
create index supplier_statement_line_org_id_id_idx on supplier_statement_line (org_id, id desc);
create table payment_request (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  kind smallint not null default 2,
  supplier_id bigint not null,
  state smallint not null default 0,
  currency text not null default 'CNY',
  order_id bigint,
  ahead numeric(20,4),
  total numeric(20,4),
  applied numeric(20,4) not null default '0',
  payable numeric(20,4) not null default '0',
  paid numeric(20,4) not null default '0',
  due_on date not null,
  bank_name text,
  bank_holder text,
  bank_account text,
  remark text,
  attachments bigint[],
  constraint payment_request_pkey primary key (id)
);
alter table payment_request add constraint payment_request_no_key unique (org_id, no);
create index payment_request_org_id_business_on_id_idx on payment_request (org_id, business_on desc, id desc);
create index payment_request_supplier_id_state_business_on_idx on payment_request (supplier_id, state, business_on desc);
create index payment_request_order_id_idx on payment_request (order_id);
create index payment_request_org_id_due_on_idx on payment_request (org_id, due_on);
create index payment_request_search_idx on payment_request using gin (search_grams(no));
create table payment_request_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  request_id bigint not null,
  line_no integer not null,
  invoice_line_id bigint not null,
  amount numeric(20,4),
  note text,
  constraint payment_request_line_pkey primary key (id)
);
alter table payment_request_line add constraint payment_request_line_request_id_line_no_key unique (org_id, request_id, line_no);
create index payment_request_line_org_id_id_idx on payment_request_line (org_id, id desc);
create index payment_request_line_invoice_line_id_idx on payment_request_line (invoice_line_id);
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."goods_in_line" ADD COLUMN "invoiced" numeric(20,6) NOT NULL DEFAULT '0'::numeric;
ALTER TABLE "public"."purchase_order" ADD COLUMN "terms_id" bigint;
ALTER TABLE "public"."payment_request" ADD CONSTRAINT "payment_request_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."payment_request" ADD CONSTRAINT "payment_request_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.purchase_order(id);
ALTER TABLE "public"."payment_request" ADD CONSTRAINT "payment_request_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."payment_request" ADD CONSTRAINT "payment_request_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."payment_request_line" ADD CONSTRAINT "payment_request_line_invoice_line_id_fkey" FOREIGN KEY (invoice_line_id) REFERENCES public.purchase_invoice_line(id);
ALTER TABLE "public"."payment_request_line" ADD CONSTRAINT "payment_request_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."payment_request_line" ADD CONSTRAINT "payment_request_line_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.payment_request(id);
ALTER TABLE "public"."purchase_invoice" ADD CONSTRAINT "purchase_invoice_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."purchase_invoice" ADD CONSTRAINT "purchase_invoice_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_invoice" ADD CONSTRAINT "purchase_invoice_posted_by_fkey" FOREIGN KEY (posted_by) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_invoice" ADD CONSTRAINT "purchase_invoice_reversed_by_fkey" FOREIGN KEY (reversed_by) REFERENCES public.employee(id);
ALTER TABLE "public"."purchase_invoice" ADD CONSTRAINT "purchase_invoice_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.supplier_statement(id);
ALTER TABLE "public"."purchase_invoice" ADD CONSTRAINT "purchase_invoice_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."purchase_invoice_line" ADD CONSTRAINT "purchase_invoice_line_in_line_id_fkey" FOREIGN KEY (in_line_id) REFERENCES public.goods_in_line(id);
ALTER TABLE "public"."purchase_invoice_line" ADD CONSTRAINT "purchase_invoice_line_invoice_id_fkey" FOREIGN KEY (invoice_id) REFERENCES public.purchase_invoice(id);
ALTER TABLE "public"."purchase_invoice_line" ADD CONSTRAINT "purchase_invoice_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."purchase_invoice_line" ADD CONSTRAINT "purchase_invoice_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."purchase_order" ADD CONSTRAINT "purchase_order_terms_id_fkey" FOREIGN KEY (terms_id) REFERENCES public.payment_terms(id);
ALTER TABLE "public"."supplier_statement" ADD CONSTRAINT "supplier_statement_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."supplier_statement" ADD CONSTRAINT "supplier_statement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."supplier_statement" ADD CONSTRAINT "supplier_statement_supplier_id_fkey" FOREIGN KEY (supplier_id) REFERENCES public.supplier(id);
ALTER TABLE "public"."supplier_statement_line" ADD CONSTRAINT "supplier_statement_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."supplier_statement_line" ADD CONSTRAINT "supplier_statement_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
ALTER TABLE "public"."supplier_statement_line" ADD CONSTRAINT "supplier_statement_line_statement_id_fkey" FOREIGN KEY (statement_id) REFERENCES public.supplier_statement(id);
