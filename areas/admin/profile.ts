/**
 * GET /system/userprofile: who is signed in, his modules and menus. Every field of the specification is there, null where nothing is known
 * yet.
 */
import { sql } from 'kysely'
import { type Context, refuse, type Db } from '#platform/server/area.ts'
import { grantable } from '#platform/server/rights.ts'
import { modulesOf } from './menu-settings.ts'
import { menusOf, permissionList } from './menu-tree.ts'
import { moreOf } from './more.ts'

const systemAdministrator = '系统管理员'

/** How far the first start is with the demo company, in the language of who asks; null: it is whole, or there is none. */
export function firstFill({ house, language }: Context) {
  const { now } = house.filling
  const at = language === 'en' ? 1 : 0
  return now === null ? null : { percent: now.percent, doing: now.doing[at], failed: now.failed?.[at] ?? null }
}

/** The migration of the version in which pages got the names they have in subjects. */
const renamedBy = '0660_permissions_of_one_subject'
const saysFormerDays = 90
/** when that was: null in a database that was built without it */
const renamedAtMs = new WeakMap<Context['house'], number | null>()

/** Whether old names are still told: for 90 days after this installation was brought to the version with the new ones. */
async function saysFormer({ house, now }: Context, db: Db): Promise<boolean> {
  let atMs = renamedAtMs.get(house)
  if (atMs === undefined) {
    const found = await sql<{ atMs: number }>`select extract(epoch from applied_at)::float8 * 1000 as "atMs"
      from schema_migration where name = ${renamedBy}`.execute(db)
    atMs = found.rows[0]?.atMs ?? null
    renamedAtMs.set(house, atMs)
  }
  return atMs !== null && now().getTime() < atMs + saysFormerDays * 86_400_000
}

/** `token` is echoed as it came. */
export async function userProfile(context: Context, token: string) {
  const { caller, house, language } = context
  const db = house.unscoped('the profile of the person himself: account and organisations')
  const account = await db
    .selectFrom('account')
    .select(['username', 'name', 'is_manager', 'last_org_id'])
    .where('id', '=', caller.accountId)
    .executeTakeFirst()
  if (!account) throw refuse.signIn()
  if (account.last_org_id !== caller.orgId && !caller.viewer)
    await db.updateTable('account').set({ last_org_id: caller.orgId }).where('id', '=', caller.accountId).execute()
  const employee =
    caller.employeeId === null
      ? undefined
      : await context.db
          .selectFrom('employee as e')
          .leftJoin('department as d', 'd.id', 'e.dept_id')
          .select(['e.name', 'e.nickname', 'e.avatar', 'e.position_name', 'e.dept_id', 'd.name as dept_name'])
          .where('e.id', '=', caller.employeeId)
          .executeTakeFirst()
  const roles = await context.db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .select('r.name')
    .where('a.account_id', '=', caller.accountId)
    .orderBy('r.name')
    .execute()
  const avatar = employee?.avatar ?? null
  const told = await Promise.all(
    house.areas.flatMap(area => (caller.loginState === '1' || area.profile === undefined ? [] : [area.profile(context)])),
  )
  // with a password that must change first nothing but that is to be reached
  const arranged = caller.loginState === '1' ? [] : await modulesOf(context)
  const modules = menusOf(arranged, caller, language, await moreOf(context, arranged))
  return {
    token,
    loginState: caller.loginState,
    /** whoever looks at the product as this person */
    viewerName: caller.viewer?.name ?? null,
    username: account.username,
    name: employee?.name ?? account.name,
    niceName: employee?.nickname ?? null,
    faceImgUrl: avatar,
    photoUrl: avatar,
    avatar,
    positionName: caller.systemAdmin ? systemAdministrator : (employee?.position_name ?? null),
    isManager: account.is_manager,
    /** may change what belongs to no organisation */
    isInstallationAdmin: caller.installationAdmin === true,
    firstFill: firstFill(context),
    saysFormer: await saysFormer(context, db),
    employeeId: caller.employeeId,
    deptId: employee?.dept_id ?? null,
    deptName: employee?.dept_name ?? null,
    roleNames: roles.map(role => role.name),
    roles: { permissions: permissionList(caller, grantable(house.registry)) },
    modules,
    culturalLever: null,
    culturalPoint: null,
    curLevelMaxPoint: null,
    culturalImageUrl: null,
    integral: null,
    addedIntegral: null,
    ...Object.assign({}, ...told),
    organizationList: await organisationsOf(context),
    curOrganization: { orgId: caller.orgId },
    companyId: null,
  }
}

/** The organisations the person belongs to. */
export async function organisationsOf({ db }: Pick<Context, 'db'>): Promise<{ orgId: string; orgName: string }[]> {
  return db.selectFrom('organisation').select(['id as orgId', 'name as orgName']).orderBy('id').execute()
}
