-- Takes what waits of a task and holds what `holds` says, inside the caller's transaction: a job that runs does their work with its own.
create or replace function take_jobs(task text, holds jsonb) returns setof json language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query delete from graphile_worker._private_jobs where id in (
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = task and j.locked_at is null and j.is_available and j.run_at <= now() and j.payload::jsonb @> holds
      limit 2000 for update of j skip locked
  ) returning payload;
end $$;
revoke all on function take_jobs(text, jsonb) from public;
