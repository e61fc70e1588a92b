alter table attendance_device add column remark text;
