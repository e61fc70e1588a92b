alter table sys_config add column company_only boolean not null default false;
alter table session add column by_company boolean not null default false;
