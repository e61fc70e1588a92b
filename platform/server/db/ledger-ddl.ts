/**
 * The functions of a ledger (declare/ledger.ts), as text. They alone write its tables; the runtime role may execute them and read the
 * tables. Errors: LG001 a balance would fall below the floor (detail: `{ no, free }`), LG002 a second posting of the transaction, or
 * ledgers out of order, LG003 a line that can't be, LG004 another organisation.
 */
import type { Field } from '#platform/declare/fields.ts'
import { entryKinds } from '#platform/declare/ledger-kinds.ts'
import type { LedgerWords } from '#platform/declare/ledger-words.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'

const { earn, reserve, release, spend, expire, correct } = entryKinds
const byOwner = 'security definer set search_path = public, pg_temp'

/** What the texts are made of. */
interface Names extends LedgerWords {
  /** columns of the cell, and type by column of all that a line brings */
  readonly keys: readonly string[]
  readonly extras: readonly string[]
  readonly types: Readonly<Record<string, string>>
  readonly number: string
}

/** None where the resource is no ledger. */
export function ledgerDdl(r: Resource, typeOf: (field: Field) => string): string[] {
  const words = r.ledger
  if (words === undefined) return []
  const types = Object.fromEntries(Object.entries(r.fields).map(([name, field]) => [columnOf(name), typeOf(field)]))
  const names: Names = {
    ...words,
    keys: words.cell.map(columnOf),
    extras: words.extraFields.map(columnOf),
    types,
    number: types['amount'] ?? 'integer',
  }
  const functions = [
    ...(words.againDays === null ? [] : lotFunctions(names)),
    postFunction(names),
    rebuildFunction(names),
    proofFunction(names),
  ]
  return functions.flatMap(({ head, body }) => [`create function ${head} ${body}`, `revoke all on function ${plain(head)} from public`])
}

interface Made {
  readonly head: string
  readonly body: string
}
/** `post(p_org bigint, …) returns …` as `post(bigint, …)`. */
const plain = (head: string): string =>
  head.replace(
    /\(([^)]*)\).*$/s,
    (_, list: string) =>
      `(${list
        .split(', ')
        .map(one => one.split(' ').slice(1).join(' '))
        .join(', ')})`,
  )

const sameCell = ({ keys }: Names, alias: string, of: string): string => keys.map(key => `${alias}.${key} = ${of}.${key}`).join(' and ')

const ofHold = 'where t.cell_id = p_cell and t.hold = p_hold order by t.id'

/** What came in is kept by its day, used up from the first day on, and put back where it was taken. */
function lotFunctions({ name, number, againDays }: Names): Made[] {
  return [
    {
      head: `${name}_keep(p_org bigint, p_cell bigint, p_day date, p_amount ${number}) returns void`,
      body: `language plpgsql as $$
begin
  update ${name}_lot set amount = amount + p_amount where cell_id = p_cell and expires_on is not distinct from p_day;
  if not found then
    insert into ${name}_lot (org_id, cell_id, expires_on, amount) values (p_org, p_cell, p_day, p_amount);
  end if;
end $$`,
    },
    {
      head: `${name}_use(p_org bigint, p_cell bigint, p_amount ${number}, p_hold text) returns void`,
      body: `language plpgsql as $$
declare
  lot record;
  need ${number} := p_amount;
  part ${number};
begin
  for lot in select id, amount from ${name}_lot where cell_id = p_cell and amount > 0 order by expires_on, id loop
    exit when need = 0;
    part := least(lot.amount, need);
    update ${name}_lot set amount = amount - part where id = lot.id;
    if p_hold is not null then
      insert into ${name}_take (org_id, cell_id, lot_id, hold, amount) values (p_org, p_cell, lot.id, p_hold, part);
    end if;
    need := need - part;
  end loop;
end $$`,
    },
    {
      head: `${name}_back(p_org bigint, p_cell bigint, p_hold text, p_day date) returns void`,
      body: `language plpgsql as $$
declare
  part record;
begin
  for part in select t.amount, l.expires_on from ${name}_take t join ${name}_lot l on l.id = t.lot_id ${ofHold} loop
    perform ${name}_keep(p_org, p_cell, case when part.expires_on < p_day then p_day + ${againDays} else part.expires_on end, part.amount);
  end loop;
  delete from ${name}_take where cell_id = p_cell and hold = p_hold;
end $$`,
    },
  ]
}

/** One entry; values are SQL of the function around it. */
const entryOf = ({ name, keys, extras, againDays }: Names, kind: string, amount: string, isWhole = true): string => {
  const lots = againDays === null ? [] : ['expires_on']
  const own = isWhole ? ['event_key', ...lots, ...extras] : []
  const columns = ['org_id', ...keys, 'kind', 'amount', 'booked_on', 'hold', 'created_at', 'created_by', 'updated_at', 'updated_by', ...own]
  const values = ['p_org', ...keys.map(k => `line.${k}`), kind, amount, 'line.booked_on', 'line.hold', 'p_at', 'p_by', 'p_at', 'p_by']
  return `insert into ${name}_entry (${columns.join(', ')}) values (${[...values, ...own.map(one => `line.${one}`)].join(', ')});`
}

function cap({ name, capped }: Names, where: string): string {
  if (capped === null) return ''
  const left = (max: string, days: string): string => `
      if line.${max} is not null then
        select least(posted, line.${max} - coalesce(sum(e.amount), 0)) into posted from ${name}_entry e
          where ${where} and e.${columnOf(capped)} = line.${columnOf(capped)} and e.kind = ${earn} and ${days};
      end if;`
  return `
    if line.kind = ${earn} then${left('day_max', 'e.booked_on = line.booked_on')}${left(
      'month_max',
      "e.booked_on >= date_trunc('month', line.booked_on) and e.booked_on < date_trunc('month', line.booked_on) + interval '1 month'",
    )}
      if posted <= 0 and line.amount > 0 then
        answers := answers || jsonb_build_object('no', line.no, 'amount', 0, 'why', 'capped');
        continue;
      end if;
    end if;`
}

/** What a line of the JSON brings. */
function lineColumns({ keys, extras, types, number, againDays, capped }: Names): string {
  const typed = (column: string): string => `${column} ${types[column] ?? 'text'}`
  return [
    'no integer',
    ...keys.map(typed),
    'kind smallint',
    `amount ${number}`,
    'booked_on date',
    'event_key text',
    'hold text',
    ...(againDays === null ? [] : ['expires_on date']),
    ...(capped === null ? [] : [`day_max ${number}`, `month_max ${number}`]),
    ...extras.map(typed),
  ].join(', ')
}

/** The cell of the line, locked; made where it is the first. */
function lockCell(n: Names): string {
  const { name, keys } = n
  const cellOf =
    `select c.id, c.balance, c.reserved, c.gained into held from ${name}_cell c ` +
    `where c.org_id = p_org and ${sameCell(n, 'c', 'line')} for update`
  const values = keys.map(key => `line.${key}`).join(', ')
  return `${cellOf};
    if not found then
      insert into ${name}_cell (org_id, ${keys.join(', ')}) values (p_org, ${values}) on conflict (org_id, ${keys.join(', ')}) do nothing;
      ${cellOf};
    end if;`
}

/** Before something of a cell with lots is used: what has expired goes. */
function expireFirst(n: Names): string {
  const { name, againDays } = n
  if (againDays === null) return ''
  return `
    if line.kind = ${expire} or (line.kind in (${reserve}, ${spend}, ${correct}) and (line.hold is null or line.kind = ${reserve})) then
      select coalesce(sum(l.amount), 0) into gone from ${name}_lot l where l.cell_id = held.id and l.expires_on < line.booked_on;
      if gone > 0 then
        update ${name}_lot l set amount = 0 where l.cell_id = held.id and l.expires_on < line.booked_on and l.amount > 0;
        ${entryOf(n, String(expire), '-gone', false)}
        held.balance := held.balance - gone;
      end if;
    end if;`
}

/** What each kind does to balance, entries and lots. */
function kindBranches(n: Names): string {
  const { name, againDays } = n
  const hasLots = againDays !== null
  const lots = (sql: string): string => (hasLots ? `\n      perform ${name}_${sql};` : '')
  const spent = hasLots ? `\n      delete from ${name}_take where cell_id = held.id and hold = line.hold;` : ''
  return `if line.kind = ${expire} then
      posted := gone;
    elsif posted is null or (posted <= 0 and line.kind <> ${correct}) or posted = 0 then
      raise exception '${name}: nothing to post of %', line.hold using errcode = 'LG003';
    elsif line.kind = ${earn} or (line.kind = ${correct} and posted > 0) then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      ${entryOf(n, 'line.kind', 'posted')}${lots('keep(p_org, held.id, line.expires_on, posted)')}
    elsif line.kind = ${correct} then
      held.balance := held.balance + posted;
      held.gained := held.gained + posted;
      ${entryOf(n, 'line.kind', 'posted')}${lots('use(p_org, held.id, -posted, null)')}
    elsif line.kind = ${reserve} and line.hold is not null then
      held.balance := held.balance - posted;
      held.reserved := held.reserved + posted;
      ${entryOf(n, 'line.kind', '-posted')}${lots('use(p_org, held.id, posted, line.hold)')}
    elsif line.kind = ${release} and line.hold is not null then
      held.balance := held.balance + posted;
      held.reserved := held.reserved - posted;
      ${entryOf(n, 'line.kind', 'posted')}${lots('back(p_org, held.id, line.hold, line.booked_on)')}
    elsif line.kind = ${spend} and line.hold is not null then
      held.reserved := held.reserved - posted;
      ${entryOf(n, String(release), 'posted', false)}
      ${entryOf(n, 'line.kind', '-posted')}${spent}
    elsif line.kind = ${spend} then
      held.balance := held.balance - posted;
      ${entryOf(n, 'line.kind', '-posted')}${lots('use(p_org, held.id, posted, null)')}
    else
      raise exception '${name}: no line of kind %', line.kind using errcode = 'LG003';
    end if;`
}

function postFunction(n: Names): Made {
  const { name, keys, number } = n
  const where = `e.org_id = p_org and ${sameCell(n, 'e', 'line')}`
  return {
    head: `${name}_post(p_org bigint, p_by bigint, p_at timestamp with time zone, p_lines jsonb) returns jsonb`,
    body: `language plpgsql ${byOwner} as $$
declare
  line record;
  held record;
  posted ${number};
  gone ${number};
  free ${number};
  answers jsonb := '[]';
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception '${name}: a posting for another organisation' using errcode = 'LG004';
  end if;
  if coalesce(current_setting('app.ledger', true), '') >= '${name}' then
    raise exception '${name}: one posting a transaction, ledgers in the order of their names' using errcode = 'LG002';
  end if;
  set local app.ledger = '${name}';
  for line in
    select x.* from jsonb_to_recordset(p_lines) as x(${lineColumns(n)}) order by ${keys.map(key => `x.${key}`).join(', ')}, x.no
  loop
    ${lockCell(n)}
    if line.event_key is not null and exists (select 1 from ${name}_entry e where ${where} and e.event_key = line.event_key) then
      answers := answers || jsonb_build_object('no', line.no, 'amount', 0, 'why', 'known');
      continue;
    end if;
    posted := line.amount;${cap(n, where)}
    gone := 0;${expireFirst(n)}
    free := held.balance;
    if line.kind in (${release}, ${spend}) and line.hold is not null then
      select coalesce(-sum(e.amount), 0) into posted from ${name}_entry e
        where ${where} and e.hold = line.hold and e.kind in (${reserve}, ${release});
    end if;
    ${kindBranches(n)}
    if held.balance < 0 or held.reserved < 0 then
      raise exception '${name}: below the floor' using errcode = 'LG001', detail = jsonb_build_object('no', line.no, 'free', free)::text;
    end if;
    update ${name}_cell c set balance = held.balance, reserved = held.reserved, gained = held.gained,
      version = c.version + 1, updated_at = p_at, updated_by = p_by where c.id = held.id;
    answers := answers || jsonb_build_object('no', line.no, 'amount', posted);
  end loop;
  return answers;
end $$`,
  }
}

/** Sums of the entries of a cell `c`. */
const sumsOf = (n: Names): string =>
  `select coalesce(sum(e.amount), 0) as balance, coalesce(-sum(e.amount) filter (where e.kind in (${reserve}, ${release})), 0) as reserved,
      coalesce(sum(e.amount) filter (where e.kind in (${earn}, ${correct})), 0) as gained
      from ${n.name}_entry e where e.org_id = p_org and ${sameCell(n, 'e', 'c')}`

function rebuildFunction(n: Names): Made {
  const { name, againDays } = n
  const isSpent = `e.org_id = p_org and e.hold = line.hold and e.kind = ${spend} and ${sameCell(n, 'e', 'c')}`
  const lots =
    againDays === null
      ? ''
      : `
    delete from ${name}_take where cell_id = c.id;
    delete from ${name}_lot where cell_id = c.id;
    for line in select * from ${name}_entry e where e.org_id = p_org and ${sameCell(n, 'e', 'c')} order by e.id loop
      if line.kind = ${earn} or (line.kind = ${correct} and line.amount > 0) then
        perform ${name}_keep(p_org, c.id, line.expires_on, line.amount);
      elsif line.kind = ${reserve} then
        perform ${name}_use(p_org, c.id, -line.amount, line.hold);
      elsif line.kind = ${correct} or (line.kind = ${spend} and line.hold is null) then
        perform ${name}_use(p_org, c.id, -line.amount, null);
      elsif line.kind = ${expire} then
        update ${name}_lot l set amount = 0 where l.cell_id = c.id and l.expires_on < line.booked_on;
      elsif line.kind = ${spend} then
        delete from ${name}_take where cell_id = c.id and hold = line.hold;
      elsif not exists (select 1 from ${name}_entry e where ${isSpent}) then
        perform ${name}_back(p_org, c.id, line.hold, line.booked_on);
      end if;
    end loop;`
  return {
    head: `${name}_rebuild(p_org bigint) returns integer`,
    body: `language plpgsql ${byOwner} as $$
declare
  c record;
  sums record;${againDays === null ? '' : '\n  line record;'}
  changed integer := 0;
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception '${name}: a rebuild for another organisation' using errcode = 'LG004';
  end if;
  for c in select * from ${name}_cell where org_id = p_org order by ${n.keys.join(', ')} for update loop
    ${sumsOf(n).replace(' from ', ' into sums from ')};
    update ${name}_cell t set balance = sums.balance, reserved = sums.reserved, gained = sums.gained
      where t.id = c.id and (t.balance, t.reserved, t.gained) is distinct from (sums.balance, sums.reserved, sums.gained);
    if found then changed := changed + 1; end if;${lots}
  end loop;
  return changed;
end $$`,
  }
}

/** The first hundred cells that are not what their entries, and their lots, say. */
function proofFunction(n: Names): Made {
  const { name, againDays } = n
  const lots = (table: string): string => `(select coalesce(sum(t.amount), 0) from ${name}_${table} t where t.cell_id = c.id)`
  const said = 's.balance as entries_balance, s.reserved as entries_reserved, s.gained as entries_gained'
  const wrong = [
    'c.balance < 0',
    '(c.balance, c.reserved, c.gained) is distinct from (s.balance, s.reserved, s.gained)',
    ...(againDays === null ? [] : [`c.balance <> ${lots('lot')}`]),
    ...(againDays === null || !n.reserve ? [] : [`c.reserved <> ${lots('take')}`]),
  ]
  return {
    head: `${name}_proof(p_org bigint) returns jsonb`,
    body: `language plpgsql stable as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from (
    select ${n.keys.map(key => `c.${key}::text`).join(', ')}, c.balance, c.reserved, c.gained, ${said}
      from ${name}_cell c cross join lateral (${sumsOf(n)}) s
      where c.org_id = p_org and (${wrong.join(' or ')})
      order by c.id limit 100) w);
end $$`,
  }
}
