/** Operations of the employee list beyond the suite's own (an area's begin at 100). */
export const peopleOperations = {
  /** admin.employee.account: open accounts */
  account: 100,
  /** admin.employee.roles: give and take roles */
  roles: 101,
  /** admin.employee.dataAcl: data scope, shops, warehouses, channels, shipping orders */
  dataAcl: 102,
} as const
/** Of the role list: what a role may do. */
export const roleOperations = {
  /** admin.role.grant */
  grant: 100,
} as const
