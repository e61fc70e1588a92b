-- How much waits in the queue, by task: counts and ages alone, for the queue's own tables stay closed to the runtime role. A job that has
-- used up its tries waits no longer.
create or replace function queue_depth() returns table (task text, ready bigint, planned bigint, running bigint, again bigint, oldest timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  return query execute 'select t.identifier::text,
      count(*) filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts),
      count(*) filter (where j.locked_at is null and j.run_at > now() and j.attempts < j.max_attempts),
      count(*) filter (where j.locked_at is not null),
      count(*) filter (where j.attempts > 0 and j.last_error is not null),
      min(j.run_at) filter (where j.locked_at is null and j.run_at <= now() and j.attempts < j.max_attempts)
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1';
end $$;
