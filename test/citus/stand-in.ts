/**
 * For tests: on plain PostgreSQL, what a coordinator's extension shows the program: its catalogue, and functions that note their calls in
 * it and refuse what Citus 13.2.2 refused, in its words. One that always says yes hid that the product did not start there.
 */
import type pg from 'pg'

const statements = (database: string): string[] => [
  'create schema stand_in',
  'create table stand_in.call (n bigserial primary key, call text not null)',
  `create table stand_in.pg_extension as select 'citus'::name as extname, '13.2-1'::text as extversion, 0::oid as extnamespace`,
  'create table stand_in.pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char")',
  'create table stand_in.pg_dist_object (classid oid, objid oid)',
  'create table stand_in.pg_dist_node as select 0 as groupid, true as isactive, true as shouldhaveshards',
  `create table stand_in.answer as select true as success, '1'::text as roles, ''::text as refused,
    (current_setting('server_version_num')::int / 10000)::text as version`,
  `create table stand_in.failing as select ''::text as at`,
  `create function stand_in.noted(what text, variadic given text[]) returns void language plpgsql as $$
  begin
    if given[1] = (select at from stand_in.failing) then raise exception 'the machine went away'; end if;
    insert into stand_in.call (call) values (what || '(' || array_to_string(given, ', ', '<NULL>') || ')');
  end $$`,
  `create function stand_in.check_new(t regclass) returns void language plpgsql as $$
  begin
    if exists (select from stand_in.pg_dist_partition where logicalrelid = t) then
      raise exception 'table "%" is already distributed', t;
    end if;
  end $$`,
  `create function stand_in.check_spreadable(t regclass) returns void language plpgsql as $$
  begin
    perform stand_in.check_new(t);
    if exists (select from pg_trigger where tgrelid = t and not tgisinternal) then
      raise exception 'cannot distribute relation "%" because it has triggers', t;
    end if;
  end $$`,
  `create function stand_in.create_reference_table(t regclass) returns void language plpgsql as $$
  begin
    perform stand_in.check_spreadable(t);
    perform stand_in.noted('create_reference_table', t::text);
    insert into stand_in.pg_dist_partition values (t, 'n', 't');
  end $$`,
  `create function stand_in.create_distributed_table(t regclass, by text, colocate_with text, shard_count int default null)
  returns void language plpgsql as $$
  begin
    perform stand_in.check_spreadable(t);
    if colocate_with <> 'none' and shard_count is not null then
      raise exception 'Cannot use colocate_with with a table and shard_count at the same time';
    end if;
    if exists (select from pg_index i where i.indrelid = t and i.indisunique and not exists (select from pg_attribute a
        where a.attrelid = t and a.attnum = any(i.indkey::int[]) and a.attname = by)) then
      raise exception 'cannot create constraint on "%"', t;
    end if;
    if exists (select from pg_constraint c left join stand_in.pg_dist_partition p on p.logicalrelid = c.confrelid
        where c.conrelid = t and c.contype = 'f' and c.confrelid <> t
          and (p.logicalrelid is null or p.partmethod = 'n' and p.repmodel <> 't')) then
      raise exception 'cannot create foreign key constraint since relations are not colocated or not referencing a reference table';
    end if;
    perform stand_in.noted('create_distributed_table', t::text, by, 'colocate_with ' || colocate_with,
      'shard_count ' || coalesce(shard_count::text, '<NULL>'));
    insert into stand_in.pg_dist_partition values (t, 'h', 's');
  end $$`,
  `create function stand_in.create_distributed_function(f regprocedure) returns void language plpgsql as $$
  begin
    perform stand_in.noted('create_distributed_function', f::text);
    insert into stand_in.pg_dist_object values ('pg_proc'::regclass, f);
  end $$`,
  `create function stand_in.truncate_local_data_after_distributing_table(t regclass) returns void language sql as $$
    select stand_in.noted('truncate_local_data_after_distributing_table', t::text) $$`,
  `create function stand_in.citus_add_local_table_to_metadata(t regclass) returns void language plpgsql as $$
  begin
    perform stand_in.check_new(t);
    perform stand_in.noted('citus_add_local_table_to_metadata', t::text);
    insert into stand_in.pg_dist_partition values (t, 'n', 's');
  end $$`,
  `create function stand_in.run_command_on_all_nodes(command text) returns table (success boolean, result text)
  language plpgsql security definer as $$
  begin
    if command = 'select 1' then
      return query select session_user <> a.refused, 'failed to connect to worker:5432'::text from stand_in.answer a;
      return;
    end if;
    perform stand_in.noted('run_command_on_all_nodes', command);
    return query select a.success, case when command like '%server_version_num%' then a.version else a.roles end from stand_in.answer a;
    -- a worker: what the coordinator carries to it by itself is refused there
    return query select false, 'ERROR:  operation is not allowed on this node' where command ilike 'alter database %';
  end $$`,
  'grant usage on schema stand_in to public',
  // its names go before those of PostgreSQL itself, in every connection that is opened from now on
  `alter database ${database} set search_path = public, stand_in, pg_catalog`,
]

/** Puts the stand-in into a database that has its tables already. `owner`: a connection that keeps its own search path. */
export async function standIn(owner: pg.Client, database: string): Promise<void> {
  for (const statement of statements(database)) await owner.query(statement)
}
