/** What a caller may do: the operations granted to him, compared with what a call demands. Pure. */
import { permissionsOf, type Demand } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Caller } from '../contract/context.ts'
import { refuse } from './refusal.ts'

export const may = (caller: Caller, permission: string, operation: number): boolean =>
  caller.systemAdmin || (caller.permissions.get(permission)?.has(operation) ?? false)

/** Whether somebody who is signed in may do what demands this. */
export function satisfies(caller: Caller, demand: Demand): boolean {
  if (demand.kind === 'systemAdmin') return caller.systemAdmin
  if (demand.kind === 'installation') return caller.installationAdmin === true
  return demand.kind !== 'operation' || permissionsOf(demand).some(permission => may(caller, permission, demand.operation))
}

/** Work that a task does later is done with all that the account may: a program that was given less can't order it. */
export function refuseKeys({ key }: Caller): void {
  if (key !== undefined) throw refuse.rule(sentence`API 密钥不能发起后台任务，请缩小范围，或登录后再操作`)
}
