-- Where a coordinator spreads the tables over several machines, a transaction that writes a reference table and then many shops must go to the
-- shards one after another: in parallel it is refused. On one PostgreSQL the setting is a name without a meaning.
create or replace function begin_write(org bigint) returns void language plpgsql as $$
begin
  set local citus.multi_shard_modify_mode = 'sequential';
  execute format('set local app.org = %L', org);
  update txn_mark set n = n where id = -1;
end $$;
