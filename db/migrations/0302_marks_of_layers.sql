-- One row for each transaction that marks a product: writers do not wait for each other.
alter table stock_stale drop constraint stock_stale_pkey;
alter table stock_stale add column mark bigint not null default 0;
alter table stock_stale alter column mark drop default;
alter table stock_stale add constraint stock_stale_pkey primary key (org_id, product_id, mark);
