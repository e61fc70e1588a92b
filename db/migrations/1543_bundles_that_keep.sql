-- Whole bundles of parts that are free, also none of a batch that has expired or does so too soon to leave.
create or replace function goods_bundles(p_org bigint, p_product bigint, p_warehouse bigint, p_day date) returns numeric
  language plpgsql stable cost 10000 as $$
declare
  v_bom bigint;
  v_base numeric;
begin
  if to_regclass('public.bom') is null then
    return null;
  end if;
  select b.id, b.base into v_bom, v_base from bom b where b.org_id = p_org and b.product_id = p_product and b.kind = 3
    and b.state in (2, 5) and b.valid_from <= p_day and (b.valid_to is null or b.valid_to >= p_day) order by b.id limit 1;
  if v_bom is null then
    return null;
  end if;
  return (
    with parts as (select l.part_id, l.per * (100 + l.scrap) as above, v_base * 100 as below from bom_line l where l.bom_id = v_bom),
    free as (
      select c.warehouse_id, c.product_id, sum(c.quantity - c.reserved) as free
        from parts p join goods_cell c on c.org_id = p_org and c.product_id = p.part_id and c.label_id = 0 and c.quantity > c.reserved
          join goods_location l on l.id = c.location_id and l.kind = 1 and l.status = 1
          left join goods_batch b on b.id = c.batch_id
          left join product_supply s on s.org_id = c.org_id and s.product_id = c.product_id
        where coalesce(b.status, 1) = 1 and coalesce(b.expires_on - p_day >= coalesce(s.min_days_out, 0), true)
          and (p_warehouse is null or c.warehouse_id = p_warehouse) group by 1, 2)
    select coalesce(sum(w.sets), 0) from (
      select f.warehouse_id, min(floor(f.free * p.below / p.above)) as sets
        from free f join parts p on p.part_id = f.product_id group by 1
        having count(*) = (select count(*) from parts)) w);
end $$;
