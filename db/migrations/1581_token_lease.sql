-- Who asks for a token holds a row, and no transaction, while the marketplace answers.
alter table connection_token
  add column lease text,
  add column leased_until timestamptz;
