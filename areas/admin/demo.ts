/** The people, rights and trade of the demo company, and the first administrator of an empty installation. The same seed makes the same company. */
import type { Kysely } from 'kysely'
import { marketplaceSeed, seedReference } from '#areas/reference/index.ts'
import type { Database, Tx } from '#platform/server/db/database.ts'
import type { Registry } from '#platform/server/registry.ts'
import { hashPassword, randomPassword } from '#platform/server/session/passwords.ts'
import { chanceOf } from './chance.ts'
import {
  demoAccounts,
  demoDepartments,
  demoOrganisations,
  demoPassword,
  demoRoles,
  demoShops,
  demoStaff,
  type DemoAccount,
} from './demo-people.ts'
import { demoNames, demoProducts, demoRates, demoRateSource, type DemoProduct } from './demo-trade.ts'
import { grantablesOf } from './grantable.ts'
import { dataScopes } from './grants.ts'

export interface DemoShop {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly marketplaceCode: string
  readonly currency: string
  readonly zone: string
  readonly sellerSkus: readonly { readonly sellerSku: string; readonly product: DemoProduct; readonly productId: string }[]
}
export interface DemoCompany {
  readonly organisationIds: readonly string[]
  readonly accounts: readonly { readonly username: string; readonly position: string }[]
  readonly password: string
  readonly shops: readonly DemoShop[]
}
export interface DemoWish {
  /** YYYY-MM of the newest month with rates */
  readonly lastMonth: string
  readonly months?: number
  /** in production everybody must change the password first */
  readonly mustChange: boolean
}

const monthsDefault = 14
/** products of each organisation; 300 in all */
const productCounts = [240, 60] as const

/** Makes the demo company in one transaction: 2 organisations, 6 departments, 40 employees, 9 accounts, 12 shops, 300 products, rates, SKU maps. On an empty database only. */
export async function createDemoPeople(
  db: Kysely<Database>,
  registry: Pick<Registry, 'routes' | 'modules'>,
  wish: DemoWish,
): Promise<DemoCompany> {
  const hashes = await Promise.all(demoAccounts.map(() => hashPassword(demoPassword)))
  return db.transaction().execute(async tx => {
    await seedReference(tx)
    const organisationIds = ids(
      await tx
        .insertInto('organisation')
        .values(demoOrganisations.map(o => ({ name: o.name, short_name: o.shortName })))
        .returning('id')
        .execute(),
    )
    const employees = await makeEmployees(tx, organisationIds)
    const accountIds = await makeAccounts(tx, organisationIds, employees, hashes, wish.mustChange)
    await makeRoles(tx, organisationIds, accountIds, registry)
    await makeRates(tx, organisationIds, wish)
    const shops = await makeShops(tx, organisationIds, employees)
    return {
      organisationIds,
      accounts: demoAccounts.map(({ username, position }) => ({ username, position })),
      password: demoPassword,
      shops,
    }
  })
}

/** `DEMO=0`: one organisation and its administrator, whose random password is told once. */
export async function createFirstAdmin(db: Kysely<Database>): Promise<{ username: string; password: string }> {
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
      .values({ username: 'admin', name: '管理员', password_hash: passwordHash, is_system_admin: true, must_change: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('account_organisation').values({ org_id: id, account_id: account.id, data_scope: dataScopes.all }).execute()
  })
  return { username: 'admin', password }
}

interface DemoEmployee {
  readonly id: string
  readonly username: string | null
  readonly department: string
}
const ids = (rows: readonly { id: string }[]): string[] => rows.map(row => row.id)

async function makeEmployees(tx: Tx, organisationIds: readonly string[]): Promise<DemoEmployee[]> {
  const departmentIds = new Map<string, string>()
  for (const d of demoDepartments) {
    const { id } = await tx
      .insertInto('department')
      .values({
        org_id: organisationIds[d.organisation]!,
        name: d.name,
        parent_id: d.parent === null ? null : departmentIds.get(d.parent)!,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    departmentIds.set(d.name, id)
  }
  const staff = demoStaff.flatMap(s => Array.from({ length: s.count }, () => s))
  const names = demoNames(staff.length)
  const people = [
    ...demoAccounts.map(a => ({ username: a.username, name: a.name, department: a.department, position: a.position })),
    ...staff.map((s, i) => ({ username: null, name: names[i]!, department: s.department, position: s.position })),
  ]
  const orgOf = new Map(demoDepartments.map(d => [d.name, organisationIds[d.organisation]!]))
  const made = ids(
    await tx
      .insertInto('employee')
      .values(
        people.map((p, i) => ({
          org_id: orgOf.get(p.department)!,
          no: String(1001 + i),
          name: p.name,
          dept_id: departmentIds.get(p.department)!,
          position_name: p.position,
          phone: `1380000${1001 + i}`,
          email: p.username === null ? null : `${p.username}@example.com`,
        })),
      )
      .returning('id')
      .execute(),
  )
  return people.map((p, i) => ({ id: made[i]!, username: p.username, department: p.department }))
}

async function makeAccounts(
  tx: Tx,
  organisationIds: readonly string[],
  employees: readonly DemoEmployee[],
  hashes: readonly string[],
  mustChange: boolean,
): Promise<Map<string, string>> {
  const made = ids(
    await tx
      .insertInto('account')
      .values(
        demoAccounts.map((a, i) => ({
          username: a.username,
          name: a.name,
          password_hash: hashes[i]!,
          is_system_admin: a.systemAdmin ?? false,
          is_manager: a.manager ?? false,
          must_change: mustChange,
        })),
      )
      .returning('id')
      .execute(),
  )
  const accountIds = new Map(demoAccounts.map((a, i) => [a.username, made[i]!]))
  const employeeOf = new Map(employees.map(e => [e.username, e.id]))
  const home = organisationIds[0]!
  await tx
    .insertInto('account_organisation')
    .values(
      demoAccounts.flatMap(a => [
        { org_id: home, account_id: accountIds.get(a.username)!, employee_id: employeeOf.get(a.username)!, data_scope: a.dataScope },
        ...(a.both
          ? [{ org_id: organisationIds[1]!, account_id: accountIds.get(a.username)!, employee_id: null, data_scope: a.dataScope }]
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
  registry: Pick<Registry, 'routes' | 'modules'>,
): Promise<void> {
  const grants = grantablesOf(registry)
  for (const [at, orgId] of organisationIds.entries()) {
    const roleIds = new Map<string, string>()
    for (const [name, grantsIt] of Object.entries(demoRoles)) {
      const { id } = await tx.insertInto('role').values({ org_id: orgId, name }).returning('id').executeTakeFirstOrThrow()
      roleIds.set(name, id)
      const granted = new Map(grants.filter(grantsIt).map(g => [`${g.permission} ${g.operation}`, g]))
      if (granted.size > 0)
        await tx
          .insertInto('role_permission')
          .values([...granted.values()].map(g => ({ org_id: orgId, role_id: id, permission: g.permission, operation: g.operation })))
          .execute()
    }
    const held = demoAccounts.filter((a): a is DemoAccount & { role: string } => a.role !== null && (at === 0 || a.both === true))
    await tx
      .insertInto('account_role')
      .values(held.map(a => ({ org_id: orgId, account_id: accountIds.get(a.username)!, role_id: roleIds.get(a.role)! })))
      .execute()
  }
}

async function makeRates(tx: Tx, organisationIds: readonly string[], wish: DemoWish): Promise<void> {
  const rates = demoRates(wish.lastMonth, wish.months ?? monthsDefault)
  await tx
    .insertInto('currency_rate')
    .values(organisationIds.flatMap(orgId => rates.map(rate => ({ org_id: orgId, ...rate, source: demoRateSource }))))
    .execute()
}

async function makeShops(tx: Tx, organisationIds: readonly string[], employees: readonly DemoEmployee[]): Promise<DemoShop[]> {
  const sites = new Map(marketplaceSeed.map(m => [m.code, m]))
  const shopIds = ids(
    await tx
      .insertInto('shop')
      .values(
        demoShops.map(s => ({
          org_id: organisationIds[s.organisation]!,
          name: s.name,
          account_name: s.account,
          marketplace_code: s.marketplace,
          country_code: sites.get(s.marketplace)!.countryCode,
          currency: sites.get(s.marketplace)!.currency,
        })),
      )
      .returning('id')
      .execute(),
  )
  const chance = chanceOf(23)
  await tx
    .insertInto('shop_grant')
    .values(
      demoShops.flatMap((s, i) =>
        s.sellers.map(seller => ({
          org_id: organisationIds[s.organisation]!,
          shop_id: shopIds[i]!,
          employee_id: (
            employees.find(e => e.username === seller) ?? chance.of(employees.filter(e => e.department === seller && e.username === null))
          ).id,
        })),
      ),
    )
    .execute()
  const products = await Promise.all(
    productCounts.map((count, at) =>
      makeProducts(
        tx,
        organisationIds[at]!,
        productCounts.slice(0, at).reduce<number>((sum, n) => sum + n, 0),
        count,
      ),
    ),
  )
  const shops = demoShops.map((s, i) => ({
    id: shopIds[i]!,
    orgId: organisationIds[s.organisation]!,
    name: s.name,
    marketplaceCode: s.marketplace,
    currency: sites.get(s.marketplace)!.currency,
    zone: sites.get(s.marketplace)!.zone,
    sellerSkus: products[s.organisation]!.filter(() => chance.below(3) === 0).map(({ id, product }) => ({
      sellerSku: `${product.sku}-${s.marketplace.split('.').at(-1)!.toUpperCase()}`,
      product,
      productId: id,
    })),
  }))
  await tx
    .insertInto('sku_map')
    .values(
      shops.flatMap(s => s.sellerSkus.map(m => ({ org_id: s.orgId, shop_id: s.id, seller_sku: m.sellerSku, product_id: m.productId }))),
    )
    .execute()
  return shops
}

async function makeProducts(tx: Tx, orgId: string, from: number, count: number): Promise<{ id: string; product: DemoProduct }[]> {
  const products = demoProducts(from, count)
  const made = ids(
    await tx
      .insertInto('product')
      .values(products.map(p => ({ org_id: orgId, ...p })))
      .returning('id')
      .execute(),
  )
  return products.map((product, i) => ({ id: made[i]!, product }))
}
