import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#platform/server/base/free-port.ts'
import { testDatabase } from './database.ts'

const root = join(import.meta.dirname, '../..')
const startMsMax = 300_000

/** The whole product, started as `npm start` starts it, on a database of its own. */
export interface RunningProduct {
  readonly url: string
  readonly ownerUrl: string
  readonly dataDir: string
  /** What it has printed so far. */
  output(): string
  /** Stops it with a signal and waits; the database and the files stay for a further start. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same address, database and files. */
  start(): Promise<void>
  /** Stops it and removes database and files. */
  remove(): Promise<void>
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch (error) {
    // fetch throws TypeError for whatever keeps it from connecting.
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Starts the product for a test file; `environment` is added to the usual settings, whose PORT is a free one, at each start. */
export async function startProduct(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const database = await testDatabase({ empty: true })
  const port = Number(environment['PORT'] ?? (await freePort()))
  const dataDir = mkdtempSync(join(tmpdir(), 'zhanggui-e2e-'))
  const url = `http://127.0.0.1:${port}`
  let printed = ''
  let child: ReturnType<typeof spawn> | undefined

  const start = async (): Promise<void> => {
    const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: database.ownerUrl, ...environment }
    const started = spawn(process.execPath, [join(root, 'server.ts')], {
      cwd: root,
      env: { ...process.env, NODE_ENV: '', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream.on('data', chunk => (printed += String(chunk)))
    for (const end = Date.now() + startMsMax; !(await answers(url)); await new Promise(next => setTimeout(next, 100))) {
      if (started.exitCode !== null || started.signalCode !== null) throw new Error(`the product ended while starting:\n${printed}`)
      if (Date.now() > end) throw new Error(`the product is not ready:\n${printed}`)
    }
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(done => child?.once('exit', done))
    child.kill(signal)
    await ended
  }
  const remove = async (): Promise<void> => {
    await stop()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop('SIGKILL')
    await remove()
    throw error
  }
  return { url, ownerUrl: database.ownerUrl, dataDir, output: () => printed, stop, start, remove }
}

const companyMsMax = 300_000
/** A product with the demo company's people, ready to be used; the port is taken before the company is made. */
export async function startWithPeople(environment: Record<string, string> = {}): Promise<RunningProduct> {
  const product = await startProduct({ DEMO: 'people', ...environment })
  for (const end = Date.now() + companyMsMax; !product.output().includes('掌柜已启动'); await new Promise(next => setTimeout(next, 100)))
    if (Date.now() > end) throw new Error(`the demo company was not made:\n${product.output()}`)
  return product
}
