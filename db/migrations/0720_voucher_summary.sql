-- A voucher of the list says what it is of: the explanation of its first entry.
alter table voucher add column summary text not null default '';
update voucher v set summary = e.summary from voucher_entry e where e.voucher_id = v.id and e.no = 1;
