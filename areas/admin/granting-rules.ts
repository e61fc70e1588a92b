/** Granting checks the granter: nobody gives more than he has, and nobody but a system administrator gives to himself. */
import type { Context } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { pairOf } from './catalogue.ts'
import { dataScopes } from './reach.ts'

const ownPairs = ({ caller }: Context): Set<string> =>
  new Set([...caller.permissions].flatMap(([permission, operations]) => [...operations].map(operation => pairOf(permission, operation))))

interface Change {
  readonly roleId: string
  readonly roleName: string
  readonly before: ReadonlySet<string>
  readonly wanted: ReadonlySet<string>
  readonly scopes: readonly { readonly dataScope: number }[]
}

/** A role that grants itself, or more than its granter has. Taking away what the granter lacks himself is allowed. */
export async function refuseBeyond(context: Context, tx: Tx, change: Change): Promise<void> {
  const { caller } = context
  if (caller.systemAdmin) return
  const held = await tx
    .selectFrom('account_role')
    .select('id')
    .where('role_id', '=', change.roleId)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst()
  if (held) throw refuse.rule(`您自己就是 ${change.roleName}，不能修改自己的权限，请系统管理员来改`)
  const own = ownPairs(context)
  const beyond = [...change.wanted].filter(pair => !change.before.has(pair) && !own.has(pair))
  if (beyond.length > 0) throw refuse.rule(`不能授予自己没有的权限：${beyond.slice(0, 5).join('、')}${beyond.length > 5 ? ' 等' : ''}`)
  refuseWiderScope(context, change.scopes)
}

/** Who does not see everything himself gives nobody a scope wider than 本人: whom it would reach is not known yet. */
export function refuseWiderScope({ caller }: Context, scopes: readonly { readonly dataScope: number }[]): void {
  if (caller.systemAdmin || caller.employees === 'all') return
  if (scopes.some(s => s.dataScope !== dataScopes.self)) throw refuse.rule('您的数据权限不是“所有”，不能授予“本人”以外的数据权限')
}

/** Roles may be given to others only, and only such as hold nothing the giver lacks. */
export async function refuseRoles(context: Context, tx: Tx, employeeId: string, roleIds: readonly string[]): Promise<void> {
  if (context.caller.systemAdmin) return
  refuseMyself(context, employeeId)
  if (roleIds.length === 0) return
  const own = ownPairs(context)
  const rows = await tx
    .selectFrom('role_permission as p')
    .innerJoin('role as r', 'r.id', 'p.role_id')
    .select(['r.name', 'p.permission', 'p.operation'])
    .where('p.role_id', 'in', [...roleIds])
    .execute()
  const beyond = rows.find(row => !own.has(pairOf(row.permission, row.operation)))
  if (beyond) throw refuse.rule(`角色 ${beyond.name} 含有您自己没有的权限，不能由您授予`)
  const scopes = await tx
    .selectFrom('role_scope')
    .select('data_scope as dataScope')
    .where('role_id', 'in', [...roleIds])
    .execute()
  refuseWiderScope(context, scopes)
}

export function refuseMyself({ caller }: Context, employeeId: string): void {
  if (!caller.systemAdmin && caller.employeeId === employeeId) throw refuse.rule('不能给自己授权，请系统管理员来改')
}
