-- grant: select,insert on device_line
create table device_person (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  device_id bigint not null,
  pin text not null,
  shown_name text,
  employee_id bigint,
  ignored boolean not null default false,
  constraint device_person_pkey primary key (id)
);
alter table device_person add constraint device_person_device_id_pin_key unique (org_id, device_id, pin);
create index device_person_org_id_pin_idx on device_person (org_id, pin);
create index device_person_search_idx on device_person using gin (search_grams(pin));
create table device_line (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  device_id bigint not null,
  pin text not null,
  at timestamptz not null,
  constraint device_line_pkey primary key (id)
);
alter table device_line add constraint device_line_device_id_pin_at_key unique (org_id, device_id, pin, at);
create index device_line_org_id_at_idx on device_line (org_id, at desc);
ALTER TABLE "public"."device_line" ADD CONSTRAINT "device_line_device_id_fkey" FOREIGN KEY (device_id) REFERENCES public.attendance_device(id);
ALTER TABLE "public"."device_line" ADD CONSTRAINT "device_line_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."device_person" ADD CONSTRAINT "device_person_device_id_fkey" FOREIGN KEY (device_id) REFERENCES public.attendance_device(id);
ALTER TABLE "public"."device_person" ADD CONSTRAINT "device_person_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."device_person" ADD CONSTRAINT "device_person_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
