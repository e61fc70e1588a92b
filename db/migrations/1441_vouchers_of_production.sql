-- 生产: books that took the usual accounts get its account and its rules, as 载入常用科目 and 载入常用规则 give them to others
insert into voucher_account (org_id, company_id, code, name, class, side)
select b.org_id, b.company_id, a.code, a.name, a.class, 1
from voucher_book b
cross join (values ('5001', '生产成本', 5), ('660206', '管理费用-生产损失', 6)) a(code, name, class)
where exists (select from voucher_account x where x.org_id = b.org_id and x.company_id = b.company_id and x.code = '1405' and x.status = 1)
on conflict do nothing;
insert into voucher_rule (org_id, company_id, item, debit_id, credit_id, valid_from)
select b.org_id, b.company_id, r.item, d.id, c.id, '2000-01-01'
from voucher_book b
cross join (values (211, '5001', '1405'), (212, '5001', '224102'), (213, '1405', '5001'), (214, '1405', '5001'), (215, '660206', '5001'))
  r(item, debit, credit)
join voucher_account d on d.org_id = b.org_id and d.company_id = b.company_id and d.code = r.debit and d.status = 1
join voucher_account c on c.org_id = b.org_id and c.company_id = b.company_id and c.code = r.credit and c.status = 1
where not exists (select from voucher_rule x where x.org_id = b.org_id and x.company_id = b.company_id and x.item = r.item);
