-- grant: select on leave_entry
-- grant: select on leave_cell
-- grant: select on leave_lot
-- grant: select on leave_take
create table leave_rule (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  type_id bigint not null,
  region text not null default '全国',
  case_name text not null default '一般',
  days numeric(20,1) not null,
  counts smallint not null default 2,
  per smallint not null default 1,
  condition text,
  source text not null,
  checked_on date,
  checked_by_id bigint,
  valid_from date not null,
  valid_to date,
  constraint leave_rule_pkey primary key (id)
);
alter table leave_rule add constraint leave_rule_type_id_region_case_name_valid_from_key unique (org_id, type_id, region, case_name, valid_from);
create index leave_rule_org_id_valid_from_idx on leave_rule (org_id, valid_from desc);
create schema if not exists extension;
create extension if not exists btree_gist with schema extension;
alter table leave_rule add constraint leave_rule_validity_excl exclude using gist (org_id with =, type_id with =, region with =, case_name with =, daterange(valid_from, valid_to, '[]') with &&) deferrable initially deferred;
create index leave_rule_search_idx on leave_rule using gin (search_grams(case_name, region));
create table leave_entitlement (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  type_id bigint not null,
  label text not null,
  from_on date not null,
  to_on date not null,
  days numeric(20,2) not null,
  free_days numeric(20,2) not null default 0,
  held_days numeric(20,2) not null default 0,
  used_days numeric(20,2) not null default 0,
  expired_days numeric(20,2) not null default 0,
  basis text,
  source smallint not null default 3,
  constraint leave_entitlement_pkey primary key (id),
  constraint leave_entitlement_check_1 check (from_on <= to_on)
);
alter table leave_entitlement add constraint leave_entitlement_employee_id_type_id_label_key unique (org_id, employee_id, type_id, label);
create index leave_entitlement_org_id_to_on_idx on leave_entitlement (org_id, to_on desc);
create index leave_entitlement_employee_id_to_on_idx on leave_entitlement (employee_id, to_on desc);
create table leave_day (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  request_id bigint not null,
  day date not null,
  minutes integer not null,
  entitlement_id bigint,
  hold text,
  state smallint not null default 1,
  constraint leave_day_pkey primary key (id)
);
alter table leave_day add constraint leave_day_request_id_day_entitlement_id_key unique (org_id, request_id, day, entitlement_id);
create index leave_day_employee_id_day_idx on leave_day (employee_id, day);
create index leave_day_org_id_day_idx on leave_day (org_id, day desc);
create index leave_day_entitlement_id_idx on leave_day (entitlement_id);
create table leave_entry (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  booked_on date not null,
  employee_id bigint not null,
  entitlement_id bigint not null,
  kind smallint not null,
  amount integer not null,
  request_id bigint,
  day date,
  note text,
  expires_on date,
  event_key text,
  hold text,
  constraint leave_entry_pkey primary key (id)
);
alter table leave_entry add constraint leave_entry_employee_id_entitlement_id_event_key_key unique (org_id, employee_id, entitlement_id, event_key);
create index leave_entry_org_id_booked_on_id_idx on leave_entry (org_id, booked_on desc, id desc);
create index leave_entry_org_id_employee_id_entitlement_id_booked_on_id_idx on leave_entry (org_id, employee_id, entitlement_id, booked_on desc, id desc);
create index leave_entry_org_id_hold_idx on leave_entry (org_id, hold) where hold is not null;
create function leave_keep(p_org bigint, p_cell bigint, p_day date, p_amount integer) returns void language plpgsql as $$
begin
  update leave_lot set amount = amount + p_amount where cell_id = p_cell and expires_on is not distinct from p_day;
  if not found then
    insert into leave_lot (org_id, cell_id, expires_on, amount) values (p_org, p_cell, p_day, p_amount);
  end if;
end $$;
revoke all on function leave_keep(bigint, bigint, date, integer) from public;
create function leave_use(p_org bigint, p_cell bigint, p_amount integer, p_hold text) returns void language plpgsql as $$
declare
  lot record;
  need integer := p_amount;
  part integer;
begin
  for lot in select id, amount from leave_lot where cell_id = p_cell and amount > 0 order by expires_on, id loop
    exit when need = 0;
    part := least(lot.amount, need);
    update leave_lot set amount = amount - part where id = lot.id;
    if p_hold is not null then
      insert into leave_take (org_id, cell_id, lot_id, hold, amount) values (p_org, p_cell, lot.id, p_hold, part);
    end if;
    need := need - part;
  end loop;
end $$;
revoke all on function leave_use(bigint, bigint, integer, text) from public;
create function leave_back(p_org bigint, p_cell bigint, p_hold text, p_day date) returns void language plpgsql as $$
declare
  part record;
begin
  for part in select t.amount, l.expires_on from leave_take t join leave_lot l on l.id = t.lot_id where t.cell_id = p_cell and t.hold = p_hold order by t.id loop
    perform leave_keep(p_org, p_cell, case when part.expires_on < p_day then p_day + 0 else part.expires_on end, part.amount);
  end loop;
  delete from leave_take where cell_id = p_cell and hold = p_hold;
end $$;
revoke all on function leave_back(bigint, bigint, text, date) from public;
create function leave_post(p_org bigint, p_by bigint, p_at timestamp with time zone, p_lines jsonb) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line record;
  held record;
  posted integer;
  gone integer;
  free integer;
  answers jsonb := '[]';
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'leave: a posting for another organisation' using errcode = 'LG004';
  end if;
  if coalesce(current_setting('app.ledger', true), '') >= 'leave' then
    raise exception 'leave: one posting a transaction, ledgers in the order of their names' using errcode = 'LG002';
  end if;
  set local app.ledger = 'leave';
  for line in
    select x.* from jsonb_to_recordset(p_lines) as x(no integer, employee_id bigint, entitlement_id bigint, kind smallint, amount integer, booked_on date, event_key text, hold text, expires_on date, request_id bigint, day date, note text) order by x.employee_id, x.entitlement_id, x.no
  loop
    select c.id, c.balance, c.reserved, c.gained into held from leave_cell c where c.org_id = p_org and c.employee_id = line.employee_id and c.entitlement_id = line.entitlement_id for update;
    if not found then
      insert into leave_cell (org_id, employee_id, entitlement_id) values (p_org, line.employee_id, line.entitlement_id) on conflict (org_id, employee_id, entitlement_id) do nothing;
      select c.id, c.balance, c.reserved, c.gained into held from leave_cell c where c.org_id = p_org and c.employee_id = line.employee_id and c.entitlement_id = line.entitlement_id for update;
    end if;
    if line.event_key is not null and exists (select 1 from leave_entry e where e.org_id = p_org and e.employee_id = line.employee_id and e.entitlement_id = line.entitlement_id and e.event_key = line.event_key) then
      answers := answers || jsonb_build_object('no', line.no, 'amount', 0, 'why', 'known');
      continue;
    end if;
    posted := line.amount;
    gone := 0;
    if line.kind = 5 or (line.kind in (2, 4, 6) and (line.hold is null or line.kind = 2)) then
      select coalesce(sum(l.amount), 0) into gone from leave_lot l where l.cell_id = held.id and l.expires_on < line.booked_on;
      if gone > 0 then
        update leave_lot l set amount = 0 where l.cell_id = held.id and l.expires_on < line.booked_on and l.amount > 0;
        insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by) values (p_org, line.employee_id, line.entitlement_id, 5, -gone, line.booked_on, line.hold, p_at, p_by, p_at, p_by);
        held.balance := held.balance - gone;
      end if;
    end if;
    free := held.balance;
    if line.kind in (3, 4) and line.hold is not null then
      select coalesce(-sum(e.amount), 0) into posted from leave_entry e
        where e.org_id = p_org and e.employee_id = line.employee_id and e.entitlement_id = line.entitlement_id and e.hold = line.hold and e.kind in (2, 3);
    end if;
    if line.kind = 5 then
      posted := gone;
    elsif posted is null or (posted <= 0 and line.kind <> 6) or posted = 0 then
      raise exception 'leave: nothing to post of %', line.hold using errcode = 'LG003';
    elsif line.kind = 1 or (line.kind = 6 and posted > 0) then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, request_id, day, note) values (p_org, line.employee_id, line.entitlement_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.request_id, line.day, line.note);
      perform leave_keep(p_org, held.id, line.expires_on, posted);
    elsif line.kind = 6 then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, request_id, day, note) values (p_org, line.employee_id, line.entitlement_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.request_id, line.day, line.note);
      perform leave_use(p_org, held.id, -posted, null);
    elsif line.kind = 2 and line.hold is not null then
      held.balance := held.balance - posted;
      held.reserved := held.reserved + posted;
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, request_id, day, note) values (p_org, line.employee_id, line.entitlement_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.request_id, line.day, line.note);
      perform leave_use(p_org, held.id, posted, line.hold);
    elsif line.kind = 3 and line.hold is not null then
      held.balance := held.balance + posted;
      held.reserved := held.reserved - posted;
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, request_id, day, note) values (p_org, line.employee_id, line.entitlement_id, line.kind, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.request_id, line.day, line.note);
      perform leave_back(p_org, held.id, line.hold, line.booked_on);
    elsif line.kind = 4 and line.hold is not null then
      held.reserved := held.reserved - posted;
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by) values (p_org, line.employee_id, line.entitlement_id, 3, posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by);
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, request_id, day, note) values (p_org, line.employee_id, line.entitlement_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.request_id, line.day, line.note);
      delete from leave_take where cell_id = held.id and hold = line.hold;
    elsif line.kind = 4 then
      held.balance := held.balance - posted;
      insert into leave_entry (org_id, employee_id, entitlement_id, kind, amount, booked_on, hold, created_at, created_by, updated_at, updated_by, event_key, expires_on, request_id, day, note) values (p_org, line.employee_id, line.entitlement_id, line.kind, -posted, line.booked_on, line.hold, p_at, p_by, p_at, p_by, line.event_key, line.expires_on, line.request_id, line.day, line.note);
      perform leave_use(p_org, held.id, posted, null);
    else
      raise exception 'leave: no line of kind %', line.kind using errcode = 'LG003';
    end if;
    if held.balance < 0 or held.reserved < 0 then
      raise exception 'leave: below the floor' using errcode = 'LG001', detail = jsonb_build_object('no', line.no, 'free', free)::text;
    end if;
    update leave_cell c set balance = held.balance, reserved = held.reserved, gained = held.gained,
      version = c.version + 1, updated_at = p_at, updated_by = p_by where c.id = held.id;
    answers := answers || jsonb_build_object('no', line.no, 'amount', posted);
  end loop;
  return answers;
end $$;
revoke all on function leave_post(bigint, bigint, timestamp with time zone, jsonb) from public;
create function leave_rebuild(p_org bigint) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c record;
  sums record;
  line record;
  changed integer := 0;
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'leave: a rebuild for another organisation' using errcode = 'LG004';
  end if;
  for c in select * from leave_cell where org_id = p_org order by employee_id, entitlement_id for update loop
    select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (2, 3)), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (1, 6)), 0) as gained
      into sums from leave_entry e where e.org_id = p_org and e.employee_id = c.employee_id and e.entitlement_id = c.entitlement_id;
    update leave_cell t set balance = sums.balance, reserved = sums.reserved, gained = sums.gained
      where t.id = c.id and (t.balance, t.reserved, t.gained) is distinct from (sums.balance, sums.reserved, sums.gained);
    if found then changed := changed + 1; end if;
    delete from leave_take where cell_id = c.id;
    delete from leave_lot where cell_id = c.id;
    for line in select * from leave_entry e where e.org_id = p_org and e.employee_id = c.employee_id and e.entitlement_id = c.entitlement_id order by e.id loop
      if line.kind = 1 or (line.kind = 6 and line.amount > 0) then
        perform leave_keep(p_org, c.id, line.expires_on, line.amount);
      elsif line.kind = 2 then
        perform leave_use(p_org, c.id, -line.amount, line.hold);
      elsif line.kind = 6 or (line.kind = 4 and line.hold is null) then
        perform leave_use(p_org, c.id, -line.amount, null);
      elsif line.kind = 5 then
        update leave_lot l set amount = 0 where l.cell_id = c.id and l.expires_on < line.booked_on;
      elsif line.kind = 4 then
        delete from leave_take where cell_id = c.id and hold = line.hold;
      elsif not exists (select 1 from leave_entry e where e.org_id = p_org and e.hold = line.hold and e.kind = 4 and e.employee_id = c.employee_id and e.entitlement_id = c.entitlement_id) then
        perform leave_back(p_org, c.id, line.hold, line.booked_on);
      end if;
    end loop;
  end loop;
  return changed;
end $$;
revoke all on function leave_rebuild(bigint) from public;
create function leave_proof(p_org bigint) returns jsonb language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
    select c.employee_id::text, c.entitlement_id::text, c.balance, c.reserved, c.gained, s.balance as entries_balance, s.reserved as entries_reserved, s.gained as entries_gained
      from leave_cell c cross join lateral (select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (2, 3)), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (1, 6)), 0) as gained
      from leave_entry e where e.org_id = p_org and e.employee_id = c.employee_id and e.entitlement_id = c.entitlement_id) s
      where c.org_id = p_org and (c.balance < 0 or (c.balance, c.reserved, c.gained) is distinct from (s.balance, s.reserved, s.gained) or c.balance <> (select coalesce(sum(t.amount), 0) from leave_lot t where t.cell_id = c.id) or c.reserved <> (select coalesce(sum(t.amount), 0) from leave_take t where t.cell_id = c.id))
      order by c.id limit 100) w);
end $$;
revoke all on function leave_proof(bigint) from public;
create table leave_cell (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  entitlement_id bigint not null,
  balance integer not null default 0,
  reserved integer not null default 0,
  gained integer not null default 0,
  constraint leave_cell_pkey primary key (id),
  constraint leave_cell_check_1 check (balance >= 0),
  constraint leave_cell_check_2 check (reserved >= 0)
);
alter table leave_cell add constraint leave_cell_employee_id_entitlement_id_key unique (org_id, employee_id, entitlement_id);
create index leave_cell_org_id_gained_id_idx on leave_cell (org_id, gained desc, id);
create table leave_lot (
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
  constraint leave_lot_pkey primary key (id),
  constraint leave_lot_check_1 check (amount >= 0)
);
create index leave_lot_cell_id_expires_on_id_idx on leave_lot (cell_id, expires_on, id);
create index leave_lot_org_id_expires_on_idx on leave_lot (org_id, expires_on) where amount > 0;
create table leave_take (
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
  constraint leave_take_pkey primary key (id)
);
create index leave_take_cell_id_hold_idx on leave_take (cell_id, hold);
create index leave_take_lot_id_idx on leave_take (lot_id);
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."leave_request" ADD COLUMN "days" numeric(20,2) NOT NULL DEFAULT 0;
ALTER TABLE "public"."leave_request" ADD COLUMN "rule_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."leave_request" ADD COLUMN "is_unchecked" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."leave_request" ADD COLUMN "hand_over_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."leave_type" ADD COLUMN "unit" smallint NOT NULL DEFAULT 1;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."leave_type" ADD COLUMN "counts" smallint NOT NULL DEFAULT 1;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."leave_type" ADD COLUMN "balance" smallint NOT NULL DEFAULT 1;
ALTER TABLE "public"."leave_type" ADD COLUMN "pay_percent" numeric(20,2);
ALTER TABLE "public"."leave_cell" ADD CONSTRAINT "leave_cell_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_cell" ADD CONSTRAINT "leave_cell_entitlement_id_fkey" FOREIGN KEY (entitlement_id) REFERENCES public.leave_entitlement(id);
ALTER TABLE "public"."leave_cell" ADD CONSTRAINT "leave_cell_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_day" ADD CONSTRAINT "leave_day_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_day" ADD CONSTRAINT "leave_day_entitlement_id_fkey" FOREIGN KEY (entitlement_id) REFERENCES public.leave_entitlement(id);
ALTER TABLE "public"."leave_day" ADD CONSTRAINT "leave_day_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_day" ADD CONSTRAINT "leave_day_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.leave_request(id);
ALTER TABLE "public"."leave_entitlement" ADD CONSTRAINT "leave_entitlement_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_entitlement" ADD CONSTRAINT "leave_entitlement_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_entitlement" ADD CONSTRAINT "leave_entitlement_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.leave_type(id);
ALTER TABLE "public"."leave_entry" ADD CONSTRAINT "leave_entry_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_entry" ADD CONSTRAINT "leave_entry_entitlement_id_fkey" FOREIGN KEY (entitlement_id) REFERENCES public.leave_entitlement(id);
ALTER TABLE "public"."leave_entry" ADD CONSTRAINT "leave_entry_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_entry" ADD CONSTRAINT "leave_entry_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.leave_request(id);
ALTER TABLE "public"."leave_lot" ADD CONSTRAINT "leave_lot_cell_id_fkey" FOREIGN KEY (cell_id) REFERENCES public.leave_cell(id);
ALTER TABLE "public"."leave_lot" ADD CONSTRAINT "leave_lot_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_request" ADD CONSTRAINT "leave_request_hand_over_id_fkey" FOREIGN KEY (hand_over_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_request" ADD CONSTRAINT "leave_request_rule_id_fkey" FOREIGN KEY (rule_id) REFERENCES public.leave_rule(id);
ALTER TABLE "public"."leave_rule" ADD CONSTRAINT "leave_rule_checked_by_id_fkey" FOREIGN KEY (checked_by_id) REFERENCES public.employee(id);
ALTER TABLE "public"."leave_rule" ADD CONSTRAINT "leave_rule_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."leave_rule" ADD CONSTRAINT "leave_rule_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.leave_type(id);
ALTER TABLE "public"."leave_take" ADD CONSTRAINT "leave_take_cell_id_fkey" FOREIGN KEY (cell_id) REFERENCES public.leave_cell(id);
ALTER TABLE "public"."leave_take" ADD CONSTRAINT "leave_take_lot_id_fkey" FOREIGN KEY (lot_id) REFERENCES public.leave_lot(id);
ALTER TABLE "public"."leave_take" ADD CONSTRAINT "leave_take_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
