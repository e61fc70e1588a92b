-- Staging is empty but while an import runs; a run that was cut off begins again from its file.
ALTER TABLE "public"."amazon_transaction_staging" DROP COLUMN "released_on";
ALTER TABLE "public"."amazon_transaction_staging" ADD COLUMN "released_at" timestamp with time zone;
ALTER TABLE "public"."amazon_line_release" ADD COLUMN "settlement_id" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."amazon_line_release" ADD COLUMN "deferred_settlement_id" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."amazon_line_seen" ADD COLUMN "deferred" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."amazon_line_seen" ADD COLUMN "settlement_id" text NOT NULL DEFAULT ''::text;
CREATE INDEX amazon_transaction_line_shop_id_order_id_idx ON public.amazon_transaction_line USING btree (shop_id, order_id) WHERE deferred;
-- Releases noted so far left the line its settlement. Reading the stored files again (syncData) gives it the one that paid it.
update amazon_line_release r set settlement_id = f.settlement_id, deferred_settlement_id = f.settlement_id from amazon_transaction_line f
where f.shop_id = r.shop_id and f.posted_on = r.posted_on and f.line_key = r.line_key and f.ordinal = r.ordinal;
-- Deferred lines leave the proof of the settlement they name, and count: their days are computed anew.
update amazon_settlement s set transaction_total = t.total, transaction_count = coalesce(t.lines, 0), difference = s.total - t.total,
  reconciled = case when t.total is null then 0 when t.total = s.total then 1 else 2 end
from (select x.shop_id, x.settlement_id, sum(l.total) filter (where l.paid) as total, (count(*) filter (where l.paid))::int as lines
  from (select distinct shop_id, settlement_id from amazon_transaction_line where deferred) x
  join (select f.shop_id, f.settlement_id, f.total, k.type <> 'transfer' and (not f.deferred or exists (select 1 from amazon_line_release r
      where r.shop_id = f.shop_id and r.posted_on = f.posted_on and r.line_key = f.line_key and r.ordinal = f.ordinal)) as paid
    from amazon_transaction_line f join amazon_kind k on k.id = f.type_id) l on l.shop_id = x.shop_id and l.settlement_id = x.settlement_id group by 1, 2) t
where s.shop_id = t.shop_id and s.settlement_id = t.settlement_id;
insert into stale_day (rollup, shop_id, day, since)
select distinct 'finance_amount', f.shop_id, d.day, now() from amazon_transaction_line f cross join lateral (values (f.posted_on), (f.booked_on)) d(day)
join amazon_settlement s on s.shop_id = f.shop_id and s.settlement_id = f.settlement_id
where f.deferred and s.counted_from = 1 on conflict (rollup, shop_id, day) do nothing;
