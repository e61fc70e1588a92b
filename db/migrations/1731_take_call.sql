-- Takes one call from each of these buckets, or none: milliseconds to wait, 0 where it was taken. `spare` stays for others.
create or replace function take_call(buckets jsonb, spare numeric, at_ timestamptz) returns numeric language plpgsql as $$
declare
  one record;
  wait numeric := 0;
  left_ numeric;
  -- no wait is so long: what lies further in the future was noted by a clock that was wrong
  believed constant timestamptz := at_ + interval '1 hour';
begin
  -- in the order of their keys, so that two callers never wait for each other
  for one in select b->>'key' as code, (b->>'rate')::numeric as rate, (b->>'burst')::numeric as burst
    from jsonb_array_elements(buckets) b order by b->>'key' collate "C"
  loop
    insert into call_bucket (code, tokens, at, rate, burst) values (one.code, one.burst, at_, one.rate, one.burst)
      on conflict (code) do nothing;
    perform 1 from call_bucket where code = one.code for update;
    update call_bucket b set at = case when b.at > believed then at_ else greatest(b.at, at_) end,
      blocked_until = case when b.blocked_until > believed then null else b.blocked_until end,
      tokens = least(b.burst, b.tokens + b.rate * greatest(0, extract(epoch from at_ - b.at)))
      where b.code = one.code;
    select b.tokens, b.rate, b.blocked_until into one from call_bucket b where b.code = one.code;
    left_ := one.tokens - 1 - spare;
    wait := greatest(wait, case when left_ < 0 then ceil(-left_ / one.rate * 1000) else 0 end,
      ceil(coalesce(extract(epoch from one.blocked_until - at_), 0) * 1000));
  end loop;
  if wait = 0 then
    update call_bucket set tokens = tokens - 1 where code in (select b->>'key' from jsonb_array_elements(buckets) b);
  end if;
  return wait;
end $$;
