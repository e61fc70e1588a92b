alter table import_run add column is_due_anew boolean not null default false;
create index import_run_id_idx on import_run (id) where is_due_anew;
-- imports of shops that are there: order files were read without buyers, days to ship by and eBay's countries, others without their period
update import_run set is_due_anew = true
  where state = 2 and shop_id is not null and document_id is null
    and (family in ('ebayOrders', 'walmartOrders', 'aliexpressOrders') or period_from is null);
