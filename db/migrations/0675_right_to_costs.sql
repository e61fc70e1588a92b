-- 查看成本 is a right of its own: figures that hold cost are told to who has it. Each role that sees these figures today gets it, so that
-- nobody loses one: whoever looks at a report or exports it, and of the page of an order who may see what its goods cost.
insert into role_permission (org_id, role_id, permission, operation)
  select distinct g.org_id, g.role_id, s.permission, s.operation from role_permission g join (values
    ('finance.profit', 100),
    ('finance.amazon.profit', 100),
    ('finance.market.ebay', 101),
    ('finance.market.yx', 101),
    ('finance.market.ae', 101),
    ('finance.overview', 100),
    ('finance.claim', 100),
    ('finance.sheet.financeBudget', 100),
    ('finance.sheet.financeDeptBudget', 100),
    ('finance.sheet.yxSalesProfit', 100),
    ('finance.sheet.financeJxhProfit', 100),
    ('sales.amazon.statistics', 100),
    ('sales.ebay.statistics', 100),
    ('sales.walmart.statistics', 100),
    ('sales.aliexpress.statistics', 100)
  ) as s (permission, operation) on s.permission = g.permission
  where g.operation in (2, 6)
  on conflict (org_id, role_id, permission, operation) do nothing;
insert into role_permission (org_id, role_id, permission, operation)
  select org_id, role_id, 'finance.order', 100 from role_permission where permission = 'finance.stock.batch' and operation = 100
  on conflict (org_id, role_id, permission, operation) do nothing;
