-- how often a part of a long array stands there is not counted: the index leads, reading all arrays takes seconds
-- (naming the type anew forgets what was counted)
alter table file_text alter column grams type text[];
alter table file_text alter column grams set statistics 0;
-- what was read is read again: grams now reach over signs and where letters and characters meet
update file_text set state = 0 where state in (1, 2);
