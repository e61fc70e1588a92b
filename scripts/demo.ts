/**
 * A bigger demo company: `npm run demo -- --lines 5000000 [--shops 12] [--seed 2]`. Writes the marketplaces' files into the data folder and
 * imports them through the same jobs as an upload, into the database of DATABASE_URL or the one under DATA_DIR. The server must not be
 * running on it.
 */
import { parseArgs } from 'node:util'
import { createDemoPeople, demoPeople } from '#areas/admin/index.ts'
import { demoLinesDefault, importDemoFiles, makeAdvertising, readDemoShops, unusedSeed } from '#areas/finance/index.ts'
import { sealedWith } from '../platform/server/audit/seal.ts'
import { beginFirstFill, keptHalf } from '../platform/server/db/first-fill-mark.ts'
import { prepareJobs, startJobs } from '../platform/server/jobs/job-queue.ts'
import { openProduct, type Product } from '../product.ts'
import { command } from './command.ts'

const usage = '用法：npm run demo -- --lines 5000000 [--shops 12] [--seed 2]'
const jobsStopMsMax = 25_000

/** A whole number of the command line, at least 1. */
function numberOf(text: string | undefined, name: string, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`--${name} 应为大于 0 的整数，现在是 ${text}。${usage}`)
  return Number(text)
}

function options(): { lines?: string; shops?: string; seed?: string } {
  try {
    return parseArgs({ options: { lines: { type: 'string' }, shops: { type: 'string' }, seed: { type: 'string' } } }).values
  } catch (error) {
    throw new Error(usage, { cause: error })
  }
}

/** `seed` is null: whichever has not been used on this database. */
function wishes(): { lines: number; shops: number; seed: number | null } {
  const values = options()
  return {
    lines: numberOf(values.lines, 'lines', demoLinesDefault),
    shops: numberOf(values.shops, 'shops', 12),
    seed: values.seed === undefined ? null : numberOf(values.seed, 'seed', 1),
  }
}

async function make(
  { house, database }: Product,
  { lines, shops, seed: wished }: ReturnType<typeof wishes>,
  say: (line: string) => void,
): Promise<void> {
  const db = house.unscoped('demo: the company, before anybody signs in')
  const known = await readDemoShops(db)
  if (known === null) say('正在建立演示公司')
  const mark = known === null ? await beginFirstFill(database.ownerUrl, house.log) : null
  const made =
    known === null
      ? await createDemoPeople(db, house.registry, {
          now: house.now(),
          lastMonth: house.now().toISOString().slice(0, 7),
          mustChange: false,
        })
      : null
  if (made !== null) for (const area of house.areas) await area.demo?.(demoPeople(house))
  const selling = (known ?? made?.shops ?? []).slice(0, shops)
  const seed = wished ?? (await unusedSeed(db, selling, 2))
  const jobs = await startJobs(house, database.ownerUrl, Object.assign({}, ...house.areas.map(a => a.jobs ?? {})))
  try {
    say(`正在生成约 ${lines} 行演示数据`)
    const done = await importDemoFiles(house, { shops: selling }, { lines, seed, say })
    // invoices and reports follow from what its settlements charged; a company that was there has those of its first start
    if (made !== null) await makeAdvertising(demoPeople(house))
    await mark?.whole()
    const seconds = done.elapsedMs / 1_000
    say(`已导入 ${done.files} 个文件、${done.lines} 行，用时 ${seconds.toFixed(1)} 秒，每秒 ${Math.round(done.lines / seconds)} 行`)
  } finally {
    await jobs.stop(jobsStopMsMax)
  }
}

async function run(): Promise<void> {
  const wish = wishes()
  const say = (line: string): void => console.log(line)
  // as a start does: a company whose making was cut is no company
  const product = await openProduct(process.env, say, { host: '127.0.0.1', port: 0 })
  try {
    if (product.database.cutFill === 'kept') throw new Error(`演示公司没有建完：${keptHalf[0]}`)
    await prepareJobs(product.database.ownerUrl)
    await sealedWith(product.house, () => make(product, wish, say))
  } finally {
    await product.close()
  }
}

await command(run)
