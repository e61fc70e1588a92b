-- Events are told in the order of their transactions: an id is given before its transaction commits.
drop index webhook_event_org_id_id_idx;
create index webhook_event_org_id_xact_id_idx on webhook_event (org_id, xact, id);
