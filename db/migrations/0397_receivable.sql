create table finance_receivable (
  day date not null,
  shop_id bigint not null,
  currency text not null,
  opening numeric(20,4) not null,
  events numeric(20,4) not null,
  payouts numeric(20,4) not null,
  closing numeric(20,4) not null,
  held numeric(20,4) not null,
  reserve numeric(20,4) not null,
  unpaid numeric(20,4) not null,
  constraint finance_receivable_pkey primary key (shop_id, currency, day)
);
create index finance_receivable_day_shop_id_currency_idx on finance_receivable (day, shop_id, currency);
