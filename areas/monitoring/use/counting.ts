/**
 * Counters are written together: what is told while a batch is on its way makes the next one, and whoever told it is answered when his
 * batch is kept. So a thousand openings a second are a few statements, and none is lost by a process that ends.
 */
import { sql, type InsertQueryBuilder } from 'kysely'
import { type Context, type Database, type House, refuse, texts, type Db } from '#platform/server/area.ts'

const keys = {
  menu_log: ['org_id', 'account_id', 'menu_id', 'log_year', 'month'],
  menu_click: ['org_id', 'account_id', 'click_date', 'menu_id'],
  usage_record: ['org_id', 'account_id', 'used_on'],
  route_use: ['org_id', 'account_id', 'component'],
} as const
type Table = keyof typeof keys
/** tables that keep the department the person belonged to then */
const withDepartment: ReadonlySet<Table> = new Set<Table>(['menu_click', 'usage_record'])
const tables = Object.keys(keys) as Table[]
const into = {
  menu_log: (db: Db) => db.insertInto('menu_log'),
  menu_click: (db: Db) => db.insertInto('menu_click'),
  usage_record: (db: Db) => db.insertInto('usage_record'),
  route_use: (db: Db) => db.insertInto('route_use'),
} as Readonly<Record<Table, (db: Db) => InsertQueryBuilder<Database, Table, unknown>>>

type Values = Readonly<Record<string, string | number | null>>
interface Count {
  readonly table: Table
  readonly orgId: string
  readonly employeeId: string | null
  values: Values
  times: number
}
interface Batch {
  readonly counts: Map<string, Count>
  readonly written: Promise<void>
  readonly done: () => void
  readonly failed: (reason: unknown) => void
}

function newBatch(): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { counts: new Map(), written: promise, done: resolve, failed: reject }
}

class Counter {
  readonly #house: House
  #next: Batch | null = null
  #isWriting = false

  constructor(house: House) {
    this.#house = house
  }

  count(one: Count): Promise<void> {
    const batch = (this.#next ??= newBatch())
    const key = JSON.stringify([one.table, ...keys[one.table].map(name => one.values[name] ?? null)])
    const known = batch.counts.get(key)
    if (known === undefined) batch.counts.set(key, one)
    else {
      known.times += one.times
      known.values = { ...known.values, ...one.values }
    }
    if (!this.#isWriting) void this.#write()
    return batch.written
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    // whoever tells several things at once tells them in one turn
    await new Promise(resolve => setImmediate(resolve))
    for (let batch = this.#next; batch !== null; batch = this.#next) {
      this.#next = null
      try {
        for (const [orgId, counts] of Map.groupBy(batch.counts.values(), count => count.orgId)) await keep(this.#house, orgId, counts)
        batch.done()
      } catch (error) {
        batch.failed(error)
      }
    }
    this.#isWriting = false
  }
}

async function keep(house: House, orgId: string, counts: readonly Count[]): Promise<void> {
  const system = await house.asSystem(orgId, 'counters of what is used: each of the account that told it')
  await system.write(async within => {
    // past the door, which lets each account write its own rows alone: the rows name the account that told them
    const tx = within.withoutPlugins()
    const departments = await departmentsOf(
      tx,
      counts.flatMap(count => (withDepartment.has(count.table) ? (count.employeeId ?? []) : [])),
    )
    for (const table of tables) {
      // in one order: two processes that write the same rows wait for each other once
      const rows = counts
        .filter(count => count.table === table)
        .map(({ values, times, employeeId }) => ({
          ...values,
          times,
          ...(withDepartment.has(table) ? { dept_id: employeeId === null ? null : (departments.get(employeeId) ?? null) } : {}),
        }))
        .toSorted((a, b) => (keyOf(table, a) < keyOf(table, b) ? -1 : 1))
      if (rows.length === 0) continue
      const renewed = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(name => ['type_id', 'updated_data_at'].includes(name))
      await into[table](tx)
        .values(rows as never)
        .onConflict(c =>
          c.columns(keys[table]).doUpdateSet({
            times: sql<number>`${sql.table(table)}.times + excluded.times`,
            last_at: sql`excluded.last_at`,
            ...Object.fromEntries(
              renewed.map(name => [name, sql`coalesce(excluded.${sql.ref(name)}, ${sql.table(table)}.${sql.ref(name)})`]),
            ),
          }),
        )
        .execute()
    }
  })
}

const keyOf = (table: Table, row: Values): string => keys[table].map(name => String(row[name] ?? '')).join('\u0000')

async function departmentsOf(tx: Db, employees: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (employees.length === 0) return new Map()
  const rows = await tx
    .selectFrom('employee')
    .select(['id', 'dept_id'])
    .where('id', 'in', [...new Set(employees)])
    .execute()
  return new Map(rows.map(row => [row.id, row.dept_id]))
}

const counters = new WeakMap<House, Counter>()

/** One more of `values`; done when it is kept. */
export async function count(context: Context, table: Table, values: Values): Promise<null> {
  const { house, caller } = context
  if (caller.viewer) throw refuse.forbidden(texts.viewingOnly)
  let counter = counters.get(house)
  if (counter === undefined) counters.set(house, (counter = new Counter(house)))
  const own = { org_id: caller.orgId, account_id: caller.accountId, ...values, last_at: context.now().toISOString() }
  await counter.count({ table, orgId: caller.orgId, employeeId: caller.employeeId, values: own, times: 1 })
  return null
}
