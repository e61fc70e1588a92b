create or replace function goods_proof(p_org bigint) returns jsonb language plpgsql stable as $$
declare
  v_sums jsonb;
  v_days jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(w)), '[]') into v_sums from (
    select x.what, concat_ws(' / ', p.sku, l.code, b.batch_no, nullif(x.label_id, 0)) as cell, null as day, x.expected::text, x.found::text
      from (
        select 'quantity' as what, coalesce(c.product_id, s.product_id) as product_id, coalesce(c.location_id, s.location_id) as location_id,
            coalesce(c.batch_id, s.batch_id) as batch_id, coalesce(c.label_id, s.label_id) as label_id,
            coalesce(s.quantity, 0) as expected, coalesce(c.quantity, 0) as found
          from (select * from goods_cell where org_id = p_org) c
            full join goods_sums(p_org) s using (product_id, location_id, batch_id, label_id)
        union all
        select 'reserved', c.product_id, c.location_id, c.batch_id, c.label_id, coalesce(h.held, 0), c.reserved
          from goods_cell c left join (
            select y.cell_id, sum(y.quantity) as held from goods_hold y where y.org_id = p_org and y.state = 1 group by 1) h on h.cell_id = c.id
          where c.org_id = p_org) x
        join product p on p.id = x.product_id join goods_location l on l.id = x.location_id
        left join goods_batch b on b.id = nullif(x.batch_id, 0)
      where x.expected <> x.found limit 100) w;
  select coalesce(jsonb_agg(to_jsonb(w)), '[]') into v_days from (
    select 'below zero' as what, concat_ws(' / ', p.sku, l.code, b.batch_no, nullif(z.label_id, 0)) as cell, z.booked_on as day,
        '0' as expected, z.balance::text as found
      from (
        select y.*, sum(y.delta) over (partition by y.product_id, y.location_id, y.batch_id, y.label_id order by y.booked_on, y.id) as balance
          from (
            select m.product_id, m.to_id as location_id, coalesce(m.batch_id, 0) as batch_id, coalesce(m.to_label_id, m.label_id, 0) as label_id,
                m.booked_on, m.id, m.quantity as delta from goods_move m where m.org_id = p_org
            union all
            select m.product_id, m.from_id, coalesce(m.batch_id, 0), coalesce(m.label_id, 0), m.booked_on, m.id, -m.quantity
              from goods_move m where m.org_id = p_org) y) z
        join goods_location l on l.id = z.location_id join product p on p.id = z.product_id
        left join goods_batch b on b.id = nullif(z.batch_id, 0)
      where z.balance < 0 and l.kind < 20 order by z.booked_on, z.id limit 100) w;
  return v_sums || v_days;
end $$;
