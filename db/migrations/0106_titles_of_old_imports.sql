-- Titles of imports from before they named their files: in the reader's language like all others.
update task
set title = regexp_replace(title, '\{"key":"导入 \{\} 个文件","params":\[(\d+)\]\}', '["导入 \1 个文件","Import of \1 files"]', 'g')
where kind = 'import' and title like '%"导入 {} 个文件"%';
update task
set title = regexp_replace(title, '^导入 (\d+) 个文件$', '["导入 \1 个文件","Import of \1 files"]')
where kind = 'import' and title ~ '^导入 \d+ 个文件$';
update message
set title = regexp_replace(title, '\{"key":"导入 \{\} 个文件","params":\[(\d+)\]\}', '["导入 \1 个文件","Import of \1 files"]', 'g')
where title like '%"导入 {} 个文件"%';
