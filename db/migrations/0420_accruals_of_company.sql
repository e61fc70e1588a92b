-- Accruals of first leg and purchases are of the company: they have no shop.
alter table finance_accrual alter column shop_id drop not null;
