-- Bundles of a goods issue that are put together when it is shipped.
alter table goods_out_line add column sets numeric(20,6) not null default '0';
alter table goods_out_line add column bundle_id bigint;
alter table goods_out_line add column of_line_id bigint;
alter table goods_out_line add column bom_id bigint;
create index goods_out_line_of_line_id_idx on goods_out_line (of_line_id) where of_line_id is not null;
alter table stock_made add column conversion text not null default '';
alter table stock_conversion_cost add column conversion text not null default '';
