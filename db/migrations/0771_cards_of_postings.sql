-- Cards that a posting of goods made: the table and the line of its document. The warehouse whose stock the ledger keeps at a place.
alter table cost_receipt add column doc_type text;
alter table cost_receipt add column line_id text;
create index cost_receipt_doc_type_line_id_idx on cost_receipt (doc_type, line_id);
alter table stock_place add column warehouse_id bigint;
alter table stock_place add constraint stock_place_warehouse_id_key unique (org_id, warehouse_id);
alter table stock_place add constraint stock_place_warehouse_id_fkey foreign key (warehouse_id) references public.warehouse(id);
