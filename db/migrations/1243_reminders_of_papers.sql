alter table certificate_fee add column remind_on date;
create index certificate_fee_org_id_remind_on_idx on certificate_fee (org_id, remind_on);
update certificate_fee set remind_on = due_on where open;
alter table seal_request add column due_back date;
drop index seal_request_org_id_back_on_idx;
create index seal_request_org_id_due_back_idx on seal_request (org_id, due_back);
update seal_request set due_back = back_on where out_on is not null and returned_on is null;
