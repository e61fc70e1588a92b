/** For tests: the whole house over the migrated schema, with the demo company's people and a few lines, imports and tasks in every shop. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { withKeys } from '#areas/access/index.ts'
import { createDemoPeople, createRights, type DemoCompany } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Caller, Context } from '#platform/server/contract/context.ts'
import { runtimeGrants } from '#platform/server/db/migrate.ts'
import { runtimeRole } from '#platform/server/db/roles.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { createApp } from '#platform/server/http/app.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { openHouse, type OpenHouse } from '#platform/server/open-house.ts'
import { defined } from '#platform/server/base/defined.ts'
import { grantablesOf, rightsTold } from '#platform/server/grantable.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { secretKey } from '../setup/secret-key.ts'

/** Noon in Shanghai: clocks of the tests stand still. */
export const now = new Date('2026-03-20T04:00:00Z')
export const days = ['2026-02-27', '2026-03-02', '2026-03-15'] as const

/**
 * keen: the shops of `sales` and every operation. stranger: all of the other organisation. nobody: no role. fresh: must change the password
 * first. wide: as keen, with a role that sees all seller SKUs. single: one shop of the first organisation and every operation. blind: all
 * of the first organisation, and every operation but those that show columns and costs.
 */
export type Who = 'admin' | 'boss' | 'finance' | 'sales' | 'keen' | 'stranger' | 'nobody' | 'fresh' | 'wide' | 'single' | 'blind'

export interface ScopeHouse {
  readonly house: OpenHouse
  readonly app: FastifyInstance
  readonly owner: pg.Client
  readonly appUrl: string
  readonly demo: DemoCompany
  /** shops of one organisation by place, and of `sales` alone */
  shopsOf(organisation: 0 | 1): readonly string[]
  readonly sellers: readonly string[]
  caller(who: Who, organisation?: 0 | 1): Promise<Caller>
  as(who: Who, organisation?: 0 | 1): Promise<Context>
  token(who: Who): Promise<string>
  rows<T = Record<string, string>>(statement: string, values?: readonly unknown[]): Promise<T[]>
  put(table: string, row: Readonly<Record<string, unknown>>): Promise<string>
  close(): Promise<void>
}

/** The whole house over a database whose tables are there. */
export async function houseOver(database: TestDatabase, folder: string): Promise<OpenHouse> {
  await prepareJobs(database.ownerUrl)
  return openHouse({
    settings: { host: '127.0.0.1', port: 0, dataDir: folder, production: false, publicUrl: null, appUrl: database.appUrl, secretKey },
    areas,
    files: localFileStore(folder),
    log: pino({ level: 'silent' }),
    now: () => now,
    rights: withKeys(createRights),
  })
}

export async function openScopeHouse(): Promise<ScopeHouse> {
  const database = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-scope-'))
  const house = await houseOver(database, folder)
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  for (const statement of runtimeGrants('public', runtimeRole)) await owner.query(statement)
  await owner.query(`revoke update, delete, truncate on audit_entry from ${runtimeRole}`)
  const rows: ScopeHouse['rows'] = async <T>(statement: string, values: readonly unknown[] = []): Promise<T[]> =>
    (await owner.query(statement, [...values])).rows as T[]
  const put: ScopeHouse['put'] = async (table, row) => {
    const names = Object.keys(row)
    const [made] = await rows<{ id?: string }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return String(made?.id ?? '')
  }
  const demo = await createDemoPeople(house.unscoped('tests: the demo company'), house.registry, {
    now: house.now(),
    lastMonth: '2026-03',
    months: 6,
    mustChange: false,
  })
  await addPeople(rows, put, demo, house)
  await addTrade(rows, put, demo)
  for (const orgId of demo.organisationIds) await refreshRollups(house, orgId)
  const app = createApp(house, { webFolder: null, callsPerMinute: 1_000_000 })
  const orgOf = (organisation: 0 | 1): string => defined(demo.organisationIds[organisation], 'an organisation')
  const homeOf = (who: Who): 0 | 1 => (who === 'stranger' ? 1 : 0)
  const caller: ScopeHouse['caller'] = async (who, organisation = homeOf(who)) => {
    const [account] = await rows<{ id: string }>('select id from account where username = $1', [who])
    return defined(await house.rights.callerOf(defined(account, who).id, orgOf(organisation)), who)
  }
  const tokens = new Map<Who, Promise<string>>()
  const signIn = async (who: Who): Promise<string> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api-2024/auth/user/login',
      payload: { username: who, password: demo.password },
    })
    return answer.json<{ data: { access_token: string } }>().data.access_token
  }
  const sellers = (
    await rows<{ id: string }>(
      "select g.shop_id as id from shop_grant g join employee e on e.id = g.employee_id where e.email = 'sales@example.com' order by 1",
    )
  ).map(r => r.id)
  return {
    house,
    app,
    owner,
    appUrl: database.appUrl,
    demo,
    rows,
    put,
    caller,
    sellers,
    shopsOf: organisation => demo.shops.filter(s => s.orgId === orgOf(organisation)).map(s => s.id),
    as: async (who, organisation) => house.asUser(await caller(who, organisation), 'zh', `test-${who}`),
    token: who => {
      const known = tokens.get(who) ?? signIn(who)
      tokens.set(who, known)
      return known
    },
    close: async () => {
      await app.close()
      await owner.end()
      await house.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Rows = ScopeHouse['rows']
type Put = ScopeHouse['put']

/** An employee without an account, who gets the first shop. */
async function sellerOfOne(rows: Rows, put: Put, orgId: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    `select e.id from employee e where e.org_id = $1 and not exists (select 1 from account_organisation m where m.employee_id = e.id)
      and not exists (select 1 from shop_grant g where g.employee_id = e.id) order by e.id limit 1`,
    [orgId],
  )
  const { id } = defined(found, 'an employee without account and shops')
  const [shop] = await rows<{ id: string }>('select min(id) as id from shop where org_id = $1', [orgId])
  await put('shop_grant', { org_id: orgId, employee_id: id, shop_id: defined(shop, 'a shop').id })
  return id
}

async function addPeople(rows: Rows, put: Put, demo: DemoCompany, house: OpenHouse): Promise<void> {
  const [model] = await rows<{ password_hash: string; employee_id: string }>(
    "select a.password_hash, m.employee_id from account a join account_organisation m on m.account_id = a.id where a.username = 'sales'",
  )
  const grants = new Map(grantablesOf(house.registry).map(g => [`${g.permission} ${g.operation}`, g]))
  const people = [
    ['keen', 0, 0, defined(model, 'sales').employee_id, true],
    ['stranger', 1, 3, null, true],
    ['nobody', 0, 3, null, false],
    ['fresh', 0, 3, null, true],
    ['wide', 0, 0, defined(model, 'sales').employee_id, true],
    ['single', 0, 0, await sellerOfOne(rows, put, defined(demo.organisationIds[0], 'an organisation')), true],
    ['blind', 0, 3, null, true],
  ] as const
  const ofColumns = (r: Resource): string[] =>
    Object.values(r.fields).flatMap(({ options: { see } }) => (see === undefined ? [] : [`${permissionOf(r)} ${see.operation}`]))
  const columns = new Set([
    ...[...house.registry.resources.values()].flatMap(ofColumns),
    ...house.registry.routes.flatMap(route => rightsTold(route).map(one => `${one.permission} ${one.operation}`)),
  ])
  for (const [username, organisation, dataScope, employeeId, everything] of people) {
    const orgId = demo.organisationIds[organisation]
    const accountId = await put('account', {
      username,
      name: username,
      password_hash: defined(model, 'sales').password_hash,
      must_change: username === 'fresh',
    })
    await put('account_organisation', { org_id: orgId, account_id: accountId, employee_id: employeeId, data_scope: dataScope })
    if (!everything) continue
    const roleId = await put('role', { org_id: orgId, name: `全部-${username}` })
    await put('account_role', { org_id: orgId, account_id: accountId, role_id: roleId })
    if (username === 'wide') await put('role_scope', { org_id: orgId, role_id: roleId, permission: 'skuMap', data_scope: 3 })
    const granted = [...grants].flatMap(([name, one]) => (username === 'blind' && columns.has(name) ? [] : [one]))
    await rows(
      'insert into role_permission (org_id, role_id, permission, operation) select $1, $2, p, o from unnest($3::text[], $4::int[]) g(p, o)',
      [orgId, roleId, granted.map(g => g.permission), granted.map(g => g.operation)],
    )
  }
}

const key = (n: number): string => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`

/** In each shop: a settlement with a line, transactions on three days, an import with its task and file, a mapped cost. */
async function addTrade(rows: Rows, put: Put, demo: DemoCompany): Promise<void> {
  for (const table of ['amazon_settlement_line', 'amazon_transaction_line', 'amazon_summary_line'])
    for (const day of days) await rows('select ensure_month($1, $2)', [table, day])
  for (const orgId of demo.organisationIds) {
    const kind = (family: number, type: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      put('amazon_kind', { org_id: orgId, family, type, title: `费用 ${type}`, ...more })
    const principal = await kind(1, 'Order', { amount_type: 'ItemPrice', description: 'Principal' })
    const order = await kind(2, 'order')
    const sales = await kind(2, 'order', { base_id: order, column_name: 'productSales' })
    const fees = await kind(2, 'order', { base_id: order, column_name: 'sellingFees' })
    for (const [kindId, item] of [
      [principal, 1],
      [sales, 1],
      [fees, 10],
    ] as const)
      await put('amazon_type_map', { org_id: orgId, kind_id: kindId, item, valid_from: '2020-01-01' })
    const [boss] = await rows<{ id: string }>("select id from account where username = 'boss'")
    const accountId = defined(boss, 'boss').id
    for (const [i, shop] of demo.shops.filter(s => s.orgId === orgId).entries())
      await addShopTrade(rows, put, { ...shop, n: Number(shop.id) * 100 + i, accountId, principal, order })
  }
}

interface Trade {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly currency: string
  readonly n: number
  readonly accountId: string
  readonly principal: string
  readonly order: string
  readonly sellerSkus: DemoCompany['shops'][number]['sellerSkus']
}

async function addShopTrade(
  rows: Rows,
  put: Put,
  { id, orgId, name, currency, n, accountId, principal, order, sellerSkus }: Trade,
): Promise<void> {
  const fileId = await put('stored_file', {
    org_id: orgId,
    account_id: accountId,
    storage_key: `k${id}`,
    name: `${name}.txt`,
    size: 1,
    sha256: `s${id}`,
    upload_type: 'IMPORT',
    content_type: 'text/plain',
    created_by: accountId,
  })
  const taskId = await put('task', { org_id: orgId, account_id: accountId, kind: 'import', title: `导入 ${name}`, state: 2 })
  const importId = await put('import_run', {
    org_id: orgId,
    task_id: taskId,
    file_id: fileId,
    file_name: `${name}.txt`,
    family: 'amazonTransaction',
    shop_id: id,
    state: 2,
    first_day: days[0],
    last_day: days[2],
    lines_read: 3,
    lines_merged: 3,
    created_by: accountId,
    created_by_name: '沈云帆',
  })
  const settlementId = `9${n}`
  await put('amazon_settlement', {
    shop_id: id,
    settlement_id: settlementId,
    start_at: '2026-02-20Z',
    end_at: '2026-03-05Z',
    deposit_on: '2026-03-07',
    total: '10.50',
    currency,
    line_count: 1,
    layout: 2,
    counted_from: 1,
    import_id: importId,
  })
  await put('amazon_settlement_line', {
    shop_id: id,
    posted_on: days[1],
    settlement_id: settlementId,
    line_no: 1,
    posted_at: `${days[1]} 10:00Z`,
    booked_on: days[1],
    kind_id: principal,
    amount: '10.50',
    currency,
    sku: sellerSkus[0]?.sellerSku ?? '',
    order_id: `O-${name}`,
    import_id: importId,
  })
  for (const [i, day] of days.entries()) {
    await put('amazon_transaction_line', {
      shop_id: id,
      posted_on: day,
      line_key: key(n * 10 + i),
      ordinal: 1,
      posted_at: `${day} 1${i}:30Z`,
      booked_on: day,
      type_id: order,
      order_id: `T-${name}-${i}`,
      sku: sellerSkus[i]?.sellerSku ?? '',
      quantity: i + 1,
      total: `${n}.${i}5`,
      currency,
      product_sales: `${n + 1}.${i}5`,
      selling_fees: '-1',
      remark: '',
      import_id: importId,
    })
  }
  for (const day of days) await put('stale_day', { rollup: 'finance_amount', org_id: orgId, owner_id: id, day, since: now })
}
