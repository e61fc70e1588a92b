alter table goods_out add column priority smallint not null default 2;
alter table goods_count_line add column unit_cost numeric(20,8);
