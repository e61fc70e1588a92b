-- As many claims as orders: one key and no foreign key, and nothing that nobody reads (who claimed, when: the import says so).
alter table import_claim drop constraint import_claim_identity_value_key, drop constraint import_claim_org_id_fkey,
  drop constraint import_claim_pkey, drop constraint import_claim_shop_id_fkey;
alter table import_claim drop column created_at, drop column created_by, drop column id, drop column updated_at,
  drop column updated_by, drop column version;
alter table import_claim add constraint import_claim_pkey primary key (org_id, identity, value);
