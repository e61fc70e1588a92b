-- A run writes hundreds of thousands of lines: indexes that no order and no usual filter reads are gone.
drop index mrp_line_org_id_state_kind_idx;
drop index mrp_line_supplier_id_idx;
drop index mrp_line_from_warehouse_id_idx;
drop index mrp_line_bom_id_idx;
drop index mrp_line_item_id_idx;
drop index mrp_line_org_id_plan_key_idx;
create index mrp_line_org_id_state_idx on mrp_line (org_id, state) where state <> 1;
