-- The zone in which a marketplace counts days is its own, whatever its reports print (areas/reference/marketplace-zones.ts has each with its source).
-- Only what the product itself had put in is changed: a zone that somebody chose stays. Lines that are there keep their day; the merges know them again on it.
update marketplace m set zone = n.zone, updated_at = now()
from (values
  ('amazon.com.br', 'America/Los_Angeles', 'America/Sao_Paulo'),
  ('amazon.com.tr', 'UTC', 'Europe/Istanbul'),
  ('amazon.ae', 'UTC', 'Asia/Dubai'),
  ('amazon.sa', 'UTC', 'Asia/Riyadh'),
  ('amazon.eg', 'UTC', 'Africa/Cairo'),
  ('amazon.co.za', 'UTC', 'Africa/Johannesburg'),
  ('amazon.in', 'UTC', 'Asia/Kolkata'),
  ('amazon.sg', 'UTC', 'Asia/Singapore'),
  ('amazon.com.au', 'UTC', 'Australia/Sydney')
) as n(code, was, zone)
where m.code = n.code and m.zone = n.was;
