-- nothing read them: orders say themselves whether prices hold the tax, items of a supplier their lead days, statements go by months
-- loses data: three columns of suppliers
alter table supplier drop column tax_included, drop column lead_days, drop column statement_day;
