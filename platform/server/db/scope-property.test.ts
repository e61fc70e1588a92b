/**
 * The algebra of scopes: on random declarations, rows and callers the door (both forms), the row policy and a reference in memory see the
 * same.
 */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bigInteger, choice, reference, text, texts } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import {
  anyOf,
  grantedShopsOrNone,
  member,
  ownedBy,
  self,
  ownedByAccount,
  ownOrganisation,
  serverOnly,
  sharedWithMe,
  taskedIn,
  through,
  when,
  type Scope,
} from '#platform/declare/scope.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { anyTable } from './any-table.ts'
import type { Database, Db } from '../contract/database.ts'
import { schemaDdl } from './ddl.ts'
import { Door } from './door.ts'
import { runtimeGrants } from './migrate.ts'
import { runtimeRole } from './roles.ts'
import { policyOf, settingsOf } from '../../../test/setup/scope-policy.ts'
import { predicateOf, type Granted, type Reads } from './scope-predicate.ts'
import { sees, type Row, type World } from '../../../test/setup/scopes.ts'

const rounds = 20
const title = ['试验', 'Probe'] as const
const states = { draft: [1, '草稿', 'Draft'], asked: [2, '待办', 'Asked'], published: [3, '已发布', 'Published'] } as const
const made = (table: string, fields: Resource['fields']): Resource =>
  resource(table, {
    title,
    access: { scope: ownOrganisation },
    fields,
  }) as unknown as Resource
const tables = [
  made('order_record', {
    ownerId: bigInteger('负责人', 'Owner', { optional: true }),
    makerId: bigInteger('创建人', 'Maker'),
    accountId: bigInteger('账号', 'Account'),
    shopId: bigInteger('店铺', 'Shop', { optional: true }),
    audience: texts('范围', 'Audience'),
    state: choice('状态', 'State', states),
  }),
  made('order_member', {
    orderId: bigInteger('单', 'Order'),
    employeeId: bigInteger('员工', 'Employee'),
    role: choice('角色', 'Role', { handler: [1, '处理人', 'Handler'], copied: [2, '抄送', 'Copied'] }),
  }),
  made('order_task', {
    subject: text('对象', 'Subject'),
    recordId: bigInteger('记录', 'Record'),
    employeeId: bigInteger('员工', 'Employee'),
  }),
  made('order_reply', { orderId: reference('单', 'Order', 'order_record', { optional: true }), writerId: bigInteger('作者', 'Writer') }),
  made('order_file', { replyId: reference('回复', 'Reply', 'order_reply') }),
]

/** Numbers that look random and are the same at each run (mulberry32). */
function dice(seed: number): { below(n: number): number; some<T>(all: readonly T[], from?: number): T[]; one<T>(all: readonly T[]): T } {
  let a = seed
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number): number => Math.floor(next() * n)
  const one = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const some = <T>(all: readonly T[], from = 0): T[] => {
    const left = all.filter(() => next() < 0.5)
    return left.length < from ? [one(all)] : left
  }
  return { below, one, some }
}
type Dice = ReturnType<typeof dice>

const mine = ownedBy('makerId')
const waysOfOrder: readonly Scope[] = [
  ownedBy('ownerId'),
  mine,
  self('ownerId'),
  grantedShopsOrNone,
  sharedWithMe,
  ownedByAccount,
  serverOnly,
  member('order_member', { record: 'orderId' }),
  member('order_member', { record: 'orderId', roles: [1] }),
  // the makers of an order are what its members belong to, here
  member('order_member', { record: 'orderId', of: 'makerId' }),
  taskedIn('order_task'),
  when('state', 3),
  when('state', [2, 3], mine),
  when('state', 2, anyOf(member('order_member', { record: 'orderId' }), sharedWithMe)),
]
function randomScopes(d: Dice): ReadonlyMap<string, Resource> {
  const several = (ways: readonly Scope[]): Scope => {
    const [first, ...more] = d.some(ways, 1).slice(0, 4)
    return anyOf(first as Scope, ...more)
  }
  const scopes: Record<string, Scope> = {
    order_record: several(waysOfOrder.toSorted(() => d.below(3) - 1)),
    order_member: through('orderId'),
    order_reply: d.one([
      through('orderId'),
      several([through('orderId'), ownedBy('writerId')]),
      ownedBy('writerId'),
      ownOrganisation,
      serverOnly,
    ]),
    order_file: d.one([through('replyId'), anyOf(through('replyId'), serverOnly)]),
  }
  // the member's field is a plain number in these tables; the scope that leads back needs the reference
  return new Map(
    tables.map(r => {
      const fields = r.table === 'order_member' ? { ...r.fields, orderId: reference('单', 'Order', 'order_record') } : r.fields
      return [r.table, { ...r, fields, scope: scopes[r.table] ?? ownOrganisation } as Resource]
    }),
  )
}

const employees = ['1', '2', '3', '4', '5', '6', '7', '8']
const ids = (n: number): string[] => Array.from({ length: n }, (_, i) => String(i + 1))
function randomRows(d: Dice): Record<string, Row[]> {
  const orders = ids(14).map(id => orderRow(d, id))
  const orgOf = (all: readonly Row[], id: unknown): unknown => all.find(one => one['id'] === id)?.['org_id']
  const under = (n: number, make: (id: string) => Row, all: readonly Row[], field: string): Row[] =>
    ids(n)
      .map(make)
      .map(row => ({ ...row, org_id: orgOf(all, row[field]) ?? d.one(['1', '2']) }))
  const anOrder = (): string => d.one(orders)['id'] as string
  const replies = under(16, id => ({ id, order_id: d.below(6) === 0 ? null : anOrder(), writer_id: d.one(employees) }), orders, 'order_id')
  return {
    order_record: orders,
    order_member: under(12, id => ({ id, order_id: anOrder(), employee_id: d.one(employees), role: d.one([1, 2]) }), orders, 'order_id'),
    order_task: under(
      10,
      id => ({ id, subject: d.one(['order_record', 'order_record', 'order_reply']), record_id: anOrder(), employee_id: d.one(employees) }),
      orders,
      'record_id',
    ),
    order_reply: replies,
    order_file: under(12, id => ({ id, reply_id: d.one(replies)['id'] }), replies, 'reply_id'),
  }
}
const orderRow = (d: Dice, id: string): Row => ({
  id,
  org_id: d.one(['1', '1', '2']),
  owner_id: d.below(5) === 0 ? null : d.one(employees),
  maker_id: d.one(employees),
  account_id: d.one(['70', '71']),
  shop_id: d.below(3) === 0 ? null : d.one(['1', '2', '3']),
  audience: d.some(['o', 'd3', 'e5']),
  state: d.one([1, 2, 3]),
})

/** Nobody, few, most, everybody; in one list perhaps further than in the others. */
function randomGranted(d: Dice): Granted {
  const reach = () => ({
    shops: d.some(['1', '2', '3']),
    employees: d.one<readonly string[] | 'all'>([[], [d.one(employees)], d.some(employees, 1), 'all']),
  })
  return {
    organisation: d.one(['1', '1', '2']),
    organisations: ['1'],
    ...reach(),
    account: '70',
    employee: d.one([null, ...employees.slice(0, 3)]),
    audience: d.some(['o', 'd3', 'e5']),
    ...(d.below(3) === 0 ? { wider: new Map([['order_record', reach()]]) } : {}),
    ...(d.below(4) === 0 ? {} : { staff: employees.length }),
    server: false,
  }
}
const asServer = (granted: Granted): Granted => ({ ...granted, employees: 'all', shops: ['1', '2', '3'], wider: new Map(), server: true })

/** reads under the policies; it goes with the test server */
const role = `oracle_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let owner: pg.Client
let real: Db
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  await owner.query(schemaDdl(new Map(tables.map(r => [r.table, r]))).join(';\n'))
  await owner.query(`create role ${role} nologin; grant ${role} to current_user`)
  await owner.query('create schema oracle_rows')
  await owner.query(tables.map(r => `create view oracle_rows.${r.table} as select * from public.${r.table}`).join(';\n'))
  await owner.query(`grant usage on schema public, oracle_rows to ${role}`)
  await owner.query(`grant select on all tables in schema public, oracle_rows to ${role}`)
  for (const statement of runtimeGrants('public', runtimeRole)) await owner.query(statement)
  for (const { table } of tables)
    await owner.query(
      `alter table ${table} enable row level security; create policy program on ${table} to ${runtimeRole} using (true) with check (true)`,
    )
  real = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.appUrl, max: 2 }) }) })
})
afterAll(async () => {
  await real.destroy()
  await owner.end()
  await database.drop()
})

async function fill(rows: Record<string, readonly Row[]>): Promise<void> {
  await owner.query(`truncate ${tables.map(r => r.table).join(', ')} cascade`)
  for (const { table } of tables)
    await owner.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify((rows[table] ?? []).map(row => ({ version: 1, created_at: 'now', updated_at: 'now', ...row }))),
    ])
}
const inOrder = (found: readonly { id: unknown }[]): string[] => found.map(row => String(row.id)).toSorted((a, b) => Number(a) - Number(b))

async function byPolicy(granted: Granted, table: string): Promise<string[]> {
  // a setting that was local to a transaction stays behind as an empty text: each is said anew
  const whole = { ...granted, wider: granted.wider ?? new Map([['order_record', granted]]) }
  const settings = Object.entries(settingsOf(whole)).map(([name, value]) => `set local ${name} = '${value}'`)
  try {
    await owner.query(['begin', ...settings, `set local role ${role}`].join('; '))
    return inOrder((await owner.query<{ id: string }>(`select id from ${table}`)).rows)
  } finally {
    await owner.query('rollback')
  }
}
async function inForm(resources: ReadonlyMap<string, Resource>, granted: Granted, r: Resource, reads: Reads): Promise<string[]> {
  const predicate = predicateOf(r, granted, 't', resources, reads) ?? sql<boolean>`true`
  return inOrder((await sql<{ id: string }>`select t.id from ${sql.table(r.table)} as t where ${predicate}`.execute(real)).rows)
}

const refusedOr = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (String(error).includes('超出了您的数据权限')) return false
      throw error
    },
  )
class Undone extends Error {}
/** Whether a caller may write the row, which is then taken back. */
const mayAdd = (resources: ReadonlyMap<string, Resource>, granted: Granted, table: string, row: Row): Promise<boolean> =>
  refusedOr(
    real
      .withPlugin(new Door(resources, granted, true))
      .transaction()
      .execute(async tx => {
        await anyTable(tx).insertInto(table).values(row).execute()
        throw new Undone()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      }),
  )

test(`door, policy and reference see the same of ${rounds} random companies`, { timeout: 120_000 }, async () => {
  const met = { all: 0, some: 0, none: 0, added: 0, refused: 0 }
  for (let seed = 1; seed <= rounds; seed += 1) {
    const d = dice(seed)
    const resources = randomScopes(d)
    const world: World = { resources, rows: randomRows(d) }
    await fill(world.rows as Record<string, Row[]>)
    const open = [...resources.values()].filter(r => r.scope.all !== null)
    await owner.query(
      [...resources.values()]
        .map(
          r =>
            `drop policy if exists oracle on ${r.table}; create policy oracle on ${r.table} for select to ${role} using ` +
            `(${policyOf(r, { resources, rowsOf: t => `oracle_rows.${t}` })})`,
        )
        .join('; '),
    )
    for (let n = 0; n < 6; n += 1) {
      const granted = n === 5 ? asServer(randomGranted(d)) : randomGranted(d)
      const door = real.withPlugin(new Door(resources, granted, false))
      for (const r of open) {
        const rows = world.rows[r.table] ?? []
        const expected = inOrder(rows.filter(row => sees(r, row, granted, world)) as { id: string }[])
        const said = `seed ${seed}, ${r.table} ${r.scope.name}, ${JSON.stringify(granted)}`
        for (const reads of ['rows', 'page', 'whole'] as const)
          expect(await inForm(resources, granted, r, reads), `${reads}: ${said}`).toEqual(expected)
        const read = anyTable(door as never)
          .selectFrom(r.table)
          .select('id')
        expect(inOrder((await read.execute()) as { id: string }[]), `door: ${said}`).toEqual(expected)
        if (!granted.server) expect(await byPolicy(granted, r.table), `policy: ${said}`).toEqual(expected)
        met[
          expected.length === 0
            ? 'none'
            : expected.length === rows.filter(row => row['org_id'] === granted.organisation).length
              ? 'all'
              : 'some'
        ] += 1
      }
      const [order] = resources.values()
      const row: Row = { ...orderRow(d, '99'), org_id: granted.organisation }
      const may = await mayAdd(resources, granted, 'order_record', row)
      expect(may, `written: seed ${seed}, ${order?.scope.name}`).toBe(sees(order as Resource, row, granted, world))
      met[may ? 'added' : 'refused'] += 1
    }
  }
  // the dice reach every case
  for (const [what, n] of Object.entries(met)) expect(n, what).toBeGreaterThan(20)
})
