-- columns with constant defaults: the tables are not written anew
alter table attendance_rule add column confirm_days integer not null default 3;
alter table leave_type add column sex smallint;
alter table leave_type add column in_probation boolean not null default true;
