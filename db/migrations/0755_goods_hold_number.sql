create or replace function goods_follow(p_org bigint, p_by bigint, p_at timestamp with time zone, p_hold bigint, p_part numeric,
  p_cell bigint, p_to bigint) returns void language plpgsql as $$
declare
  held record;
begin
  select * into held from goods_hold x where x.id = p_hold and x.org_id = p_org for update;
  if not found or held.state <> 1 or held.cell_id is distinct from p_cell or p_part <= 0 or p_part > held.quantity then
    raise exception 'goods: hold % is not what is taken', p_hold using errcode = 'GP008';
  end if;
  if p_part < held.quantity then
    update goods_hold x set quantity = x.quantity - p_part, version = x.version + 1, updated_at = p_at, updated_by = p_by where x.id = p_hold;
    insert into goods_hold (org_id, doc_type, doc_id, doc_no, line_id, cell_id, warehouse_id, quantity, state, until, priority, created_at, created_by,
        updated_at, updated_by)
      values (p_org, held.doc_type, held.doc_id, held.doc_no, held.line_id, coalesce(p_to, p_cell), held.warehouse_id, p_part,
        case when p_to is null then 2 else 1 end, held.until, held.priority, p_at, p_by, p_at, p_by);
  else
    update goods_hold x set cell_id = coalesce(p_to, p_cell), state = case when p_to is null then 2 else 1 end, version = x.version + 1,
      updated_at = p_at, updated_by = p_by where x.id = p_hold;
  end if;
end $$;
create or replace function goods_hold(p_org bigint, p_by bigint, p_at timestamp with time zone, p_demands jsonb, p_release jsonb)
  returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d record;
  g record;
  v_ids bigint[];
  v_need numeric;
  v_part numeric;
  v_all jsonb;
  v_one jsonb;
  v_hold bigint;
  v_answers jsonb := '[]';
begin
  perform goods_begin(p_org);
  -- what goes: by id, or all of a document or of its line
  select coalesce(array_agg(h.id), '{}') into v_ids from goods_hold h
    where h.org_id = p_org and h.state = 1 and exists (
      select 1 from jsonb_to_recordset(p_release) as x(id bigint, "docType" text, "docId" text, "lineId" text)
        where h.id = x.id or (h.doc_type = x."docType" and h.doc_id = x."docId" and (x."lineId" is null or h.line_id = x."lineId")));
  -- all cells in the order of their keys
  perform 1 from goods_cell c
    where c.org_id = p_org and (c.id in (select h.cell_id from goods_hold h where h.id = any (v_ids))
      or (c.product_id, c.warehouse_id) in (
        select x."productId", x."warehouseId" from jsonb_to_recordset(p_demands) as x("productId" bigint, "warehouseId" bigint)))
    order by c.product_id, c.location_id, c.batch_id, c.label_id for update;
  for g in select h.id, h.cell_id, h.quantity from goods_hold h where h.id = any (v_ids) and h.state = 1 order by h.id loop
    -- one that was picked meanwhile lies in a cell that is not locked: whoever picks has the right of way
    update goods_hold h set state = 3, version = h.version + 1, updated_at = p_at, updated_by = p_by
      where h.id = g.id and h.state = 1 and h.cell_id = g.cell_id and h.quantity = g.quantity;
    if found then
      update goods_cell c set reserved = c.reserved - g.quantity, version = c.version + 1, updated_at = p_at, updated_by = p_by
        where c.id = g.cell_id;
    end if;
  end loop;
  for d in
    select x.*, s.removal, s.min_days_out from jsonb_to_recordset(p_demands) as x(no integer, "docType" text, "docId" text, "docNo" text, "lineId" text,
        "productId" bigint, "warehouseId" bigint, "labelId" bigint, "batchId" bigint, "locationId" bigint, quantity numeric, part boolean,
        until timestamptz, priority integer, today date)
      join product_supply s on s.product_id = x."productId" and s.org_id = p_org order by x.no
  loop
    if d.quantity is null or d.quantity <= 0 or d.quantity <> round(d.quantity, 6) then
      raise exception 'goods: quantity' using errcode = 'GP003',
        detail = (goods_names(d."productId", null, null) || jsonb_build_object('no', d.no, 'why', 'quantity'))::text;
    end if;
    v_need := d.quantity;
    v_one := '[]';
    for g in
      select c.id, c.quantity - c.reserved as free, c.location_id, c.batch_id, c.label_id
        from goods_cell c join goods_location l on l.id = c.location_id left join goods_batch b on b.id = c.batch_id
        where c.org_id = p_org and c.product_id = d."productId" and c.warehouse_id = d."warehouseId" and c.quantity > c.reserved
          and l.kind = 1 and l.status = 1 and c.label_id in (coalesce(d."labelId", 0), 0)
          and (d."batchId" is null or c.batch_id = d."batchId") and (d."locationId" is null or c.location_id = d."locationId")
          and (c.batch_id = 0 or b.status = 1)
          and (b.expires_on is null or b.expires_on - coalesce(d.today, p_at::date) >= coalesce(d.min_days_out, 0))
        order by c.label_id desc, case when d.removal = 2 then b.expires_on end, c.since, l.pick_order, l.code, c.batch_id
    loop
      exit when v_need = 0;
      v_part := least(v_need, g.free);
      v_one := v_one || jsonb_build_object('cell', g.id, 'quantity', v_part, 'location', g.location_id, 'batch', g.batch_id, 'label', g.label_id);
      v_need := v_need - v_part;
    end loop;
    if v_need > 0 and not coalesce(d.part, false) then
      v_one := '[]';
    end if;
    v_all := '[]';
    for g in select * from jsonb_to_recordset(v_one) as x(cell bigint, quantity numeric, location bigint, batch bigint, label bigint) loop
      update goods_cell c set reserved = c.reserved + g.quantity, version = c.version + 1, updated_at = p_at, updated_by = p_by
        where c.id = g.cell;
      insert into goods_hold (org_id, doc_type, doc_id, doc_no, line_id, cell_id, warehouse_id, quantity, until, priority, created_at, created_by,
          updated_at, updated_by)
        values (p_org, d."docType", d."docId", d."docNo", d."lineId", g.cell, d."warehouseId", g.quantity, d.until, coalesce(d.priority, 2), p_at,
          p_by, p_at, p_by)
        returning id into v_hold;
      v_all := v_all || jsonb_build_object('id', v_hold::text, 'cellId', g.cell::text, 'locationId', g.location::text,
        'batchId', nullif(g.batch, 0)::text, 'labelId', nullif(g.label, 0)::text, 'quantity', trim_scale(g.quantity)::text);
    end loop;
    v_answers := v_answers || jsonb_build_object('no', d.no, 'holds', v_all, 'taken',
      trim_scale(case when v_all = '[]' then 0 else d.quantity - v_need end)::text, 'free', trim_scale(d.quantity - v_need)::text);
  end loop;
  return v_answers;
end $$;
