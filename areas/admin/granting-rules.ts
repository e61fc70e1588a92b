/** Granting checks the granter: nobody gives more than he has, and nobody but a system administrator gives to himself. */
import { pairOf } from '#platform/format/levels.ts'
import { listed, type Part, sentence } from '#platform/declare/sentence.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { everyList } from './grants.ts'
import { companyOf, dataScopes, reachOf } from './reach.ts'

const ownPairs = ({ caller }: Context): Set<string> =>
  new Set([...caller.permissions].flatMap(([permission, operations]) => [...operations].map(operation => pairOf(permission, operation))))

interface Change {
  readonly roleId: string
  readonly roleName: string
  readonly before: ReadonlySet<string>
  readonly wanted: ReadonlySet<string>
  /** of permissions that there are no more: they do nothing and go unasked */
  readonly gone: ReadonlySet<string>
  readonly scopes: readonly { readonly dataScope: number }[]
  readonly scopesBefore: readonly { readonly dataScope: number }[]
  /** a pair in words */
  readonly told: (pair: string) => string
}

/** A role that grants itself, or more than its granter has; what the granter lacks himself he can't take from it either. */
export async function refuseBeyond(context: Context, tx: Tx, change: Change): Promise<void> {
  const { caller } = context
  if (caller.systemAdmin) return
  const held = await tx
    .selectFrom('account_role')
    .select('id')
    .where('role_id', '=', change.roleId)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst()
  if (held) throw refuse.rule(sentence`您自己就是 ${change.roleName}，不能修改自己的权限，请系统管理员来改`)
  const own = ownPairs(context)
  const told = (pairs: readonly string[]): Part => listed([listed(pairs.slice(0, 5).map(change.told)), pairs.length > 5 ? '…' : ''], '')
  const beyond = [...change.wanted].filter(pair => !change.before.has(pair) && !own.has(pair))
  if (beyond.length > 0) throw refuse.rule(sentence`不能授予自己没有的权限：${told(beyond)}`)
  const taken = [...change.before].filter(pair => !change.wanted.has(pair) && !own.has(pair) && !change.gone.has(pair))
  if (taken.length > 0) throw refuse.rule(sentence`不能取消自己没有的权限：${told(taken)}`)
  refuseWiderScope(context, change.scopes)
  refuseTakingScope(context, change.scopesBefore)
}

/** Who does not see everything himself gives nobody a scope wider than 本人: whom it would reach is not known yet. */
export function refuseWiderScope({ caller }: Context, scopes: readonly { readonly dataScope: number }[]): void {
  if (caller.systemAdmin || caller.employees === 'all') return
  if (scopes.some(s => s.dataScope !== dataScopes.self)) throw refuse.rule(sentence`您的数据权限不是“所有”，不能授予“本人”以外的数据权限`)
}

/** Nor does he take one away. */
export function refuseTakingScope({ caller }: Context, scopes: readonly { readonly dataScope: number }[]): void {
  if (caller.systemAdmin || caller.employees === 'all') return
  if (scopes.some(s => s.dataScope !== dataScopes.self)) throw refuse.rule(sentence`您的数据权限不是“所有”，不能取消“本人”以外的数据权限`)
}

/** Roles are given to others only, and taken from others only, and only such as hold nothing the granter lacks. */
export async function refuseRoles(
  context: Context,
  tx: Tx,
  employeeId: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  if (context.caller.systemAdmin) return
  refuseMyself(context, employeeId)
  const changed = [...added, ...removed]
  if (changed.length === 0) return
  const own = ownPairs(context)
  const rows = await tx
    .selectFrom('role_permission as p')
    .innerJoin('role as r', 'r.id', 'p.role_id')
    .select(['r.id', 'r.name', 'p.permission', 'p.operation'])
    .where('p.role_id', 'in', changed)
    .execute()
  const beyond = rows.find(row => !own.has(pairOf(row.permission, row.operation)))
  if (beyond)
    throw refuse.rule(
      added.includes(beyond.id)
        ? sentence`角色 ${beyond.name} 含有您自己没有的权限，不能由您授予`
        : sentence`角色 ${beyond.name} 含有您自己没有的权限，不能由您取消`,
    )
  const scopes = await tx
    .selectFrom('role_scope')
    .select(['role_id as roleId', 'data_scope as dataScope'])
    .where('role_id', 'in', changed)
    .execute()
  refuseWiderScope(
    context,
    scopes.filter(scope => added.includes(scope.roleId)),
  )
  refuseTakingScope(
    context,
    scopes.filter(scope => removed.includes(scope.roleId)),
  )
}

export function refuseMyself({ caller }: Context, employeeId: string): void {
  if (!caller.systemAdmin && caller.employeeId === employeeId) throw refuse.rule(sentence`不能给自己授权，请系统管理员来改`)
}

/** One's departments say whose data one sees: who keeps the people of the company does not move himself. */
export function refuseMovingMyself({ caller }: Context, employeeId: string): void {
  if (!caller.systemAdmin && caller.employeeId === employeeId) throw refuse.rule(sentence`不能修改自己的部门，请系统管理员来改`)
}

/**
 * Departments and people that were moved, written already: who moved them sees nobody by it whom he did not see before. Else whoever keeps
 * the tree would bring below himself what he likes. `created`: people that are new with this change; nothing was theirs yet.
 */
export async function refuseSeeingMore({ caller }: Context, tx: Tx, created: ReadonlySet<string> = new Set()): Promise<void> {
  if (caller.systemAdmin || caller.employees === 'all') return
  const [departments, employees, [membership], scopes] = await Promise.all([
    tx.selectFrom('department').select(['id', 'parent_id as parentId']).execute(),
    tx.selectFrom('employee').select(['id', 'dept_id', 'other_dept_ids']).execute(),
    tx
      .selectFrom('account_organisation')
      .select(['data_scope as dataScope', 'named_dept_ids as namedDeptIds'])
      .where('account_id', '=', caller.accountId)
      .execute(),
    tx
      .selectFrom('account_role as held')
      .innerJoin('role_scope as s', 's.role_id', 'held.role_id')
      .select(['s.permission', 's.data_scope as dataScope', 's.named_dept_ids as namedDeptIds'])
      .where('held.account_id', '=', caller.accountId)
      .execute(),
  ])
  if (membership === undefined) return
  const company = companyOf({
    departments,
    employees: employees.map(one => ({ id: one.id, deptIds: [one.dept_id, ...(one.other_dept_ids ?? [])] })),
    shops: [],
    shopGrants: [],
    dataGrants: [],
  })
  const general = [membership, ...scopes.filter(scope => scope.permission === everyList)]
  const lists = new Set(scopes.flatMap(({ permission }) => (permission === everyList ? [] : [permission])))
  for (const list of [null, ...lists]) {
    const now = reachOf(company, caller.employeeId, [...general, ...scopes.filter(scope => scope.permission === list)], false).employees
    const before = (list === null ? undefined : caller.wider?.get(list)?.employees) ?? caller.employees
    if (before === 'all') continue
    const known = new Set([...before, ...created])
    if (now === 'all' || now.some(id => !known.has(id))) throw refuse.rule(sentence`移动后您会看到原来看不到的员工的数据，请系统管理员来改`)
  }
}
