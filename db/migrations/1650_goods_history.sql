-- How many moves an item has is read in the index alone: without the organisation in it each move was looked up in the table.
create index goods_move_product_id_booked_on_id_org_id_idx on goods_move (product_id, booked_on, id, org_id);
drop index goods_move_product_id_booked_on_id_idx;
