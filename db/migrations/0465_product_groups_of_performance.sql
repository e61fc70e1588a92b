-- Performance groups may have product groups: their figures are those of these products alone.
alter table performance_group add column group_ids bigint[];
create index performance_group_group_ids_idx on performance_group using gin (group_ids);
