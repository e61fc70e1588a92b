-- What is scrapped is named by the bin in which it lies.
alter table goods_out_line add column location_id bigint references goods_location(id);
create index goods_out_line_location_id_idx on goods_out_line (location_id);
