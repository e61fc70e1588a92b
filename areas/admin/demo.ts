/**
 * The people, rights and trade of the demo company, and the first administrator of an empty installation. The same seed makes the same
 * company.
 */
import { seedDictionaries, seedReference } from '#areas/reference/index.ts'
import { type Tx, defined, type Registry, type DemoPeople, type House, type Db } from '#platform/server/area.ts'
import { addDays } from '#platform/format/dates.ts'
import { defaultSettings } from '#platform/format/shell-settings.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { hashPassword, randomPassword } from '#platform/server/rights.ts'
import { demoAccounts, demoDepartments, demoOrganisations, demoPassword, demoStaff, type DemoAccount } from './demo-people.ts'
import { giveSuppliersBuyers, giveSuppliersCategories, makeCompany, makePositions } from './demo-company.ts'
import { makeThreads } from './demo-threads.ts'
import { makeTimed } from './demo-timed.ts'
import { demoNames } from './demo-trade.ts'
import { makeOwners } from './demo-owners.ts'
import { ids, makeRates, makeShops, type DemoEmployee, type DemoShop } from './demo-trade-rows.ts'
import { dataScopes } from './reach.ts'
import { setDataAcl } from './granting.ts'
import { saveUserSetting } from './user-setting.ts'
import { byPermission, usualRoles } from './usual-roles.ts'

export interface DemoCompany {
  readonly organisationIds: readonly string[]
  readonly accounts: readonly { readonly username: string; readonly position: string }[]
  readonly password: string
  readonly shops: readonly DemoShop[]
}
export interface DemoWish {
  /** of the house's clock: when the rates were brought */
  readonly now: Date
  /** YYYY-MM of the newest month with rates */
  readonly lastMonth: string
  readonly months?: number
  /** in production everybody must change the password first */
  readonly mustChange: boolean
}

/**
 * Makes the demo company in one transaction: 2 organisations, 6 departments, 40 employees, 9 accounts, 12 shops, 300 products, rates, SKU
 * maps. On an empty database only.
 */
export async function createDemoPeople(
  db: Db,
  registry: Pick<Registry, 'routes' | 'modules' | 'types'>,
  wish: DemoWish,
): Promise<DemoCompany> {
  const hash = await hashPassword(demoPassword)
  return db.transaction().execute(async tx => {
    await seedReference(tx)
    const organisationIds = ids(
      await tx
        .insertInto('organisation')
        .values(demoOrganisations.map(o => ({ name: o.name, short_name: o.shortName })))
        .returning('id')
        .execute(),
    )
    for (const orgId of organisationIds) await seedDictionaries(tx, orgId)
    const employees = await makeEmployees(tx, organisationIds, wish.now)
    await makeCompany(tx, organisationIds)
    await giveSuppliersBuyers(tx, employees)
    const accountIds = await makeAccounts(tx, organisationIds, employees, hash, wish.mustChange)
    await makeRoles(tx, organisationIds, accountIds, registry)
    await makeRates(tx, organisationIds, { ...ratesClerk(accountIds), at: wish.now }, wish.lastMonth, wish.months)
    const shops = await makeShops(tx, organisationIds, employees)
    await makeOwners(tx, shops, employees)
    for (const orgId of organisationIds) await giveSuppliersCategories(tx, orgId)
    await makeThreads(tx, defined(organisationIds[0], 'an organisation'), accountIds, wish.now)
    await makeTimed(tx, organisationIds, wish.now)
    return {
      organisationIds,
      accounts: demoAccounts.map(({ username, position }) => ({ username, position })),
      password: demoPassword,
      shops,
    }
  })
}

/** Demo data of other areas are made by these people, each with his own rights. */
export function demoPeople(house: House): DemoPeople {
  const db = house.unscoped('demo company: who its people are')
  return {
    now: house.now(),
    async as(username, at) {
      const { id, org_id: orgId } = await db
        .selectFrom('account as a')
        .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
        .select(['a.id', 'm.org_id'])
        .where('a.username', '=', username)
        .orderBy('m.org_id')
        .executeTakeFirstOrThrow()
      const context = house.asUser(defined(await house.rights.callerOf(id, orgId), `the account ${username}`), 'zh', 'demo')
      return at === undefined ? context : { ...context, now: () => at }
    },
  }
}

/** Lists fill their table for everybody who signs in; each may turn it off. */
async function fillTheirLists(people: DemoPeople): Promise<void> {
  for (const { username } of demoAccounts) await saveUserSetting(await people.as(username), 'demo', { ...defaultSettings, autoRows: true })
}

/** Who buys and who keeps the goods see the shops in whose marketplace they lie. */
async function giveGoodsShops(people: DemoPeople): Promise<void> {
  const boss = await people.as('boss')
  const shops = await boss.db.selectFrom('shop').select('id').where('marketplace_code', 'like', 'amazon.%').orderBy('id').execute()
  for (const username of ['buyer', 'keeper']) {
    const { caller } = await people.as(username)
    if (caller.employeeId !== null) await setDataAcl(boss, { employeeId: caller.employeeId, shopIds: shops.map(one => one.id) })
  }
}

export async function makeDemo(people: DemoPeople): Promise<void> {
  await fillTheirLists(people)
  await giveGoodsShops(people)
}

/** Who keeps the rates. */
function ratesClerk(accountIds: ReadonlyMap<string, string>): { id: string; name: string } {
  const clerk = defined(
    demoAccounts.find(a => a.username === 'finance'),
    'a finance clerk',
  )
  return { id: defined(accountIds.get(clerk.username), 'an account'), name: clerk.name }
}

/** `DEMO=0`: one organisation and its administrator, whose random password is told once. */
export async function createFirstAdmin(db: Db): Promise<{ username: string; password: string }> {
  const password = randomPassword()
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async tx => {
    await seedReference(tx)
    const { id } = await tx
      .insertInto('organisation')
      .values({ name: '我的公司', short_name: '我的公司' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = await tx
      .insertInto('account')
      .values({
        username: 'admin',
        name: '管理员',
        password_hash: passwordHash,
        is_system_admin: true,
        is_installation_admin: true,
        must_change: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('account_organisation').values({ org_id: id, account_id: account.id, data_scope: dataScopes.all }).execute()
    await seedDictionaries(tx, id)
  })
  return { username: 'admin', password }
}

async function makeEmployees(tx: Tx, organisationIds: readonly string[], now: Date): Promise<DemoEmployee[]> {
  const departmentIds = new Map<string, string>()
  for (const d of demoDepartments) {
    const { id } = await tx
      .insertInto('department')
      .values({
        org_id: defined(organisationIds[d.organisation], 'an organisation'),
        name: d.name,
        parent_id: d.parent === null ? null : defined(departmentIds.get(d.parent), 'a department'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    departmentIds.set(d.name, id)
  }
  const staff = demoStaff.flatMap(s => Array.from({ length: s.count }, () => s))
  const names = demoNames(staff.length)
  const people = [
    ...demoAccounts.map(a => ({ username: a.username, name: a.name, department: a.department, position: a.position })),
    ...staff.map((s, i) => ({ username: null, name: defined(names[i], 'a row'), department: s.department, position: s.position })),
  ]
  const orgOf = new Map(demoDepartments.map(d => [d.name, defined(organisationIds[d.organisation], 'an organisation')]))
  const positions = new Map<string, ReadonlyMap<string, string>>()
  for (const orgId of organisationIds)
    positions.set(
      orgId,
      await makePositions(
        tx,
        orgId,
        people.filter(p => orgOf.get(p.department) === orgId).map(p => p.position),
      ),
    )
  const made = ids(
    await tx
      .insertInto('employee')
      .values(
        people.map((p, i) => ({
          org_id: defined(orgOf.get(p.department), 'an organisation'),
          no: String(1001 + i),
          name: p.name,
          dept_id: defined(departmentIds.get(p.department), 'a department'),
          position_id: positions.get(orgOf.get(p.department) ?? '')?.get(p.position) ?? null,
          position_name: p.position,
          phone: `1380000${1001 + i}`,
          email: p.username === null ? null : `${p.username}@example.com`,
          ...daysOf(i, now),
        })),
      )
      .returning('id')
      .execute(),
  )
  return people.map((p, i) => ({ id: defined(made[i], 'a row'), username: p.username, department: p.department }))
}

/**
 * Birthday and first day of the nth employee: every fifth has one of them within days, so that there is always somebody to congratulate.
 */
function daysOf(n: number, now: Date): { birthday: string; hired_on: string } {
  const today = dayInZone(now.getTime(), homeZone)
  const soon = addDays(today, n % 7).slice(5)
  const some = (of: number): string => `${String(1 + ((n * of) % 12)).padStart(2, '0')}-${String(1 + ((n * of) % 28)).padStart(2, '0')}`
  const [born, hired] = [n % 5 === 0 ? soon : some(5), n % 5 === 3 ? soon : some(7)].map(day => (day === '02-29' ? '02-28' : day))
  const yearsThere = 1 + (n % 6)
  return { birthday: `${1984 + (n % 16)}-${born}`, hired_on: `${Number(today.slice(0, 4)) - yearsThere}-${hired}` }
}

async function makeAccounts(
  tx: Tx,
  organisationIds: readonly string[],
  employees: readonly DemoEmployee[],
  hash: string,
  mustChange: boolean,
): Promise<Map<string, string>> {
  const made = ids(
    await tx
      .insertInto('account')
      .values(
        demoAccounts.map(a => ({
          username: a.username,
          name: a.name,
          password_hash: hash,
          is_system_admin: a.systemAdmin ?? false,
          is_installation_admin: a.systemAdmin ?? false,
          is_manager: a.manager ?? false,
          must_change: mustChange,
        })),
      )
      .returning('id')
      .execute(),
  )
  const accountIds = new Map(demoAccounts.map((a, i) => [a.username, defined(made[i], 'a row')]))
  const employeeOf = new Map(employees.map(e => [e.username, e.id]))
  const home = defined(organisationIds[0], 'an organisation')
  await tx
    .insertInto('account_organisation')
    .values(
      demoAccounts.flatMap(a => [
        {
          org_id: home,
          account_id: defined(accountIds.get(a.username), 'an account'),
          employee_id: defined(employeeOf.get(a.username), 'an employee'),
          data_scope: a.dataScope,
        },
        ...(a.both
          ? [
              {
                org_id: defined(organisationIds[1], 'an organisation'),
                account_id: defined(accountIds.get(a.username), 'an account'),
                employee_id: null,
                data_scope: a.dataScope,
              },
            ]
          : []),
      ]),
    )
    .execute()
  return accountIds
}

/** Every role in every organisation; an account has its role wherever it belongs. */
async function makeRoles(
  tx: Tx,
  organisationIds: readonly string[],
  accountIds: ReadonlyMap<string, string>,
  registry: Pick<Registry, 'routes' | 'modules' | 'types'>,
): Promise<void> {
  const roles = usualRoles(registry)
  for (const [at, orgId] of organisationIds.entries()) {
    const roleIds = new Map<string, string>()
    for (const { preset, pairs, more } of roles) {
      const [name] = preset.title
      const row = { org_id: orgId, name, preset: preset.id, pinned_modules: [...preset.pins] }
      const { id } = await tx.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow()
      roleIds.set(name, id)
      const own = { org_id: orgId, role_id: id }
      const rows = byPermission(pairs).flatMap(of => of.operations.map(operation => ({ ...own, permission: of.permissionId, operation })))
      if (rows.length > 0) await tx.insertInto('role_permission').values(rows).execute()
      if (more.length > 0)
        await tx
          .insertInto('role_more')
          .values(more.map(menuId => ({ ...own, menu_id: menuId })))
          .execute()
    }
    const held = demoAccounts.filter((a): a is DemoAccount & { role: string } => a.role !== null && (at === 0 || a.both === true))
    await tx
      .insertInto('account_role')
      .values(
        held.map(a => ({
          org_id: orgId,
          account_id: defined(accountIds.get(a.username), 'an account'),
          role_id: defined(roleIds.get(a.role), 'a role'),
        })),
      )
      .execute()
  }
}
