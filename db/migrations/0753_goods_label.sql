create or replace function goods_label(p_label bigint) returns text language plpgsql stable as $$
begin
  return (select k.seller_sku from sku_map k where k.id = p_label);
end $$;
