-- a case of leave may give minutes of each day (time to nurse): a request of one keeps a person away once a day
alter table leave_rule add column daily_minutes integer;
alter table away drop constraint away_source_doc_id_key;
alter table away add constraint away_source_doc_id_from_at_key unique (org_id, source, doc_id, from_at);
