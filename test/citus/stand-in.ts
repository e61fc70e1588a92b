/**
 * For tests: on plain PostgreSQL, what a coordinator's extension shows the program: its catalogue, and functions that note their calls in
 * it.
 */
import type pg from 'pg'

const statements = (database: string): string[] => [
  'create schema stand_in',
  'create table stand_in.call (n bigserial primary key, call text not null)',
  `create table stand_in.pg_extension as select 'citus'::name as extname, '13.2-1'::text as extversion`,
  'create table stand_in.pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char")',
  'create table stand_in.pg_dist_node as select 0 as groupid, true as isactive, true as shouldhaveshards',
  `create table stand_in.answer as select true as success, '1'::text as roles`,
  `create table stand_in.failing as select ''::text as at`,
  `create function stand_in.noted(what text, variadic given text[]) returns void language plpgsql as $$
  begin
    if given[1] = (select at from stand_in.failing) then raise exception 'the machine went away'; end if;
    insert into stand_in.call (call) values (what || '(' || array_to_string(given, ', ', '<NULL>') || ')');
  end $$`,
  `create function stand_in.create_reference_table(t regclass) returns void language plpgsql as $$
  begin
    perform stand_in.noted('create_reference_table', t::text);
    insert into stand_in.pg_dist_partition values (t, 'n', 't');
  end $$`,
  `create function stand_in.create_distributed_table(t regclass, by text, colocate_with text, shard_count int default null)
  returns void language plpgsql as $$
  begin
    perform stand_in.noted('create_distributed_table', t::text, by, 'colocate_with ' || colocate_with,
      'shard_count ' || coalesce(shard_count::text, '<NULL>'));
    insert into stand_in.pg_dist_partition values (t, 'h', 's');
  end $$`,
  `create function stand_in.truncate_local_data_after_distributing_table(t regclass) returns void language sql as $$
    select stand_in.noted('truncate_local_data_after_distributing_table', t::text) $$`,
  `create function stand_in.citus_add_local_table_to_metadata(t regclass) returns void language plpgsql as $$
  begin
    perform stand_in.noted('citus_add_local_table_to_metadata', t::text);
    insert into stand_in.pg_dist_partition values (t, 'n', 's');
  end $$`,
  `create function stand_in.run_command_on_all_nodes(command text) returns table (success boolean, result text) language plpgsql as $$
  begin
    perform stand_in.noted('run_command_on_all_nodes', command);
    return query select a.success, a.roles from stand_in.answer a;
  end $$`,
  // its names go before those of PostgreSQL itself, in every connection that is opened from now on
  `alter database ${database} set search_path = public, stand_in, pg_catalog`,
]

/** Puts the stand-in into a database that has its tables already. `owner`: a connection that keeps its own search path. */
export async function standIn(owner: pg.Client, database: string): Promise<void> {
  for (const statement of statements(database)) await owner.query(statement)
}
