-- grant: select,insert on punch
-- grant: select,insert on device_line
-- Only added again: what is taken back goes by the functions of 1530.
select 1;
