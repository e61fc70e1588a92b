-- the SQL of a kept question names what its maker sees: it is made anew for each reader
alter table generated_sql drop column text;
