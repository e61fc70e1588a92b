alter table company_try add column session_hash text;
alter table company_try add column link_org_id bigint;
ALTER TABLE "public"."company_try" ADD CONSTRAINT "company_try_link_org_id_fkey" FOREIGN KEY (link_org_id) REFERENCES public.organisation(id);
