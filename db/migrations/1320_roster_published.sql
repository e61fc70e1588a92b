-- a column with a constant default: the table is not written anew
alter table roster_day add column published boolean not null default false;
