alter table sign_in_provider add column is_emulated boolean not null default false;
alter table company_try add column back text not null default '';
