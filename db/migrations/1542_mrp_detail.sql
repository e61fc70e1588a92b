-- What happens to an item is kept in fewer letters.
update mrp_item i set detail = x.detail from (
  select m.id, json_build_object('rule', d->'rule',
    'supplies', coalesce((select json_agg(json_build_array(e->>'day', e->>'quantity', e->>'id', e->>'list', e->>'no') order by n)
      from json_array_elements(d->'supplies') with ordinality as s(e, n)), '[]'),
    'demands', coalesce((select json_agg(json_build_array(e->>'day', e->>'quantity', e->>'id', e->>'list', e->>'no') order by n)
      from json_array_elements(d->'demands') with ordinality as s(e, n)), '[]'),
    'pegs', d->'pegs')::text as detail
  from mrp_item m cross join lateral (select m.detail::json as d) j where m.detail is not null) x
where i.id = x.id;
