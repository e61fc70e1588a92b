alter table ad_invoice_check add column report_currency text;
alter table ad_invoice_check add column report_spend numeric(20,4);
alter table ad_invoice_check add column days_missing integer;
alter table ad_invoice_check add column spend_difference numeric(20,4);
alter table ad_invoice_check add column by_credit numeric(20,4);
alter table ad_invoice_check add column by_days numeric(20,4);
alter table ad_invoice_check add column unexplained numeric(20,4);
alter table ad_invoice_check add column spend_state smallint;
