alter table contract add column late_from date;
update contract c set late_from = p.due_on
  from (select contract_id, min(due_on) as due_on from contract_plan where state = 6 group by contract_id) p where p.contract_id = c.id;
create index contract_org_id_late_from_idx on contract (org_id, late_from);
