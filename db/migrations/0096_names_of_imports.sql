CREATE INDEX import_run_search_idx ON public.import_run USING gin (public.search_grams(VARIADIC ARRAY[file_name]));
