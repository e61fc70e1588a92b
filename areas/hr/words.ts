/** What the lists of people have in common: rights, the person, lines about him. Pure values. */
import { reference } from '#platform/declare/fields.ts'
import { anyOf, ownedBy, self } from '#platform/declare/scope.ts'

/** rights beside the suite's own */
export const hrRights = {
  personal: { operation: 100, title: ['查看个人信息', 'See personal data'] },
  exports: { operation: 103, title: ['导出职工名册', 'Register of employees'] },
  pay: { operation: 101, title: ['查看薪级与奖惩', 'See pay levels and reasons'] },
} as const
/** for HR, and for the person of the record */
const ofPerson = { orSelf: 'employeeId' } as const
export const personal = { optional: true, see: { ...hrRights.personal, ...ofPerson }, show: false } as const
export const paid = { ...hrRights.pay, ...ofPerson } as const

export const person = (more: object = {}) =>
  reference('员工', 'Employee', 'employee', { filter: 'select', editDisabled: true, width: 110, ...more })
/** a head sees his people, HR all, everybody himself */
export const ofPeople = anyOf(self('employeeId'), ownedBy('employeeId'))
export const company = (more: object = {}) =>
  reference('公司主体', 'Company', 'company', { filter: 'select', choosableWhere: { status: 1 }, width: 170, ...more })

/** where one stands on a day: what an assignment says and an action changes */
export const placeFields = (more: object = {}) => ({
  deptId: reference('部门', 'Department', 'department', { filter: 'select', choosableWhere: { status: 1 }, width: 130, ...more }),
  positionId: reference('职位', 'Position', 'position', { optional: true, filter: 'select', choosableWhere: { status: 1 }, width: 120 }),
  gradeId: reference('职级', 'Grade', 'hr_grade', { optional: true, filter: 'select', width: 80 }),
  managerId: reference('直接上级', 'Manager', 'employee', {
    optional: true,
    filter: 'select',
    choosableWhere: { status: 1 },
    width: 110,
    help: ['不填时是部门负责人', 'Empty: the head of the department'],
  }),
  workplaceId: reference('工作地点', 'Workplace', 'hr_workplace', { optional: true, filter: 'select', width: 120 }),
  companyId: company({ optional: true }),
})
export const placeNames = ['deptId', 'positionId', 'gradeId', 'managerId', 'workplaceId', 'companyId'] as const
