-- By which call a file was brought decides which families of files it may be of.
alter table import_run add column takes text[];
