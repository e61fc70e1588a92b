-- The key of pages is called by all that it holds.
alter table sync_part rename constraint sync_part_window_id_key to sync_part_window_id_no_key;
