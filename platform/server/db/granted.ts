/** What the door goes by: a caller as his scopes need him. */
import type { Caller } from '../contract/context.ts'
import type { Granted } from './scope-predicate.ts'

export const grantedOf = (caller: Caller, isServer: boolean): Granted => ({
  organisation: caller.orgId,
  organisations: caller.orgIds,
  shops: caller.shops,
  employees: caller.employees,
  ...(caller.objects ? { objects: caller.objects } : {}),
  ...(caller.wider ? { wider: caller.wider } : {}),
  ...(caller.opened ? { opened: caller.opened } : {}),
  audience: caller.audience,
  ...(caller.staff === undefined ? {} : { staff: caller.staff }),
  account: caller.accountId,
  employee: caller.employeeId,
  installation: caller.installationAdmin === true,
  server: isServer,
})
