/**
 * How the company is put together beside its people: legal entities, positions, and what departments were called and where they stood
 * before.
 */
import { bigInteger, choice, dateTime, dictionary, reference, text } from '#platform/declare/fields.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/** A legal entity inside one organisation: what contracts, invoices and labour contracts name. */
export const company = resource('company', {
  type: 'company',
  title: ['公司', 'Company'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('公司名称', 'Name', { max: 100, filter: 'contains', sort: true }),
    shortName: text('简称', 'Short name', { max: 30, optional: true }),
    creditCode: text('统一社会信用代码', 'Registration number', { max: 30, optional: true, filter: 'equals', width: 190 }),
    legalPerson: text('法定代表人', 'Legal representative', { max: 50, optional: true }),
    address: text('注册地址', 'Registered address', { max: 200, optional: true, width: 240 }),
    phone: text('电话', 'Phone', { max: 30, optional: true }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['签合同、开发票的法律主体，部门归属于公司', 'Legal entities that sign contracts and invoices'],
  },
  storage: { kind: 'reference', key: ['name'] },
})

export const position = resource('position', {
  type: 'position',
  title: ['职位', 'Position'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('职位名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    postType: dictionary('岗位类型', 'Kind of position', 16, { optional: true, filter: 'select' }),
    remark: text('职责说明', 'Duties', { max: 200, optional: true, width: 260 }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select' }),
  },
  list: { sort: { field: 'name', way: 'ASC' }, empty: ['员工的职位，改名后员工资料随之更新', 'Positions of employees'] },
  storage: { key: ['name'] },
})

/** One span of a department's life: a move or a new name ends it and begins the next. Written by the server alone. */
export const departmentHistory = resource('department_history', {
  type: 'departmentHistory',
  title: ['部门沿革', 'Department history'],
  access: { scope: ownOrganisation, permission: 'department' },
  fields: {
    departmentId: reference('部门', 'Department', 'department', { filter: 'select', sort: true }),
    name: text('当时名称', 'Name then', { max: 50 }),
    /** without a foreign key: the parent of then may be gone */
    parentId: bigInteger('当时上级编号', 'Parent id then', { optional: true, show: false }),
    parentName: text('当时上级', 'Parent then', { max: 50, optional: true }),
    validFrom: dateTime('开始时间', 'From', { sort: true }),
    validTo: dateTime('结束时间', 'To', { optional: true }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    empty: ['部门改名或移动后，从前的名称和上级记在这里', 'Former names and parents of departments'],
  },
  record: { editable: [] },
  storage: {
    index: [
      ['departmentId', 'validFrom'],
      ['orgId', '-validFrom'],
    ],
  },
})

export const organisationTables = { company, position, departmentHistory }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof organisationTables> {}
}
