/**
 * What a person may do and why, and why he sees or does not see a record. The last step asks the door itself, so that the explanation can't
 * drift from what happens.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { may, type Caller, type Context, refuse } from '#platform/server/area.ts'
import { keyOfRowId } from '#platform/server/lists.ts'
import { accountOf, accountState } from './accounts.ts'
import type { EffectiveRights, Why, WhyStep } from './answers.ts'
import { catalogueOf } from './catalogue.ts'
import { rowAs, scopeSteps, type ExplainedScope } from './explain-scope.ts'
import { everyList } from './grants.ts'
import { modulesOf } from './menu-settings.ts'
import { accountOrganisation } from './tables.ts'

const scopeWords = Object.values(accountOrganisation.fields.dataScope.choices)
const scopeWord = (code: number): string => scopeWords.find(([c]) => c === code)?.[1] ?? String(code)

/** The employee's own caller, as his next request would have it; null where he can't come in at all. */
async function callerOfEmployee(context: Context, accountId: string): Promise<Caller | null> {
  context.house.rights.forget?.()
  return context.house.rights.callerOf(accountId, context.caller.orgId)
}

/** Every operation a person has, with the roles that give it. */
export async function effectiveRights(context: Context, employeeId: string): Promise<EffectiveRights> {
  const { accountId, name } = await accountOf(context, employeeId)
  const caller = await callerOfEmployee(context, accountId)
  if (caller === null) throw refuse.rule(sentence`${name} 的账号已停用或已离职，没有任何权限`)
  const { db, house, language } = context
  const granted = await db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .innerJoin('role_permission as p', 'p.role_id', 'r.id')
    .select(['r.name', 'p.permission', 'p.operation'])
    .where('a.account_id', '=', accountId)
    .orderBy('r.name')
    .execute()
  const scopes = await scopesOf(context, accountId)
  const catalogue = catalogueOf(house.registry, await modulesOf(context), language).flatMap(m => m.permissions)
  return {
    isSystemAdmin: caller.systemAdmin,
    permissions: catalogue.flatMap(({ permissionId, title, place, operations: faces, scopedBy }) => {
      const held = faces.filter(face => may(caller, permissionId, face.operation))
      if (held.length === 0) return []
      return [
        {
          permissionId,
          title,
          place,
          scope:
            scopedBy !== null
              ? scopes
                  .filter(s => s.permission === everyList || (scopedBy === 'list' && s.permission === permissionId))
                  .map(s => s.told)
                  .join('；')
              : null,
          operations: held.map(face => ({
            ...face,
            roleNames: granted.filter(g => g.permission === permissionId && g.operation === face.operation).map(g => g.name),
          })),
        },
      ]
    }),
    shops: (
      await db
        .selectFrom('shop')
        .select('name')
        .where('id', 'in', [...caller.shops, '0'])
        .orderBy('name')
        .execute()
    ).map(s => s.name),
    employees: caller.employees === 'all' ? null : caller.employees.length,
  }
}

async function scopesOf({ db }: Context, accountId: string): Promise<ExplainedScope[]> {
  const own = await db.selectFrom('account_organisation').select('data_scope').where('account_id', '=', accountId).executeTakeFirst()
  const ofRoles = await db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .innerJoin('role_scope as s', 's.role_id', 'r.id')
    .select(['r.name', 's.permission', 's.data_scope'])
    .where('a.account_id', '=', accountId)
    .execute()
  return [
    { permission: everyList, told: `个人：${scopeWord(own?.data_scope ?? 0)}` },
    ...ofRoles.map(s => ({ permission: s.permission, told: `角色 ${s.name}：${scopeWord(s.data_scope)}` })),
  ]
}

/** Why a person sees, or does not see, a list and one record of it. */
export async function explain(context: Context, ask: { employeeId: string; type: string; recordId?: string | undefined }): Promise<Why> {
  const r = context.house.registry.types.get(ask.type)
  if (!r) throw refuse.unknown(['列表', 'List'])
  const { accountId, name } = await accountOf(context, ask.employeeId)
  const caller = await callerOfEmployee(context, accountId)
  const steps: WhyStep[] = []
  const state = await accountState(context, accountId)
  steps.push({
    title: '账号',
    passed: caller !== null,
    detail:
      caller !== null
        ? `${name} 的账号 ${state.username} 可以登录本组织`
        : state.isEnabled
          ? `${name} 已离职，不能进入本组织`
          : `账号 ${state.username} 已停用`,
  })
  if (caller === null) return { visible: false, steps }
  steps.push(await operationStep(context, r, caller, accountId))
  if (ask.recordId === undefined || ask.recordId === '') return { visible: steps.every(s => s.passed), steps }
  steps.push(...(await recordSteps(context, r, caller, ask.recordId, accountId)))
  return { visible: steps.every(s => s.passed), steps }
}

async function operationStep({ db }: Context, r: Resource, caller: Caller, accountId: string): Promise<WhyStep> {
  const title = '操作权限'
  const permission = permissionOf(r)
  if (caller.systemAdmin) return { title, passed: true, detail: '系统管理员可以查看所有列表' }
  const roles = await db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .innerJoin('role_permission as p', 'p.role_id', 'r.id')
    .select('r.name')
    .where('a.account_id', '=', accountId)
    .where('p.permission', '=', permission)
    .where('p.operation', '=', operations.view)
    .orderBy('r.name')
    .execute()
  const passed = may(caller, permission, operations.view)
  return {
    title,
    passed,
    detail: passed
      ? `角色 ${roles.map(role => role.name).join('、')} 有 ${r.title[0]} 的查看权限`
      : `没有任何角色授予 ${r.title[0]} 的查看权限，可在角色权限中勾选“查看”`,
  }
}

async function recordSteps(context: Context, r: Resource, caller: Caller, recordId: string, accountId: string): Promise<WhyStep[]> {
  const { house } = context
  const key = keyOfRowId(r, recordId)
  const asker = key && (await rowAs(context, r, key))
  if (!key || !asker) throw refuse.unknown(r.title)
  const seen = await rowAs(house.asUser(caller, context.language, context.requestId), r, key)
  const steps = await scopeSteps({ context, caller, scopes: await scopesOf(context, accountId) }, r, asker)
  if (steps.length === 0) return [{ title: '数据权限', passed: seen !== null, detail: `${r.title[0]}不按人限制，本组织的人都能看到` }]
  // the door has the last word
  return seen !== null || steps.some(step => !step.passed)
    ? steps
    : [...steps, { title: '数据权限', passed: false, detail: '数据权限之外' }]
}
