/** Dashboards: those that the caller made, and those that were shared with a role of his. Whoever made one changes it. */
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Dashboard, DashboardCard, DashboardContent, DashboardsAnswer } from '#platform/declare/wire-dashboards.ts'
import { removeRecords, change, create } from '#platform/server/records.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { checkCards, emptyContent } from './content.ts'
import { rolesIn } from './home-of-roles.ts'
import { dashboardResource } from './home.ts'
import { dashboard } from './tables.ts'

const ownMax = 50
/** a page with all names: more are found by nobody */
const namesMax = 500

/** Roles that the caller may share with: his own, or all where he may look at roles. */
async function rolesOf({ db, caller }: Context): Promise<DashboardsAnswer['roles']> {
  const own = rolesIn(caller.audience)
  const isAll = may(caller, 'role', operations.view)
  if (!isAll && own.length === 0) return []
  return db
    .selectFrom('role')
    .select(['id', 'name'])
    .$if(!isAll, query => query.where('id', 'in', own))
    .orderBy('name')
    .limit(namesMax)
    .execute()
}

/** GET /dashboard/list: the names, and all of the one that is asked for. */
export async function openDashboards(context: Context, id: string | undefined): Promise<DashboardsAnswer> {
  const { db, caller } = context
  const [rows, roles] = await Promise.all([
    db
      .selectFrom('dashboard')
      .select(['id', 'name', 'account_id'])
      .where('home_of', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .limit(namesMax)
      .execute(),
    rolesOf(context),
  ])
  const list = rows.map(row => ({ id: row.id, name: row.name, isOwn: row.account_id === caller.accountId }))
  const chosen = id ?? list.find(one => one.isOwn)?.id ?? list[0]?.id
  return { list, roles, dashboard: chosen === undefined ? null : await oneDashboard(context, chosen) }
}

async function oneDashboard({ db, caller }: Context, id: string): Promise<Dashboard> {
  const row = await db
    .selectFrom('dashboard')
    .select(['id', 'name', 'version', 'account_id', 'audience', 'content'])
    .where('id', '=', id)
    .where('home_of', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw refuse.rule(sentence`这个仪表盘已删除，或不再与您的角色共享`)
  const isOwn = row.account_id === caller.accountId
  return {
    ...(row.content ?? emptyContent),
    id: row.id,
    name: row.name,
    version: row.version,
    isOwn,
    roleIds: isOwn ? rolesIn(row.audience) : [],
  }
}

export interface DashboardInput extends DashboardContent {
  readonly id?: string
  readonly version?: number
  readonly name: string
  readonly roleIds: readonly string[]
}

/** POST /dashboard/keep: a new one, or one's own as it is now. */
export function keepDashboard(context: Context, input: DashboardInput): Promise<{ id: string; version: number }> {
  const { accountId } = context.caller
  return context.write(async (_, inside) => {
    const before = input.id === undefined ? null : await ownDashboard(inside, input.id)
    const kept = before?.content ?? emptyContent
    checkCards(inside, input.cards, kept.cards)
    const shared = before === null ? [] : rolesIn(before.audience)
    const offered = new Set([...(await rolesOf(inside)).map(role => role.id), ...shared])
    if (input.roleIds.some(one => !offered.has(one))) throw refuse.unknown(['角色', 'Role'])
    const { name, filter, seconds } = input
    const cards: readonly DashboardCard[] = input.cards
    const values = {
      name: name.trim(),
      audience: [`a${accountId}`, ...new Set(input.roleIds.map(one => `r${one}`))],
      content: { cards, filter, seconds } satisfies DashboardContent,
    }
    if (before !== null) {
      if (input.version === undefined) throw refuse.invalid([{ field: 'version', message: sentence`请刷新后再保存（缺少版本号）` }])
      const row = await change(inside, dashboardResource, before.id, values, { version: input.version })
      return { id: before.id, version: Number(row.version) }
    }
    const { n } = await inside.db
      .selectFrom('dashboard')
      .select(eb => eb.fn.countAll<string>().as('n'))
      .where('account_id', '=', accountId)
      .where('home_of', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(n) >= ownMax) throw refuse.rule(sentence`每人最多 ${ownMax} 个仪表盘，请先删除不用的`)
    const row = await create(inside, dashboardResource, { ...values, accountId })
    return { id: row.id, version: Number(row.version) }
  })
}

/** POST /dashboard/delete. */
export const removeDashboard = (context: Context, id: string): Promise<null> =>
  context.write(async (_, inside) => {
    await ownDashboard(inside, id)
    await removeRecords(inside, dashboardResource, [id])
    return null
  })

async function ownDashboard({ db, caller }: Context, id: string) {
  const row = await db
    .selectFrom('dashboard')
    .select(['id', 'account_id', 'audience', 'content'])
    .where('id', '=', id)
    .where('home_of', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw refuse.unknown(dashboard.title)
  if (row.account_id !== caller.accountId) throw refuse.rule(sentence`只有建立仪表盘的人可以修改它，请先复制`)
  return row
}
