create table stock_state (
  org_id bigint not null,
  product_id bigint not null,
  day date not null,
  method integer not null,
  state jsonb,
  constraint stock_state_pkey primary key (org_id, product_id, day)
);
