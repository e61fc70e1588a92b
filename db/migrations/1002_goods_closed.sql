-- What is proven from the last close on.
create or replace function goods_legs_between(p_org bigint, p_after date, p_until date) returns table (product_id bigint, location_id bigint,
  batch_id bigint, label_id bigint, booked_on date, id bigint, delta numeric) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query select m.product_id, x.location_id, coalesce(m.batch_id, 0), x.label_id, m.booked_on, m.id, x.delta
    from goods_move m cross join lateral (values (m.to_id, coalesce(m.to_label_id, m.label_id, 0), m.quantity),
      (m.from_id, coalesce(m.label_id, 0), -m.quantity)) as x (location_id, label_id, delta)
    where m.org_id = p_org and (p_after is null or m.booked_on > p_after) and (p_until is null or m.booked_on <= p_until);
end $$;
-- p_day null: no month is closed. A month that is opened again leaves nothing: the next close adds up all moves.
create or replace function goods_close(p_org bigint, p_day date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_day date;
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'goods: for another organisation' using errcode = 'GP004';
  end if;
  select max(c.day) into v_day from goods_closed c where c.org_id = p_org;
  if p_day is null or p_day < v_day then
    delete from goods_closed c where c.org_id = p_org;
    return;
  end if;
  if p_day = v_day then
    return;
  end if;
  insert into goods_closed (org_id, day, product_id, location_id, batch_id, label_id, quantity)
    select p_org, p_day, s.product_id, s.location_id, s.batch_id, s.label_id, sum(s.quantity) from (
      select c.product_id, c.location_id, c.batch_id, c.label_id, c.quantity from goods_closed c where c.org_id = p_org and c.day = v_day
      union all
      select b.product_id, b.location_id, b.batch_id, b.label_id, b.delta from goods_legs_between(p_org, v_day, p_day) b) s
      join goods_location l on l.id = s.location_id
    where l.kind < 20 group by s.product_id, s.location_id, s.batch_id, s.label_id having sum(s.quantity) <> 0;
  delete from goods_closed c where c.org_id = p_org and c.day < p_day;
end $$;
revoke all on function goods_close(bigint, date) from public;
-- One pass over moves, in the order of products: what they say of each cell in the end, and on each day. From a close on it begins with what
-- lay there then.
create or replace function goods_proof_from(p_org bigint, p_day date) returns jsonb language plpgsql stable as $$
declare
  v_found jsonb;
begin
  execute format($q$
    with legs as (
      %s
      select m.product_id, x.location_id, coalesce(m.batch_id, 0) as batch_id, x.label_id, m.booked_on, m.id, x.delta
        from goods_move m cross join lateral (values (m.to_id, coalesce(m.to_label_id, m.label_id, 0), m.quantity),
          (m.from_id, coalesce(m.label_id, 0), -m.quantity)) as x (location_id, label_id, delta)
        where m.org_id = $1 and ($2 is null or m.booked_on > $2)
          and x.location_id in (select l.id from goods_location l where l.org_id = $1 and l.kind < 20)),
    days as (
      select g.*, sum(g.delta) over w as balance, lead(g.id) over w is null as is_last
        from legs g window w as (partition by g.product_id, g.location_id, g.batch_id, g.label_id order by g.booked_on, g.id)),
    told as materialized (select * from days where is_last or balance < 0),
    cells as (select * from goods_cell where org_id = $1),
    wrong as (
      select 'quantity' as what, coalesce(c.product_id, d.product_id) as product_id, coalesce(c.location_id, d.location_id) as location_id,
          coalesce(c.batch_id, d.batch_id) as batch_id, coalesce(c.label_id, d.label_id) as label_id, null::date as day,
          coalesce(d.balance, 0) as expected, coalesce(c.quantity, 0) as found
        from cells c full join (select * from told where is_last) d using (product_id, location_id, batch_id, label_id)
        where coalesce(d.balance, 0) <> coalesce(c.quantity, 0)
      union all
      select 'reserved', c.product_id, c.location_id, c.batch_id, c.label_id, null, coalesce(h.held, 0), c.reserved
        from cells c left join (
          select y.cell_id, sum(y.quantity) as held from goods_hold y where y.org_id = $1 and y.state = 1 group by 1) h on h.cell_id = c.id
        where coalesce(h.held, 0) <> c.reserved
      union all
      select 'below zero', d.product_id, d.location_id, d.batch_id, d.label_id, d.booked_on, 0, d.balance from told d where d.balance < 0)
    select coalesce(jsonb_agg(to_jsonb(z)), '[]') from (
      select w.what, concat_ws(' / ', p.sku, l.code, b.batch_no, nullif(w.label_id, 0)) as cell, w.day, w.expected::text, w.found::text
        from wrong w join product p on p.id = w.product_id join goods_location l on l.id = w.location_id
          left join goods_batch b on b.id = nullif(w.batch_id, 0)
        order by w.what desc, w.day, 2 limit 200) z $q$,
    case when p_day is null then '' else 'select c.product_id, c.location_id, c.batch_id, c.label_id, c.day as booked_on, 0::bigint as id,
        c.quantity as delta from goods_closed c where c.org_id = $1 and c.day = $2 union all' end) into v_found using p_org, p_day;
  return v_found;
end $$;
create or replace function goods_proof(p_org bigint) returns jsonb language plpgsql stable as $$
begin
  return goods_proof_from(p_org, null);
end $$;
create or replace function goods_proof_open(p_org bigint) returns jsonb language plpgsql stable as $$
begin
  return goods_proof_from(p_org, (select max(c.day) from goods_closed c where c.org_id = p_org));
end $$;
