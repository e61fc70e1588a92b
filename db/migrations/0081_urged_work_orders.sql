alter table work_order add column urged_at timestamptz;
