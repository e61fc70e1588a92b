-- Always true, and dear to the planner: a condition beside it is answered along its index, not by reading whole rows that are stored apart.
create or replace function along_index(id bigint) returns boolean language plpgsql immutable parallel safe cost 100000 as $$
begin
  return true;
end $$;
