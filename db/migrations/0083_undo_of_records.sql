alter table list_batch add column undoable boolean not null default false;
alter table list_batch add column label text;
-- what was done in the last day keeps its way back
update list_batch set undoable = true where kind <> 4 and rows > 0 and created_at > now() - interval '25 hours';
create index list_batch_account_id_created_at_idx on list_batch (account_id, created_at);
