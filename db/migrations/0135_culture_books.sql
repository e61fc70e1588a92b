create table culture_book (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  cover bigint[],
  title text not null,
  author text,
  publisher text,
  isbn text,
  type_id bigint,
  place text,
  intro text,
  is_public smallint not null default 1,
  keeper_id bigint,
  copy_count integer not null default 0,
  free_count integer not null default 0,
  lent_count integer not null default 0,
  waiting_count integer not null default 0,
  borrowed_times integer not null default 0,
  constraint culture_book_pkey primary key (id)
);
create index culture_book_org_id_id_idx on culture_book (org_id, id desc);
create index culture_book_org_id_isbn_idx on culture_book (org_id, isbn);
create index culture_book_keeper_id_id_idx on culture_book (keeper_id, id desc);
create index culture_book_search_idx on culture_book using gin (search_grams(title, author, publisher, isbn));
create table culture_book_copy (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  book_id bigint not null,
  line_no integer not null,
  copy_no text not null,
  state smallint not null default 1,
  remark text,
  constraint culture_book_copy_pkey primary key (id)
);
alter table culture_book_copy add constraint culture_book_copy_book_id_line_no_key unique (org_id, book_id, line_no);
alter table culture_book_copy add constraint culture_book_copy_copy_no_key unique (org_id, copy_no);
create index culture_book_copy_org_id_id_idx on culture_book_copy (org_id, id desc);
create index culture_book_copy_book_id_state_idx on culture_book_copy (book_id, state);
create index culture_book_copy_search_idx on culture_book_copy using gin (search_grams(copy_no));
create table culture_borrowing (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  no text,
  book_id bigint not null,
  copy_id bigint,
  employee_id bigint not null,
  keeper_id bigint,
  state smallint not null default 1,
  applied_at timestamptz not null,
  lent_at timestamptz,
  due_on date,
  due_at timestamptz,
  returned_at timestamptz,
  renewals integer not null default 0,
  is_waited_for boolean not null default false,
  held_until timestamptz,
  apply_note text,
  condition smallint,
  remark text,
  note text,
  noted_at timestamptz,
  constraint culture_borrowing_pkey primary key (id)
);
alter table culture_borrowing add constraint culture_borrowing_no_key unique (org_id, no);
create index culture_borrowing_org_id_applied_at_id_idx on culture_borrowing (org_id, applied_at desc, id desc);
create index culture_borrowing_employee_id_applied_at_id_idx on culture_borrowing (employee_id, applied_at desc, id desc);
create index culture_borrowing_keeper_id_applied_at_id_idx on culture_borrowing (keeper_id, applied_at desc, id desc);
create index culture_borrowing_book_id_state_id_idx on culture_borrowing (book_id, state, id);
create index culture_borrowing_org_id_lent_at_idx on culture_borrowing (org_id, lent_at);
create index culture_borrowing_org_id_due_on_idx on culture_borrowing (org_id, due_on) where state = 2;
create index culture_borrowing_org_id_held_until_idx on culture_borrowing (org_id, held_until) where state = 1 and held_until is not null;
create index culture_borrowing_book_id_noted_at_idx on culture_borrowing (book_id, noted_at desc) where noted_at is not null;
create index culture_borrowing_search_idx on culture_borrowing using gin (search_grams(no));
create table culture_book_delay (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  borrowing_id bigint not null,
  book_id bigint,
  employee_id bigint not null,
  keeper_id bigint,
  days integer not null,
  reason text not null,
  state smallint not null default 1,
  opinion text,
  asked_at timestamptz not null,
  constraint culture_book_delay_pkey primary key (id)
);
create index culture_book_delay_org_id_asked_at_id_idx on culture_book_delay (org_id, asked_at desc, id desc);
create index culture_book_delay_employee_id_asked_at_id_idx on culture_book_delay (employee_id, asked_at desc, id desc);
create index culture_book_delay_keeper_id_asked_at_id_idx on culture_book_delay (keeper_id, asked_at desc, id desc);
create index culture_book_delay_borrowing_id_idx on culture_book_delay (borrowing_id);
create index culture_book_delay_search_idx on culture_book_delay using gin (search_grams(reason));
create table culture_book_setting (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name smallint not null default 1,
  loan_days integer not null default 30,
  books_max integer not null default 5,
  constraint culture_book_setting_pkey primary key (id)
);
alter table culture_book_setting add constraint culture_book_setting_name_key unique (org_id, name);
ALTER TABLE "public"."culture_book" ADD CONSTRAINT "culture_book_keeper_id_fkey" FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_book" ADD CONSTRAINT "culture_book_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_book" ADD CONSTRAINT "culture_book_type_id_fkey" FOREIGN KEY (type_id) REFERENCES public.dictionary_item(id);
ALTER TABLE "public"."culture_book_copy" ADD CONSTRAINT "culture_book_copy_book_id_fkey" FOREIGN KEY (book_id) REFERENCES public.culture_book(id);
ALTER TABLE "public"."culture_book_copy" ADD CONSTRAINT "culture_book_copy_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_book_delay" ADD CONSTRAINT "culture_book_delay_book_id_fkey" FOREIGN KEY (book_id) REFERENCES public.culture_book(id);
ALTER TABLE "public"."culture_book_delay" ADD CONSTRAINT "culture_book_delay_borrowing_id_fkey" FOREIGN KEY (borrowing_id) REFERENCES public.culture_borrowing(id);
ALTER TABLE "public"."culture_book_delay" ADD CONSTRAINT "culture_book_delay_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_book_delay" ADD CONSTRAINT "culture_book_delay_keeper_id_fkey" FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_book_delay" ADD CONSTRAINT "culture_book_delay_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_book_setting" ADD CONSTRAINT "culture_book_setting_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."culture_borrowing" ADD CONSTRAINT "culture_borrowing_book_id_fkey" FOREIGN KEY (book_id) REFERENCES public.culture_book(id);
ALTER TABLE "public"."culture_borrowing" ADD CONSTRAINT "culture_borrowing_copy_id_fkey" FOREIGN KEY (copy_id) REFERENCES public.culture_book_copy(id);
ALTER TABLE "public"."culture_borrowing" ADD CONSTRAINT "culture_borrowing_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_borrowing" ADD CONSTRAINT "culture_borrowing_keeper_id_fkey" FOREIGN KEY (keeper_id) REFERENCES public.employee(id);
ALTER TABLE "public"."culture_borrowing" ADD CONSTRAINT "culture_borrowing_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
