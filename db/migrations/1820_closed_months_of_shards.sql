-- The owner of the tables passes (migrations, restores): whose function this is, its rights are. On a cluster pg_class does not show
-- what a trigger stands on, so that the owner was refused and a version that mends old rows would not have started.
create or replace function refuse_closed_month() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose text := case tg_argv[1] when 'shop_id' then 'join shop s on s.id = w.owner' else '' end;
  org text := case tg_argv[1] when 'shop_id' then 's.org_id' else 'w.owner' end;
  side text;
  touched record;
  first_open date;
  is_other boolean;
  kept text;
begin
  if pg_has_role(session_user, current_user, 'MEMBER')
    or to_regclass('public.finance_month') is null then
    return null;
  end if;
  side := format(
    case tg_op when 'INSERT' then 'select %1$I as owner, %2$I as day from came'
      when 'DELETE' then 'select %1$I as owner, %2$I as day from went'
      else 'select %1$I as owner, %2$I as day from went union all select %1$I, %2$I from came' end, tg_argv[1], tg_argv[0]);
  for touched in execute format(
    'select %1$s as org_id, min(w.day) as day, array_agg(distinct w.owner) as owners
      from (select owner, min(day) as day from (%2$s) x group by owner) w %3$s
      group by 1 having min(w.day) is not null order by 1', org, side, whose)
  loop
    perform pg_advisory_xact_lock_shared(hashtextextended('finance month ' || touched.org_id, 0));
    select (max(m.month) + interval '1 month')::date into first_open from finance_month m where m.org_id = touched.org_id and m.state = 1;
    continue when first_open is null or touched.day >= first_open;
    is_other := true;
    if tg_op = 'UPDATE' then
      select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into kept from pg_attribute a
        where a.attrelid = tg_relid and a.attnum > 0 and not a.attisdropped and a.attname <> all (string_to_array(tg_argv[2], ','));
      execute format(
        'with was as (select %1$s from went where %2$I < $1 and %3$I = any($2)),
          is_now as (select %1$s from came where %2$I < $1 and %3$I = any($2))
          select exists ((table was except all table is_now) union all (table is_now except all table was))',
        kept, tg_argv[0], tg_argv[1]) into is_other using first_open, touched.owners;
    end if;
    if is_other then
      raise exception '%: the month is closed', tg_table_name using errcode = 'CM001', detail = to_char(first_open - 1, 'YYYY-MM');
    end if;
  end loop;
  return null;
end $$;
