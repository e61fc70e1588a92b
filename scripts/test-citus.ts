/**
 * `npm run test:citus -- postgresql://…` (or CITUS_URL): the driver of the product, plain PostgreSQL beside a cluster, and every test that
 * has a database of its own, on the cluster. The address is a superuser's, of a database of the coordinator that has the extension
 * (docs/operations.md). Without an address the driver runs on two plain databases. More arguments name test files instead: `npm run
 * test:citus -- postgresql://… test/scope`. `--write=folder` runs the tests on plain PostgreSQL and writes the statements that they send;
 * `--replay=folder` with an address runs each of these on the cluster and on plain PostgreSQL, which takes minutes. `--beside=http://…,
 * http://…` works in two products that run on the same restored company, the second on a cluster, and compares all that they answer.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SteadyClient } from '../platform/server/db/connection-lost.ts'
import { connectionSettings } from '../platform/server/db/pools.ts'
import { command } from './command.ts'
import { root, runTool } from './run-step.ts'

/** Tests that start a server or a folder of their own, or look at what only plain PostgreSQL has: they would not touch the cluster. */
const plainAlone = ['test/e2e/', 'test/start/', 'test/laws/', 'test/economy/', 'test/fuzz/', 'test/citus/spread', 'test/citus/catalogue']
const hasDatabase =
  /\b(?:testDatabase|demoHouse|migratedHouse|open(?:ScopeHouse|Imports|Books|ListImports|Registration|Uses|Ground|TextTable))\(/

const filesWithDatabase = (): string[] =>
  globSync(['areas/**/*.test.ts', 'platform/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !plainAlone.some(start => file.startsWith(start)))
    .filter(file => hasDatabase.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()

/** Says what the address lacks, before hundreds of tests do. */
async function checkAddress(url: string): Promise<void> {
  const client = new SteadyClient(connectionSettings(url, 'test'))
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string | null; super: boolean }>(
      `select (select extversion from pg_extension where extname = 'citus') as version, rolsuper as super
        from pg_roles where rolname = current_user`,
    )
    if (!rows[0]?.version) throw new Error('这个地址的数据库没有 citus 扩展，请给出协调机上装有它的数据库')
    if (!rows[0].super) throw new Error('测试要在每台机器上建立数据库，请用超级用户的地址')
    const { rows: machines } = await client.query('select nodename, nodeport from pg_dist_node where isactive')
    console.log(`Citus ${rows[0].version}，${machines.length} 台机器`)
  } finally {
    await client.end()
  }
}

async function run(): Promise<void> {
  const args = process.argv.slice(2)
  const option = (name: string): string | undefined => args.find(one => one.startsWith(`--${name}=`))?.slice(name.length + 3)
  const [write, replay, beside] = [option('write'), option('replay'), option('beside')]
  const url = write !== undefined ? undefined : (args.find(one => /^postgres(ql)?:\/\//.test(one)) ?? process.env['CITUS_URL'])
  const named = args.filter(one => one !== url && !one.startsWith('--'))
  if (replay !== undefined && url === undefined) throw new Error('--replay 需要协调机的地址')
  if (url !== undefined) await checkAddress(url)
  else if (write === undefined && beside === undefined) console.log('没有给出协调机的地址：驱动在两个普通数据库上运行')
  const whole = url === undefined && write === undefined ? ['test/citus'] : ['test/citus/driver.test.ts', ...filesWithDatabase()]
  const files =
    named.length > 0
      ? named
      : beside !== undefined
        ? ['test/citus/company.test.ts']
        : replay === undefined
          ? whole
          : ['test/citus/replay.test.ts']
  process.exitCode = runTool('vitest', ['run', '--project', 'node', ...(write === undefined ? [] : ['--project', 'apart']), ...files], {
    ...(url === undefined ? {} : { CITUS_URL: url }),
    ...(write === undefined ? {} : { STATEMENTS_INTO: resolve(write) }),
    ...(beside === undefined ? {} : { BESIDE: beside }),
    ...(replay === undefined ? {} : { STATEMENTS: resolve(replay) }),
  })
}

await command(run)
