-- One number for all shops of an ask.
alter table calculation_run add column no text not null default '';
update calculation_run set no = 'HS-' || to_char(asked_at at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MISS');
