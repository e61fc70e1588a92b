alter table customer add column erased_at timestamptz;
