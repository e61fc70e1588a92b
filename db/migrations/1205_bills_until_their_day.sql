-- A version that ends on a later day is in use until then.
update bom set state = 2 where state = 5 and valid_to >= current_date;
