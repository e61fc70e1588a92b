-- amounts of the Transaction View stand beside those of the old summary and count after them
alter table amazon_summary_line add column is_view boolean not null default false;
