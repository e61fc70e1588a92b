-- What every table stands on: how a writing transaction begins, how a month comes into being, how a job is enqueued.

-- A tiny table that a coordinator of several nodes knows as its own: a statement of no rows on it makes a transaction of a local table
-- plus one shop atomic there. On one PostgreSQL it does nothing.
create table txn_mark (id bigint primary key, n bigint);

-- First statement of every writing transaction. SET LOCAL travels to all nodes, set_config does not.
create function begin_write(org bigint) returns void language plpgsql as $$
begin
  execute format('set local app.org = %L', org);
  update txn_mark set n = n where id = -1;
end $$;

-- Makes the partition of one month when a write first needs it. Attached instead of created in place: readers of other months never wait.
create function ensure_month(parent text, in_month date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_day date := date_trunc('month', in_month)::date;
  part text := format('%s_%s', parent, to_char(first_day, 'YYYYMM'));
begin
  if not exists (select 1 from pg_partitioned_table p join pg_class c on c.oid = p.partrelid where c.relname = parent and c.relnamespace = 'public'::regnamespace) then
    raise exception 'the table % is not partitioned', parent;
  end if;
  if to_regclass(format('public.%I', part)) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('ensure_month ' || part, 0));
  -- pg_class itself: to_regclass would answer from what this session remembers, and that is from before the wait
  if exists (select 1 from pg_class where relname = part and relnamespace = 'public'::regnamespace) then return; end if;
  execute format('create table public.%I (like public.%I including all)', part, parent);
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, part, first_day, (first_day + interval '1 month')::date);
end $$;
revoke all on function ensure_month(text, date) from public;

-- Enqueues a job inside the caller's transaction; the queue's own tables stay closed to the runtime role.
create function enqueue_job(task text, payload json, queue text, key text, run_at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, queue_name => queue, job_key => key, run_at => run_at, max_attempts => 5);
end $$;
revoke all on function enqueue_job(text, json, text, text, timestamptz) from public;
