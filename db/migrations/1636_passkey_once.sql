-- A passkey is of one account: the sign-in finds its account by its id alone.
create unique index second_factor_handle_key on second_factor (handle) where kind = 2;
