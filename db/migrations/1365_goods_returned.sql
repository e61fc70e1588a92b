-- What of a line of a receipt went back to its supplier, by day, for lists whose readers need not see the warehouse; null: nothing.
create or replace function goods_returned(p_line bigint) returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_agg(jsonb_build_object('day', r.posted_on, 'quantity', l.quantity))
    from public.purchase_return_line l join public.purchase_return r on r.id = l.return_id where l.in_line_id = p_line and r.state = 6);
end $$;
