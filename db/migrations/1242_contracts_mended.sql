alter table contract add column renewals_before integer not null default 0;
