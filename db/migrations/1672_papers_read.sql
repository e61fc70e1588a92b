-- Papers of seal requests are read from now on; those that are there wait to be read.
insert into file_text (org_id, file_id, created_at)
  select distinct s.org_id, f.id, now() - interval '1 day' from seal_request s, unnest(s.papers) p join stored_file f on f.id = p
  where f.deleted_at is null on conflict do nothing;
