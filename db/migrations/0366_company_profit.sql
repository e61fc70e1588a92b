-- The profit of all marketplaces has a right of its own; whoever saw it under Amazon goes on seeing it.
INSERT INTO public.role_permission (org_id, role_id, permission, operation) SELECT org_id, role_id, 'finance.profit', operation FROM public.role_permission WHERE permission = 'finance.amazon.profit';
