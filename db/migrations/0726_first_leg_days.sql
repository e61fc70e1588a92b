-- Days that new stock takes to the warehouse of the marketplace, as people say it of a shop.
alter table shop add column first_leg_days integer not null default 30;
