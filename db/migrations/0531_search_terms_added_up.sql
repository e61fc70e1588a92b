create table ads__shop_month_currency_days (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  days integer not null,
  spend numeric(20,4) not null,
  sales7 numeric(20,4) not null,
  sales14 numeric(20,4) not null,
  orders7 integer not null,
  orders14 integer not null,
  impressions integer not null,
  clicks integer not null,
  n integer not null,
  constraint ads__shop_month_currency_days_pkey primary key (shop_id, month, currency, days)
);
create table ads__shop_day_currency_days (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  days integer not null,
  spend numeric(20,4) not null,
  sales7 numeric(20,4) not null,
  sales14 numeric(20,4) not null,
  orders7 integer not null,
  orders14 integer not null,
  impressions integer not null,
  clicks integer not null,
  n integer not null,
  constraint ads__shop_day_currency_days_pkey primary key (shop_id, day, currency, days)
);
create table ads__shop_month_currency_days_portfolio_campaign_term (
  shop_id bigint not null,
  month date not null,
  currency text not null,
  days integer not null,
  portfolio text not null,
  campaign text not null,
  term text not null,
  spend numeric(20,4) not null,
  sales7 numeric(20,4) not null,
  sales14 numeric(20,4) not null,
  orders7 integer not null,
  orders14 integer not null,
  impressions integer not null,
  clicks integer not null,
  n integer not null,
  constraint ads__shop_month_currency_days_portfolio_campaign_term_pkey primary key (shop_id, month, currency, days, portfolio, campaign, term)
);
create table ads__shop_day_currency_days_portfolio_campaign_term (
  shop_id bigint not null,
  day date not null,
  currency text not null,
  days integer not null,
  portfolio text not null,
  campaign text not null,
  term text not null,
  spend numeric(20,4) not null,
  sales7 numeric(20,4) not null,
  sales14 numeric(20,4) not null,
  orders7 integer not null,
  orders14 integer not null,
  impressions integer not null,
  clicks integer not null,
  n integer not null,
  constraint ads__shop_day_currency_days_portfolio_campaign_term_pkey primary key (shop_id, day, currency, days, portfolio, campaign, term)
);
insert into stale_day (rollup, org_id, owner_id, day, since)
select 'ads', s.org_id, f.shop_id, f.end_on, now() from (select distinct shop_id, end_on from ad_search_term) f join shop s on s.id = f.shop_id
on conflict do nothing;
