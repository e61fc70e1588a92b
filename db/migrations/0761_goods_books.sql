-- what the books say of cells, which stay as they are until the transaction ends
create or replace function goods_books(p_org bigint, p_cells jsonb) returns jsonb language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if current_setting('app.org', true) is distinct from p_org::text then
    raise exception 'goods: for another organisation' using errcode = 'GP004';
  end if;
  perform 1 from goods_cell c
    join jsonb_to_recordset(p_cells) as x("productId" bigint, "locationId" bigint, "batchId" bigint, "labelId" bigint)
      on (c.product_id, c.location_id, c.batch_id, c.label_id) = (x."productId", x."locationId", x."batchId", x."labelId")
    where c.org_id = p_org order by c.product_id, c.location_id, c.batch_id, c.label_id for update of c;
  return coalesce((select jsonb_agg(jsonb_build_object('id', x.id::text, 'quantity', trim_scale(c.quantity)::text))
    from jsonb_to_recordset(p_cells) as x(id bigint, "productId" bigint, "locationId" bigint, "batchId" bigint, "labelId" bigint)
      join goods_cell c on c.org_id = p_org
        and (c.product_id, c.location_id, c.batch_id, c.label_id) = (x."productId", x."locationId", x."batchId", x."labelId")), '[]');
end $$;
revoke all on function goods_books(bigint, jsonb) from public;
