create table change_order (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  business_on date not null,
  name text not null,
  state smallint not null default 0,
  reason_id bigint not null,
  urgency smallint not null default 1,
  effective_on date not null,
  owner_id bigint not null,
  open_effects integer not null default 0,
  project_id bigint,
  work_order_id bigint,
  grounds text,
  released_on date,
  remark text,
  attachments bigint[],
  constraint change_order_pkey primary key (id)
);
alter table change_order add constraint change_order_no_key unique (org_id, no);
create index change_order_org_id_business_on_id_idx on change_order (org_id, business_on desc, id desc);
create index change_order_state_business_on_idx on change_order (state, business_on desc);
create index change_order_owner_id_idx on change_order (owner_id);
create index change_order_project_id_idx on change_order (project_id);
create index change_order_work_order_id_idx on change_order (work_order_id);
create index change_order_reason_id_idx on change_order (reason_id);
create index change_order_org_id_effective_on_idx on change_order (org_id, effective_on desc);
create index change_order_search_idx on change_order using gin (search_grams(no, name));
create table change_order_comment (
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
  constraint change_order_comment_pkey primary key (id)
);
create index change_order_comment_record_id_id_idx on change_order_comment (record_id, id desc);
create index change_order_comment_parent_id_idx on change_order_comment (parent_id) where parent_id is not null;
create table change_order_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint change_order_seen_pkey primary key (org_id, account_id, record_id)
);
create index change_order_seen_record_id_idx on change_order_seen (record_id);
create table change_order_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  line_no integer not null,
  action smallint not null,
  product_id bigint not null,
  part_id bigint not null,
  new_part_id bigint,
  per numeric(20,6),
  scrap numeric(20,4),
  assessed_id bigint,
  made_id bigint,
  constraint change_order_line_pkey primary key (id)
);
alter table change_order_line add constraint change_order_line_order_id_line_no_key unique (org_id, order_id, line_no);
create index change_order_line_org_id_id_idx on change_order_line (org_id, id desc);
create index change_order_line_product_id_idx on change_order_line (product_id);
create index change_order_line_part_id_idx on change_order_line (part_id);
create index change_order_line_new_part_id_idx on change_order_line (new_part_id);
create index change_order_line_assessed_id_idx on change_order_line (assessed_id);
create index change_order_line_made_id_idx on change_order_line (made_id);
create table change_effect (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  order_id bigint not null,
  part_id bigint not null,
  kind smallint not null,
  document_no text not null,
  quantity numeric(20,6) not null,
  handling smallint,
  note text,
  constraint change_effect_pkey primary key (id)
);
create index change_effect_order_id_idx on change_effect (order_id);
create index change_effect_org_id_order_id_idx on change_effect (org_id, order_id desc);
create index change_effect_part_id_idx on change_effect (part_id);
ALTER TABLE "public"."change_effect" ADD CONSTRAINT "change_effect_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.change_order(id);
ALTER TABLE "public"."change_effect" ADD CONSTRAINT "change_effect_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."change_effect" ADD CONSTRAINT "change_effect_part_id_fkey" FOREIGN KEY (part_id) REFERENCES public.product(id);
ALTER TABLE "public"."change_order" ADD CONSTRAINT "change_order_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."change_order" ADD CONSTRAINT "change_order_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.employee(id);
ALTER TABLE "public"."change_order" ADD CONSTRAINT "change_order_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.rd_project(id);
ALTER TABLE "public"."change_order" ADD CONSTRAINT "change_order_reason_id_fkey" FOREIGN KEY (reason_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."change_order" ADD CONSTRAINT "change_order_work_order_id_fkey" FOREIGN KEY (work_order_id) REFERENCES public.work_order(id);
ALTER TABLE "public"."change_order_comment" ADD CONSTRAINT "change_order_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."change_order_comment" ADD CONSTRAINT "change_order_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.change_order_comment(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_assessed_id_fkey" FOREIGN KEY (assessed_id) REFERENCES public.bom(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_made_id_fkey" FOREIGN KEY (made_id) REFERENCES public.bom(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_new_part_id_fkey" FOREIGN KEY (new_part_id) REFERENCES public.product(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.change_order(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_part_id_fkey" FOREIGN KEY (part_id) REFERENCES public.product(id);
ALTER TABLE "public"."change_order_line" ADD CONSTRAINT "change_order_line_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.product(id);
