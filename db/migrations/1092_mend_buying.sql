ALTER TABLE "public"."purchase_order" DROP CONSTRAINT "purchase_order_platform_no_key";
CREATE INDEX purchase_order_org_id_platform_no_idx ON public.purchase_order USING btree (org_id, platform_no);
CREATE UNIQUE INDEX purchase_order_org_id_platform_no_key ON public.purchase_order USING btree (org_id, platform_no) WHERE (state <> 6);
-- what older requests took off holds advances as well: by order and line, as it is taken since
do $$
declare
  since timestamptz := now();
  request record;
begin
  if to_regclass('schema_migration') is not null then
    select coalesce(min(applied_at), now()) into since from schema_migration where name like '1020\_%';
  end if;
  for request in
    select r.id, r.applied from payment_request r
    where r.kind = 2 and r.state in (1, 2, 3, 4) and r.applied > 0 and r.created_at < since
      and not exists (select from payment_request_line y where y.request_id = r.id and y.ahead > 0)
    order by r.id
  loop
    with mine as (
      select y.id, y.line_no, y.amount, l.order_id from payment_request_line y
        join purchase_invoice_line x on x.id = y.invoice_line_id join goods_in_line i on i.id = x.in_line_id
        join purchase_order_line l on l.id = coalesce(i.order_line_id, (select z.order_line_id
          from purchase_return_line b join goods_in_line z on z.id = b.in_line_id where b.id = i.return_line_id))
        where y.request_id = request.id and y.amount > 0),
      open as (
        select m.order_id, coalesce((select sum(r.paid) from payment_request r where r.order_id = m.order_id and r.kind = 1), 0)
          - coalesce((select sum(z.ahead) from payment_request_line z
              join payment_request r on r.id = z.request_id and r.state in (1, 2, 3, 4)
              join purchase_invoice_line x on x.id = z.invoice_line_id join goods_in_line i on i.id = x.in_line_id
              join purchase_order_line l on l.id = coalesce(i.order_line_id, (select e.order_line_id
                from purchase_return_line b join goods_in_line e on e.id = b.in_line_id where b.id = i.return_line_id))
              where z.ahead > 0 and l.order_id = m.order_id), 0) as rest
        from (select distinct order_id from mine) m),
      taken as (
        select m.id, m.line_no, greatest(0, least(m.amount, o.rest - (sum(m.amount) over w - m.amount))) as ahead
        from mine m join open o on o.order_id = m.order_id window w as (partition by m.order_id order by m.line_no)),
      within_it as (
        select id, greatest(0, least(ahead, request.applied - (sum(ahead) over (order by line_no) - ahead))) as ahead from taken)
    update payment_request_line y set ahead = t.ahead from within_it t where y.id = t.id and t.ahead > 0;
  end loop;
end
$$;
