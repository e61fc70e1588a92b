-- What an order's goods bore as first leg, by layers; empty until the lines are made again.
alter table ebay_order_profit add column first_leg numeric(20,4);
alter table ebay_order_profit_delivery add column first_leg numeric(20,4);
alter table yx_order_profit add column first_leg numeric(20,4);
alter table yx_order_profit_delivery add column first_leg numeric(20,4);
alter table yx_ae_order_profit add column first_leg numeric(20,4);
alter table yx_ae_order_profit_delivery add column first_leg numeric(20,4);
