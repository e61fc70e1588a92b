-- Orders of offline shops have their claims, as those of files have.
insert into import_claim (org_id, identity, value, shop_id)
select s.org_id, 'salesOrder', f.order_no, min(f.shop_id)
from order_line f join shop s on s.id = f.shop_id where s.marketplace_code = 'offline'
group by s.org_id, f.order_no
on conflict do nothing;
