-- Staging holds lines during an import alone: what was marked in it belongs to no import that goes on.
truncate order_line_staging;
alter table order_line_staging rename column is_new to is_known;
