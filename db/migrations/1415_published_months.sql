alter table attendance_group add column published_months text[];
