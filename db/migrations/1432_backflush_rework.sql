-- Orders that draw their parts as they are received; bad units that rework made good.
alter table production_order add column backflush boolean not null default false;
alter table work_report add column reworked numeric(20,6) not null default '0';
