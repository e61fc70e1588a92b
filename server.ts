/** Composition root of the server: reads the environment, opens the database, mounts the areas, listens; stops in order. */
import { resolve } from 'node:path'
import { demoCompany } from '#areas/access/index.ts'
import { createDemoPeople, createFirstAdmin } from '#areas/admin/index.ts'
import { demoEmulator } from '#areas/connections/index.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { keptMonths, trailRetention } from '#platform/server/audit/retention.ts'
import { backupSchedule, scheduledBackups } from '#platform/server/backup/schedule.ts'
import { sentenceOf } from '#platform/server/db/connection-lost.ts'
import { newestMigration, readMigrations } from '#platform/server/db/migrate.ts'
import { createApp } from '#platform/server/http/app.ts'
import { taskGauges } from '#platform/server/http/task-gauges.ts'
import { shutDown } from '#platform/server/http/shutdown.ts'
import { prepareJobs, startJobs, type RunningJobs } from '#platform/server/jobs/job-queue.ts'
import { trustedProxies } from '#platform/server/http/trusted-proxies.ts'
import { isDiskFull } from '#platform/server/calls/disk-full.ts'
import { beginFirstFill, keptHalf, type FirstFillMark } from '#platform/server/db/first-fill-mark.ts'
import type { OpenDatabase } from '#platform/server/db/open-database.ts'
import { portIsFree } from '#platform/server/base/free-port.ts'
import type { OpenHouse } from '#platform/server/open-house.ts'
import { releaseMemory } from '#platform/server/base/release-memory.ts'
import { startRealtime } from '#platform/server/realtime/realtime.ts'
import { fillDemo } from './first-fill.ts'
import { isProduction, migrationsFolder, openProduct } from './product.ts'

const env = process.env
const host = env['HOST'] ?? '127.0.0.1'
const port = Number(env['PORT'] ?? 8000)
const production = isProduction(env)
const jobsStopMsMax = 25_000
const say = (line: string): void => console.log(line)

/** A sentence for the operator, without a stack. */
function giveUp(error: unknown): never {
  const e = error as NodeJS.ErrnoException
  console.error(
    e.code === 'EADDRINUSE'
      ? `端口 ${port} 已被占用。请停止占用它的程序，或用 PORT 指定另一个端口。`
      : isDiskFull(error) && !(e.cause instanceof Error)
        ? `磁盘空间已满，请清理磁盘后再启动（${e.message}）`
        : sentenceOf(error),
  )
  process.exit(1)
}

const isInhabited = async (house: OpenHouse): Promise<boolean> =>
  (await house.unscoped('start: is anybody there').selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined

/** of the company that this process makes, or could not finish */
let fillMark: FirstFillMark | null = null

interface Populated {
  /** what is to be printed */
  readonly lines: readonly string[]
  /** makes the rest of the demo company; null: there is none */
  readonly rest: (() => Promise<void>) | null
}

/** On an empty database: the people of the demo company, or with DEMO=0 the administrator alone. They can sign in from then on. */
async function populate(house: OpenHouse, ownerUrl: string): Promise<Populated> {
  const db = house.unscoped('first start: the first people')
  if (env['DEMO'] === '0') {
    const { username, password } = await createFirstAdmin(db)
    return { lines: [`系统管理员：${username}，初始密码 ${password}（只显示这一次，登录后须修改）`], rest: null }
  }
  say('正在建立演示公司')
  const mark = (fillMark = await beginFirstFill(ownerUrl, house.log))
  const demo = await createDemoPeople(db, house.registry, {
    now: house.now(),
    lastMonth: house.now().toISOString().slice(0, 7),
    mustChange: production,
  })
  // DEMO=people: the company without a year of its work and its files, for whoever brings his own
  if (env['DEMO'] === 'people') {
    await mark.whole()
    return { lines: [], rest: null }
  }
  return { lines: [], rest: () => fillDemo(house, demo, say).then(() => mark.whole()) }
}

/** The demo accounts, as long as they are there with their first password. */
async function accountLines(house: OpenHouse): Promise<string[]> {
  if (env['DEMO'] === '0' || production) return []
  const accounts = await house
    .unscoped('start: names of the demo accounts')
    .selectFrom('account')
    .select(['username', 'name'])
    .where('username', 'in', ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'])
    .orderBy('id')
    .execute()
  return accounts.length === 0 ? [] : [`演示账号（密码 demo1234）：${accounts.map(a => a.username).join('、')}`]
}

interface Beginning {
  readonly database: OpenDatabase
  readonly isInhabited: boolean
  /** people can sign in from now on */
  readonly opened: () => void
  readonly isStopping: () => boolean
}

/** People, where there are none; the address; then the rest of the demo company. The clock of the areas goes once nothing is being made. */
async function begin(house: OpenHouse, { database, isInhabited: isThere, opened, isStopping }: Beginning): Promise<void> {
  const clock = async (): Promise<void> => {
    for (const area of house.areas) await area.begin?.(house)
  }
  const { lines, rest } = isThere ? { lines: [], rest: null } : await populate(house, database.ownerUrl)
  // before they can sign in: who comes at once is told what is still to come
  if (rest !== null) house.filling.now = { percent: 0, doing: ['正在建立演示公司', 'The demo company is being made'] }
  opened()
  if (rest === null) await clock()
  say(
    [
      `掌柜已启动：http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`,
      ...lines,
      ...(await accountLines(house)),
      ...(database.cutFill === 'kept' ? [`演示公司没有建完：${keptHalf[0]}`] : []),
      ...(rest === null ? [] : ['演示数据在后台建立，现在就可以登录；进度显示在页面底部和 /readyz']),
      '按 Ctrl-C 停止',
    ].join('\n'),
  )
  if (rest === null) return
  await rest().catch((error: unknown) => {
    if (isStopping()) return
    house.log.error({ err: error }, 'the demo company was not finished')
    say(`演示公司没有建完：${sentenceOf(error)}`)
  })
  if (!isStopping()) await clock()
}

async function open(): Promise<void> {
  const schedule = backupSchedule(env)
  const auditMonths = keptMonths(env['AUDIT_KEEP_MONTHS'])
  const trustProxy = trustedProxies(env['TRUST_PROXY'])
  /** Timed work that needs the owner's account. */
  const keeping = (ownerUrl: string): Area => ({
    name: 'keeping',
    title: ['维护', 'Maintenance'],
    resources: [],
    routes: {},
    timed: [trailRetention(ownerUrl, auditMonths), ...(schedule === null ? [] : [scheduledBackups(schedule, ownerUrl)])],
  })
  // a demo company's connections are answered by this machine
  const emulator =
    production || env['DEMO'] === '0' ? {} : { emulator: demoEmulator(resolve(env['DATA_DIR'] ?? 'data')), companySide: demoCompany() }
  const { database, house, files, log, close } = await openProduct(env, say, { host, port, ...emulator }, ownerUrl => [keeping(ownerUrl)])
  if (database.cutFill === 'kept') house.filling.now = { percent: 0, doing: keptHalf, failed: keptHalf }
  await prepareJobs(database.ownerUrl)
  await files.sweep(Date.now())
  const realtime = await startRealtime(house)
  let open = await isInhabited(house)
  const app = createApp(house, {
    open: () => open,
    ...(trustProxy === undefined ? {} : { trustProxy }),
    realtime,
    gauges: taskGauges(house),
    newestMigration: newestMigration(readMigrations(migrationsFolder)),
    ...(env['WEB'] === '0' ? { webFolder: null } : {}),
  })
  const resting = releaseMemory()
  let jobs: RunningJobs | null = null
  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    say('正在停止：等待进行中的请求和任务结束')
    const inTime = await shutDown({
      app,
      log,
      stop: [async () => jobs?.stop(jobsStopMsMax), () => realtime.stop(), async () => resting.stop()],
      close: [async () => fillMark?.end(), close],
    })
    process.exit(inTime ? 0 : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  try {
    // The port first: a start that can't answer must not have begun to fill a database.
    await app.listen({ host, port })
    jobs = await startJobs(house, database.ownerUrl, Object.assign({}, ...house.areas.map(a => a.jobs ?? {})))
    await begin(house, { database, isInhabited: open, opened: () => void (open = true), isStopping: () => stopping })
  } catch (error) {
    await jobs?.stop(0)
    await realtime.stop()
    await fillMark?.end()
    await close()
    giveUp(error)
  }
}

if (!Number.isInteger(port) || port < 0 || port > 65_535) giveUp(new Error(`PORT 应为 0 到 65535 的整数，现在是 ${env['PORT']}`))
// Before anything is made: a start that can't answer must leave nothing behind.
if (port !== 0 && !(await portIsFree(port))) giveUp(Object.assign(new Error(), { code: 'EADDRINUSE' }))
try {
  await open()
} catch (error) {
  giveUp(error)
}
