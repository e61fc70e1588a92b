-- A permission opens pages of one subject of the menus. What was one is several now: every grant and every data scope of a role that names
-- it is copied, so that each role keeps what it could and how far it saw.
insert into role_permission (org_id, role_id, permission, operation)
  select g.org_id, g.role_id, s.new, g.operation from role_permission g join (values
    ('finance.fba', 'finance.fba.stock'),
    ('finance.fba', 'finance.fba.storage'),
    ('finance.fba', 'finance.fba.return'),
    ('finance.fba', 'finance.fba.vat'),
    ('finance.aliexpress', 'finance.aliexpress.payout'),
    ('finance.aliexpress', 'finance.aliexpress.refund'),
    ('finance.aliexpress', 'finance.aliexpress.stock'),
    ('finance.stock.layer', 'finance.stock.batch'),
    ('finance.stock.layer', 'finance.stock.books'),
    ('sales.order', 'sales.listing.sku'),
    ('finance.shopProfit', 'finance.shopProfit.names'),
    ('finance.profit', 'finance.overview')
  ) as s (old, new) on s.old = g.permission
  on conflict (org_id, role_id, permission, operation) do nothing;
insert into role_scope (org_id, role_id, permission, data_scope, named_dept_ids)
  select g.org_id, g.role_id, s.new, g.data_scope, g.named_dept_ids from role_scope g join (values
    ('finance.fba', 'finance.fba.stock'),
    ('finance.fba', 'finance.fba.storage'),
    ('finance.fba', 'finance.fba.return'),
    ('finance.fba', 'finance.fba.vat'),
    ('finance.aliexpress', 'finance.aliexpress.payout'),
    ('finance.aliexpress', 'finance.aliexpress.refund'),
    ('finance.aliexpress', 'finance.aliexpress.stock'),
    ('finance.stock.layer', 'finance.stock.batch'),
    ('finance.stock.layer', 'finance.stock.books'),
    ('sales.order', 'sales.listing.sku'),
    ('finance.shopProfit', 'finance.shopProfit.names'),
    ('finance.profit', 'finance.overview')
  ) as s (old, new) on s.old = g.permission
  on conflict (org_id, role_id, permission) do nothing;
-- these names are gone; the others go on beside the new one
delete from role_permission where permission in ('finance.fba', 'finance.aliexpress', 'finance.stock.layer');
delete from role_scope where permission in ('finance.fba', 'finance.aliexpress', 'finance.stock.layer');
