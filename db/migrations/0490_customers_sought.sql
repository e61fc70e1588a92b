create index customer_last_on_idx on customer (last_on);
create index customer_sought_idx on customer using gin (search_grams(user_name, first_name, last_name, email));
