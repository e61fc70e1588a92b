CREATE INDEX menu_log_org_id_last_at_id_idx ON public.menu_log USING btree (org_id, last_at DESC, id DESC);
