/** Why a person's data scope shows him a record or does not: the declared scope, part by part and way by way. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sql } from 'kysely'
import { columnOf, labelOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Branch, MemberBranch, Part, WhenBranch } from '#platform/declare/scope.ts'
import { asText } from '#platform/format/text.ts'
import type { Caller, Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { byKey } from '#platform/server/lists.ts'
import type { WhyStep } from './answers.ts'
import { everyList } from './grants.ts'

type Row = Readonly<Record<string, unknown>>
/** A data scope the person has, in all lists or in that of one permission. */
export interface ExplainedScope {
  readonly permission: string
  readonly told: string
}
/** Who asks, about whom. */
export interface ScopeQuestion {
  readonly context: Context
  readonly caller: Caller
  readonly scopes: readonly ExplainedScope[]
}
/** Whether one way shows the record, in a sentence. */
interface Told {
  readonly passed: boolean
  readonly said: string
}

/** A row as whoever owns the context sees it. */
export async function rowAs(context: Context, r: Resource, key: readonly string[]): Promise<Row | null> {
  const row = await anyTable(context.db).selectFrom(r.table).selectAll().where(byKey(r, key)).executeTakeFirst()
  return row ?? null
}

/** One step for each part that must hold, and one for the ways of which any is enough. None: the organisation sees all. */
export async function scopeSteps(asked: ScopeQuestion, r: Resource, row: Row): Promise<WhyStep[]> {
  const steps = await Promise.all(personal(r.scope.all).map(part => partStep(asked, r, row, part)))
  const { any } = r.scope
  if (any === undefined) return steps
  const told = await Promise.all(any.map(branch => wayOf(asked, r, row, branch)))
  const title = any.length === 1 ? '数据权限' : '数据权限 · 满足其一'
  const detail = told.map(({ passed, said }) => (any.length === 1 ? said : `${passed ? '符合' : '不符合'}：${said}`)).join('；')
  return [...steps, { title, passed: told.some(one => one.passed), detail }]
}
const personal = (all: readonly Part[] | null): readonly Part[] =>
  (all ?? []).filter(part => part.grant !== 'organisation' && part.grant !== 'organisations')

async function wayOf(asked: ScopeQuestion, r: Resource, row: Row, branch: Branch): Promise<Told> {
  switch (branch.kind) {
    case 'parts':
      return byParts(asked, r, row, branch.all)
    case 'member':
      return byMembers(asked, r, row, branch)
    case 'when':
      return inState(asked, r, row, branch)
    case 'through': {
      const parent = asked.context.house.registry.resources.get(ownValue(r.fields, branch.field)?.to ?? '')
      const id = row[columnOf(branch.field)]
      if (parent === undefined || id === null || id === undefined)
        return { passed: false, said: `没有${ownValue(r.fields, branch.field)?.title[0] ?? ''}` }
      return byParent(asked, parent, asText(id))
    }
  }
}

async function byParts(asked: ScopeQuestion, r: Resource, row: Row, all: readonly Part[] | null): Promise<Told> {
  if (all === null) return { passed: false, said: '只由系统读写' }
  const steps = await Promise.all(personal(all).map(part => partStep(asked, r, row, part)))
  if (steps.length === 0) return { passed: true, said: '本组织的人都能看到' }
  return { passed: steps.every(step => step.passed), said: steps.map(step => step.detail).join('，且') }
}

/** names of members told at most */
const namesMax = 10

async function byMembers({ context, caller, scopes }: ScopeQuestion, r: Resource, row: Row, branch: MemberBranch): Promise<Told> {
  const of = context.house.registry.resources.get(branch.table)
  const choices = ownValue(of?.fields, branch.only?.field ?? '')?.choices ?? {}
  const roles = Object.values(choices).flatMap(([code, zh]) => (branch.only?.codes.includes(code) ? [zh] : []))
  const title = `${of?.title[0] ?? branch.table}${roles.length > 0 ? `（${roles.join('、')}）` : ''}`
  const { employees } = caller.wider?.get(permissionOf(r)) ?? caller
  const how = toldFor(scopes, r).join('；')
  if (employees === 'all') return { passed: true, said: `${title}：可见范围是全部员工（${how}）` }
  let query = anyTable(context.db)
    .selectFrom(branch.table)
    .innerJoin('employee', 'employee.id', `${branch.table}.${columnOf(branch.person)}`)
    .select(['employee.id', sql<string>`employee.name`.as('name')])
    .distinct()
    .where(`${branch.table}.${columnOf(branch.record)}`, '=', row[columnOf(branch.of ?? 'id')])
  if (branch.subject !== undefined) query = query.where(`${branch.table}.${columnOf(branch.subject)}`, '=', r.table)
  if (branch.only !== undefined) query = query.where(`${branch.table}.${columnOf(branch.only.field)}`, 'in', [...branch.only.codes])
  const members = (await query.orderBy('employee.id').execute()) as { id: string; name: string }[]
  const inside = members.filter(one => employees.includes(one.id))
  const named = (all: readonly { name: string }[]): string =>
    `${all
      .slice(0, namesMax)
      .map(one => one.name)
      .join('、')}${all.length > namesMax ? ` 等 ${all.length} 人` : ''}`
  if (inside.length > 0) return { passed: true, said: `${title} ${named(inside)} 在可见范围内（${how}）` }
  return { passed: false, said: members.length === 0 ? `没有${title}` : `${title} ${named(members)} 都不在可见范围内（${how}）` }
}

async function inState(asked: ScopeQuestion, r: Resource, row: Row, branch: WhenBranch): Promise<Told> {
  const field = ownValue(r.fields, branch.field)
  const words = (codes: readonly number[]): string =>
    Object.values(field?.choices ?? {})
      .flatMap(([code, zh]) => (codes.includes(code) ? [`“${zh}”`] : []))
      .join('、')
  const code = Number(row[columnOf(branch.field)])
  const title = field?.title[0] ?? branch.field
  if (!branch.codes.includes(code)) return { passed: false, said: `${title}是${words([code])}，不是${words(branch.codes)}` }
  if (branch.any === undefined) return { passed: true, said: `${title}是${words([code])}，本组织的人都能看到` }
  const told = await Promise.all(branch.any.map(inner => wayOf(asked, r, row, inner)))
  return { passed: told.some(one => one.passed), said: `${title}是${words([code])}，${told.map(one => one.said).join('，或')}` }
}

/** The door tells whether the person sees the other record; its own steps tell why. */
async function byParent(asked: ScopeQuestion, parent: Resource, id: string): Promise<Told> {
  const { context, caller } = asked
  const row = await rowAs(context, parent, [id])
  if (row === null) return { passed: false, said: `所属的${parent.title[0]}不在查询人的可见范围内` }
  const seen = await rowAs(context.house.asUser(caller, context.language, context.requestId), parent, [id])
  const steps = await scopeSteps(asked, parent, row)
  const why = steps.map(step => step.detail).join('；') || '本组织的人都能看到'
  const name = asText(row[columnOf(labelOf(parent))])
  return { passed: seen !== null, said: `所属的${parent.title[0]} ${name} ${seen !== null ? '可见' : '不可见'}（${why}）` }
}

const toldFor = (scopes: readonly ExplainedScope[], r: Resource): string[] =>
  scopes.filter(s => s.permission === everyList || s.permission === permissionOf(r)).map(s => s.told)

const objectWords: Readonly<Record<string, string>> = {
  shops: '店铺',
  warehouses: '仓库',
  channels: '物流渠道',
  shippingOrders: '物流单',
  employees: '负责人',
  account: '账号',
  self: '本人',
  audience: '共享对象',
}

async function partStep({ context, caller, scopes }: ScopeQuestion, r: Resource, row: Row, part: Part): Promise<WhyStep> {
  const told = toldFor(scopes, r)
  const word = ownValue(objectWords, part.grant) ?? part.grant
  const title = `数据权限 · ${word}`
  const value = row[part.column]
  if (value === null || value === undefined)
    return {
      title,
      passed: part.orEmpty === true,
      detail: part.orEmpty === true ? `没有指定${word}，本组织的人都能看到` : `没有指定${word}`,
    }
  const reach = caller.wider?.get(permissionOf(r)) ?? caller
  if (part.grant === 'shops' || part.grant === 'employees') {
    const ids = reach[part.grant]
    const passed = ids === 'all' || ids.includes(asText(value))
    const named = await nameOf(context, part.grant === 'shops' ? 'shop' : 'employee', asText(value))
    const holders = part.grant === 'shops' ? await shopHolders(context, asText(value)) : []
    const given = holders.length > 0 ? `该店铺授权给 ${holders.join('、')}` : part.grant === 'shops' ? '该店铺还没有授权给任何人' : ''
    const how = told.join('；')
    return { title, passed, detail: [`${word} ${named} ${passed ? '在' : '不在'}可见范围内（${how}）`, given].filter(Boolean).join('。') }
  }
  if (part.grant === 'self') return { title, passed: asText(value) === caller.employeeId, detail: '本人的记录本人都能看到' }
  if (part.grant === 'account') return { title, passed: asText(value) === caller.accountId, detail: '只有本人能看到自己的记录' }
  if (part.grant === 'audience') {
    const passed = Array.isArray(value) && value.some(mark => caller.audience.includes(asText(mark)))
    return { title, passed, detail: passed ? '共享给了本人、其部门、角色或全员' : '没有共享给本人、其部门、角色或全员' }
  }
  const ids = part.grant === 'organisation' || part.grant === 'organisations' ? 'all' : (reach.objects?.[part.grant] ?? [])
  const passed = ids === 'all' || ids.includes(asText(value))
  return { title, passed, detail: `该${word}${passed ? '已' : '没有'}授权给可见范围内的员工（${told.join('；')}）` }
}

const nameOf = async ({ db }: Context, table: 'shop' | 'employee', id: string): Promise<string> =>
  (
    await db
      .selectFrom(table)
      .select(sql<string>`name`.as('name'))
      .where(sql<boolean>`${sql.ref(`${table}.${columnOf('id')}`)} = ${id}`)
      .executeTakeFirst()
  )?.name ?? id

async function shopHolders({ db }: Context, shopId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_grant as g')
    .innerJoin('employee as e', 'e.id', 'g.employee_id')
    .select('e.name')
    .where('g.shop_id', '=', shopId)
    .orderBy('e.name')
    .limit(10)
    .execute()
  return rows.map(row => row.name)
}
