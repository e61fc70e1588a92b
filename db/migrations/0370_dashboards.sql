create table dashboard (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  account_id bigint not null,
  name text not null,
  home_of bigint,
  audience text[] not null,
  content jsonb,
  constraint dashboard_pkey primary key (id)
);
alter table dashboard add constraint dashboard_home_of_key unique (org_id, home_of);
create index dashboard_org_id_home_of_name_id_idx on dashboard (org_id, home_of, name, id);
create index dashboard_account_id_idx on dashboard (account_id);
-- what people arranged stays: the layout of a home page and what was pinned become one dashboard
insert into dashboard (org_id, account_id, name, home_of, audience, content, created_by, updated_by)
select o.org_id, o.account_id, '首页', o.account_id, array['a' || o.account_id], jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(
          jsonb_strip_nulls(jsonb_build_object(
            'key', k.key,
            'declared', case when p.id is null then true end,
            'title', p.title,
            'page', case when p.id is not null then jsonb_build_object('type', p.type, 'url', p.url, 'look', 'rows') end,
            'hidden', case when k.hidden then true end,
            'width', case when p.id is null then 3 else 6 end,
            'height', 2))
          order by k.part, k.at)
      from (
        select key, at, 1 as part, false as hidden
        from home_layout l, unnest(l.shown) with ordinality as u(key, at)
        where l.org_id = o.org_id and l.account_id = o.account_id
        union all
        select key, at, 3, true
        from home_layout l, unnest(l.hidden_cards) with ordinality as u(key, at)
        where l.org_id = o.org_id and l.account_id = o.account_id
        union all
        -- pinned since the last arrangement
        select 'pin.' || q.id, q.id, 2, false
        from home_pin q
        where q.org_id = o.org_id and q.account_id = o.account_id and not exists (
          select 1 from home_layout l
          where l.org_id = q.org_id and l.account_id = q.account_id and 'pin.' || q.id = any(l.shown || l.hidden_cards))
      ) k
      left join home_pin p on p.org_id = o.org_id and p.account_id = o.account_id and 'pin.' || p.id = k.key
      where p.id is not null or k.key not like 'pin.%'
    ), '[]'::jsonb),
    'filter', '{}'::jsonb,
    'seconds', null),
  o.account_id, o.account_id
from (select org_id, account_id from home_layout union select org_id, account_id from home_pin) o;
drop table home_layout;
drop table home_pin;
ALTER TABLE "public"."dashboard" ADD CONSTRAINT "dashboard_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
