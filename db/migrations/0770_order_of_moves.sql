-- Moves of one day go by their numbers. Months that are closed keep the order they were closed with: that of the numbers as text.
alter table finance_month add column moves_as_text integer not null default 0;
update finance_month set moves_as_text = 1 where state = 1;
-- what has moved after them is worked out anew
insert into stock_stale (org_id, product_id, mark, since)
select m.org_id, m.product_id, pg_current_xact_id()::text::bigint, now()
from (select org_id, product_id, day from cost_receipt union all select org_id, product_id, day from stock_movement) m
where m.day > coalesce((select max(f.month) + interval '1 month - 1 day' from finance_month f where f.org_id = m.org_id and f.state = 1),
  '-infinity')
group by m.org_id, m.product_id on conflict do nothing;
