-- what parts of an order were planned to cost; what a subcontracted order is bought and received by
alter table production_material add column plan_price numeric(20,8);
alter table production_order add column purchase_line_id bigint;
create index production_order_purchase_line_id_idx on production_order (purchase_line_id) where purchase_line_id is not null;
alter table production_receipt add column in_id bigint;
create index production_receipt_in_id_idx on production_receipt (in_id) where in_id is not null;
