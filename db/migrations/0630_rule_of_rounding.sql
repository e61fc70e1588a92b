-- 尾差: books that took the usual accounts get its account and its rule, as 载入常用科目 and 载入常用规则 give them to others.
insert into voucher_account (org_id, company_id, code, name, class, side)
select b.org_id, b.company_id, '660304', '财务费用-尾差', 6, 1
from voucher_book b
where exists (select from voucher_account a where a.org_id = b.org_id and a.company_id = b.company_id and a.code = '224102' and a.status = 1)
on conflict do nothing;
insert into voucher_rule (org_id, company_id, item, debit_id, credit_id, valid_from)
select b.org_id, b.company_id, 190, d.id, c.id, '2000-01-01'
from voucher_book b
join voucher_account d on d.org_id = b.org_id and d.company_id = b.company_id and d.code = '660304' and d.name = '财务费用-尾差'
join voucher_account c on c.org_id = b.org_id and c.company_id = b.company_id and c.code = '224102' and c.status = 1
where not exists (select from voucher_rule r where r.org_id = b.org_id and r.company_id = b.company_id and r.item = 190);
