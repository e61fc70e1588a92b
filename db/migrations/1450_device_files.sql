-- grant: select,insert,update,delete on punch
-- grant: select,insert,update,delete on device_line
create unlogged table device_staging (
  import_id bigint not null,
  owner_id bigint not null,
  line_no integer not null,
  kind_no integer not null,
  pin text not null,
  name text not null,
  at timestamptz not null,
  constraint device_staging_pkey primary key (import_id, line_no)
);
ALTER TABLE "public"."device_line" ADD COLUMN "import_id" bigint;
CREATE INDEX device_line_import_id_idx ON public.device_line USING btree (import_id);
