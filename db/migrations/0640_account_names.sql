-- A name carries the mark of its organisation only where another account has the name.
with plain as (
  select id, username, regexp_replace(username, '#\d+$', '') as name from account
), free as (
  select p.id, p.username, p.name from plain p
  where p.username <> p.name and not exists (select from plain o where o.name = p.name and o.id <> p.id)
), renamed as (
  update account a set username = f.name, version = a.version + 1 from free f where a.id = f.id
)
update login_record l set username = f.name from free f where l.username = f.username;
