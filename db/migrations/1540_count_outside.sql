-- Parts at a subcontractor are counted: what an order lost, the differences of a count, and the place of an order found by an index.
alter table production_material add column lost numeric(20,6) not null default '0';
update production_material m set lost = x.lost from (
  select o.id as order_id, v.product_id, sum(v.quantity) as lost
  from production_order o join goods_location g on g.doc_type = 'production_order' and g.doc_id = o.id::text
    join goods_move v on v.doc_type = 'production_order' and v.doc_id = o.id::text and v.from_id = g.id
    join goods_location t on t.id = v.to_id and t.kind = 25
  group by 1, 2) x
where m.order_id = x.order_id and m.part_id = x.product_id;
alter table receipt_discrepancy add column count_id bigint references goods_count;
create index receipt_discrepancy_count_id_idx on receipt_discrepancy (count_id) where count_id is not null;
create index goods_location_doc_type_doc_id_idx on goods_location (doc_type, doc_id) where doc_id is not null;
