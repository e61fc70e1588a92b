-- What comes next of a plan, and what of a connection ended since its round began, without reading all that it ever fetched.
create index sync_window_plan_id_next_at_idx on sync_window (plan_id, next_at) where state in (0, 1, 2, 4, 7, 8);
create index sync_window_connection_id_ended_at_idx on sync_window (connection_id, ended_at);
