create or replace function goods_post(p_org bigint, p_by bigint, p_at timestamp with time zone, p_doc jsonb, p_lines jsonb, p_holds jsonb)
  returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_day date := (p_doc->>'bookedOn')::date;
  v_reverses bigint := (p_doc->>'reversesId')::bigint;
  v_cuts boolean := coalesce((p_doc->>'cuts')::boolean, false);
  v_posting bigint;
  v_was record;
  v_open date;
  v_lines jsonb;
  v_cut jsonb := '[]';
  v_moves jsonb := '[]';
  r record;
  c record;
  h record;
  v_held numeric;
  v_hold bigint;
  v_part numeric;
  v_free numeric;
  v_since date;
  v_cell bigint;
  v_to_cell bigint;
  v_move bigint;
begin
  perform goods_begin(p_org);
  insert into goods_posting (org_id, key, doc_type, doc_id, booked_on, posted_at, reverses_id, created_at, created_by, updated_at, updated_by)
    values (p_org, p_doc->>'key', p_doc->>'docType', p_doc->>'docId', v_day, p_at, v_reverses, p_at, p_by, p_at, p_by)
    on conflict do nothing returning id into v_posting;
  if v_posting is null then
    select p.id, p.doc_type, p.doc_id into v_was from goods_posting p where p.org_id = p_org and p.key = p_doc->>'key';
    if not found then
      raise exception 'goods: posting % is taken back already', v_reverses using errcode = 'GP010';
    end if;
    if (v_was.doc_type, v_was.doc_id) <> (p_doc->>'docType', p_doc->>'docId') then
      raise exception 'goods: the key is that of another document' using errcode = 'GP003', detail = '{"why": "key"}';
    end if;
    return jsonb_build_object('posting', v_was.id, 'known', true, 'cut', '[]'::jsonb,
      'moves', (select coalesce(jsonb_agg(m.id order by m.id), '[]') from goods_move m where m.posting_id = v_was.id));
  end if;

  -- months, shared
  perform pg_advisory_xact_lock_shared(hashtextextended('finance month ' || p_org, 0));
  if to_regclass('public.finance_month') is not null then
    select (max(m.month) + interval '1 month')::date into v_open from finance_month m where m.org_id = p_org and m.state = 1;
  end if;
  -- somewhere on earth it is that day already: the day of the organisation is asked by whoever calls
  if v_day is null or v_day < v_open or v_day > ((p_at at time zone 'UTC') + interval '14 hours')::date then
    raise exception 'goods: no posting on %', v_day using errcode = 'GP005',
      detail = jsonb_build_object('day', v_day, 'closed', to_char(v_open - 1, 'YYYY-MM'))::text;
  end if;

  -- what moves: lines as they came, or the moves that are taken back, the last first
  if v_reverses is not null then
    select p.id, p.booked_on, p.reverses_id into v_was from goods_posting p where p.id = v_reverses and p.org_id = p_org;
    if not found or v_was.reverses_id is not null or v_day < v_was.booked_on then
      raise exception 'goods: posting % is not taken back so', v_reverses using errcode = 'GP003', detail = '{"why": "reversal"}';
    end if;
    select coalesce(jsonb_agg(to_jsonb(x)), '[]') into v_lines from (
      select (row_number() over (order by m.id desc) - 1)::integer as no, m.product_id, m.quantity, m.to_id as from_id, m.from_id as to_id,
          coalesce(m.batch_id, 0) as batch_id, coalesce(m.to_label_id, m.label_id, 0) as label_id, coalesce(m.label_id, 0) as to_label_id,
          m.reason, m.line_id, m.id as reverses_id
        from goods_move m where m.posting_id = v_reverses) x;
  else
    select coalesce(jsonb_agg(to_jsonb(x) order by x.no), '[]') into v_lines from (
      select l.no, l."productId" as product_id, l.quantity, coalesce(l."fromId", goods_outside(p_org, l."fromKind", l."shopId")) as from_id,
          coalesce(l."toId", goods_outside(p_org, l."toKind", l."shopId")) as to_id, coalesce(l."batchId", 0) as batch_id,
          coalesce(l."labelId", 0) as label_id, coalesce(l."toLabelId", l."labelId", 0) as to_label_id, l.reason, l."lineId" as line_id,
          null::bigint as reverses_id
        from jsonb_to_recordset(p_lines) as l(no integer, "productId" bigint, quantity numeric, "fromId" bigint, "fromKind" integer,
          "toId" bigint, "toKind" integer, "shopId" bigint, "batchId" bigint, "labelId" bigint, "toLabelId" bigint, reason integer,
          "lineId" text)) x;
  end if;
  if jsonb_array_length(v_lines) = 0 then
    raise exception 'goods: nothing to post' using errcode = 'GP003', detail = '{"why": "empty"}';
  end if;

  -- locations in the order of their ids: one that has limits by itself, so that two postings do not fill it
  for r in
    select l.id, bool_or(x.id = x.to_id and (l.mix > 1 or l.max_volume is not null or l.product_id is not null)) as limited
      from (select from_id as id, to_id from jsonb_to_recordset(v_lines) as a(from_id bigint, to_id bigint)
        union all select to_id, to_id from jsonb_to_recordset(v_lines) as b(to_id bigint)) x
      join goods_location l on l.id = x.id
      where l.org_id = p_org and l.kind < 20 group by l.id order by l.id
  loop
    if r.limited then
      perform 1 from goods_location l where l.id = r.id for no key update;
    else
      perform 1 from goods_location l where l.id = r.id for share;
    end if;
  end loop;
  -- supply data: how an item is kept stays until this has ended
  for r in select distinct product_id as id from jsonb_to_recordset(v_lines) as a(product_id bigint) order by 1 loop
    perform 1 from product_supply s where s.product_id = r.id and s.org_id = p_org for share;
  end loop;

  -- each line by itself
  for r in
    select a.*, f.kind as from_kind, f.status as from_status, t.kind as to_kind, t.status as to_status, f.code as from_code,
        t.code as to_code, s.tracking, b.id as batch_is, b.status as batch_status, b.expires_on
      from jsonb_to_recordset(v_lines) as a(no integer, product_id bigint, quantity numeric, from_id bigint, to_id bigint,
          batch_id bigint, label_id bigint, to_label_id bigint, reason integer, reverses_id bigint)
        left join goods_location f on f.id = a.from_id and f.org_id = p_org
        left join goods_location t on t.id = a.to_id and t.org_id = p_org
        left join product_supply s on s.product_id = a.product_id and s.org_id = p_org
        left join goods_batch b on b.id = a.batch_id and b.org_id = p_org and b.product_id = a.product_id
      order by a.no
  loop
    v_held := null;
    if r.quantity is null or r.quantity <= 0 or r.quantity >= 1e14 or r.quantity <> round(r.quantity, 6) then
      raise exception 'goods: quantity' using errcode = 'GP003',
        detail = (goods_names(r.product_id, r.from_id, r.batch_id) || jsonb_build_object('no', r.no, 'why', 'quantity'))::text;
    elsif r.from_kind is null or r.to_kind is null or 0 in (r.from_kind, r.to_kind) or (r.from_kind >= 20 and r.to_kind >= 20) then
      raise exception 'goods: location' using errcode = 'GP003',
        detail = (goods_names(r.product_id, coalesce(r.to_id, r.from_id), null) || jsonb_build_object('no', r.no, 'why', 'location'))::text;
    elsif r.from_id = r.to_id and r.label_id = r.to_label_id then
      raise exception 'goods: into itself' using errcode = 'GP003',
        detail = (goods_names(r.product_id, r.from_id, null) || jsonb_build_object('no', r.no, 'why', 'itself'))::text;
    elsif r.tracking is null or r.reason is null then
      raise exception 'goods: product' using errcode = 'GP003',
        detail = (goods_names(r.product_id, null, null) || jsonb_build_object('no', r.no, 'why', 'product'))::text;
    elsif (r.batch_id <> 0 and r.batch_is is null) or (r.reverses_id is null and (r.tracking = 1) <> (r.batch_id <> 0)) then
      raise exception 'goods: batch' using errcode = 'GP003', detail = (goods_names(r.product_id, null, null) || jsonb_build_object('no', r.no,
        'why', case when r.batch_id = 0 then 'noBatch' when r.batch_is is null then 'otherBatch' else 'untracked' end))::text;
    elsif exists (select 1 from unnest(array[r.label_id, r.to_label_id]) as x(id) where x.id <> 0 and r.reverses_id is null
        and not exists (select 1 from sku_map k where k.id = x.id and k.org_id = p_org and k.product_id = r.product_id)) then
      raise exception 'goods: label' using errcode = 'GP003',
        detail = (goods_names(r.product_id, null, null) || jsonb_build_object('no', r.no, 'why', 'label'))::text;
    elsif r.from_status <> 1 or r.to_status <> 1 then
      raise exception 'goods: stopped' using errcode = 'GP006', detail = (goods_names(r.product_id,
        case when r.to_status <> 1 then r.to_id else r.from_id end, null) || jsonb_build_object('no', r.no))::text;
    elsif r.reverses_id is null and r.batch_id <> 0 and r.from_kind < 20 and r.to_kind not in (3, 4, 20, 24, 25)
      and (r.batch_status in (3, 4) or r.expires_on < v_day or (r.batch_status = 2 and r.to_kind not in (1, 2, 6))) then
      raise exception 'goods: batch may not leave' using errcode = 'GP007', detail = (goods_names(r.product_id, r.from_id, r.batch_id)
        || jsonb_build_object('no', r.no, 'status', r.batch_status, 'expired', case when r.expires_on < v_day then r.expires_on end))::text;
    end if;
  end loop;

  -- cells in the order of their keys; made where goods come to a new one
  for c in
    select x.product_id, x.location_id, x.batch_id, x.label_id, bool_or(x.is_to) as is_to
      from (
        select product_id, from_id as location_id, batch_id, label_id, false as is_to
          from jsonb_to_recordset(v_lines) as a(product_id bigint, from_id bigint, batch_id bigint, label_id bigint)
        union all
        select product_id, to_id, batch_id, to_label_id, true
          from jsonb_to_recordset(v_lines) as b(product_id bigint, to_id bigint, batch_id bigint, to_label_id bigint)) x
      join goods_location l on l.id = x.location_id
      where l.kind < 20 group by 1, 2, 3, 4 order by 1, 2, 3, 4
  loop
    perform 1 from goods_cell g where g.org_id = p_org and g.product_id = c.product_id and g.location_id = c.location_id
      and g.batch_id = c.batch_id and g.label_id = c.label_id for update;
    if not found and c.is_to then
      insert into goods_cell (org_id, product_id, location_id, batch_id, label_id, warehouse_id, since, created_at, created_by, updated_at, updated_by)
        select p_org, c.product_id, c.location_id, c.batch_id, c.label_id, l.warehouse_id, v_day, p_at, p_by, p_at, p_by
          from goods_location l where l.id = c.location_id
        on conflict do nothing;
      perform 1 from goods_cell g where g.org_id = p_org and g.product_id = c.product_id and g.location_id = c.location_id
        and g.batch_id = c.batch_id and g.label_id = c.label_id for update;
    end if;
  end loop;
  -- the first day of a batch
  for r in
    select distinct a.batch_id as id from jsonb_to_recordset(v_lines) as a(batch_id bigint, from_id bigint)
      join goods_location f on f.id = a.from_id where a.batch_id <> 0 and f.kind >= 20 and v_reverses is null order by 1
  loop
    update goods_batch b set first_in_on = v_day where b.id = r.id and (b.first_in_on is null or b.first_in_on > v_day);
  end loop;

  -- line by line: out of one cell, into the other, the move, what was held
  for r in
    select a.*, f.kind as from_kind, f.warehouse_id as from_warehouse, t.kind as to_kind, t.warehouse_id as to_warehouse,
        coalesce(f.pool_id, case when f.kind between 1 and 6 then
          goods_root(f.warehouse_id) end, f.id) as from_pool,
        coalesce(t.pool_id, case when t.kind between 1 and 6 then
          goods_root(t.warehouse_id) end, t.id) as to_pool
      from jsonb_to_recordset(v_lines) as a(no integer, product_id bigint, quantity numeric, from_id bigint, to_id bigint,
          batch_id bigint, label_id bigint, to_label_id bigint, reason integer, line_id text, reverses_id bigint)
        join goods_location f on f.id = a.from_id join goods_location t on t.id = a.to_id
      order by a.no
  loop
    select coalesce(sum(x.quantity), 0) into v_held from jsonb_to_recordset(p_holds) as x(no integer, quantity numeric) where x.no = r.no;
    v_since := v_day;
    v_cell := null;
    v_to_cell := null;
    if r.from_kind < 20 then
      loop
        update goods_cell g set quantity = g.quantity - r.quantity, reserved = g.reserved - v_held, version = g.version + 1,
            updated_at = p_at, updated_by = p_by
          where g.org_id = p_org and g.product_id = r.product_id and g.location_id = r.from_id and g.batch_id = r.batch_id
            and g.label_id = r.label_id and g.quantity - r.quantity >= g.reserved - v_held and g.reserved >= v_held and v_held <= r.quantity
          returning g.id, g.since into v_cell, v_since;
        exit when found;
        select g.id, g.quantity, g.reserved into c from goods_cell g where g.org_id = p_org and g.product_id = r.product_id
          and g.location_id = r.from_id and g.batch_id = r.batch_id and g.label_id = r.label_id;
        v_free := case when c.id is null then 0 else c.quantity - c.reserved + v_held end;
        v_hold := null;
        if v_cuts and c.quantity >= r.quantity then
          -- who counted less has the goods gone: what is held of them goes first, the least urgent and the youngest
          select x.id, x.quantity into v_hold, v_part from goods_hold x where x.cell_id = c.id and x.state = 1
            order by x.priority, x.id desc limit 1;
        end if;
        if v_hold is null then
          raise exception 'goods: short' using errcode = 'GP001', detail = (goods_names(r.product_id, r.from_id, r.batch_id)
            || jsonb_build_object('no', r.no, 'asked', r.quantity::text, 'free', trim_scale(v_free)::text,
              'held', trim_scale(coalesce(c.reserved, 0))::text))::text;
        end if;
        update goods_hold x set state = 3, version = x.version + 1, updated_at = p_at, updated_by = p_by where x.id = v_hold;
        update goods_cell g set reserved = g.reserved - v_part where g.id = c.id;
        v_cut := v_cut || to_jsonb(v_hold);
      end loop;
      if r.from_pool <> r.to_pool then
        v_since := v_day;
      end if;
    end if;
    if r.to_kind < 20 then
      update goods_cell g set quantity = g.quantity + r.quantity, version = g.version + 1, updated_at = p_at, updated_by = p_by,
          reserved = g.reserved + case when r.from_kind < 20 and r.from_pool = r.to_pool then v_held else 0 end,
          since = case when g.quantity = 0 and r.reverses_id is null then v_since else least(g.since, v_since) end
        where g.org_id = p_org and g.product_id = r.product_id and g.location_id = r.to_id and g.batch_id = r.batch_id
          and g.label_id = r.to_label_id
        returning g.id into v_to_cell;
    end if;
    insert into goods_move (org_id, booked_on, happened_at, product_id, reason, quantity, from_id, to_id, batch_id, label_id, to_label_id,
        doc_type, doc_id, doc_no, line_id, posting_id, reverses_id, from_warehouse_id, to_warehouse_id, from_pool_id, to_pool_id,
        created_at, created_by, updated_at, updated_by)
      values (p_org, v_day, coalesce((p_doc->>'happenedAt')::timestamptz, p_at), r.product_id, r.reason, r.quantity, r.from_id, r.to_id,
        nullif(r.batch_id, 0), nullif(r.label_id, 0), case when r.to_label_id <> r.label_id then r.to_label_id end, p_doc->>'docType',
        p_doc->>'docId', p_doc->>'docNo', r.line_id, v_posting, r.reverses_id, r.from_warehouse, r.to_warehouse, r.from_pool, r.to_pool,
        p_at, p_by, p_at, p_by)
      returning id into v_move;
    v_moves := v_moves || to_jsonb(v_move);
    for h in select x.id, x.quantity as part from jsonb_to_recordset(p_holds) as x(no integer, id bigint, quantity numeric)
      where x.no = r.no order by x.id
    loop
      perform goods_follow(p_org, p_by, p_at, h.id, h.part, v_cell, case when r.from_pool = r.to_pool then v_to_cell end);
    end loop;
  end loop;

  -- on every later day too there must be enough
  for c in
    select distinct a.product_id, a.from_id, a.batch_id, a.label_id
      from jsonb_to_recordset(v_lines) as a(product_id bigint, from_id bigint, batch_id bigint, label_id bigint)
        join goods_location f on f.id = a.from_id
      where f.kind < 20
        and exists (select 1 from goods_move m where m.product_id = a.product_id and m.booked_on > v_day)
      order by 1, 2, 3, 4
  loop
    select y.booked_on, y.after into r from (
      select x.booked_on, x.id, g.quantity - sum(x.delta) over () + sum(x.delta) over (order by x.booked_on, x.id) as after
        from (
          select m.booked_on, m.id,
              case when m.to_id = c.from_id and coalesce(m.to_label_id, m.label_id, 0) = c.label_id then m.quantity else 0 end
              - case when m.from_id = c.from_id and coalesce(m.label_id, 0) = c.label_id then m.quantity else 0 end as delta
            from goods_move m
            where m.product_id = c.product_id and (m.booked_on > v_day or (m.booked_on = v_day and m.posting_id = v_posting))
              and coalesce(m.batch_id, 0) = c.batch_id and (m.from_id = c.from_id or m.to_id = c.from_id)) x
          cross join goods_cell g
        where g.org_id = p_org and g.product_id = c.product_id and g.location_id = c.from_id and g.batch_id = c.batch_id
          and g.label_id = c.label_id) y
      where y.after < 0 order by y.booked_on, y.id limit 1;
    if found then
      select sum(a.quantity) into v_held from jsonb_to_recordset(v_lines) as a(product_id bigint, from_id bigint, batch_id bigint,
        label_id bigint, quantity numeric)
        where (a.product_id, a.from_id, a.batch_id, a.label_id) = (c.product_id, c.from_id, c.batch_id, c.label_id);
      raise exception 'goods: a later day would be short' using errcode = 'GP009',
        detail = (goods_names(c.product_id, c.from_id, c.batch_id)
          || jsonb_build_object('day', r.booked_on, 'free', trim_scale(greatest(r.after + v_held, 0))::text))::text;
    end if;
  end loop;

  -- room and mix of what goods came to; what was counted lies there, whatever the bin is for
  if v_reverses is null and not v_cuts then
    for c in
      select l.id, l.max_volume, l.mix, l.product_id, min(a.product_id) as item
        from jsonb_to_recordset(v_lines) as a(product_id bigint, to_id bigint) join goods_location l on l.id = a.to_id
        where l.kind < 20 and (l.mix > 1 or l.max_volume is not null or l.product_id is not null)
        group by l.id, l.max_volume, l.mix, l.product_id order by l.id
    loop
      select count(distinct g.product_id) as products, count(distinct (g.product_id, g.batch_id)) as batches,
          bool_or(g.product_id <> c.product_id) as other, sum(g.quantity * p.packed_length * p.packed_width * p.packed_height / 1000) as litres
        into r from goods_cell g join product p on p.id = g.product_id where g.location_id = c.id and g.quantity > 0;
      if r.litres > c.max_volume or (c.mix > 1 and r.products > 1) or (c.mix = 3 and r.batches > 1) or r.other then
        raise exception 'goods: room or mix' using errcode = 'GP011', detail = (goods_names(c.item, c.id, null) || jsonb_build_object(
          'why', case when r.litres > c.max_volume then 'room' when r.other then 'fixed' when r.products > 1 then 'product' else 'batch' end,
          'room', trim_scale(c.max_volume)::text, 'litres', trim_scale(round(r.litres, 3))::text))::text;
      end if;
    end loop;
  end if;
  return jsonb_build_object('posting', v_posting, 'known', false, 'moves', v_moves, 'cut', v_cut);
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
        until timestamptz, priority integer, today date, scrap boolean)
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
          and (l.kind = 1 or (d.scrap and d."locationId" is not null and l.kind between 1 and 6)) and l.status = 1
          and c.label_id in (coalesce(d."labelId", 0), 0)
          and (d."batchId" is null or c.batch_id = d."batchId") and (d."locationId" is null or c.location_id = d."locationId")
          and (c.batch_id = 0 or (d.scrap and d."batchId" is not null) or (b.status = 1
            and (b.expires_on is null or b.expires_on - coalesce(d.today, p_at::date) >= coalesce(d.min_days_out, 0))))
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
