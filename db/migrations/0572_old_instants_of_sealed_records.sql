-- What sealed authors wrote before tells its day alone too. The trail's entries keep their instants: its blocks hold them.
create function pg_temp.day(at timestamptz, org bigint) returns timestamptz language sql as $$
  select date_trunc('day', at at time zone o.zone) at time zone o.zone from organisation o where o.id = org
$$;
update boss_letter set created_at = pg_temp.day(created_at, org_id), updated_at = pg_temp.day(updated_at, org_id),
  sent_at = pg_temp.day(sent_at, org_id), trashed_at = pg_temp.day(trashed_at, org_id), removed_at = pg_temp.day(removed_at, org_id);
update boss_letter_copy set created_at = pg_temp.day(created_at, org_id), updated_at = pg_temp.day(updated_at, org_id),
  sent_at = pg_temp.day(sent_at, org_id) where is_anonymous;
update boss_reply r set read_at = pg_temp.day(r.read_at, r.org_id), updated_at = pg_temp.day(r.updated_at, r.org_id) where r.read_at is not null;
update boss_reply_copy set trashed_at = pg_temp.day(trashed_at, org_id), updated_at = pg_temp.day(updated_at, org_id) where trashed_at is not null;
update bbs_topic set created_at = pg_temp.day(created_at, org_id), updated_at = pg_temp.day(updated_at, org_id),
  posted_at = pg_temp.day(posted_at, org_id), order_at = pg_temp.day(order_at, org_id) where is_anonymous;
update bbs_topic set last_reply_at = pg_temp.day(last_reply_at, org_id)
  where id in (select record_id from bbs_topic_comment where is_sealed);
update bbs_topic_comment set created_at = pg_temp.day(created_at, org_id), updated_at = pg_temp.day(updated_at, org_id),
  edited_at = pg_temp.day(edited_at, org_id), deleted_at = pg_temp.day(deleted_at, org_id) where is_sealed;
update stored_file f set created_at = pg_temp.day(f.created_at, f.org_id), updated_at = pg_temp.day(f.updated_at, f.org_id)
  where f.account_id = 0 and f.id in (select file_id from file_use where table_name in ('boss_letter', 'boss_letter_copy', 'bbs_topic', 'bbs_topic_comment'));
update file_use set created_at = pg_temp.day(created_at, org_id), updated_at = pg_temp.day(updated_at, org_id)
  where created_by = 0 and table_name in ('boss_letter', 'boss_letter_copy', 'bbs_topic', 'bbs_topic_comment');
delete from idempotency where account_id = 0;
delete from found_recent where type = 'bbsTopic';
delete from call_hour where route ~ '^[A-Z]+ /(emp|bbsTopic)/' and route !~ 'unreadCount';
-- clicks of their pages count by day, of nobody
insert into sealed_click (org_id, click_date, module_id, menu_id, times)
  select org_id, click_date, min(module_id), menu_id, sum(times) from menu_click
  where menu_id like 'contribute.%' or menu_id like 'culture.bbsList' or menu_id like 'culture.bbsTopicManage' group by org_id, click_date, menu_id;
delete from menu_click where menu_id like 'contribute.%' or menu_id in ('culture.bbsList', 'culture.bbsTopicManage');
delete from menu_log where menu_id like 'contribute.%' or menu_id in ('culture.bbsList', 'culture.bbsTopicManage');
delete from route_use where component like 'mailbox/%' or component in ('culture/board/board', 'culture/board/topic', 'list/bbsTopic');
delete from usage_summary where dept_id <> 0 and dimension = 1 and (key like 'contribute.%' or key in ('culture.bbsList', 'culture.bbsTopicManage'));
update usage_summary set users = 0 where dept_id = 0 and dimension = 1 and (key like 'contribute.%' or key in ('culture.bbsList', 'culture.bbsTopicManage'));
update user_tab set state = jsonb_build_object('activeKey', '', 'tabs', coalesce((select jsonb_agg(tab) from jsonb_array_elements(state::jsonb -> 'tabs') tab
  where tab ->> 'url' !~ '^/(contribute/|culture/bbs-|culture/bbsTopic)'), '[]'::jsonb))
  where state::text ~ '/(contribute/|culture/bbs-|culture/bbsTopic)';
