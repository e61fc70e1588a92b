DROP INDEX "public"."currency_search_idx";
ALTER TABLE "public"."amazon_kind" ADD COLUMN "title_en" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."currency" ADD COLUMN "name_en" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."dictionary" ADD COLUMN "name_en" text NOT NULL DEFAULT ''::text;
ALTER TABLE "public"."marketplace" ADD COLUMN "name_en" text NOT NULL DEFAULT ''::text;
CREATE INDEX currency_search_idx ON public.currency USING gin (public.search_grams(VARIADIC ARRAY[code, name, name_en]));
-- names of what the installation was seeded with; what somebody has entered himself gets its English name by hand
update currency as c set name_en = v.name_en from (values
  ('AED', 'United Arab Emirates Dirham'), ('ARS', 'Argentine Peso'), ('AUD', 'Australian Dollar'), ('BGN', 'Bulgarian Lev'),
  ('BHD', 'Bahraini Dinar'), ('BRL', 'Brazilian Real'), ('CAD', 'Canadian Dollar'), ('CHF', 'Swiss Franc'), ('CLP', 'Chilean Peso'),
  ('CNY', 'Chinese Yuan'), ('COP', 'Colombian Peso'), ('CZK', 'Czech Koruna'), ('DKK', 'Danish Krone'), ('EGP', 'Egyptian Pound'),
  ('EUR', 'Euro'), ('GBP', 'British Pound'), ('HKD', 'Hong Kong Dollar'), ('HUF', 'Hungarian Forint'), ('IDR', 'Indonesian Rupiah'),
  ('ILS', 'Israeli New Shekel'), ('INR', 'Indian Rupee'), ('ISK', 'Icelandic Króna'), ('JPY', 'Japanese Yen'),
  ('KRW', 'South Korean Won'), ('KWD', 'Kuwaiti Dinar'), ('MOP', 'Macanese Pataca'), ('MXN', 'Mexican Peso'),
  ('MYR', 'Malaysian Ringgit'), ('NOK', 'Norwegian Krone'), ('NZD', 'New Zealand Dollar'), ('PEN', 'Peruvian Sol'),
  ('PHP', 'Philippine Peso'), ('PLN', 'Polish Zloty'), ('QAR', 'Qatari Riyal'), ('RON', 'Romanian Leu'), ('RUB', 'Russian Ruble'),
  ('SAR', 'Saudi Riyal'), ('SEK', 'Swedish Krona'), ('SGD', 'Singapore Dollar'), ('THB', 'Thai Baht'), ('TRY', 'Turkish Lira'),
  ('TWD', 'New Taiwan Dollar'), ('UAH', 'Ukrainian Hryvnia'), ('USD', 'US Dollar'), ('UYU', 'Uruguayan Peso'),
  ('VND', 'Vietnamese Dong'), ('ZAR', 'South African Rand')
) as v (code, name_en) where v.code = c.code;
update marketplace as m set name_en = v.name_en from (values
  ('amazon.com', 'Amazon United States'), ('amazon.ca', 'Amazon Canada'), ('amazon.com.mx', 'Amazon Mexico'),
  ('amazon.com.br', 'Amazon Brazil'), ('amazon.co.uk', 'Amazon United Kingdom'), ('amazon.de', 'Amazon Germany'),
  ('amazon.fr', 'Amazon France'), ('amazon.it', 'Amazon Italy'), ('amazon.es', 'Amazon Spain'), ('amazon.nl', 'Amazon Netherlands'),
  ('amazon.com.be', 'Amazon Belgium'), ('amazon.ie', 'Amazon Ireland'), ('amazon.se', 'Amazon Sweden'), ('amazon.pl', 'Amazon Poland'),
  ('amazon.com.tr', 'Amazon Türkiye'), ('amazon.ae', 'Amazon United Arab Emirates'), ('amazon.sa', 'Amazon Saudi Arabia'),
  ('amazon.eg', 'Amazon Egypt'), ('amazon.co.za', 'Amazon South Africa'), ('amazon.in', 'Amazon India'),
  ('amazon.co.jp', 'Amazon Japan'), ('amazon.sg', 'Amazon Singapore'), ('amazon.com.au', 'Amazon Australia'),
  ('ebay.com', 'eBay United States'), ('ebay.co.uk', 'eBay United Kingdom'), ('ebay.de', 'eBay Germany'),
  ('ebay.com.au', 'eBay Australia'), ('walmart.com', 'Walmart United States'), ('walmart.ca', 'Walmart Canada'),
  ('aliexpress.com', 'AliExpress Global')
) as v (code, name_en) where v.code = m.code;
update dictionary as d set name_en = v.name_en from (values
  (16, 'Kinds of positions'), (68, 'States of employees'), (69, 'Education'), (72, 'Political status'), (73, 'Marital status'),
  (98, 'Ethnic groups'), (99, 'Interests'), (100, 'Foreign languages'), (101, 'Command of languages'), (104, 'Garment sizes'),
  (105, 'Kinds of education'), (106, 'Family relations'), (109, 'Kinds of events')
) as v (code, name_en) where v.code = d.code;
update dictionary_item as i set label_en = v.label_en from (values
  (16, '1', 'Management'), (16, '2', 'Business'), (16, '3', 'Functional'), (16, '4', 'Technical'), (16, '5', 'Production'),
  (68, '1', 'To join'), (68, '2', 'On probation'), (68, '3', 'Regular'), (68, '4', 'Leaving'), (68, '5', 'Left'),
  (68, '6', 'On unpaid leave'), (68, '7', 'Rehired'), (69, '1', 'Junior secondary or below'), (69, '2', 'Senior secondary'),
  (69, '3', 'Technical secondary'), (69, '4', 'College diploma'), (69, '5', 'Bachelor'), (69, '6', 'Master'), (69, '7', 'Doctor'),
  (72, '1', 'None'), (72, '2', 'Youth League member'), (72, '3', 'Probationary Party member'), (72, '4', 'Party member'),
  (72, '5', 'Democratic party'), (72, '6', 'Independent'), (73, '1', 'Single'), (73, '2', 'Married'), (73, '3', 'Divorced'),
  (73, '4', 'Widowed'), (98, '1', 'Han'), (98, '2', 'Hui'), (98, '3', 'Manchu'), (98, '4', 'Mongol'), (98, '5', 'Zhuang'),
  (98, '6', 'Miao'), (98, '7', 'Uyghur'), (98, '8', 'Tibetan'), (98, '9', 'Tujia'), (98, '10', 'Yi'), (98, '11', 'Korean'),
  (98, '12', 'Other'), (99, '1', 'Reading'), (99, '2', 'Music'), (99, '3', 'Sports'), (99, '4', 'Travel'), (99, '5', 'Photography'),
  (99, '6', 'Cooking'), (99, '7', 'Board games'), (99, '8', 'Calligraphy and painting'), (100, '1', 'English'), (100, '2', 'Japanese'),
  (100, '3', 'German'), (100, '4', 'French'), (100, '5', 'Spanish'), (100, '6', 'Italian'), (100, '7', 'Korean'),
  (100, '8', 'Russian'), (101, '1', 'Beginner'), (101, '2', 'Fair'), (101, '3', 'Proficient'), (101, '4', 'Excellent'),
  (101, '5', 'Native'), (104, '1', 'XS'), (104, '2', 'S'), (104, '3', 'M'), (104, '4', 'L'), (104, '5', 'XL'), (104, '6', 'XXL'),
  (104, '7', 'XXXL'), (105, '1', 'Full time'), (105, '2', 'Self-taught examination'), (105, '3', 'Adult education'),
  (105, '4', 'Online'), (105, '5', 'Correspondence'), (106, '1', 'Father'), (106, '2', 'Mother'), (106, '3', 'Spouse'),
  (106, '4', 'Child'), (106, '5', 'Sibling'), (106, '6', 'Other'), (109, '1', 'Company'), (109, '2', 'Products and development'),
  (109, '3', 'Honours and certificates'), (109, '4', 'Team and activities'), (109, '5', 'Markets and channels')
) as v (code, value, label_en) where v.code = i.dictionary_code and v.value = i.value and coalesce(i.label_en, '') = '';
-- a kind of fee is called as its file prints it
update amazon_kind set title_en = array_to_string(array(select part from unnest(array[type, amount_type, description, column_name])
  with ordinality as p (part, at) where part <> '' group by part order by min(at)), ' · ');
