alter table stale_day drop constraint stale_day_shop_id_fkey;
alter table stale_day rename column shop_id to owner_id;
alter table stale_day add column org_id bigint;
update stale_day d set org_id = s.org_id from shop s where s.id = d.owner_id;
alter table stale_day alter column org_id set not null;
