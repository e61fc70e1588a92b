-- Pages go with their connection. Those on their way are fetched again.
update sync_window set page_token = null where state = 0 and page_token is not null;
delete from sync_part;
alter table sync_part add column connection_id bigint not null;
alter table sync_part add constraint sync_part_connection_id_fkey foreign key (connection_id) references shop_connection (id);
