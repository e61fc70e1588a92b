-- grant: select on cultural_point_entry
-- grant: select on cultural_point_cell
-- grant: select on cultural_point_lot
-- grant: select on cultural_point_take
-- grant: select on gift_stock_entry
-- grant: select on gift_stock_cell
create table cultural_level (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  level_no integer not null,
  name text not null,
  min_point integer not null,
  image bigint[],
  privileges text,
  constraint cultural_level_pkey primary key (id)
);
alter table cultural_level add constraint cultural_level_level_no_key unique (org_id, level_no);
alter table cultural_level add constraint cultural_level_min_point_key unique (org_id, min_point);
create index cultural_level_org_id_min_point_id_idx on cultural_level (org_id, min_point, id);
create index cultural_level_search_idx on cultural_level using gin (search_grams(name));
create table cultural_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  name_en text,
  points integer not null,
  daily_cap integer,
  monthly_cap integer,
  valid_months integer,
  status smallint not null default 1,
  constraint cultural_rule_pkey primary key (id)
);
alter table cultural_rule add constraint cultural_rule_code_key unique (org_id, code);
create index cultural_rule_org_id_id_idx on cultural_rule (org_id, id);
create index cultural_rule_search_idx on cultural_rule using gin (search_grams(name, code));
create table culture_visit (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  seen_at timestamptz not null,
  before_at timestamptz not null,
  constraint culture_visit_pkey primary key (id)
);
alter table culture_visit add constraint culture_visit_employee_id_key unique (org_id, employee_id);
create table cultural_point_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  booked_on date not null,
  employee_id bigint not null,
  kind smallint not null,
  amount integer not null,
  rule_id bigint,
  source text,
  note text,
  expires_on date,
  event_key text,
  hold text,
  constraint cultural_point_entry_pkey primary key (id)
);
alter table cultural_point_entry add constraint cultural_point_entry_employee_id_event_key_key unique (org_id, employee_id, event_key);
create index cultural_point_entry_org_id_booked_on_id_idx on cultural_point_entry (org_id, booked_on desc, id desc);
create index cultural_point_entry_org_id_employee_id_booked_on_id_idx on cultural_point_entry (org_id, employee_id, booked_on desc, id desc);
create index cultural_point_entry_org_id_hold_idx on cultural_point_entry (org_id, hold) where hold is not null;
create function cultural_point_keep(p_org bigint, p_cell bigint, p_day date, p_amount integer) returns void language plpgsql as $$
begin
  update cultural_point_lot set amount = amount + p_amount where cell_id = p_cell and expires_on is not distinct from p_day;
  if not found then
    insert into cultural_point_lot (org_id, cell_id, expires_on, amount) values (p_org, p_cell, p_day, p_amount);
  end if;
end $$;
revoke all on function cultural_point_keep(bigint, bigint, date, integer) from public;
create function cultural_point_use(p_org bigint, p_cell bigint, p_amount integer, p_hold text) returns void language plpgsql as $$
declare
  lot record;
  need integer := p_amount;
  part integer;
begin
  for lot in select id, amount from cultural_point_lot where cell_id = p_cell and amount > 0 order by expires_on, id loop
    exit when need = 0;
    part := least(lot.amount, need);
    update cultural_point_lot set amount = amount - part where id = lot.id;
    if p_hold is not null then
      insert into cultural_point_take (org_id, cell_id, lot_id, hold, amount) values (p_org, p_cell, lot.id, p_hold, part);
    end if;
    need := need - part;
  end loop;
end $$;
revoke all on function cultural_point_use(bigint, bigint, integer, text) from public;
create function cultural_point_back(p_org bigint, p_cell bigint, p_hold text, p_day date) returns void language plpgsql as $$
declare
  part record;
begin
  for part in select t.amount, l.expires_on from cultural_point_take t join cultural_point_lot l on l.id = t.lot_id where t.cell_id = p_cell and t.hold = p_hold order by t.id loop
    perform cultural_point_keep(p_org, p_cell, case when part.expires_on < p_day then p_day + 30 else part.expires_on end, part.amount);
  end loop;
  delete from cultural_point_take where cell_id = p_cell and hold = p_hold;
end $$;
revoke all on function cultural_point_back(bigint, bigint, text, date) from public;
create function cultural_point_post(p_org bigint, p_by bigint, p_at timestamp with time zone, p_lines jsonb) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line record;
  held record;
  posted integer;
  gone integer;
  free integer;
  answers jsonb := '[]';
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'cultural_point: a posting for another organisation' using errcode = 'LG004';
  end if;
  if coalesce(current_setting('app.ledger', true), '') >= 'cultural_point' then
    raise exception 'cultural_point: one posting a transaction, ledgers in the order of their names' using errcode = 'LG002';
  end if;
  set local app.ledger = 'cultural_point';
  for line in
    select x.* from jsonb_to_recordset(p_lines) as x(no integer, employee_id bigint, kind smallint, amount integer, booked_on date, event_key text, hold text, expires_on date, day_max integer, month_max integer, rule_id bigint, source text, note text) order by x.employee_id, x.no
  loop
    select c.id, c.balance, c.reserved, c.gained into held from cultural_point_cell c where c.org_id = p_org and c.employee_id = line.employee_id for update;
    if not found then
      insert into cultural_point_cell (org_id, employee_id) values (p_org, line.employee_id) on conflict (org_id, employee_id) do nothing;
      select c.id, c.balance, c.reserved, c.gained into held from cultural_point_cell c where c.org_id = p_org and c.employee_id = line.employee_id for update;
    end if;
    if line.event_key is not null and exists (select 1 from cultural_point_entry e where e.org_id = p_org and e.employee_id = line.employee_id and e.event_key = line.event_key) then
      answers := answers || jsonb_build_object('no', line.no, 'amount', 0, 'why', 'known');
      continue;
    end if;
    posted := line.amount;
    if line.kind = 1 then
      if line.day_max is not null then
        select least(posted, line.day_max - coalesce(sum(e.amount), 0)) into posted from cultural_point_entry e
          where e.org_id = p_org and e.employee_id = line.employee_id and e.rule_id = line.rule_id and e.kind = 1 and e.booked_on = line.booked_on;
      end if;
      if line.month_max is not null then
        select least(posted, line.month_max - coalesce(sum(e.amount), 0)) into posted from cultural_point_entry e
          where e.org_id = p_org and e.employee_id = line.employee_id and e.rule_id = line.rule_id and e.kind = 1 and e.booked_on >= date_trunc('month', line.booked_on) and e.booked_on < date_trunc('month', line.booked_on) + interval '1 month';
      end if;
      if posted <= 0 and line.amount > 0 then
        answers := answers || jsonb_build_object('no', line.no, 'amount', 0, 'why', 'capped');
        continue;
      end if;
    end if;
    gone := 0;
    if line.kind = 5 or (line.kind in (2, 4, 6) and (line.hold is null or line.kind = 2)) then
      select coalesce(sum(l.amount), 0) into gone from cultural_point_lot l where l.cell_id = held.id and l.expires_on < line.booked_on;
      if gone > 0 then
        update cultural_point_lot l set amount = 0 where l.cell_id = held.id and l.expires_on < line.booked_on and l.amount > 0;
        insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by) values (p_org, line.employee_id, 5, -gone, line.booked_on, line.hold, p_at, p_by, p_at, p_by);
        held.balance := held.balance - gone;
      end if;
    end if;
    free := held.balance;
    if line.kind in (3, 4) and line.hold is not null then
      select coalesce(-sum(e.amount), 0) into posted from cultural_point_entry e
        where e.org_id = p_org and e.employee_id = line.employee_id and e.hold = line.hold and e.kind in (2, 3);
    end if;
    if line.kind = 5 then
      posted := gone;
    elsif posted is null or (posted <= 0 and line.kind <> 6) or posted = 0 then
      raise exception 'cultural_point: nothing to post of %', line.hold using errcode = 'LG003';
    elsif line.kind = 1 or (line.kind = 6 and posted > 0) then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, rule_id, source, note) values (p_org, line.employee_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.rule_id, line.source, line.note);
      perform cultural_point_keep(p_org, held.id, line.expires_on, posted);
    elsif line.kind = 6 then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, rule_id, source, note) values (p_org, line.employee_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.rule_id, line.source, line.note);
      perform cultural_point_use(p_org, held.id, -posted, null);
    elsif line.kind = 2 and line.hold is not null then
      held.balance := held.balance - posted;
      held.reserved := held.reserved + posted;
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, rule_id, source, note) values (p_org, line.employee_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.rule_id, line.source, line.note);
      perform cultural_point_use(p_org, held.id, posted, line.hold);
    elsif line.kind = 3 and line.hold is not null then
      held.balance := held.balance + posted;
      held.reserved := held.reserved - posted;
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, rule_id, source, note) values (p_org, line.employee_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.rule_id, line.source, line.note);
      perform cultural_point_back(p_org, held.id, line.hold, line.booked_on);
    elsif line.kind = 4 and line.hold is not null then
      held.reserved := held.reserved - posted;
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by) values (p_org, line.employee_id, 3, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by);
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, rule_id, source, note) values (p_org, line.employee_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.rule_id, line.source, line.note);
      delete from cultural_point_take where cell_id = held.id and hold = line.hold;
    elsif line.kind = 4 then
      held.balance := held.balance - posted;
      insert into cultural_point_entry (org_id, employee_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, rule_id, source, note) values (p_org, line.employee_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.rule_id, line.source, line.note);
      perform cultural_point_use(p_org, held.id, posted, null);
    else
      raise exception 'cultural_point: no line of kind %', line.kind using errcode = 'LG003';
    end if;
    if held.balance < 0 or held.reserved < 0 then
      raise exception 'cultural_point: below the floor' using errcode = 'LG001', detail = jsonb_build_object('no', line.no, 'free', free)::text;
    end if;
    update cultural_point_cell c set balance = held.balance, reserved = held.reserved, gained = held.gained,
      version = c.version + 1, updated_at = p_at, updated_by = p_by where c.id = held.id;
    answers := answers || jsonb_build_object('no', line.no, 'amount', posted);
  end loop;
  return answers;
end $$;
revoke all on function cultural_point_post(bigint, bigint, timestamp with time zone, jsonb) from public;
create function cultural_point_rebuild(p_org bigint) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record;
  sums record;
  line record;
  changed integer := 0;
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'cultural_point: a rebuild for another organisation' using errcode = 'LG004';
  end if;
  for c in select * from cultural_point_cell where org_id = p_org order by employee_id for update loop
    select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (2, 3)), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (1, 6)), 0) as gained
      into sums from cultural_point_entry e where e.org_id = p_org and e.employee_id = c.employee_id;
    update cultural_point_cell t set balance = sums.balance, reserved = sums.reserved, gained = sums.gained
      where t.id = c.id and (t.balance, t.reserved, t.gained) is distinct from (sums.balance, sums.reserved, sums.gained);
    if found then changed := changed + 1; end if;
    delete from cultural_point_take where cell_id = c.id;
    delete from cultural_point_lot where cell_id = c.id;
    for line in select * from cultural_point_entry e where e.org_id = p_org and e.employee_id = c.employee_id order by e.id loop
      if line.kind = 1 or (line.kind = 6 and line.amount > 0) then
        perform cultural_point_keep(p_org, c.id, line.expires_on, line.amount);
      elsif line.kind = 2 then
        perform cultural_point_use(p_org, c.id, -line.amount, line.hold);
      elsif line.kind = 6 or (line.kind = 4 and line.hold is null) then
        perform cultural_point_use(p_org, c.id, -line.amount, null);
      elsif line.kind = 5 then
        update cultural_point_lot l set amount = 0 where l.cell_id = c.id and l.expires_on < line.booked_on;
      elsif line.kind = 4 then
        delete from cultural_point_take where cell_id = c.id and hold = line.hold;
      elsif not exists (select 1 from cultural_point_entry e where e.org_id = p_org and e.hold = line.hold and e.kind = 4 and e.employee_id = c.employee_id) then
        perform cultural_point_back(p_org, c.id, line.hold, line.booked_on);
      end if;
    end loop;
  end loop;
  return changed;
end $$;
revoke all on function cultural_point_rebuild(bigint) from public;
create function cultural_point_proof(p_org bigint) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
    select c.employee_id::text, c.balance, c.reserved, c.gained, s.balance as entries_balance, s.reserved as entries_reserved, s.gained as entries_gained
      from cultural_point_cell c cross join lateral (select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (2, 3)), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (1, 6)), 0) as gained
      from cultural_point_entry e where e.org_id = p_org and e.employee_id = c.employee_id) s
      where c.org_id = p_org and (c.balance < 0 or (c.balance, c.reserved, c.gained) is distinct from (s.balance, s.reserved, s.gained) or c.balance <> (select coalesce(sum(t.amount), 0) from cultural_point_lot t where t.cell_id = c.id) or c.reserved <> (select coalesce(sum(t.amount), 0) from cultural_point_take t where t.cell_id = c.id))
      order by c.id limit 100) w);
end $$;
revoke all on function cultural_point_proof(bigint) from public;
create table cultural_point_cell (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  balance integer not null default 0,
  reserved integer not null default 0,
  gained integer not null default 0,
  constraint cultural_point_cell_pkey primary key (id),
  constraint cultural_point_cell_check_1 check (balance >= 0),
  constraint cultural_point_cell_check_2 check (reserved >= 0)
);
alter table cultural_point_cell add constraint cultural_point_cell_employee_id_key unique (org_id, employee_id);
create index cultural_point_cell_org_id_gained_id_idx on cultural_point_cell (org_id, gained desc, id);
create table cultural_point_lot (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  cell_id bigint not null,
  expires_on date,
  amount integer not null default 0,
  constraint cultural_point_lot_pkey primary key (id),
  constraint cultural_point_lot_check_1 check (amount >= 0)
);
create index cultural_point_lot_cell_id_expires_on_id_idx on cultural_point_lot (cell_id, expires_on, id);
create index cultural_point_lot_org_id_expires_on_idx on cultural_point_lot (org_id, expires_on) where amount > 0;
create table cultural_point_take (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  cell_id bigint not null,
  lot_id bigint not null,
  hold text not null,
  amount integer not null default 0,
  constraint cultural_point_take_pkey primary key (id)
);
create index cultural_point_take_cell_id_hold_idx on cultural_point_take (cell_id, hold);
create index cultural_point_take_lot_id_idx on cultural_point_take (lot_id);
create table cultural_gift (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  image bigint[],
  type_id bigint,
  points integer not null,
  stock integer not null default 0,
  reserved integer not null default 0,
  limit_qty integer,
  limit_period smallint not null default 0,
  content text,
  set_status smallint not null default 1,
  constraint cultural_gift_pkey primary key (id),
  constraint cultural_gift_check_1 check (stock >= reserved),
  constraint cultural_gift_check_2 check (reserved >= 0)
);
alter table cultural_gift add constraint cultural_gift_name_key unique (org_id, name);
create index cultural_gift_org_id_id_idx on cultural_gift (org_id, id desc);
create index cultural_gift_search_idx on cultural_gift using gin (search_grams(name));
create table cultural_exchange (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text not null,
  gift_id bigint not null,
  employee_id bigint not null,
  quantity integer not null,
  points integer not null,
  state smallint not null default 1,
  remark text,
  handled_by bigint,
  handled_at timestamptz,
  reason text,
  constraint cultural_exchange_pkey primary key (id)
);
alter table cultural_exchange add constraint cultural_exchange_no_key unique (org_id, no);
create index cultural_exchange_org_id_id_idx on cultural_exchange (org_id, id desc);
create index cultural_exchange_org_id_employee_id_id_idx on cultural_exchange (org_id, employee_id, id desc);
create index cultural_exchange_gift_id_employee_id_idx on cultural_exchange (gift_id, employee_id);
create index cultural_exchange_search_idx on cultural_exchange using gin (search_grams(no));
create table gift_stock_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  booked_on date not null,
  gift_id bigint not null,
  kind smallint not null,
  amount integer not null,
  note text,
  event_key text,
  hold text,
  constraint gift_stock_entry_pkey primary key (id)
);
create index gift_stock_entry_org_id_booked_on_id_idx on gift_stock_entry (org_id, booked_on desc, id desc);
create index gift_stock_entry_org_id_gift_id_booked_on_id_idx on gift_stock_entry (org_id, gift_id, booked_on desc, id desc);
create index gift_stock_entry_org_id_hold_idx on gift_stock_entry (org_id, hold) where hold is not null;
create function gift_stock_post(p_org bigint, p_by bigint, p_at timestamp with time zone, p_lines jsonb) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line record;
  held record;
  posted integer;
  gone integer;
  free integer;
  answers jsonb := '[]';
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'gift_stock: a posting for another organisation' using errcode = 'LG004';
  end if;
  if coalesce(current_setting('app.ledger', true), '') >= 'gift_stock' then
    raise exception 'gift_stock: one posting a transaction, ledgers in the order of their names' using errcode = 'LG002';
  end if;
  set local app.ledger = 'gift_stock';
  for line in
    select x.* from jsonb_to_recordset(p_lines) as x(no integer, gift_id bigint, kind smallint, amount integer, booked_on date, event_key text, hold text, note text) order by x.gift_id, x.no
  loop
    select c.id, c.balance, c.reserved, c.gained into held from gift_stock_cell c where c.org_id = p_org and c.gift_id = line.gift_id for update;
    if not found then
      insert into gift_stock_cell (org_id, gift_id) values (p_org, line.gift_id) on conflict (org_id, gift_id) do nothing;
      select c.id, c.balance, c.reserved, c.gained into held from gift_stock_cell c where c.org_id = p_org and c.gift_id = line.gift_id for update;
    end if;
    if line.event_key is not null and exists (select 1 from gift_stock_entry e where e.org_id = p_org and e.gift_id = line.gift_id and e.event_key = line.event_key) then
      answers := answers || jsonb_build_object('no', line.no, 'amount', 0, 'why', 'known');
      continue;
    end if;
    posted := line.amount;
    gone := 0;
    free := held.balance;
    if line.kind in (3, 4) and line.hold is not null then
      select coalesce(-sum(e.amount), 0) into posted from gift_stock_entry e
        where e.org_id = p_org and e.gift_id = line.gift_id and e.hold = line.hold and e.kind in (2, 3);
    end if;
    if line.kind = 5 then
      posted := gone;
    elsif posted is null or (posted <= 0 and line.kind <> 6) or posted = 0 then
      raise exception 'gift_stock: nothing to post of %', line.hold using errcode = 'LG003';
    elsif line.kind = 1 or (line.kind = 6 and posted > 0) then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, note) values (p_org, line.gift_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.note);
    elsif line.kind = 6 then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, note) values (p_org, line.gift_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.note);
    elsif line.kind = 2 and line.hold is not null then
      held.balance := held.balance - posted;
      held.reserved := held.reserved + posted;
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, note) values (p_org, line.gift_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.note);
    elsif line.kind = 3 and line.hold is not null then
      held.balance := held.balance + posted;
      held.reserved := held.reserved - posted;
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, note) values (p_org, line.gift_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.note);
    elsif line.kind = 4 and line.hold is not null then
      held.reserved := held.reserved - posted;
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by) values (p_org, line.gift_id, 3, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by);
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, note) values (p_org, line.gift_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.note);
    elsif line.kind = 4 then
      held.balance := held.balance - posted;
      insert into gift_stock_entry (org_id, gift_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, note) values (p_org, line.gift_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.note);
    else
      raise exception 'gift_stock: no line of kind %', line.kind using errcode = 'LG003';
    end if;
    if held.balance < 0 or held.reserved < 0 then
      raise exception 'gift_stock: below the floor' using errcode = 'LG001', detail = jsonb_build_object('no', line.no, 'free', free)::text;
    end if;
    update gift_stock_cell c set balance = held.balance, reserved = held.reserved, gained = held.gained,
      version = c.version + 1, updated_at = p_at, updated_by = p_by where c.id = held.id;
    answers := answers || jsonb_build_object('no', line.no, 'amount', posted);
  end loop;
  return answers;
end $$;
revoke all on function gift_stock_post(bigint, bigint, timestamp with time zone, jsonb) from public;
create function gift_stock_rebuild(p_org bigint) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record;
  sums record;
  changed integer := 0;
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'gift_stock: a rebuild for another organisation' using errcode = 'LG004';
  end if;
  for c in select * from gift_stock_cell where org_id = p_org order by gift_id for update loop
    select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (2, 3)), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (1, 6)), 0) as gained
      into sums from gift_stock_entry e where e.org_id = p_org and e.gift_id = c.gift_id;
    update gift_stock_cell t set balance = sums.balance, reserved = sums.reserved, gained = sums.gained
      where t.id = c.id and (t.balance, t.reserved, t.gained) is distinct from (sums.balance, sums.reserved, sums.gained);
    if found then changed := changed + 1; end if;
  end loop;
  return changed;
end $$;
revoke all on function gift_stock_rebuild(bigint) from public;
create function gift_stock_proof(p_org bigint) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
    select c.gift_id::text, c.balance, c.reserved, c.gained, s.balance as entries_balance, s.reserved as entries_reserved, s.gained as entries_gained
      from gift_stock_cell c cross join lateral (select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (2, 3)), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (1, 6)), 0) as gained
      from gift_stock_entry e where e.org_id = p_org and e.gift_id = c.gift_id) s
      where c.org_id = p_org and (c.balance < 0 or (c.balance, c.reserved, c.gained) is distinct from (s.balance, s.reserved, s.gained))
      order by c.id limit 100) w);
end $$;
revoke all on function gift_stock_proof(bigint) from public;
create table gift_stock_cell (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  gift_id bigint not null,
  balance integer not null default 0,
  reserved integer not null default 0,
  gained integer not null default 0,
  constraint gift_stock_cell_pkey primary key (id),
  constraint gift_stock_cell_check_1 check (balance >= 0),
  constraint gift_stock_cell_check_2 check (reserved >= 0)
);
alter table gift_stock_cell add constraint gift_stock_cell_gift_id_key unique (org_id, gift_id);
create index gift_stock_cell_org_id_gained_id_idx on gift_stock_cell (org_id, gained desc, id);
ALTER TABLE "public"."cultural_exchange" ADD CONSTRAINT "cultural_exchange_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."cultural_exchange" ADD CONSTRAINT "cultural_exchange_gift_id_fkey" FOREIGN KEY (gift_id) REFERENCES public.cultural_gift(id);
ALTER TABLE "public"."cultural_exchange" ADD CONSTRAINT "cultural_exchange_handled_by_fkey" FOREIGN KEY (handled_by) REFERENCES public.employee(id);
ALTER TABLE "public"."cultural_exchange" ADD CONSTRAINT "cultural_exchange_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_gift" ADD CONSTRAINT "cultural_gift_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_gift" ADD CONSTRAINT "cultural_gift_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."cultural_level" ADD CONSTRAINT "cultural_level_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_point_cell" ADD CONSTRAINT "cultural_point_cell_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."cultural_point_cell" ADD CONSTRAINT "cultural_point_cell_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_point_entry" ADD CONSTRAINT "cultural_point_entry_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."cultural_point_entry" ADD CONSTRAINT "cultural_point_entry_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_point_entry" ADD CONSTRAINT "cultural_point_entry_rule_id_fkey" FOREIGN KEY (rule_id) REFERENCES public.cultural_rule(id);
ALTER TABLE "public"."cultural_point_lot" ADD CONSTRAINT "cultural_point_lot_cell_id_fkey" FOREIGN KEY (cell_id) REFERENCES public.cultural_point_cell(id);
ALTER TABLE "public"."cultural_point_lot" ADD CONSTRAINT "cultural_point_lot_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_point_take" ADD CONSTRAINT "cultural_point_take_cell_id_fkey" FOREIGN KEY (cell_id) REFERENCES public.cultural_point_cell(id);
ALTER TABLE "public"."cultural_point_take" ADD CONSTRAINT "cultural_point_take_lot_id_fkey" FOREIGN KEY (lot_id) REFERENCES public.cultural_point_lot(id);
ALTER TABLE "public"."cultural_point_take" ADD CONSTRAINT "cultural_point_take_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."cultural_rule" ADD CONSTRAINT "cultural_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_visit" ADD CONSTRAINT "culture_visit_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_visit" ADD CONSTRAINT "culture_visit_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."gift_stock_cell" ADD CONSTRAINT "gift_stock_cell_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."gift_stock_entry" ADD CONSTRAINT "gift_stock_entry_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
