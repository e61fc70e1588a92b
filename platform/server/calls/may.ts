/** What a caller may do: the operations granted to him, compared with what a call demands. Pure. */
import { permissionsOf, type Demand } from '#platform/declare/operations.ts'
import type { Caller } from '../contract/context.ts'

export const may = (caller: Caller, permission: string, operation: number): boolean =>
  caller.systemAdmin || (caller.permissions.get(permission)?.has(operation) ?? false)

/** Whether somebody who is signed in may do what demands this. */
export function satisfies(caller: Caller, demand: Demand): boolean {
  if (demand.kind === 'systemAdmin') return caller.systemAdmin
  if (demand.kind === 'installation') return caller.installationAdmin === true
  return demand.kind !== 'operation' || permissionsOf(demand).some(permission => may(caller, permission, demand.operation))
}
