create table bbs_reply_like (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  topic_id bigint not null,
  comment_id bigint not null,
  account_id bigint not null,
  constraint bbs_reply_like_pkey primary key (id)
);
alter table bbs_reply_like add constraint bbs_reply_like_topic_id_comment_id_account_id_key unique (org_id, topic_id, comment_id, account_id);
ALTER TABLE "public"."bbs_reply_like" ADD CONSTRAINT "bbs_reply_like_account_id_fkey" FOREIGN KEY (account_id) REFERENCES public.account(id);
ALTER TABLE "public"."bbs_reply_like" ADD CONSTRAINT "bbs_reply_like_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."bbs_reply_like" ADD CONSTRAINT "bbs_reply_like_topic_id_fkey" FOREIGN KEY (topic_id) REFERENCES public.bbs_topic(id);
