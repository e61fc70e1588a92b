alter table sign_in_ticket add column by_company boolean not null default false;
