-- As many shares as SKUs: facts of their shop with one key and no foreign key, as lines of orders are.
alter table cost_allocation_share drop constraint cost_allocation_share_allocation_id_run_shop_id_sku_key,
  drop constraint cost_allocation_share_currency_fkey, drop constraint cost_allocation_share_org_id_fkey,
  drop constraint cost_allocation_share_pkey, drop constraint cost_allocation_share_shop_id_fkey;
drop index cost_allocation_share_org_id_day_id_idx, cost_allocation_share_shop_id_day_idx;
alter table cost_allocation_share drop column created_at, drop column created_by, drop column id, drop column org_id,
  drop column updated_at, drop column updated_by, drop column version;
alter table cost_allocation_share add constraint cost_allocation_share_pkey primary key (allocation_id, run, shop_id, sku);
create index cost_allocation_share_day_shop_id_idx on cost_allocation_share (day desc, shop_id);
-- a fee of several months, or of one consignment
alter table cost_allocation add column since date, add column shipment_id bigint;
alter table cost_allocation add constraint cost_allocation_shipment_id_fkey foreign key (shipment_id) references first_leg_shipment(id);
create index cost_allocation_shipment_id_idx on cost_allocation (shipment_id);
