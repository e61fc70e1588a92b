ALTER TABLE "public"."goods_hold" ADD COLUMN "doc_no" text;
