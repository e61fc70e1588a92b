/**
 * The first start of the product as `npm start` makes it, in a data folder of its own: when the address is printed, when the profit shows
 * this month, when the company is whole and whether the processor rests then. Then it is started again, or at once in the folder of
 * `--data`, which has the demo company: the resident memory of the process after ten minutes idle, after 20 sessions of 200 calls drawn
 * from the pages of all roles, after 20 imports and ten minutes later, with what its heap holds in the end. Linux alone: it asks /proc.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { areas } from '#areas/index.ts'
import { freePort } from '#platform/server/base/free-port.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import type { Options } from './options.ts'
import { writeSettlementFile } from './settlement-file.ts'
import { megabytes, percent, seconds, type Figure } from './figures.ts'

const part = 'memory'
const root = join(import.meta.dirname, '..')
const sessions = 20
const imports = 20
const callsOfSession = 200
const linesOfImport = 100_000
/** longer than the process takes to see that it rests and to give back what it does not need */
const restMs = 25_000
const idleMs = 600_000
const wholeAimMs = 150_000
const restingAim = 0.05
const people = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
const clockTicks = 100
const month = new Date().toISOString().slice(0, 7)

interface Started {
  readonly url: string
  readonly pid: number
  readonly began: number
  printed(): string
  isRunning(): boolean
  stop(): Promise<void>
}

async function start(folder: string, data: string): Promise<Started> {
  const port = await freePort()
  const flags = ['--max-semi-space-size=16', '--heapsnapshot-signal=SIGUSR2', `--diagnostic-dir=${folder}`]
  const child = spawn(process.execPath, [...flags, join(root, 'server.ts')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: data, DATABASE_URL: '', WEB: '0' },
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
  const since = performance.now()
  while (!(await isSo())) {
    if (/演示公司没有建完/.test(at.printed())) throw new Error(at.printed())
    if (performance.now() - since > 1_800_000) throw new Error(`not in half an hour: ${what}`)
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
/** So many sign-ins from one place within a minute are refused: then a little later. */
async function signIn(at: Started, username: string): Promise<string> {
  for (let n = 0; n < 30; n += 1, await pause(5_000)) {
    const { data } = await call(at, null, '/auth/user/login', { username, password: 'demo1234' })
    if (data !== null) return data.access_token
  }
  throw new Error(`${username} can't sign in`)
}

const residentBytes = ({ pid }: Started): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
/** Seconds of processor time so far. */
function processorSeconds({ pid }: Started): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / clockTicks
}

interface Menu {
  readonly component: string | null
  readonly children: readonly Menu[]
}
const componentsOf = (menus: readonly Menu[]): string[] =>
  menus.flatMap(({ component, children }) => (children.length > 0 ? componentsOf(children) : component === null ? [] : [component]))

/** Of each page of a list or a report its call. */
function callsOfPages(): ReadonlyMap<string, string> {
  const { routes, reports } = registryOf(withHouseAreas(areas))
  const lists = routes.flatMap(({ verb, resource, path }) =>
    verb === 'list' && resource !== undefined ? [[`list/${resource.type ?? ''}`, path] as const] : [],
  )
  return new Map([...lists, ...[...reports.values()].map(({ report }) => [`report/${report.name}`, report.paths.rows] as const)])
}

/** Who he is, his home page, then the lists and reports of his own menus, one after another from where the last session of all stopped. */
async function session(at: Started, username: string, paths: ReadonlyMap<string, string>, from: number): Promise<void> {
  const token = await signIn(at, username)
  const get = async (path: string): Promise<ReturnType<typeof JSON.parse>> =>
    (await fetch(`${at.url}/api-2024${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  const { modules } = (await get('/system/userprofile')).data as { modules: readonly { menus: readonly Menu[] }[] }
  await get('/homeCard/list')
  const components = modules.flatMap(({ menus }) => componentsOf(menus)).filter(one => paths.has(one))
  for (let n = 0; n < callsOfSession; n += 1) {
    const component = components[(from + n) % components.length] ?? ''
    const asked = component.startsWith('report/') ? { by: ['month'], startDate: firstOfMonth(month), endDate: lastOfMonth(month) } : {}
    await call(at, token, paths.get(component) ?? '', { pageSize: 50, ...asked })
  }
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

const load = (): string => `load of the machine ${loadavg()[0]?.toFixed(1)}`

/** The company is made in this folder; how long that takes. */
async function firstStart(folder: string, data: string): Promise<Figure[]> {
  const at = await start(folder, data)
  try {
    const addressMs = await until(at, 'the address', () => at.printed().includes('掌柜已启动'))
    const figures: Figure[] = []
    figures.push({ part, what: 'first start: address and accounts', value: seconds(addressMs), against: load() })
    const token = await signIn(at, 'boss')
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
      aim: '< 150 s',
      met: wholeMs < wholeAimMs,
    })
    const processor = seconds(processorSeconds(at) * 1_000)
    figures.push({ part, what: 'processor time of the program until then, without the database', value: processor })
    await pause(restMs)
    const [before, since] = [processorSeconds(at), performance.now()]
    await pause(restMs)
    const busy = (processorSeconds(at) - before) / ((performance.now() - since) / 1_000)
    const met = busy < restingAim
    figures.push({ part, what: 'share of a processor, afterwards', value: percent(busy), against: load(), aim: '< 5 %', met })
    return figures
  } finally {
    await at.stop()
  }
}

async function residentMemory(folder: string, data: string): Promise<Figure[]> {
  const at = await start(folder, data)
  const resident = (what: string, aimMb: number): Figure => {
    const bytes = residentBytes(at)
    const met = bytes < aimMb * 1_048_576
    return { part, what: `resident memory, ${what}`, value: megabytes(bytes), against: load(), aim: `< ${aimMb} MB`, met }
  }
  try {
    await until(at, 'the address', () => at.printed().includes('掌柜已启动'))
    const figures: Figure[] = []
    await pause(idleMs)
    figures.push(resident('ten minutes idle after start', 250))
    const paths = callsOfPages()
    for (let n = 0; n < sessions; n += 1) await session(at, people[n % people.length] ?? 'admin', paths, n * callsOfSession)
    await pause(restMs)
    figures.push(resident(`after ${sessions} sessions of ${callsOfSession} calls`, 400))
    await importSome(at, folder)
    await pause(restMs)
    figures.push(resident(`after ${imports} imports of ${linesOfImport} lines`, 450))
    await pause(idleMs)
    figures.push(resident('ten minutes later', 300))
    figures.push({ part, what: 'the heap then', value: await heapOf(at, folder) })
    return figures
  } finally {
    await at.stop()
  }
}

export async function memoryPart({ data }: Options): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zhanggui-memory-'))
  try {
    if (data !== null) return await residentMemory(folder, data)
    const own = join(folder, 'data')
    return [...(await firstStart(folder, own)), ...(await residentMemory(folder, own))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
