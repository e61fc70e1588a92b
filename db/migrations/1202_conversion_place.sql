-- Where goods go while they become other goods: outside of every warehouse.
create or replace function goods_outside(p_org bigint, p_kind integer, p_shop bigint) returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_title text := case p_kind when 20 then '供应商' when 21 then '已出库' when 22 then '平台仓' when 23 then '生产转换'
    when 24 then '盘点差异' when 25 then '报废' when 26 then '领用' when 27 then '期初' end;
begin
  if v_title is null or (p_kind in (21, 22)) <> (p_shop is not null) then
    raise exception 'goods: no outside location of kind %', p_kind using errcode = 'GP003', detail = '{"why": "location"}';
  end if;
  select l.id into v_id from goods_location l
    where l.org_id = p_org and l.kind = p_kind and l.warehouse_id is null and l.shop_id is not distinct from p_shop;
  if found then
    return v_id;
  end if;
  if p_shop is not null and not exists (select 1 from shop s where s.id = p_shop and s.org_id = p_org) then
    raise exception 'goods: no shop %', p_shop using errcode = 'GP003', detail = '{"why": "location"}';
  end if;
  -- two who make it at once: the second waits for the first and finds it
  perform pg_advisory_xact_lock(hashtextextended('goods outside ' || p_org, 0));
  select l.id into v_id from goods_location l
    where l.org_id = p_org and l.kind = p_kind and l.warehouse_id is null and l.shop_id is not distinct from p_shop;
  if not found then
    insert into goods_location (org_id, code, kind, shop_id) values (p_org, v_title || coalesce(' #' || p_shop, ''), p_kind, p_shop)
      on conflict (org_id, code) do nothing returning id into v_id;
    if v_id is null then
      insert into goods_location (org_id, code, kind, shop_id) values (p_org, v_title || ' #' || coalesce(p_shop, 0) || ' *', p_kind, p_shop)
        returning id into v_id;
    end if;
  end if;
  return v_id;
end $$;
