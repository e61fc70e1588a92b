-- The sheet of finance becomes versions of bills: a new one begins whenever a line of a product begins or has ended. Figures stay: on each
-- day the same parts hold as before.
with edges as (
    select org_id, product_id, valid_from as day from material_part
    union select org_id, product_id, valid_to + 1 from material_part where valid_to is not null),
  spans as (
    select org_id, product_id, day as valid_from, lead(day) over (partition by org_id, product_id order by day) - 1 as valid_to from edges),
  held as (
    select s.org_id, s.product_id, s.valid_from, s.valid_to from spans s
    where exists (select from material_part m where m.org_id = s.org_id and m.product_id = s.product_id and m.valid_from <= s.valid_from
      and (m.valid_to is null or m.valid_to >= s.valid_from))),
  numbered as (
    select h.*, row_number() over (partition by org_id, product_id order by valid_from) as version_no,
      row_number() over (partition by org_id order by product_id, valid_from) as n from held h),
  made as (
    insert into bom (org_id, no, business_on, product_id, kind, version_no, state, base, fee, valid_from, valid_to, remark)
    select org_id, 'BOM0-' || lpad(n::text, greatest(4, length(n::text)), '0'), valid_from, product_id, 1, version_no, case when valid_to is null then 2 else 5 end, 1, 0,
      valid_from, valid_to, '由财务的物料清单转入'
    from numbered returning id, org_id, product_id, valid_from)
insert into bom_line (org_id, bom_id, line_no, part_id, per, scrap)
  select b.org_id, b.id, row_number() over (partition by b.id order by m.id), m.part_id, m.quantity, m.scrap
  from made b join material_part m on m.org_id = b.org_id and m.product_id = b.product_id and m.valid_from <= b.valid_from
    and (m.valid_to is null or m.valid_to >= b.valid_from);
-- whoever kept the sheet keeps the bills
insert into role_permission (org_id, role_id, permission, operation)
  select org_id, role_id, 'bom', operation from role_permission where permission = 'finance.materialSheet' on conflict do nothing;
-- loses data: the sheet, which stands in the bills now
drop table material_part;
