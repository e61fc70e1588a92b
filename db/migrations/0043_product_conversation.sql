create table product_comment (
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
  constraint product_comment_pkey primary key (id)
);
create index product_comment_record_id_id_idx on product_comment (record_id, id desc);
create index product_comment_parent_id_idx on product_comment (parent_id) where parent_id is not null;
create table product_seen (
  org_id bigint not null,
  account_id bigint not null,
  record_id bigint not null,
  last_id bigint not null,
  at timestamptz not null,
  constraint product_seen_pkey primary key (org_id, account_id, record_id)
);
create index product_seen_record_id_idx on product_seen (record_id);
ALTER TABLE "public"."product_comment" ADD CONSTRAINT "product_comment_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."product_comment" ADD CONSTRAINT "product_comment_parent_id_fkey" FOREIGN KEY (parent_id) REFERENCES public.product_comment(id);
