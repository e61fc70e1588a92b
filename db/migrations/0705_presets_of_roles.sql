-- The preset that a role began with: the home page of its people follows it. Roles of before are known by the name that their preset gives.
alter table role add column preset text;
update role set preset = known.preset
from (
  values ('总经理', 'boss'), ('财务', 'finance'), ('销售', 'sales'), ('采购', 'buyer'), ('仓管', 'keeper'), ('人事', 'hr'), ('信息技术', 'it')
) as known (name, preset)
where role.name = known.name;
