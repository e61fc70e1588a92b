/**
 * The first start of the product as `npm start` makes it, in a data folder of its own: when the address is printed, when the profit shows
 * this month, when the company is whole and whether the processor rests then; and the resident memory of the process idle, after 20
 * sessions and after 20 imports, with what its heap holds in the end. Linux alone: it asks /proc.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#platform/server/base/free-port.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { writeSettlementFile } from './settlement-file.ts'
import { megabytes, percent, seconds, type Figure } from './figures.ts'

const part = 'memory'
const root = join(import.meta.dirname, '..')
const sessions = 20
const imports = 20
const linesOfImport = 3_000
/** longer than the process takes to see that it rests and to give back what it does not need */
const restMs = 25_000
const residentAim = 450e6
const wholeAimMs = 240_000
const restingAim = 0.05
const people = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
const lists = ['/productManage/list', '/supplierManage/list', '/AmazonTransactionReport/list', '/notify/list', '/workOrder/list']
const clockTicks = 100

interface Started {
  readonly url: string
  readonly pid: number
  readonly began: number
  printed(): string
  isRunning(): boolean
  stop(): Promise<void>
}

async function start(folder: string): Promise<Started> {
  const port = await freePort()
  const flags = ['--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`]
  const child = spawn(process.execPath, [...flags, join(root, 'server.ts')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), DATABASE_URL: '', WEB: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', chunk => (printed += String(chunk)))
  const ended = new Promise<void>(done => child.once('exit', () => done()))
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    began: performance.now(),
    printed: () => printed,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function until(at: Started, what: string, condition: () => Promise<boolean> | boolean): Promise<number> {
  // a connection that rested too long is closed by the server as it is used again: asked once more
  const isSo = async (): Promise<boolean> => {
    try {
      return await condition()
    } catch (error) {
      if (error instanceof TypeError && at.isRunning()) return false
      throw error
    }
  }
  while (!(await isSo())) {
    if (/演示公司没有建完/.test(at.printed())) throw new Error(at.printed())
    if (performance.now() - at.began > 1_800_000) throw new Error(`not in half an hour: ${what}`)
    await pause(500)
  }
  return performance.now() - at.began
}

async function call(at: Started, token: string | null, path: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${at.url}/api-2024${path}`, {
    method: 'POST',
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  return answer.json()
}
const signIn = async (at: Started, username: string): Promise<string> =>
  (await call(at, null, '/auth/user/login', { username, password: 'demo1234' })).data.access_token

const residentBytes = ({ pid }: Started): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
/** Seconds of processor time so far. */
function processorSeconds({ pid }: Started): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / clockTicks
}

/** Reads what somebody opens: who he is, his home page, some lists of which he may see a part. */
async function session(at: Started, username: string): Promise<void> {
  const token = await signIn(at, username)
  for (const path of ['/system/userprofile', '/homeCard/list'])
    await (await fetch(`${at.url}/api-2024${path}`, { headers: { authorization: `Bearer ${token}` } })).text()
  for (const path of lists) await call(at, token, path, { pageSize: 50 })
}

async function importSome(at: Started, folder: string): Promise<void> {
  const token = await signIn(at, 'finance')
  for (let n = 0; n < imports; n += 1) {
    const path = join(folder, `memory-${n}.txt`)
    await writeSettlementFile({
      path,
      settlementId: String(8_800_000_000 + n),
      lines: linesOfImport,
      seed: n,
      skus: ['M-1', 'M-2', 'M-3'],
      marketplaceName: 'Amazon.com',
      currency: 'USD',
    })
    const form = new FormData()
    form.append('file', new Blob([readFileSync(path)]), `memory-${n}.txt`)
    const { code, msg } = await call(at, token, '/AmazonTransactionReport/importData', form)
    if (code !== 0) throw new Error(String(msg))
  }
  const open = async (): Promise<boolean> =>
    (await (await fetch(`${at.url}/metrics`)).text()).match(/^tasks\{state="(?:queued|running)"\} [1-9]/m) !== null
  await until(at, 'the imports end', async () => !(await open()))
}

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] } }
  readonly nodes: readonly number[]
}
/** What the process has written of itself; null: it still writes. */
function snapshotIn(folder: string): Snapshot | null {
  const name = readdirSync(folder).find(one => one.endsWith('.heapsnapshot'))
  if (name === undefined) return null
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Snapshot
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Bytes of the heap by kind, the largest first. */
async function heapOf(at: Started, folder: string): Promise<string> {
  process.kill(at.pid, 'SIGUSR2')
  let written = snapshotIn(folder)
  for (; written === null; written = snapshotIn(folder)) await pause(2_000)
  const { snapshot, nodes } = written
  const { node_fields: fields, node_types: types } = snapshot.meta
  const sums = new Map<string, number>()
  for (let i = 0; i < nodes.length; i += fields.length) {
    const kind = types[0][nodes[i + fields.indexOf('type')] ?? 0] ?? ''
    sums.set(kind, (sums.get(kind) ?? 0) + (nodes[i + fields.indexOf('self_size')] ?? 0))
  }
  const all = [...sums].sort(([, a], [, b]) => b - a)
  const kinds = all.slice(0, 6).map(([kind, bytes]) => `${kind} ${megabytes(bytes)}`)
  return `${megabytes(all.reduce((sum, [, bytes]) => sum + bytes, 0))}: ${kinds.join(', ')}`
}

export async function memoryPart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-memory-'))
  const at = await start(folder)
  const load = (): string => `load of the machine ${loadavg()[0]?.toFixed(1)}`
  const resident = (what: string): Figure => {
    const bytes = residentBytes(at)
    return { part, what: `resident memory, ${what}`, value: megabytes(bytes), against: load(), aim: '< 450 MB', met: bytes < residentAim }
  }
  try {
    const addressMs = await until(at, 'the address', () => at.printed().includes('掌柜已启动'))
    const figures: Figure[] = []
    figures.push({ part, what: 'first start: address and accounts', value: seconds(addressMs), against: load() })
    const token = await signIn(at, 'boss')
    const month = new Date().toISOString().slice(0, 7)
    const query = { by: ['month'], startDate: firstOfMonth(month), endDate: lastOfMonth(month) }
    let [seen, firstMs, lastMs] = ['null', 0, 0]
    const wholeMs = await until(at, 'the whole company', async () => {
      const { values } = (await call(at, token, '/AmzFinanceProfit/list', query)).data.list[0] ?? { values: null }
      const now = JSON.stringify(values)
      if (now !== seen) [seen, firstMs, lastMs] = [now, firstMs || performance.now() - at.began, performance.now() - at.began]
      return at.printed().includes('演示公司已建好')
    })
    figures.push({ part, what: 'first start: the profit has something of this month', value: seconds(firstMs) })
    figures.push({ part, what: 'first start: the profit of this month is as it stays', value: seconds(lastMs) })
    figures.push({
      part,
      what: 'first start: the whole company',
      value: seconds(wholeMs),
      against: load(),
      aim: '< 240 s',
      met: wholeMs < wholeAimMs,
    })
    figures.push({
      part,
      what: 'processor time of the program until then, without the database',
      value: seconds(processorSeconds(at) * 1_000),
    })
    await pause(restMs)
    const [before, since] = [processorSeconds(at), performance.now()]
    await pause(restMs)
    const busy = (processorSeconds(at) - before) / ((performance.now() - since) / 1_000)
    figures.push({
      part,
      what: 'share of a processor, afterwards',
      value: percent(busy),
      against: load(),
      aim: '< 5 %',
      met: busy < restingAim,
    })
    figures.push(resident('idle after the first start'))
    for (let n = 0; n < sessions; n += 1) await session(at, people[n % people.length] ?? 'admin')
    await pause(restMs)
    figures.push(resident(`after ${sessions} sessions`))
    await importSome(at, folder)
    await pause(restMs)
    figures.push(resident(`after ${imports} imports`))
    figures.push({ part, what: 'the heap then', value: await heapOf(at, folder) })
    return figures
  } finally {
    await at.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
