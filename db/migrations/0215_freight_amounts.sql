-- amounts that not everybody sees: whoever does not fill them in leaves nothing
alter table first_leg_bill_item alter column amount set default '0';
alter table first_leg_share alter column share set default '0';
