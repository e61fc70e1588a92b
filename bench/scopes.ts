/**
 * The two forms of a scope of several ways (platform/server/db/scope-predicate.ts) against each other, by how much a person sees: records
 * with an owner and two members each, and replies that are seen through their record. One database of its own; nothing of the product's
 * tables is read.
 */
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { bigInteger, date, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, through } from '#platform/declare/scope.ts'
import { tableDdl } from '#platform/server/db/ddl.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import { predicateOf, type Granted, type Reads } from '#platform/server/db/scope-predicate.ts'
import { median, ms, timed, times, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace } from './place.ts'

const part = 'scopes'
const staff = 2_000
const days = 1_000
const pageSize = 50
/** rows that one person sees, who is in nobody's department */
const ownRows = 44
const loner = String(staff + 1)
const rounds = 2

const made = (r: unknown): Resource => r as Resource
const tables = [
  made(
    resource('bench_order', {
      title: ['单', 'Order'],
      access: { scope: anyOf(ownedBy('ownerId'), member('bench_member', { record: 'orderId' })) },
      fields: { ownerId: bigInteger('负责人', 'Owner'), day: date('日期', 'Day'), words: text('内容', 'Words') },
      storage: { index: [['orgId', '-day', '-id'], ['ownerId']] },
    }),
  ),
  made(
    resource('bench_member', {
      title: ['参与人', 'Member'],
      access: { scope: through('orderId') },
      fields: { orderId: reference('单', 'Order', 'bench_order'), employeeId: bigInteger('员工', 'Employee') },
      storage: {
        index: [
          ['orderId', 'employeeId'],
          ['employeeId', 'orderId'],
        ],
      },
    }),
  ),
  made(
    resource('bench_reply', {
      title: ['回复', 'Reply'],
      access: { scope: through('orderId') },
      fields: { orderId: reference('单', 'Order', 'bench_order'), day: date('日期', 'Day'), words: text('内容', 'Words') },
      storage: { index: [['orgId', '-day', '-id'], ['orderId']] },
    }),
  ),
]
const resources = new Map(tables.map(r => [r.table, r]))

/** How many employees a person reaches; 1: the one with few rows. */
const reaches = [1, 20, 100, 300, 600, 1_000, 1_800] as const

export async function scopesPart({ records }: Options): Promise<Figure[]> {
  const place = await openPlace(null)
  try {
    await fill(place.owner, records)
    const db = new Kysely<object>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ ...connectionSettings(place.ownerUrl, 'bench'), max: 1 }) }),
    })
    try {
      const figures: Figure[] = []
      for (const reach of reaches) figures.push(...(await figuresOf(db, reach)))
      return figures
    } finally {
      await db.destroy()
    }
  } finally {
    await place.close()
  }
}

async function fill(owner: pg.Client, records: number): Promise<void> {
  for (const statement of tables.flatMap(tableDdl)) await owner.query(statement)
  const someone = (salt: number): string => `(1 + abs(hashint8(n * 31 + ${salt})) % ${staff})`
  const day = `date '2026-10-31' - (abs(hashint8(n)) % ${days})`
  await owner.query(
    `insert into bench_order (org_id, owner_id, day, words) select 1, case when n <= $2 then $3
      else ${someone(1)} end, ${day}, 'order ' || n from generate_series(1, $1::bigint) n`,
    [records, ownRows / 2, loner],
  )
  await owner.query(
    `insert into bench_member (org_id, order_id, employee_id)
     select 1, n, case when k = 1 and n > $1::bigint - $2 then $3 when k = 1 then ${someone(2)} else ${someone(3)} end
       from generate_series(1, $1::bigint) n, generate_series(1, 2) k`,
    [records, ownRows / 2, loner],
  )
  await owner.query(
    `insert into bench_reply (org_id, order_id, day, words) select 1, n, ${day} + k, 'reply ' || k
      from generate_series(1, $1::bigint) n, generate_series(1, 3) k`,
    [records],
  )
  for (const { table } of tables) await owner.query(`vacuum analyze ${table}`)
}

/** How a statement is made to read in one form, whatever the reach would choose: nothing is known of the others, or there are none. */
const forms = {
  set: { reads: 'whole', others: undefined },
  inPlace: { reads: 'whole', others: 0 },
  probed: { reads: 'page', others: 0 },
} as const satisfies Record<string, { reads: Reads; others: number | undefined }>
type Form = keyof typeof forms

const grantedOf = (reach: number, { others }: (typeof forms)[Form]): Granted => {
  // with nineteen who have nothing: one alone would be read as a set always
  const few = [loner, ...Array.from({ length: 19 }, (_, i) => String(staff + 2 + i))]
  const employees = reach === 1 ? few : Array.from({ length: reach }, (_, i) => String(i + 1))
  return {
    organisation: '1',
    organisations: ['1'],
    shops: [],
    employees,
    account: '0',
    audience: [],
    ...(others === undefined ? {} : { staff: employees.length + others }),
    server: false,
  }
}

const asks: Readonly<Record<string, (table: string, where: RawBuilder<boolean>) => RawBuilder<unknown>>> = {
  page: (table, where) =>
    sql`select * from (select * from ${sql.table(table)} as t where ${where}) as t order by t.day desc, t.id desc
      limit ${sql.lit(pageSize + 1)}`,
  count: (table, where) => sql`select count(*) as n from (select * from ${sql.table(table)} as t where ${where}) as t`,
  one: (table, where) => sql`select * from (select * from ${sql.table(table)} as t where ${where}) as t where t.id = 7`,
}

async function figuresOf(db: Kysely<object>, reach: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [table, what] of [
    ['bench_order', 'records'],
    ['bench_reply', 'replies through their record'],
  ] as const) {
    const r = resources.get(table) as Resource
    const rows = await countOf(db, r, reach)
    for (const [ask, query] of Object.entries(asks)) {
      const tried = (Object.keys(forms) as Form[]).filter(form => form !== 'probed' || ask === 'page')
      const took: Record<Form, number[]> = { set: [], inPlace: [], probed: [] }
      for (let round = 0; round <= rounds; round += 1)
        for (const form of tried) {
          const asked = await timed(() => query(table, predicate(r, reach, form)).execute(db))
          // the first round warms
          if (round > 0) took[form].push(asked)
        }
      const [set, inPlace] = [median(took.set), median(took[ask === 'page' ? 'probed' : 'inPlace'])]
      figures.push({
        part,
        what: `${ask} of ${what}, reach of ${reach.toLocaleString('en')} among ${staff.toLocaleString('en')} employees (${rows.toLocaleString('en')} rows): as a set`,
        value: ms(set),
        against: `${ms(inPlace)} in place${ask === 'page' ? ` (${ms(median(took.inPlace))} where members may be read first)` : ''}`,
        ratio: times(set / inPlace),
      })
    }
  }
  return figures
}
const predicate = (r: Resource, reach: number, form: Form): RawBuilder<boolean> =>
  predicateOf(r, grantedOf(reach, forms[form]), 't', resources, forms[form].reads) ?? sql<boolean>`true`
const countOf = async (db: Kysely<object>, r: Resource, reach: number): Promise<number> => {
  const { rows } = await sql<{
    n: string
  }>`select count(*) as n from ${sql.table(r.table)} as t where ${predicate(r, reach, 'set')}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}
