/** What the planner is believed of a statement whose scope is read as a set. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bigInteger, reference } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, ownOrganisation, through } from '#platform/declare/scope.ts'
import { testDatabase, type TestDatabase } from '../../../test/setup/database.ts'
import { anyTable } from '../db/any-table.ts'
import { tableDdl } from '../db/ddl.ts'
import { Door } from '../db/door.ts'
import { runtimeGrants } from '../db/migrate.ts'
import { runtimeRole } from '../db/roles.ts'
import type { Granted } from '../db/scope-predicate.ts'
import { estimateOf, type Estimate } from './estimate.ts'

const made = (table: string, scope: Resource['scope'], fields: Resource['fields'], index: Resource['index']): Resource =>
  resource(table, {
    title: ['表', 'Table'],
    access: { scope },
    fields,
    storage: index ? { index } : {},
  }) as unknown as Resource
const toJob = reference('单', 'Order', 'job')
const tables = [
  made(
    'job',
    anyOf(ownedBy('ownerId'), member('crew', { record: 'jobId' }), member('team', { record: 'kindId', of: 'kindId' })),
    { ownerId: bigInteger('负责人', 'Owner'), kindId: bigInteger('类型', 'Kind') },
    [['ownerId'], ['kindId']],
  ),
  made('team', ownOrganisation, { kindId: bigInteger('类型', 'Kind'), employeeId: bigInteger('员工', 'Employee') }, [
    ['kindId'],
    ['employeeId'],
  ]),
  made('crew', through('jobId'), { jobId: toJob, employeeId: bigInteger('员工', 'Employee') }, [['jobId'], ['employeeId']]),
  made('reply', through('jobId'), { jobId: toJob }, [['jobId']]),
]
let database: TestDatabase
let root: Kysely<Record<string, Record<string, unknown>>>
beforeAll(async () => {
  database = await testDatabase({ empty: true })
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  // 1 to 9 own and share 30,000 records, 10 has 60 of his own
  for (const statement of [
    ...tables.flatMap(tableDdl),
    `insert into job (org_id, owner_id, kind_id) select 1, case when n <= 60 then 10 else 1 + n % 9 end, 1 + n % 300
       from generate_series(1, 30000) n`,
    // of each kind one of 9 looks after it, and one of 11 to 90
    `insert into team (org_id, kind_id, employee_id) select 1, k, case when n = 1 then 1 + k % 9 else 11 + k % 80 end
       from generate_series(1, 300) k, generate_series(1, 2) n`,
    `insert into crew (org_id, job_id, employee_id) select 1, n, 1 + (n + 4) % 9 from generate_series(61, 30000) n`,
    `insert into reply (org_id, job_id) select 1, 1 + n % 30000 from generate_series(1, 60000) n`,
    'analyze',
    ...runtimeGrants('public', runtimeRole),
  ])
    await owner.query(statement)
  await owner.end()
  root = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.appUrl, max: 2 }) }) })
})
afterAll(async () => {
  await root.destroy()
  await database.drop()
})

const resources = new Map(tables.map(r => [r.table, r]))
const asked = async (table: string, employees: readonly string[]): Promise<{ estimate: Estimate; rows: number }> => {
  const granted: Granted = {
    organisation: '1',
    organisations: ['1'],
    shops: [],
    employees,
    staff: 100,
    account: '7',
    audience: [],
    server: false,
  }
  const query = anyTable(root.withPlugin(new Door(resources, granted, false)) as never)
    .selectFrom(table)
    .select('id')
  return { estimate: await estimateOf(query), rows: (await query.execute()).length }
}

test.each<[string, string, readonly string[]]>([
  ['somebody with few records', 'job', ['10']],
  ['a head', 'job', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
  ['somebody who looks after kinds', 'job', ['11']],
  ['several who do', 'job', Array.from({ length: 60 }, (_, i) => String(11 + i))],
  ['somebody with few, through their records', 'reply', ['10']],
  ['a head, through the records', 'reply', ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
])('%s: the estimate is of the size of what is found', async (_name, table, employees) => {
  const { estimate, rows } = await asked(table, employees)
  expect(estimate.rows).toBeGreaterThan(rows / 4)
  expect(estimate.rows).toBeLessThan(rows * 4)
  expect(estimate.isCheap).toBe(rows < 20_000)
})
