-- Contacts of suppliers need a right of their own from now on: whoever could see them by the list's keeps seeing them.
INSERT INTO public.role_permission (org_id, role_id, permission, operation) SELECT org_id, role_id, permission, 100 FROM public.role_permission WHERE permission = 'supplier' AND operation = 2;
