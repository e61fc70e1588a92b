-- What a posting writes, it writes at once for all lines where it can: 500 lines took half a second in the loop.
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
  v_sets boolean;
begin
  perform goods_begin(p_org);
  insert into goods_posting (org_id, key, doc_type, doc_id, booked_on, posted_at, reverses_id, created_at, created_by, updated_at,
      updated_by)
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
  perform 1 from product_supply s
    where s.org_id = p_org and s.product_id in (select a.product_id from jsonb_to_recordset(v_lines) as a(product_id bigint))
    order by s.product_id for share;

  -- each line by itself that may be at fault; one of bare units without a batch is looked at here alone
  for r in
    select a.*, f.kind as from_kind, f.status as from_status, t.kind as to_kind, t.status as to_status, f.code as from_code,
        t.code as to_code, s.tracking, b.id as batch_is, b.status as batch_status, b.expires_on
      from jsonb_to_recordset(v_lines) as a(no integer, product_id bigint, quantity numeric, from_id bigint, to_id bigint,
          batch_id bigint, label_id bigint, to_label_id bigint, reason integer, reverses_id bigint)
        left join goods_location f on f.id = a.from_id and f.org_id = p_org
        left join goods_location t on t.id = a.to_id and t.org_id = p_org
        left join product_supply s on s.product_id = a.product_id and s.org_id = p_org
        left join goods_batch b on b.id = a.batch_id and b.org_id = p_org and b.product_id = a.product_id
      where (a.quantity > 0 and a.quantity < 1e14 and a.quantity = round(a.quantity, 6) and f.kind > 0 and t.kind > 0
          and (f.kind < 20 or t.kind < 20) and a.from_id <> a.to_id and s.tracking = 0 and a.reason is not null
          and (a.batch_id, a.label_id, a.to_label_id) = (0, 0, 0) and f.status = 1 and t.status = 1) is not true
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
      raise exception 'goods: batch' using errcode = 'GP003', detail = (goods_names(r.product_id, null, null)
        || jsonb_build_object('no', r.no, 'why',
          case when r.batch_id = 0 then 'noBatch' when r.batch_is is null then 'otherBatch' else 'untracked' end))::text;
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

  -- cells in the order of their keys: first those that are new, then all are locked
  insert into goods_cell (org_id, product_id, location_id, batch_id, label_id, warehouse_id, since, created_at, created_by, updated_at,
      updated_by)
    select p_org, x.product_id, x.to_id, x.batch_id, x.to_label_id, l.warehouse_id, v_day, p_at, p_by, p_at, p_by
      from (select distinct a.product_id, a.to_id, a.batch_id, a.to_label_id
          from jsonb_to_recordset(v_lines) as a(product_id bigint, to_id bigint, batch_id bigint, to_label_id bigint)) x
        join goods_location l on l.id = x.to_id
      where l.kind < 20 and not exists (select 1 from goods_cell g where g.org_id = p_org and g.product_id = x.product_id
        and g.location_id = x.to_id and g.batch_id = x.batch_id and g.label_id = x.to_label_id)
      order by 2, 3, 4, 5
    on conflict do nothing;
  perform 1 from goods_cell g
    where g.org_id = p_org and (g.product_id, g.location_id, g.batch_id, g.label_id) in (
      select a.product_id, a.from_id, a.batch_id, a.label_id
        from jsonb_to_recordset(v_lines) as a(product_id bigint, from_id bigint, batch_id bigint, label_id bigint)
      union all
      select b.product_id, b.to_id, b.batch_id, b.to_label_id
        from jsonb_to_recordset(v_lines) as b(product_id bigint, to_id bigint, batch_id bigint, to_label_id bigint))
    order by g.product_id, g.location_id, g.batch_id, g.label_id for update;
  -- the first day of a batch
  for r in
    select distinct a.batch_id as id from jsonb_to_recordset(v_lines) as a(batch_id bigint, from_id bigint)
      join goods_location f on f.id = a.from_id where a.batch_id <> 0 and f.kind >= 20 and v_reverses is null order by 1
  loop
    update goods_batch b set first_in_on = v_day where b.id = r.id and (b.first_in_on is null or b.first_in_on > v_day);
  end loop;

  -- what both ways below read: kinds, warehouses and pools of both ends, and what of each line was held
  select jsonb_agg(to_jsonb(x) order by x.no) into v_lines from (
    select a.*, f.kind as from_kind, f.warehouse_id as from_warehouse, t.kind as to_kind, t.warehouse_id as to_warehouse,
        coalesce(f.pool_id, case when f.kind between 1 and 6 then goods_root(f.warehouse_id) end, f.id) as from_pool,
        coalesce(t.pool_id, case when t.kind between 1 and 6 then goods_root(t.warehouse_id) end, t.id) as to_pool,
        coalesce(k.held, 0) as held
      from jsonb_to_recordset(v_lines) as a(no integer, product_id bigint, quantity numeric, from_id bigint, to_id bigint,
          batch_id bigint, label_id bigint, to_label_id bigint, reason integer, line_id text, reverses_id bigint)
        join goods_location f on f.id = a.from_id join goods_location t on t.id = a.to_id
        left join (select x.no, sum(x.quantity) as held from jsonb_to_recordset(p_holds) as x(no integer, quantity numeric) group by 1) k
          on k.no = a.no) x;

  -- all lines at once, where no line takes from a cell that another fills and every cell has enough for all of them together; else line by
  -- line, which says what is wrong and cuts holds for a count
  select not exists (
      select 1 from (
        select product_id, from_id, batch_id, label_id, sum(quantity) as quantity, sum(held) as held, bool_or(held > quantity) as wrong
          from jsonb_to_recordset(v_lines) as a(product_id bigint, from_id bigint, batch_id bigint, label_id bigint, quantity numeric,
            held numeric, from_kind integer)
          where a.from_kind < 20 group by 1, 2, 3, 4) x
        left join goods_cell g on g.org_id = p_org and g.product_id = x.product_id and g.location_id = x.from_id
          and g.batch_id = x.batch_id and g.label_id = x.label_id
        where (not x.wrong and g.quantity - x.quantity >= g.reserved - x.held and g.reserved >= x.held) is not true
          or exists (select 1 from jsonb_to_recordset(v_lines) as b(product_id bigint, to_id bigint, batch_id bigint, to_label_id bigint)
            where (b.product_id, b.to_id, b.batch_id, b.to_label_id) = (x.product_id, x.from_id, x.batch_id, x.label_id)))
    into v_sets;
  if v_sets then
    with moved as (
      insert into goods_move (org_id, booked_on, happened_at, product_id, reason, quantity, from_id, to_id, batch_id, label_id, to_label_id,
          doc_type, doc_id, doc_no, line_id, posting_id, reverses_id, from_warehouse_id, to_warehouse_id, from_pool_id, to_pool_id,
          created_at, created_by, updated_at, updated_by)
        select p_org, v_day, coalesce((p_doc->>'happenedAt')::timestamptz, p_at), n.product_id, n.reason, n.quantity, n.from_id, n.to_id,
            nullif(n.batch_id, 0), nullif(n.label_id, 0), case when n.to_label_id <> n.label_id then n.to_label_id end,
            p_doc->>'docType', p_doc->>'docId', p_doc->>'docNo', n.line_id, v_posting, n.reverses_id, n.from_warehouse, n.to_warehouse,
            n.from_pool, n.to_pool, p_at, p_by, p_at, p_by
          from jsonb_to_recordset(v_lines) as n(no integer, product_id bigint, quantity numeric, from_id bigint, to_id bigint,
            batch_id bigint, label_id bigint, to_label_id bigint, reason integer, line_id text, reverses_id bigint, from_warehouse bigint,
            to_warehouse bigint, from_pool bigint, to_pool bigint)
          order by n.no
        returning id)
    select jsonb_agg(id order by id) into v_moves from moved;
    -- into cells before out of them: the day since which goods lie there comes from the cell that they leave
    update goods_cell g set quantity = g.quantity + x.quantity, reserved = g.reserved + x.held, version = g.version + x.lines,
        updated_at = p_at, updated_by = p_by,
        since = case when g.quantity = 0 and v_reverses is null then x.since else least(g.since, x.since) end
      from (
        select a.product_id, a.to_id, a.batch_id, a.to_label_id, sum(a.quantity) as quantity, count(*) as lines,
            coalesce(sum(a.held) filter (where a.from_kind < 20 and a.from_pool = a.to_pool), 0) as held,
            min(case when a.from_kind < 20 and a.from_pool = a.to_pool then f.since else v_day end) as since
          from jsonb_to_recordset(v_lines) as a(product_id bigint, quantity numeric, held numeric, from_id bigint, to_id bigint,
              batch_id bigint, label_id bigint, to_label_id bigint, from_kind integer, to_kind integer, from_pool bigint, to_pool bigint)
            left join goods_cell f on a.from_kind < 20 and f.org_id = p_org and f.product_id = a.product_id
              and f.location_id = a.from_id and f.batch_id = a.batch_id and f.label_id = a.label_id
          where a.to_kind < 20 group by 1, 2, 3, 4) x
      where g.org_id = p_org and g.product_id = x.product_id and g.location_id = x.to_id and g.batch_id = x.batch_id
        and g.label_id = x.to_label_id;
    update goods_cell g set quantity = g.quantity - x.quantity, reserved = g.reserved - x.held, version = g.version + x.lines,
        updated_at = p_at, updated_by = p_by
      from (
        select a.product_id, a.from_id, a.batch_id, a.label_id, sum(a.quantity) as quantity, sum(a.held) as held, count(*) as lines
          from jsonb_to_recordset(v_lines) as a(product_id bigint, quantity numeric, held numeric, from_id bigint, batch_id bigint,
            label_id bigint, from_kind integer)
          where a.from_kind < 20 group by 1, 2, 3, 4) x
      where g.org_id = p_org and g.product_id = x.product_id and g.location_id = x.from_id and g.batch_id = x.batch_id
        and g.label_id = x.label_id;
    for h in
      select x.id, x.quantity as part, f.id as cell, case when a.from_pool = a.to_pool then t.id end as target
        from jsonb_to_recordset(p_holds) as x(no integer, id bigint, quantity numeric)
          join jsonb_to_recordset(v_lines) as a(no integer, product_id bigint, from_id bigint, to_id bigint, batch_id bigint,
            label_id bigint, to_label_id bigint, from_pool bigint, to_pool bigint) on a.no = x.no
          left join goods_cell f on f.org_id = p_org and f.product_id = a.product_id and f.location_id = a.from_id
            and f.batch_id = a.batch_id and f.label_id = a.label_id
          left join goods_cell t on t.org_id = p_org and t.product_id = a.product_id and t.location_id = a.to_id
            and t.batch_id = a.batch_id and t.label_id = a.to_label_id
        order by x.no, x.id
    loop
      perform goods_follow(p_org, p_by, p_at, h.id, h.part, h.cell, h.target);
    end loop;
  else
    for r in
      select * from jsonb_to_recordset(v_lines) as a(no integer, product_id bigint, quantity numeric, from_id bigint, to_id bigint,
        batch_id bigint, label_id bigint, to_label_id bigint, reason integer, line_id text, reverses_id bigint, from_kind integer,
        from_warehouse bigint, to_kind integer, to_warehouse bigint, from_pool bigint, to_pool bigint, held numeric) order by a.no
    loop
      v_held := r.held;
      v_since := v_day;
      v_cell := null;
      v_to_cell := null;
      if r.from_kind < 20 then
        loop
          update goods_cell g set quantity = g.quantity - r.quantity, reserved = g.reserved - v_held, version = g.version + 1,
              updated_at = p_at, updated_by = p_by
            where g.org_id = p_org and g.product_id = r.product_id and g.location_id = r.from_id and g.batch_id = r.batch_id
              and g.label_id = r.label_id and g.quantity - r.quantity >= g.reserved - v_held and g.reserved >= v_held
              and v_held <= r.quantity
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
  end if;

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
          bool_or(g.product_id <> c.product_id) as other,
          sum(g.quantity * p.packed_length * p.packed_width * p.packed_height / 1000) as litres
        into r from goods_cell g join product p on p.id = g.product_id where g.location_id = c.id and g.quantity > 0;
      if r.litres > c.max_volume or (c.mix > 1 and r.products > 1) or (c.mix = 3 and r.batches > 1) or r.other then
        raise exception 'goods: room or mix' using errcode = 'GP011', detail = (goods_names(c.item, c.id, null) || jsonb_build_object(
          'why', case when r.litres > c.max_volume then 'room' when r.other then 'fixed' when r.products > 1 then 'product'
            else 'batch' end,
          'room', trim_scale(c.max_volume)::text, 'litres', trim_scale(round(r.litres, 3))::text))::text;
      end if;
    end loop;
  end if;
  return jsonb_build_object('posting', v_posting, 'known', false, 'moves', v_moves, 'cut', v_cut);
end $$;
