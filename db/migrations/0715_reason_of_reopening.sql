-- why a closed month of the books was opened again
alter table finance_month add column reopen_reason text not null default '';
