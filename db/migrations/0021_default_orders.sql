CREATE INDEX department_history_org_id_valid_from_idx ON public.department_history USING btree (org_id, valid_from DESC);
CREATE INDEX dictionary_item_org_id_sort_idx ON public.dictionary_item USING btree (org_id, sort);
