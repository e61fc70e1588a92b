-- What files tell of a listing besides its title: its parent, and when and for how much its SKUs were sold. A constant default rewrites nothing.
ALTER TABLE "public"."sku_listing" ADD COLUMN "parent_item_id" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."sku_listing" ADD COLUMN "price" numeric(20,4);
ALTER TABLE "public"."sku_listing" ADD COLUMN "currency" text;
ALTER TABLE "public"."sku_listing" ADD COLUMN "first_sold_on" date;
ALTER TABLE "public"."sku_listing" ADD COLUMN "last_sold_on" date;
update sku_listing l set first_sold_on = x.first_on, last_sold_on = x.last_on
  from (select shop_id, sku, min(ordered_on) as first_on, max(ordered_on) as last_on from order_line
    where sku <> '' and not is_cancelled and quantity > 0 group by shop_id, sku) x
  where x.shop_id = l.shop_id and x.sku = l.sku;
update sku_listing l set price = x.price, currency = x.currency
  from (select distinct on (f.shop_id, f.sku) f.shop_id, f.sku, round(f.item / f.quantity, 4) as price, f.currency
    from order_line f join sku_listing s on s.shop_id = f.shop_id and s.sku = f.sku and s.last_sold_on = f.ordered_on
    where not f.is_cancelled and f.quantity > 0
    order by f.shop_id, f.sku, f.purchased_at desc, f.order_no, f.line_no) x
  where x.shop_id = l.shop_id and x.sku = l.sku;
update sku_listing l set parent_item_id = x.parent_asin
  from (select distinct on (shop_id, asin) shop_id, asin, parent_asin from sales_traffic
    where granularity <> 'PARENT' and asin <> '' and parent_asin <> '' order by shop_id, asin, end_on desc) x
  where x.shop_id = l.shop_id and x.asin = l.item_id;
