-- The one way by which punches and lines of devices go: with the import that brought them. Lines that another finished import met are
-- handed on to it.
create or replace function take_back_punches(p_org bigint, p_device bigint, p_import bigint, p_source smallint)
  returns table (employee_id bigint, at timestamptz) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device_line l set import_id = h.import_id
    from (select e.record_id, min(e.import_id) as import_id from import_seen e join import_run r on r.id = e.import_id and r.state = 2
      group by e.record_id) h
    where l.org_id = p_org and l.device_id = p_device and l.import_id = p_import and h.record_id = l.id;
  return query delete from punch o
    using (select distinct p.employee_id, l.at from device_line l
      join device_person p on p.org_id = l.org_id and p.device_id = l.device_id and p.pin = l.pin
      where l.org_id = p_org and l.device_id = p_device and l.import_id = p_import) g
    where o.org_id = p_org and o.employee_id = g.employee_id and o.at = g.at and o.source = p_source and o.device_id = p_device
      and not exists (select 1 from punch_void v where v.punch_id = o.id)
    returning o.employee_id, o.at;
end $$;
revoke all on function take_back_punches(bigint, bigint, bigint, smallint) from public;
create or replace function take_back_device_lines(p_org bigint, p_device bigint, p_import bigint)
  returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  delete from device_line l where l.org_id = p_org and l.device_id = p_device and l.import_id = p_import;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke all on function take_back_device_lines(bigint, bigint, bigint) from public;
