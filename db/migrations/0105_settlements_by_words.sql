create index amazon_settlement_search_idx on amazon_settlement using gin (search_grams(settlement_id));
