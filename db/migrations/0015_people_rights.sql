create table dictionary (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code integer not null,
  name text not null,
  remark text,
  constraint dictionary_pkey primary key (id)
);
alter table dictionary add constraint dictionary_code_key unique (org_id, code);
create table dictionary_item (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  dictionary_id bigint not null,
  value text not null,
  label text not null,
  label_en text,
  sort integer not null default 0,
  status smallint not null default 1,
  constraint dictionary_item_pkey primary key (id)
);
alter table dictionary_item add constraint dictionary_item_dictionary_id_value_key unique (org_id, dictionary_id, value);
create table supplier (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  short_name text,
  contact text,
  phone text,
  currency text not null default 'CNY',
  payment_days integer not null default 0,
  status smallint not null default 1,
  address text,
  constraint supplier_pkey primary key (id)
);
alter table supplier add constraint supplier_code_key unique (org_id, code);
create table warehouse (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  kind smallint not null default 1,
  country_code text,
  status smallint not null default 1,
  constraint warehouse_pkey primary key (id)
);
alter table warehouse add constraint warehouse_code_key unique (org_id, code);
create table logistics_channel (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null,
  name text not null,
  mode smallint not null,
  carrier text,
  status smallint not null default 1,
  constraint logistics_channel_pkey primary key (id)
);
alter table logistics_channel add constraint logistics_channel_code_key unique (org_id, code);
create table company (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  short_name text,
  credit_code text,
  legal_person text,
  address text,
  phone text,
  status smallint not null default 1,
  constraint company_pkey primary key (id)
);
alter table company add constraint company_name_key unique (org_id, name);
create table position (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  name text not null,
  remark text,
  status smallint not null default 1,
  constraint position_pkey primary key (id)
);
alter table position add constraint position_name_key unique (org_id, name);
create table department_history (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  department_id bigint not null,
  name text not null,
  parent_id bigint,
  parent_name text,
  valid_from timestamptz not null,
  valid_to timestamptz,
  constraint department_history_pkey primary key (id)
);
create index department_history_department_id_valid_from_idx on department_history (department_id, valid_from);
create table role_scope (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  role_id bigint not null,
  permission text not null,
  data_scope smallint not null,
  named_dept_ids text[],
  constraint role_scope_pkey primary key (id)
);
alter table role_scope add constraint role_scope_role_id_permission_key unique (org_id, role_id, permission);
create index role_scope_role_id_idx on role_scope (role_id);
create table data_grant (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  employee_id bigint not null,
  kind smallint not null,
  object_id bigint not null,
  constraint data_grant_pkey primary key (id)
);
alter table data_grant add constraint data_grant_employee_id_kind_object_id_key unique (org_id, employee_id, kind, object_id);
create index data_grant_employee_id_idx on data_grant (employee_id);
create index data_grant_kind_object_id_idx on data_grant (kind, object_id);
create table menu_setting (
  id bigserial,
  org_id bigint not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  menu_id text not null,
  module_id text not null,
  parent_id text,
  sort integer,
  title text,
  title_en text,
  icon text,
  path text,
  component text,
  permission text,
  keep_alive boolean,
  hidden boolean,
  is_monitoring boolean,
  is_own boolean not null default false,
  constraint menu_setting_pkey primary key (id)
);
alter table menu_setting add constraint menu_setting_menu_id_key unique (org_id, menu_id);
create table sys_config (
  id bigserial,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  code text not null default 'main',
  registration_open boolean not null default true,
  per_address_limit integer not null default 30,
  constraint sys_config_pkey primary key (id)
);
alter table sys_config add constraint sys_config_code_key unique (code);
ALTER TABLE "public"."department" ADD COLUMN "company_id" bigint;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."department" ADD COLUMN "sort" integer NOT NULL DEFAULT 0;
-- may rewrite the whole table: how many rows does it hold?
ALTER TABLE "public"."department" ADD COLUMN "status" smallint NOT NULL DEFAULT 1;
ALTER TABLE "public"."employee" ADD COLUMN "position_id" bigint;
ALTER TABLE "public"."employee" ADD COLUMN "interests" text[];
ALTER TABLE "public"."session" ADD COLUMN "view_as_account_id" bigint;
ALTER TABLE "public"."session" ADD COLUMN "view_as_org_id" bigint;
ALTER TABLE "public"."employee" ALTER COLUMN "position_name" SET DEFAULT ''::text;
ALTER TABLE "public"."company" ADD CONSTRAINT "company_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."data_grant" ADD CONSTRAINT "data_grant_employee_id_fkey" FOREIGN KEY (employee_id) REFERENCES public.employee(id);
ALTER TABLE "public"."data_grant" ADD CONSTRAINT "data_grant_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."department" ADD CONSTRAINT "department_company_id_fkey" FOREIGN KEY (company_id) REFERENCES public.company(id);
ALTER TABLE "public"."department_history" ADD CONSTRAINT "department_history_department_id_fkey" FOREIGN KEY (department_id) REFERENCES public.department(id);
ALTER TABLE "public"."department_history" ADD CONSTRAINT "department_history_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."dictionary" ADD CONSTRAINT "dictionary_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."dictionary_item" ADD CONSTRAINT "dictionary_item_dictionary_id_fkey" FOREIGN KEY (dictionary_id) REFERENCES public.dictionary(id);
ALTER TABLE "public"."dictionary_item" ADD CONSTRAINT "dictionary_item_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."employee" ADD CONSTRAINT "employee_position_id_fkey" FOREIGN KEY (position_id) REFERENCES public."position"(id);
ALTER TABLE "public"."logistics_channel" ADD CONSTRAINT "logistics_channel_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."menu_setting" ADD CONSTRAINT "menu_setting_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."position" ADD CONSTRAINT "position_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."role_scope" ADD CONSTRAINT "role_scope_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."role_scope" ADD CONSTRAINT "role_scope_role_id_fkey" FOREIGN KEY (role_id) REFERENCES public.role(id);
ALTER TABLE "public"."session" ADD CONSTRAINT "session_view_as_account_id_fkey" FOREIGN KEY (view_as_account_id) REFERENCES public.account(id);
ALTER TABLE "public"."session" ADD CONSTRAINT "session_view_as_org_id_fkey" FOREIGN KEY (view_as_org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."supplier" ADD CONSTRAINT "supplier_currency_fkey" FOREIGN KEY (currency) REFERENCES public.currency(code);
ALTER TABLE "public"."supplier" ADD CONSTRAINT "supplier_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
ALTER TABLE "public"."warehouse" ADD CONSTRAINT "warehouse_country_code_fkey" FOREIGN KEY (country_code) REFERENCES public.country(code);
ALTER TABLE "public"."warehouse" ADD CONSTRAINT "warehouse_org_id_fkey" FOREIGN KEY (org_id) REFERENCES public.organisation(id);
-- positions that employees were given in words become records
insert into position (org_id, name) select distinct org_id, position_name from employee where position_name <> '';
update employee e set position_id = p.id from position p where p.org_id = e.org_id and p.name = e.position_name;
-- dictionaries that the pages of the suite ask for, in every organisation that is there
insert into dictionary (org_id, code, name) select o.id, v.code, v.name from organisation o cross join (values
  (16, '岗位类型'),
  (68, '员工状态'),
  (69, '学历'),
  (72, '政治面貌'),
  (73, '婚姻状况'),
  (98, '民族'),
  (99, '兴趣爱好'),
  (100, '外语语种'),
  (101, '外语水平'),
  (104, '工装尺码'),
  (105, '教育类型'),
  (106, '家庭关系')) v (code, name);
insert into dictionary_item (org_id, dictionary_id, value, label, sort) select d.org_id, d.id, v.at::text, v.label, v.at * 10 from dictionary d join (values
  (16, 1, '管理岗'),
  (16, 2, '业务岗'),
  (16, 3, '职能岗'),
  (16, 4, '技术岗'),
  (16, 5, '生产岗'),
  (68, 1, '待入职'),
  (68, 2, '试用'),
  (68, 3, '正式'),
  (68, 4, '离职中'),
  (68, 5, '离职'),
  (68, 6, '停薪留职'),
  (68, 7, '返聘'),
  (69, 1, '初中及以下'),
  (69, 2, '高中'),
  (69, 3, '中专'),
  (69, 4, '大专'),
  (69, 5, '本科'),
  (69, 6, '硕士'),
  (69, 7, '博士'),
  (72, 1, '群众'),
  (72, 2, '共青团员'),
  (72, 3, '中共预备党员'),
  (72, 4, '中共党员'),
  (72, 5, '民主党派'),
  (72, 6, '无党派人士'),
  (73, 1, '未婚'),
  (73, 2, '已婚'),
  (73, 3, '离异'),
  (73, 4, '丧偶'),
  (98, 1, '汉族'),
  (98, 2, '回族'),
  (98, 3, '满族'),
  (98, 4, '蒙古族'),
  (98, 5, '壮族'),
  (98, 6, '苗族'),
  (98, 7, '维吾尔族'),
  (98, 8, '藏族'),
  (98, 9, '土家族'),
  (98, 10, '彝族'),
  (98, 11, '朝鲜族'),
  (98, 12, '其他'),
  (99, 1, '阅读'),
  (99, 2, '音乐'),
  (99, 3, '运动'),
  (99, 4, '旅行'),
  (99, 5, '摄影'),
  (99, 6, '烹饪'),
  (99, 7, '棋牌'),
  (99, 8, '书画'),
  (100, 1, '英语'),
  (100, 2, '日语'),
  (100, 3, '德语'),
  (100, 4, '法语'),
  (100, 5, '西班牙语'),
  (100, 6, '意大利语'),
  (100, 7, '韩语'),
  (100, 8, '俄语'),
  (101, 1, '入门'),
  (101, 2, '一般'),
  (101, 3, '熟练'),
  (101, 4, '精通'),
  (101, 5, '母语'),
  (104, 1, 'XS'),
  (104, 2, 'S'),
  (104, 3, 'M'),
  (104, 4, 'L'),
  (104, 5, 'XL'),
  (104, 6, 'XXL'),
  (104, 7, 'XXXL'),
  (105, 1, '全日制'),
  (105, 2, '自考'),
  (105, 3, '成人教育'),
  (105, 4, '网络教育'),
  (105, 5, '函授'),
  (106, 1, '父亲'),
  (106, 2, '母亲'),
  (106, 3, '配偶'),
  (106, 4, '子女'),
  (106, 5, '兄弟姐妹'),
  (106, 6, '其他')) v (code, at, label) on v.code = d.code;
